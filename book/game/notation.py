"""Notation of cells and boards: coordinates, board text and game records.

A *coordinate* is a column letter and a row number counted from the bottom, as on a chessboard: on 3x3, cell 0 is a3,
cell 4 is b2, cell 8 is c1. Columns after z go on with aa, ab, as in a spreadsheet.
"""

import re
from functools import lru_cache

from oxobook.book.errors import IllegalPosition, quoted
from oxobook.book.game.rules import Cell, Mask, Rules

_MOVE = re.compile(r"[a-z]{1,3}[1-9][0-9]?")
_ROW_SEPARATOR = re.compile(r"\s*/\s*|\s+")
_RECORD_SEPARATOR = re.compile(r"[\s,]+")
_BOARD = re.compile(r"[XxOo._#/\-\s]*[XxOo._/-][XxOo._#/\-\s]*")
_NUMBERS = (0, 1, 2, -1)
HOLE = "#"
"""Sign of a place without a cell."""
_STONES = {"x": 0, "o": 1, ".": None, "_": None, "-": None}


def coordinates(rules: Rules) -> tuple[str, ...]:
    """Return the coordinate of every cell, by cell number."""
    return rules.board.names


def move_names(rules: Rules) -> tuple[str, ...]:
    """Return the name of every move: the cell's coordinate, where a side may set either sign with it, as in ``Xa3``."""
    names = coordinates(rules)
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


def cell_named(text: str, rules: Rules) -> Cell:
    """Return the cell with this coordinate; raises IllegalPosition if the board has no such cell."""
    names, table = coordinates(rules), rules.board.table
    name = text.strip().lower()
    if name in names:
        return names.index(name)
    ends = (next(cell for cell in row if cell is not None) for row in (table[-1], table[0][::-1]))
    first, last = (names[cell] for cell in ends)
    raise IllegalPosition(f"expected a coordinate from {first} to {last}; got {quoted(text)}")


def move_named(text: str, rules: Rules) -> Cell:
    """Return the move with this name; raises IllegalPosition if there is none."""
    if not rules.either:
        return cell_named(text, rules)
    name, cells = text.strip(), coordinates(rules)
    sign, cell = name[:1].upper(), name[1:].lower()
    if sign in ("X", "O") and cell in cells:
        return cells.index(cell) + rules.cells * (sign == "O")
    raise IllegalPosition(f"expected a sign and a cell, such as X{cells[0]} or O{cells[-1]}; got {quoted(text)}")


def spelt(text: str, rules: Rules) -> str:
    """Return a move's name as it is written here, whatever its case; in lower case a text that names no move."""
    name = text.strip().lower()
    return next((one for one in move_names(rules) if one.lower() == name), name)


def is_record(text: str) -> bool:
    """Return whether the text looks like a game record: a coordinate has a digit, a board never has."""
    words = _RECORD_SEPARATOR.split(text.strip().lower())
    return all(_MOVE.fullmatch(word) for word in words if word) and any(words)


def is_position(word: str) -> bool:
    """Return whether a single word looks like a board or a game record, of any rules."""
    return is_record(word) or _BOARD.fullmatch(word) is not None or word.startswith("[")


def parse_record(text: str, rules: Rules) -> list[Cell]:
    """Return the moves of a game record such as ``a3 b2 c1`` or ``a3,b2``, in the order played."""
    return [move_named(word, rules) for word in _RECORD_SEPARATOR.split(text.strip()) if word]


