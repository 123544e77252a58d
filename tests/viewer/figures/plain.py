"""Trees searched plainly, without the book: what the figures are held against."""

from functools import cache


@cache
def value_for_x(position):
    """What a position is worth to X, by minimax to the end of play."""
    if position.over:
        return {"X": 1, "O": -1, None: 0}[position.winner]
    values = [value_for_x(position.play(move)) for move in position.legal_moves]
    return max(values) if position.to_move == "X" else min(values)
