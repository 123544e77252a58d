"""The player of a notebook on adversarial search; what it calls minimax looks no move ahead.

It counts, for each free cell, the stones of either side in the row, the column and the diagonals through it, and takes
what it thinks the largest count of each side. The first cell in reading order whose count of the other side's stones is
2 it takes at once, as a block; else any cell with a count of 2 of its own, as a win; else any cell at all.

Quirks kept: it blocks before it wins. Its own maximum of three numbers gives the third when the first two are equal
and the largest: so two threats that cross in one cell can hide each other, in the centre those of the two diagonals.
"""

from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask
from oxobook.book.game.tactics import stones
from oxobook.viewer.players.rule_lists import free_cells

_DIAGONALS = (0o421, 0o124)


def notebook(position: Position) -> Mask:
    """The moves of which the notebook's function returns one."""
    own, their = stones(position)
    free = free_cells(position)
    wins = 0
    for cell in cells_of(free):
        if _count(cell, their) == 2:
            return 1 << cell
        if _count(cell, own) == 2:
            wins |= 1 << cell
    return wins or free


def _count(cell: Cell, side: Mask) -> int:
    """What the notebook takes for the largest count of a side's stones in a line through a cell."""
    row, column = divmod(cell, 3)
    falling, rising = ((line & side).bit_count() if line >> cell & 1 else 0 for line in _DIAGONALS)
    in_row, in_column = (0o7 << 3 * row & side).bit_count(), (0o111 << column & side).bit_count()
    return _maximum(in_row, in_column, _maximum(falling, rising, 0))


def _maximum(first: int, second: int, third: int) -> int:
    """The notebook's maximum: right unless the first two are equal and larger than the third."""
    if first > second and first > third:
        return first
    return second if second > first and second > third else third
