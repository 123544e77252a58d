"""Files of positions and of games: labelled and judged."""
