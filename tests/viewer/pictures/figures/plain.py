"""Trees searched plainly, without the book: what the figures are held against."""

from functools import cache


@cache
def value_for_x(position):
    """Return a position's value for X, by minimax to the end of play."""
    if position.over:
        return {"X": 1, "O": -1, None: 0}[position.winner]
    values = [value_for_x(position.play(move)) for move in position.legal_moves]
    return max(values) if position.to_move == "X" else min(values)


def alpha_beta(node, alpha=float("-inf"), beta=float("inf")):
    """The value that plain alpha-beta returns for a tree, and the texts of the positions that it visits, in order."""
    visited = [node.position.text]
    if not node.children:
        return node.value, visited
    best = None
    for child in node.children:
        value, below = alpha_beta(child, alpha, beta)
        visited += below
        if node.position.to_move == "X":
            best = value if best is None else max(best, value)
            alpha = max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, visited
