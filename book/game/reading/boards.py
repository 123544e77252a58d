"""Boards: the stones that the signs of cells show, by a reading."""

from collections.abc import Mapping

from oxobook.book.game.labels import kinds_for, mirrored
from oxobook.book.game.reading.reading import COUNTED, NAMED, Code, Reading
from oxobook.book.game.rules import Cell, Mask, Rules

Stones = tuple[Mask, Mask]
"""Stones of X and of O."""


def stones_shown(words: list[str], reading: Reading, rules: Rules) -> Stones | None:
    """Return the stones of a table, whose words are those of the cells; None if a word is no sign of the reading."""
    order = mirrored(rules) if reading.rows == "bottom" else range(rules.cells)
    return stones_of(dict(zip(order, words, strict=True)), reading, rules)


def stones_of(cells: Mapping[Cell, str], reading: Reading, rules: Rules) -> Stones | None:
    """Return the stones of cells with signs; None if a word is no sign of the reading, or nobody can be to move."""
    code = reading.code or Code()
    x = sum(1 << cell for cell, word in cells.items() if word == code.x)
    o = sum(1 << cell for cell, word in cells.items() if word == code.o)
    free = {cell: word for cell, word in cells.items() if word not in (code.x, code.o)}
    if free and not _are_free(free, code, rules):
        return None
    if code.mine:  # x has the stones of the side to move
        return {0: (x, o), 1: (o, x)}.get(o.bit_count() - x.bit_count())
    return of_sides(x, o, reading)


def of_sides(x: Mask, o: Mask, reading: Reading) -> Stones:
    """Return the stones with X as the side that began."""
    o_began = reading.first == "O" or (reading.first == "either" and o.bit_count() == x.bit_count() + 1)
    return (o, x) if o_began else (x, o)


def _are_free(free: Mapping[Cell, str], code: Code, rules: Rules) -> bool:
    """Return whether words say that their cells are free."""
    if code.free == NAMED:
        return any(all(names[cell] == word for cell, word in free.items()) for names in kinds_for(rules).values())
    if code.free == COUNTED:
        return [*free.values()] in ([str(number + first) for number in range(len(free))] for first in (0, 1))
    return {*free.values()} == {code.free}
