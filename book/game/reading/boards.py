"""Boards: the signs that people write for X, O and a free cell."""

from collections.abc import Iterator, Mapping

from oxobook.book.game.labels import kinds_for
from oxobook.book.game.notation import HOLE
from oxobook.book.game.reading.given import Given, Table
from oxobook.book.game.rules import Cell, Mask, Rules

Stones = tuple[Mask, Mask]
"""Stones of X and of O."""
X_SIGNS = frozenset("x❌✖✕✗")
O_SIGNS = frozenset("o⭕○◯")
FREE = frozenset(("", ".", "-", "_", "b", "·", "⬜", "⬛", "□", "none", "null", "nan"))
NUMBERS = {"0": "", "1": "x", "2": "o", "-1": "o"}


def boards_shown(given: Given) -> Iterator[Stones]:
    """Yield the stones of each table that shows a board, in letters and in numbers."""
    for table in given.boards:
        words = cells_in(table, given.rules)
        if words is not None:
            yield from stones_of(dict(enumerate(words)), given)


def cells_in(table: Table, rules: Rules) -> list[str] | None:
    """Return the words of the cells in reading order, without holes; None if a table has not the board's shape."""
    if len(table) == rules.cells and all(isinstance(word, str) for word in table):
        return table
    rows = [[word for word in row if word != HOLE or not rules.board.holes] for row in table]
    lengths, whole = [len(row) - row.count(None) for row in rules.board.table], [word for row in rows for word in row]
    fits = [len(row) for row in rows] in (lengths, [rules.cells])
    return whole if fits else None


def cells_listed(given: Given) -> Iterator[tuple[str, Stones]]:
    """Yield the stones of a dictionary, by the kind of labels that its keys are.

    If all cells are there, they must be in the order of the labels or in that of the board, rows from the top.
    """
    if not (isinstance(given.structure, dict) and given.structure):
        return
    keys = [*given.structure]
    ascending = sorted(keys, key=lambda key: [int(part) if part.isdecimal() else 0 for part in key.split(",")])
    for kind, names in kinds_for(given.rules).items():
        cell_of = {name: cell for cell, name in enumerate(names)}
        whole = len(keys) == given.rules.cells
        if {*keys} <= {*cell_of} and len(cell_of) == given.rules.cells and (not whole or keys in ([*names], ascending)):
            cells = {cell_of[key]: sign for key, sign in given.structure.items()}
            yield from ((kind, stones) for stones in stones_of(cells, given))


def stones_of(cells: Mapping[Cell, str], given: Given) -> Iterator[Stones]:
    """Yield the stones of cells that are shown by numbers, and by letters."""
    shown = []
    if {*cells.values()} <= {*NUMBERS}:
        shown.append({cell: NUMBERS[word] for cell, word in cells.items()})
    if _has_signs(cells, given.rules):
        shown.append(dict(cells))
    for one in shown:
        x, o = (sum(1 << cell for cell, word in one.items() if word in signs) for signs in (X_SIGNS, O_SIGNS))
        yield (x, o) if given.first == "X" else (o, x)


def _has_signs(cells: Mapping[Cell, str], rules: Rules) -> bool:
    """Return whether cells are shown by letters, the free ones by one of ``FREE``, by 0, or by a label of theirs."""
    free = {cell: word for cell, word in cells.items() if word not in X_SIGNS | O_SIGNS}
    if {*free.values()} <= FREE or {*free.values()} == {"0"}:
        return True
    return any(all(names[cell] == word for cell, word in free.items()) for names in kinds_for(rules).values())