def parse_board(text: str, rules: Rules) -> tuple[Mask, Mask]:
    """Return the stones of X and of O from a board text; raises IllegalPosition.

    A text in square brackets is JSON: the cells as numbers, see ``parse_cells``. In others rows go top to bottom,
    separated by ``/``, by white space or not at all; blanks may stand between all cells; X and O in either case; ``.``,
    ``_`` or ``-`` for empty.
    >>> parse_board("X../.O./...", Rules()), parse_board("X . . / . O . / . . .", Rules())
    ((1, 16), (1, 16))
    """
    if text.lstrip().startswith("["):
        return parse_cells(_numbers_in(text), rules)
    cells = _joined_rows(text, rules)
    stones = [0, 0]
    for cell, character in enumerate(cells.lower()):
        if character not in _STONES:
            raise IllegalPosition(
                f"expected X, O and . for an empty cell; got {cells[cell]!r} at cell {cell + 1} of {quoted(text)}"
            )
        side = _STONES[character]
        if side is not None:
            stones[side] |= 1 << cell
    return stones[0], stones[1]


def parse_cells(value: object, rules: Rules) -> tuple[Mask, Mask]:
    """Return the stones of X and of O from the cells as numbers; raises IllegalPosition.

    0 is empty, 1 is X, 2 or -1 is O; in reading order, or row by row: lists, tuples, arrays of any library that gives
    ``tolist``.
    >>> parse_cells([[1, 0, 0], [0, 2, 0], [0, 0, 0]], Rules())
    (1, 16)
    """
    whole = getattr(value, "tolist", lambda: value)()
    rows = whole if isinstance(whole, (list, tuple)) else ()
    if len(rows) == rules.rows and all(isinstance(row, (list, tuple)) and len(row) == rules.columns for row in rows):
        rows = [cell for row in rows for cell in row]
    if len(rows) != rules.cells or any(type(cell) is not int or cell not in _NUMBERS for cell in rows):
        raise IllegalPosition(
            f"expected a board's text, or {rules.cells} numbers in reading order or row by row for {rules}, "
            f"0 for an empty cell, 1 for X and 2 or -1 for O; got {_shown(value)}"
        )
    x, o = (sum(1 << cell for cell, stone in enumerate(rows) if stone in side) for side in ((1,), (2, -1)))
    return x, o


def _numbers_in(text: str) -> object:
    """Return the value of a JSON text; the text itself if it is none."""
    import json  # a lookup of a board starts faster without

    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _shown(value: object) -> str:
    """Return a value that is no board as one short line."""
    return " ".join(quoted(repr(value) if not isinstance(value, (str, int)) else value).split())


def _joined_rows(text: str, rules: Rules) -> str:
    """Return the board's characters without the row separators; raises IllegalPosition if the shape is wrong."""
    rows = _ROW_SEPARATOR.split(text.strip())
    if rules.columns > 1 and all(len(cell) == 1 for cell in rows):
        rows = ["".join(row.split()) for row in re.split(r"[/\n]", text.strip())]
    lengths = [rules.columns] * rules.rows
    if rules.board.holes:
        rows = [row.replace(HOLE, "") for row in rows]
        lengths = [len(row) - row.count(None) for row in rules.board.table]
    whole = "".join(rows)
    if len(whole) == rules.cells and (len(rows) == 1 or [len(row) for row in rows] == lengths):
        return whole
    size = "a board" if rules.board.holes else f"{rules.rows} rows of {rules.columns} cells"
    expected = f"expected {size} for {rules}, such as {board_text(rules, 0, 0)}"
    if len(whole) != rules.cells:
        raise IllegalPosition(f"{expected}; got {len(whole)} cells in {quoted(text)}")
    raise IllegalPosition(f"{expected}; got rows of {', '.join(str(len(row)) for row in rows)} in {quoted(text)}")


def board_text(rules: Rules, x: Mask, o: Mask) -> str:
    """Return the board as text: rows separated by ``/``, ``X``, ``O``, ``.`` for empty, ``#`` for a hole."""
    signs = "".join("X" if x >> cell & 1 else "O" if o >> cell & 1 else "." for cell in range(rules.cells))
    if not rules.board.holes:
        return "/".join(signs[start : start + rules.columns] for start in range(0, rules.cells, rules.columns))
    return "/".join("".join(HOLE if cell is None else signs[cell] for cell in row) for row in rules.board.table)
