"""Lines of a board as shapes: lines with the same distances between their cells, and where they start."""

from collections import defaultdict
from collections.abc import Mapping

from oxobook.book.game.notation import cells_of
from oxobook.book.game.rules import Cell, Mask, Rules

Shape = tuple[int, ...]
"""Distances of a line's cells from its first, which is 0."""


def line_shapes(rules: Rules, numbers: Mapping[Cell, int]) -> dict[Shape, Mask]:
    """Return the first cells of the lines of each shape, as a mask, where ``numbers`` says the bit of each cell.

    >>> line_shapes(Rules(2, 2, 2), {cell: cell for cell in range(4)})
    {(0, 1): 7, (0, 2): 3, (0, 3): 1}
    """
    starts = defaultdict[Shape, Mask](int)
    for line in rules.lines:
        bits = sorted(numbers[cell] for cell in cells_of(line))
        starts[tuple(bit - bits[0] for bit in bits)] |= 1 << bits[0]
    return dict(sorted(starts.items()))
