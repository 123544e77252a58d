"""Game: rules, board, positions and how they are written, symmetries, scores and tactics."""
