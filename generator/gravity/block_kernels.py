"""Blocks of a row's slots and their places in the layers beside it, for the inner loops of the engine for gravity.

A row is the heights of the board's columns; its slots are the sets of O's stones, as masks of the row's n stones, which
are numbered from the bottom up. ``book.layout.gravity_rank`` defines both. Here cells are numbered so too: the board's
last cell is 0. Column 0 is the rightmost one.

The slots of a row are worked off in *blocks*: those that share the stones from number ``width`` on, the *high* bits,
and how many of the low stones are O's. A block's slots follow one another. A move adds a stone to the order, or removes
one when it is taken back, mostly among the high bits; then the block goes as a whole to a block of the other layer.
Otherwise, and where the other row is kept as its mirror image, a list of slots is made.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.generator.compilation import inline, part
from oxobook.generator.kernels.subsets import sum_subsets

Masks = NDArray[Any]
"""Masks of cells or stones, and slots of a row: int32, or int64 on larger boards; all of one type."""
Masks32 = NDArray[np.int32]
Scores = NDArray[np.int8]
Flags8 = NDArray[np.uint8]
Numbers = NDArray[np.int64]

BLOCK_SLOTS = 1 << 11
"""Slots of a block, up to C(13, 6) = 1,716: few enough for the caches, enough to be worth finding."""
STONES = 64
NOTHING, LISTED = -2, -1


class OwnLayer(NamedTuple):
    """Layer that is computed."""

    stones: int
    colour: int
    """Colour of the stone that a move adds or that is taken back: 0 for X, 1 for O."""
    columns: int
    width: int
    sets: Masks
    """All masks of the low bits, by number of set bits, ascending: shape (2 ** width,)."""
    first: Numbers
    """Index of the first set with each number of bits: shape (width + 2,)."""
    starts: Numbers
    """First slot of the block of each value of the high bits: shape (2 ** (stones - width) + 1,)."""


class OtherLayer(NamedTuple):
    """Layer before or after it, which is read."""

    step: int
    """Difference in stones: 1, -1, or 0 if there is no other layer."""
    columns: int
    starts: Numbers
    """First slots of its blocks, by high bits, with as many low bits as here ..."""
    other_starts: Numbers
    """... and with one low bit more or fewer."""
    moved: Masks
    """Index of a set of low bits in such a block after a stone is added or removed at each place.

    Shape (width, 2 ** width), in the order of ``OwnLayer.sets``; anything if the stone there has the other colour.
    """
    rank_low: Masks
    rank_high: Masks
    rank_width: int
    """Number of low bits of a mask whose slot is the sum of two tables' entries, for its low and high bits."""


class Links(NamedTuple):
    """Links from each row's columns to rows of the other layer; arrays of shape (rows, ways)."""

    targets: Masks32
    """Row of the other layer, -1 if there is none."""
    straight: Flags8
    """True if its columns stand there in their order, else they are mirrored."""


class Neighbour(NamedTuple):
    """Layer that another is computed from, with the links to its rows."""

    there: OtherLayer
    links: Links


class Part(NamedTuple):
    """Some rows of a layer, or some blocks of one row."""

    start: int
    stop: int
    high_start: int
    high_stop: int
    first: int
    """First slot in the layer."""
    size: int
    """Number of slots."""


class Workspace(NamedTuple):
    """Working arrays of a kernel."""

    listed: Masks
    bits: Masks
    tables: Masks
    passing_table: Masks
    positions: Numbers
    fits: Flags8
    boards: Masks
    found: Masks
    passing: Masks
    flags: Flags8
    own: Flags8
    scores: Scores


@part
def new_workspace(ways: int, sets: Masks) -> Workspace:
    """Return working arrays for rows that some moves lead from, or to."""
    return Workspace(
        np.empty(BLOCK_SLOTS, sets.dtype),
        np.zeros((ways, STONES), sets.dtype),
        np.empty((ways, len(sets)), sets.dtype),
        np.empty(len(sets), sets.dtype),
        np.zeros(ways, np.int64),
        np.empty(BLOCK_SLOTS, np.uint8),
        np.empty(BLOCK_SLOTS, sets.dtype),
        np.empty(BLOCK_SLOTS, sets.dtype),
        np.empty(BLOCK_SLOTS, sets.dtype),
        np.empty(BLOCK_SLOTS, np.uint8),
        np.empty(BLOCK_SLOTS, np.uint8),
        np.empty(BLOCK_SLOTS, np.int8),
    )


