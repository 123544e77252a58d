"""Labels: what people call the cells of a board. The registry is ``LABELS``; each kind is shown, and read as moves."""

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache

from oxobook.book.errors import IllegalPosition, quoted
from oxobook.book.game.board import column_name
from oxobook.book.game.rules import Cell, Mask, Rules


def _keypad(rules: Rules) -> tuple[str, ...]:
    """Return digits as on a numeric keypad; raises IllegalPosition unless the board is 3x3."""
    if (rules.rows, rules.columns, rules.cells) != (3, 3, 9):
        raise IllegalPosition(
            f"expected a board of 3x3 cells for keypad labels; got {rules}: take --labels reading or coordinates"
        )
    return tuple("789456123")


def _by_column(rules: Rules, name: Callable[[int], str]) -> tuple[str, ...]:
    """Return the name of each cell's column; raises IllegalPosition unless stones fall."""
    if not rules.gravity:
        raise IllegalPosition(
            f"expected a game in which stones fall, such as connect-four, for labels of columns; got {rules}: "
            "take --labels coordinates"
        )
    return tuple(name(column) for _, column in rules.board.at)


LABELS: dict[str, Callable[[Rules], tuple[str, ...]]] = {
    "coordinates": lambda rules: rules.board.names,
    "keypad": _keypad,
    "reading": lambda rules: tuple(str(cell + 1) for cell in range(rules.cells)),
    "index": lambda rules: tuple(str(cell) for cell in range(rules.cells)),
    "matrix": lambda rules: tuple(f"{row + 1},{column + 1}" for row, column in rules.board.at),
    "matrix0": lambda rules: tuple(f"{row},{column}" for row, column in rules.board.at),
    "columns": lambda rules: _by_column(rules, lambda column: str(column + 1)),
    "columns0": lambda rules: _by_column(rules, str),
    "letters": lambda rules: _by_column(rules, column_name),
    "r1c1": lambda rules: tuple(f"R{row + 1}C{column + 1}" for row, column in rules.board.at),
}
"""Kinds of labels: the label of each cell. Those of columns are shared by the cells of a column, where stones fall."""
STATED = ("r1c1",)
"""Kinds of labels that are read only if they are stated."""


@lru_cache(maxsize=256)
def labels_of(kind: str, rules: Rules, bottom: bool = False) -> tuple[str, ...]:
    """Return the label of every move: of its cell, after the sign where a side may set either.

    With ``bottom`` the rows are counted from the lowest. Raises IllegalPosition if there is no such kind, or it does
    not fit the board.
    """
    if kind not in LABELS:
        raise IllegalPosition(f"expected labels, one of {', '.join((*kinds_for(rules), *STATED))}; got {quoted(kind)}")
    names = LABELS[kind](rules)
    if bottom and kind not in ("coordinates", "keypad"):
        names = tuple(names[cell] for cell in mirrored(rules))
    return tuple(f"{sign}{name}" for sign in "XO" for name in names) if rules.either else names


@lru_cache(maxsize=64)
def mirrored(rules: Rules) -> tuple[Cell, ...]:
    """Return the cell at each cell's place if rows are counted from the lowest; raises IllegalPosition if none is."""
    at = rules.board.at
    places = [(rules.rows - 1 - row, column) for row, column in at]
    if not {*places} <= {*at}:
        raise IllegalPosition(f"expected a board that is the same from below for rows=bottom; got {rules}")
    return tuple(at[place] for place in places)


def turned_over(mask: Mask, rules: Rules) -> Mask:
    """Return the cells of a mask with the lowest row as the highest."""
    return sum(1 << cell for at, cell in enumerate(mirrored(rules)) if mask >> at & 1)


@lru_cache(maxsize=256)
def moves_called(kind: str, rules: Rules, bottom: bool = False) -> dict[str, tuple[Cell, ...]]:
    """Return the moves of each label, in lower case: one, or those of a column from its top."""
    found: dict[str, tuple[Cell, ...]] = {}
    for move, name in enumerate(labels_of(kind, rules, bottom)):
        found[name.lower()] = (*found.get(name.lower(), ()), move)
    return found


def lowest_free(called: tuple[Cell, ...], taken: Mask) -> Cell:
    """Return the lowest free cell of those that share a label, or the highest if none is free."""
    return next((move for move in reversed(called) if not taken >> move & 1), called[0])


@lru_cache(maxsize=64)
def kinds_for(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Return the kinds of labels that fit a board, without those that must be stated, with the label of every cell.

    A kind is left out if one of its labels is the name of another cell, on a board of one's own.
    """
    own = {name: cell for cell, name in enumerate(rules.board.names)}
    found = {}
    for kind, names_of in LABELS.items():
        with suppress(IllegalPosition):
            names = names_of(rules)
            if kind not in STATED and all(own.get(name, cell) == cell for cell, name in enumerate(names)):
                found[kind] = names
    return found
