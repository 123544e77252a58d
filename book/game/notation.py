"""Notation in which oxobook writes cells and boards: coordinates and board text; ``reading`` reads all others.

A *coordinate* is a column letter and a row number counted from the bottom, as on a chessboard: on 3x3, cell 0 is a3,
cell 4 is b2, cell 8 is c1. Columns after z go on with aa, ab, as in a spreadsheet.
"""

import re
from functools import lru_cache

from oxobook.book.errors import IllegalPosition, quoted
from oxobook.book.game.rules import Cell, Mask, Rules

_MOVE = re.compile(r"[a-z]{1,3}[1-9][0-9]?")
_RECORD_SEPARATOR = re.compile(r"[\s,-]+")
_BOARD = r"(?i)(?!(?!0|.{9}|[^/]*[o/]|\d+x\d{4,}$)\d+x\d)(?=[^xo._/-]*[xo._/-])[xo._#/\-\s\d,]+|[xob]{9,}"
_NUMBERS = r"(?i)(?:[xo]?\d{1,3}|\d+)(?:[\s,;.-]+[xo]?\d{1,3})*[\s,;.]*"
_X_BITS, _O_BITS = str.maketrans("XO.", "100"), str.maketrans("XO.", "010")
HOLE = "#"
"""Sign of a place without a cell."""


def move_names(rules: Rules) -> tuple[str, ...]:
    """Return the name of every move: the cell's coordinate, where a side may set either sign with it, as in ``Xa3``."""
    names = rules.board.names
    return tuple(f"{sign}{name}" for sign in "XO" for name in names) if rules.either else names


def cells_of(mask: Mask) -> list[Cell]:
    """Return the cells of a mask, ascending."""
    cells = []
    while mask:
        lowest = mask & -mask
        cells.append(lowest.bit_length() - 1)
        mask ^= lowest
    return cells


@lru_cache(maxsize=65536)
def coordinates_in(mask: Mask, rules: Rules) -> tuple[str, ...]:
    """Return the names of the moves in a set, in the order of their numbers."""
    names = move_names(rules)
    return tuple(names[cell] for cell in cells_of(mask))


def move_named(text: str, rules: Rules) -> Cell:
    """Return the move with this name; raises IllegalPosition if there is none."""
    names, name = move_names(rules), text.strip().lower()
    if rules.either:
        name = name[:1].upper() + name[1:]
    if name in names:
        return names.index(name)
    if rules.either:
        expected = f"a sign and a cell, such as {names[0]} or {names[-1]}"
    elif rules.board.holes:
        expected = f"a coordinate, one of {', '.join(names)}"
    else:
        expected = f"a coordinate from {names[-rules.columns]} to {names[rules.columns - 1]}"
    raise IllegalPosition(f"expected {expected}; got {quoted(text)}")


def is_record(text: str) -> bool:
    """Return whether the text looks like a game record: a coordinate has a digit, a board never has."""
    words = _RECORD_SEPARATOR.split(text.strip().lower())
    return all(_MOVE.fullmatch(word) for word in words if word) and any(words)


def is_position(word: str) -> bool:
    """Return whether a single word looks like a board or a game, of any rules."""
    shown = word.startswith(("[", "(", "{")) or any(sign in word for sign in "|❌⭕")
    return shown or is_record(word) or any(re.fullmatch(form, word) for form in (_BOARD, _NUMBERS))


def board_text(rules: Rules, x: Mask, o: Mask) -> str:
    """Return the board as text: rows separated by ``/``, ``X``, ``O``, ``.`` for empty, ``#`` for a hole."""
    signs = "".join("X" if x >> cell & 1 else "O" if o >> cell & 1 else "." for cell in range(rules.cells))
    if not rules.board.holes:
        return "/".join(signs[start : start + rules.columns] for start in range(0, rules.cells, rules.columns))
    return "/".join("".join(HOLE if cell is None else signs[cell] for cell in row) for row in rules.board.table)


def plain_board(text: str, rules: Rules) -> tuple[Mask, Mask] | None:
    """Return the stones of X and of O of a board as oxobook writes it, ``X../.O./...``; None for other texts."""
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
    names = () if rules.either else rules.board.names
    return {name: cell for cell, name in enumerate(names) if name[0] not in "xo" and not name.isdecimal()}
