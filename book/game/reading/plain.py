"""Positions as oxobook writes them, which most are: they can be read in one way only, and quickly."""

from functools import lru_cache

from oxobook.book.game.notation import coordinates
from oxobook.book.game.rules import Cell, Mask, Rules

_X_BITS, _O_BITS = str.maketrans("XO.", "100"), str.maketrans("XO.", "010")


def plain_board(text: str, rules: Rules) -> tuple[Mask, Mask] | None:
    """Return the stones of X and of O of a board such as ``X../.O./...``; None for other texts."""
    cells, separators = text.replace("/", ""), text[rules.columns :: rules.columns + 1]
    if "/" not in text or rules.board.holes or len(cells) != rules.cells or separators.strip("/") or cells.strip("XO."):
        return None
    return int(cells[::-1].translate(_X_BITS), 2), int(cells[::-1].translate(_O_BITS), 2)


def plain_moves(text: str, rules: Rules) -> list[Cell] | None:
    """Return the moves of a game such as ``a3 b2 c1``; None for other texts."""
    cell_of = _cell_of(rules)
    moves = [cell_of.get(word, -1) for word in text.split()]
    return moves if moves and -1 not in moves else None


@lru_cache(maxsize=64)
def _cell_of(rules: Rules) -> dict[str, Cell]:
    """Return the cells by those coordinates that can be nothing else: not a side and a label, such as o1."""
    names = () if rules.either else coordinates(rules)
    return {name: cell for cell, name in enumerate(names) if name[0] not in "xo" and not name.isdecimal()}
