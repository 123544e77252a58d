"""Lines on boards of up to 64 cells, one board or many at a time."""

from typing import NamedTuple

from oxobook.generator.compilation import part
from oxobook.generator.gravity.block_kernels import Masks
from oxobook.generator.instructions import shifted

CELLS_AT_ONCE = 3
"""Number of a line's cells, beside its lowest, that are checked in one pass."""


class Shapes(NamedTuple):
    """Lines as shapes that may stand in several places."""

    offsets: Masks
    """Cells of a line as steps from its lowest, 0 after the last: shape (shapes, 1 + a multiple of 3)."""
    starts: Masks
    """Masks of the lowest cells, shape (shapes,)."""


@part
def find_lines(shapes: Shapes, boards: Masks, passing: Masks, found: Masks) -> None:
    """Write the lowest cells of complete lines on some boards, 0 if there is none.

    Several cells are checked in one pass, as passing through the arrays takes as long as the work on the way.
    """
    found[:] = 0
    for s in range(len(shapes.starts)):
        start, offsets = shapes.starts[s], shapes.offsets[s]
        if len(offsets) == CELLS_AT_ONCE + 1:
            a, b, c = offsets[1], offsets[2], offsets[3]
            for i in range(len(boards)):
                board = boards[i]
                found[i] |= board & shifted(board, a) & shifted(board, b) & shifted(board, c) & start
            continue
        passing[:] = start
        for first in range(1, len(offsets), CELLS_AT_ONCE):
            a, b, c = offsets[first], offsets[first + 1], offsets[first + 2]
            for i in range(len(boards)):
                board = boards[i]
                passing[i] &= board & shifted(board, a) & shifted(board, b) & shifted(board, c)
        for i in range(len(boards)):
            found[i] |= passing[i]


@part
def has_line(shapes: Shapes, board: int) -> bool:
    """Return whether a board has a complete line."""
    for s in range(len(shapes.starts)):
        passing = board & shapes.starts[s]
        for cell in range(1, shapes.offsets.shape[1]):
            passing &= shifted(board, shapes.offsets[s, cell])
        if passing:
            return True
    return False