@part
def place_subsets(here: OwnLayer, bits: Masks, passing: Masks, table: Masks) -> None:
    """Write where every set of low bits goes, in the order of ``OwnLayer.sets``."""
    sum_subsets(bits[: here.width], passing)
    for t in range(len(table)):
        table[t] = passing[here.sets[t]]


@part
def number_of(heights: Scores, level: int, column: int) -> int:
    """Return the number of stones in cells before this one."""
    count = 0
    for c in range(len(heights)):
        count += min(heights[c], level)
        if c < column and heights[c] > level:
            count += 1
    return count


@part
def read_row(here: OwnLayer, there: OtherLayer, links: Links, heights: Scores, row: int, work: Workspace) -> None:
    """Write for each link of a row the number of its stone, and, if it is not straight, where the stones go."""
    columns = len(heights)
    target = np.empty(columns, np.int8)
    for way in range(links.targets.shape[1]):
        if links.targets[row, way] < 0:
            continue
        level = heights[way] - (there.step < 0)
        work.positions[way] = number_of(heights, level, way)
        if links.straight[row, way]:
            continue
        for c in range(columns):
            target[columns - 1 - c] = heights[c] + (there.step if c == way else 0)
        stone = 0
        for up in range(np.max(heights)):
            for c in range(columns):
                if heights[c] > up:
                    gone = there.step < 0 and c == way and up == level
                    work.bits[way, stone] = 0 if gone else 1 << number_of(target, up, columns - 1 - c)
                    stone += 1
        added = 1 << number_of(target, level, columns - 1 - way)
        work.bits[way, stone] = added if there.step > 0 and here.colour else 0
        place_subsets(here, work.bits[way], work.passing_table, work.tables[way])


@part
def of_high(here: OwnLayer, bits: Masks, high: int) -> int:
    """Return the sum of the bits of the high stones that are O's; ``bits``: cell or number of each stone elsewhere."""
    joined = 0
    for b in range(here.stones - here.width):
        joined |= bits[here.width + b] * (high >> b & 1)
    return joined


@part
def low_ones(here: OwnLayer, high: int) -> int:
    """Return the number of a block's low stones that are O's."""
    pairs = high - (high >> 1 & 0x55555555)
    fours = (pairs & 0x33333333) + (pairs >> 2 & 0x33333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F
    return here.stones // 2 - (eights * 0x01010101 >> 24 & 0xFF)


@inline
def locate(here: OwnLayer, there: OtherLayer, straight: bool, way: int, high: int, ones: int, work: Workspace) -> int:
    """Return the first slot that a block goes to, LISTED if its slots are in ``work.listed``, or NOTHING.

    ``work.fits`` says of each slot in the list whether its stone there has the colour that is taken back; otherwise the
    list has an arbitrary slot for it. ``ones``: number of low stones that are O's.
    """
    place = work.positions[way]
    above = place - here.width
    if there.step < 0 and above >= 0 and (high >> above & 1) != here.colour:
        return NOTHING
    if straight and above >= 0:
        below = high & ((1 << above) - 1)
        if there.step > 0:
            return int(there.starts[high >> above << above + 1 | here.colour << above | below])
        return int(there.starts[high >> above + 1 << above | below])
    first = here.first[ones]
    size = here.first[ones + 1] - first
    sets, listed, fits = here.sets[first : first + size], work.listed[:size], work.fits[:size]
    if there.step < 0 and above < 0:
        for i in range(size):
            fits[i] = np.uint8((sets[i] >> place & 1) ^ here.colour ^ 1)
    else:
        fits[:] = 1
    if straight:
        base = there.other_starts[high]
        moved = there.moved[place, first : first + size]
        for i in range(size):
            listed[i] = moved[i] + base
        return LISTED
    bits = work.bits[way]
    joined = bits[here.stones] | of_high(here, bits, high)
    table, low = work.tables[way, first : first + size], (1 << there.rank_width) - 1
    for i in range(size):
        stones = joined | table[i]
        rank = there.rank_low[stones & low] + there.rank_high[stones >> there.rank_width]
        listed[i] = rank if fits[i] else 0
    return LISTED
