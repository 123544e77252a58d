"""Rows of large boards and their images, for the inner loops of the engine.

A row is one X-mask; its columns are the sets S of O's cells, written in the row's own numbers: bit c stands for the
c-th free cell. ``book.layout.rank`` defines both. Masks32 are int32, numbers int64.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.generator.compilation import part
from oxobook.generator.dense.memory import Counts, Masks32, Scores
from oxobook.generator.instructions import Words, lowest, ones
from oxobook.generator.kernels.subsets import sum_subsets

Places = NDArray[np.uint32]
"""Indices without a sign: to check it would take a third of the time."""
NO_LINE = -1
"""Value instead of the cells that all complete lines share, if no line is complete: all bits set."""

COUNTED = 5
POSITIONS, ENDED, WON, LOST, LAST_STONES = range(COUNTED)
RAW, CANONICAL = 0, 1
"""Indices into a layer's counts, int64, shape (2, COUNTED): of positions, and of positions up to symmetry.

ENDED counts those that a line has ended, and LAST_STONES their stones that can have completed it.
"""


class BoardTables(NamedTuple):
    """Tables of the game."""

    cells: int
    misere: bool
    lines: Masks32
    """Masks of the lines, shape (number of lines,)."""
    images: Masks32
    """Image of each byte of a mask, shape (symmetries, 4, 256); the identity first."""
    spread: Words
    """Word for each byte, with a full byte for each of its bits, shape (256,)."""


class MaskRows(NamedTuple):
    """X-masks with the same number of stones, each the least of its images."""

    masks: Masks32
    """Masks, ascending, shape (rows,)."""
    orbits: Counts
    """Number of images of each, shape (rows,)."""


class NextRows(NamedTuple):
    """Rows of the next layer: at least all that some rows of this one lead to."""

    masks: Masks32
    """Masks, ascending, shape (rows,)."""
    starts: Counts
    """Index of each row's first score, shape (rows,)."""
    scores: Scores
    """Scores of all rows, int8, flat; gaps between the rows are not read."""


class PlyTables(NamedTuple):
    """Tables that all rows of a layer share."""

    over: int
    """Score if O has a line; if O is to move there, the position is unreachable, and any score will do."""
    line: int
    """Score if the side to move completes a line."""
    lost: int
    """Score if it cannot prevent the opponent's line, the worst there is; on a full board 0."""
    sets: Masks32
    """Sets of the columns, ascending, shape (columns,)."""
    stones: Words
    """Bits of the columns in which O has a free cell, shape (blocks, free cells, words)."""
    valid: Words
    """Bits that stand for a column, shape (blocks, words): the last words have bits to spare."""


class RankTables(NamedTuple):
    """Ranks of the columns of the next layer, if X is to move."""

    columns: int
    """Number of columns."""
    low: Masks32
    """Ranks of the low ``width`` bits of a set, shape (2 ** width,) ..."""
    high: Masks32
    """... and of the bits above them; a set's rank is the sum."""
    width: int
    """Number of low bits of a set that ``low`` takes."""


class GroupTables(NamedTuple):
    """Columns of a layer in which O is to move, and of the next one, in groups; see ``o_kernels``."""

    next_size: int
    """Number of places in the next layer's groups, and one group more that has no column."""
    places: Places
    """Place of each column in the groups of its layer, shape (columns,)."""
    next_places: Places
    """Place of each column of the next layer in its groups."""
    same: Places
    """First place of the group of the next layer that moves on the first cells lead to, shape (groups,)."""
    starts: Places
    """Index into ``others`` of a group's first, shape (groups + 1,)."""
    others: Places
    """First places of the groups of the next layer that a group's other moves lead to."""


class RowWorkspace(NamedTuple):
    """Working arrays of a kernel."""

    lines: Masks32
    bits: Masks32
    low: Masks32
    high: Masks32
    counts: Counts


@part
def at(index: int) -> Any:
    """Return an index as a number without a sign: to check the sign takes a tenth of the time."""
    return np.uint64(index)


@part
def new_workspace(board: BoardTables) -> RowWorkspace:
    """Return working arrays for some rows."""
    return RowWorkspace(
        np.empty(len(board.lines), np.int32),
        np.empty(32, np.int32),
        np.empty(1 << 16, np.int32),
        np.empty(1 << 16, np.int32),
        np.empty(COUNTED, np.int64),
    )


@part
def image_of(board: BoardTables, symmetry: int, mask: int) -> int:
    """Return the image of a mask under a symmetry."""
    table = board.images[symmetry]
    image = table[0, mask & 255] | table[1, mask >> 8 & 255] | table[2, mask >> 16 & 255] | table[3, mask >> 24 & 255]
    return int(image)


@part
def least_image(board: BoardTables, mask: int) -> tuple[int, int]:
    """Return the least image of a mask, and the first symmetry that gives it."""
    least, symmetry = mask, 0
    for g in range(1, len(board.images)):
        image = image_of(board, g, mask)
        if image < least:
            least, symmetry = image, g
    return least, symmetry


@part
def squeezed(mask: int, free: int) -> int:
    """Return a mask of free cells as a mask of the row's numbers."""
    squeezed = 0
    while mask:
        squeezed |= 1 << ones(free & ((mask & -mask) - 1))
        mask &= mask - 1
    return squeezed


@part
def place_of(masks: Masks32, mask: int) -> int:
    """Return the index of a mask among sorted masks."""
    start, stop = 0, len(masks)
    while start < stop:
        middle = (start + stop) >> 1
        if masks[middle] < mask:
            start = middle + 1
        else:
            stop = middle
    return start


@part
def read_row(board: BoardTables, x: int, lines: Masks32) -> tuple[int, int, int]:
    """Return the number of lines free of X, filled into ``lines``, where X completes one, and what its lines share.

    ``lines`` and the cells where X completes one are masks of the row's numbers.
    """
    free = (1 << board.cells) - 1 & ~x
    found, wins, shared = 0, 0, NO_LINE
    for line in board.lines:
        missing = line & ~x
        if missing == line:
            lines[found] = squeezed(line, free)
            found += 1
        if missing & (missing - 1) == 0:
            wins |= missing
        if missing == 0:
            shared &= line
    return found, squeezed(wins, free), shared


@part
def child_row(
    board: BoardTables, x: int, c: int, next_masks: Masks32, bits: Masks32, low: Masks32, high: Masks32
) -> int:
    """Return the row of the next layer after X's move on the c-th free cell.

    Fills ``low`` and ``high`` with the tables that renumber columns for it.
    """
    full = (1 << board.cells) - 1
    free = full & ~x
    cell = free
    for _ in range(c):
        cell &= cell - 1
    child = x | (cell & -cell)
    least, symmetry = least_image(board, child)
    renumber(board, symmetry, free, c, full & ~least, bits, low, high)
    return place_of(next_masks, least)


@part
def renumber(
    board: BoardTables, symmetry: int, free: int, left_out: int, target: int, bits: Masks32, low: Masks32, high: Masks32
) -> None:
    """Write tables that take a set of free cells through a symmetry, into the numbers of the other row."""
    number = 0
    while free:
        cell = lowest(free)
        image = board.images[symmetry, cell >> 3, 1 << (cell & 7)]
        bits[number] = 0 if number == left_out else 1 << ones(target & (image - 1))
        free &= free - 1
        number += 1
    half = (number + 1) >> 1
    sum_subsets(bits[:half], low)
    sum_subsets(bits[half:number], high)
