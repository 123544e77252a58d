"""Inner loops of the engine for gravity, compiled by Numba: some rows of a layer at a time.

A row is the heights of the board's columns; its slots are the sets of O's stones, as masks of the row's n stones, which
are numbered from the bottom up. ``book.layout.gravity_rank`` defines both. Here cells are numbered so too: the board's
last cell is 0. Column 0 is the rightmost one.

The slots of a row are worked off in *blocks*: those that share the stones from number ``width`` on, the *high* bits,
and how many of the low stones are O's. A block's slots follow one another. A move adds a stone to the order, or removes
one when it is taken back, mostly among the high bits; then the block goes as a whole to a block of the other layer.
Otherwise, and where the other row is kept as its mirror image, a list of slots is made.

All of it stands in one file because Numba's cache notices no change in any other.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.generator.compilation import inline, kernel, part
from oxobook.generator.instructions import shifted

Masks = NDArray[Any]
"""Masks of cells or stones, and slots of a row: int32, or int64 on larger boards; all of one type."""
Masks32 = NDArray[np.int32]
Scores = NDArray[np.int8]
Flags8 = NDArray[np.uint8]
Numbers = NDArray[np.int64]

_BLOCK = 1 << 11
"""Slots of a block, up to C(13, 6) = 1,716: few enough for the caches, enough to be worth finding."""
_STONES = 64
CELLS_AT_ONCE = 3
"""Number of a line's cells, beside its lowest, that are checked in one pass."""
NOTHING, LISTED = -2, -1

REACHED, ENDED = 0, 1
WON, LOST = 0, 1
RAW, CANONICAL = 0, 1
"""Indices into a layer's counts, int64, of shape (2, 2): of positions, and of positions up to symmetry."""


class Shapes(NamedTuple):
    """Lines as shapes that may stand in several places."""

    offsets: Masks
    """Cells of a line as steps from its lowest, 0 after the last: shape (shapes, 1 + a multiple of 3)."""
    starts: Masks
    """Masks of the lowest cells, shape (shapes,)."""


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
    """True if its columns stand there in their order."""
    places: Scores
    """Position of each column there: shape (rows, ways, columns)."""


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
def _new_workspace(ways: int, sets: Masks) -> Workspace:
    return Workspace(
        np.empty(_BLOCK, sets.dtype),
        np.zeros((ways, _STONES), sets.dtype),
        np.empty((ways, len(sets)), sets.dtype),
        np.empty(len(sets), sets.dtype),
        np.zeros(ways, np.int64),
        np.empty(_BLOCK, np.uint8),
        np.empty(_BLOCK, sets.dtype),
        np.empty(_BLOCK, sets.dtype),
        np.empty(_BLOCK, sets.dtype),
        np.empty(_BLOCK, np.uint8),
        np.empty(_BLOCK, np.uint8),
        np.empty(_BLOCK, np.int8),
    )


@part
def _subsets(here: OwnLayer, bits: Masks, passing: Masks, table: Masks) -> None:
    """Write where every set of low bits goes, in the order of ``OwnLayer.sets``."""
    passing[0] = 0
    for b in range(here.width):
        size = 1 << b
        for t in range(size):
            passing[size + t] = passing[t] | bits[b]
    for t in range(len(table)):
        table[t] = passing[here.sets[t]]


@part
def _number(heights: Scores, level: int, column: int) -> int:
    """Return the number of stones in cells before this one."""
    count = 0
    for c in range(len(heights)):
        count += min(heights[c], level)
        if c < column and heights[c] > level:
            count += 1
    return count


@part
def _read_row(here: OwnLayer, there: OtherLayer, links: Links, heights: Scores, row: int, work: Workspace) -> None:
    """Write for each link of a row the number of its stone, and, if it is not straight, where the stones go."""
    columns = len(heights)
    target = np.empty(columns, np.int8)
    for way in range(links.targets.shape[1]):
        if links.targets[row, way] < 0:
            continue
        level = heights[way] - (there.step < 0)
        work.positions[way] = _number(heights, level, way)
        if links.straight[row, way]:
            continue
        places = links.places[row, way]
        for c in range(columns):
            target[places[c]] = heights[c] + (there.step if c == way else 0)
        stone = 0
        for up in range(np.max(heights)):
            for c in range(columns):
                if heights[c] > up:
                    gone = there.step < 0 and c == way and up == level
                    work.bits[way, stone] = 0 if gone else 1 << _number(target, up, places[c])
                    stone += 1
        work.bits[way, stone] = 1 << _number(target, level, places[way]) if there.step > 0 and here.colour else 0
        _subsets(here, work.bits[way], work.passing_table, work.tables[way])


@part
def _of_high(here: OwnLayer, bits: Masks, high: int) -> int:
    """Return the sum of the bits of the high stones that are O's; ``bits``: cell or number of each stone elsewhere."""
    joined = 0
    for b in range(here.stones - here.width):
        joined |= bits[here.width + b] * (high >> b & 1)
    return joined


@inline
def _locate(here: OwnLayer, there: OtherLayer, straight: bool, way: int, high: int, ones: int, work: Workspace) -> int:
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
    joined = bits[here.stones] | _of_high(here, bits, high)
    table, low = work.tables[way, first : first + size], (1 << there.rank_width) - 1
    for i in range(size):
        stones = joined | table[i]
        rank = there.rank_low[stones & low] + there.rank_high[stones >> there.rank_width]
        listed[i] = rank if fits[i] else 0
    return LISTED


@part
def _find_lines(shapes: Shapes, boards: Masks, passing: Masks, found: Masks) -> None:
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
def _has_line(shapes: Shapes, board: int) -> bool:
    for s in range(len(shapes.starts)):
        passing = board & shapes.starts[s]
        for cell in range(1, shapes.offsets.shape[1]):
            passing &= shifted(board, shapes.offsets[s, cell])
        if passing:
            return True
    return False


@part
def _bits_of(heights: Scores, places: Scores, bits: Masks) -> int:
    """Write each stone's cell as a mask, and return all of them; ``places``: where each column stands."""
    stone, occupied = 0, 0
    for up in range(np.max(heights)):
        for c in range(len(heights)):
            if heights[c] > up:
                bits[stone] = 1 << up * len(heights) + places[c]
                occupied |= bits[stone]
                stone += 1
    return occupied


@part
def _low_ones(here: OwnLayer, high: int) -> int:
    """Return the number of a block's low stones that are O's."""
    pairs = high - (high >> 1 & 0x55555555)
    fours = (pairs & 0x33333333) + (pairs >> 2 & 0x33333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F
    return here.stones // 2 - (eights * 0x01010101 >> 24 & 0xFF)


@part
def _image_bits_of(heights: Scores, bits: Masks) -> None:
    """Write each stone's number in the mirror image as a mask, for heights that are their own image."""
    stone = 0
    for up in range(np.max(heights)):
        for c in range(len(heights)):
            if heights[c] > up:
                bits[stone] = 1 << _number(heights, up, len(heights) - 1 - c)
                stone += 1


@part
def _own(here: OwnLayer, bits: Masks, table: Masks, high: int, ones: int, own: Flags8) -> None:
    """Write whether each slot of a block is the position's own: no greater than its mirror image's.

    ``bits``: those of the mirror image.
    """
    first = here.first[ones]
    joined = _of_high(here, bits, high)
    for i in range(len(own)):
        mask = here.sets[first + i]
        own[i] = (high << here.width | mask) <= (joined | table[first + i])


@kernel
def reach_rows(
    shapes: Shapes,
    here: OwnLayer,
    parents: Neighbour,
    heights: Scores,
    orbits: Scores,
    open_before: Flags8,
    part: Part,
    open_here: Flags8,
    counts: Numbers,
) -> None:
    """Find the slots of positions that play reaches and in which it goes on, and count.

    If a block's high stones have a line, play was over before, except for the moves that have made it.

    ``open_before``: flags of the layer before, flat; ``open_here``: flags from this chunk's first slot. ``counts``:
    REACHED and ENDED.
    """
    before, links = parents.there, parents.links
    columns = heights.shape[1]
    in_order = np.arange(columns).astype(np.int8)
    work = _new_workspace(columns, here.sets)
    board_bits, board_table = np.zeros(_STONES, here.sets.dtype), np.empty_like(here.sets)
    image_bits, image_table = np.zeros(_STONES, here.sets.dtype), np.empty_like(here.sets)
    filled = 0
    for row in range(part.start, part.stop):
        _read_row(here, before, links, heights[row], row, work)
        occupied = _bits_of(heights[row], in_order, board_bits)
        high_cells = _of_high(here, board_bits, -1)
        _subsets(here, board_bits, work.passing_table, board_table)
        if orbits[row] == 1:
            _image_bits_of(heights[row], image_bits)
            _subsets(here, image_bits, work.passing_table, image_table)
        for high in range(part.high_start, part.high_stop):
            size = here.starts[high + 1] - here.starts[high]
            if size == 0:
                continue
            going_on = open_here[filled : filled + size]
            filled += size
            going_on[:] = 0
            stones_o = _of_high(here, board_bits, high)
            stones_x = high_cells ^ stones_o
            movers, others = (stones_o, stones_x) if here.colour else (stones_x, stones_o)
            if _has_line(shapes, others):
                continue
            is_over = _has_line(shapes, movers)
            ones = _low_ones(here, high)
            reached = work.flags[:size]
            reached[:] = 0
            # reached: from any parent in which play went on
            for way in range(columns):
                target = links.targets[row, way]
                if target < 0:
                    continue
                place = work.positions[way]
                if is_over and (place < here.width or _has_line(shapes, movers & ~board_bits[place])):
                    continue
                base = _locate(here, before, links.straight[row, way] != 0, way, high, ones, work)
                begin = np.int64(target) * before.columns
                if base >= 0:
                    parent = open_before[begin + base : begin + base + size]
                    for i in range(size):
                        reached[i] |= parent[i]
                elif base == LISTED:
                    for i in range(size):
                        reached[i] |= open_before[begin + work.listed[i]] & work.fits[i]
            # over: where the last stone has completed a line
            positions, still = 0, 0
            for i in range(size):
                positions += reached[i]
            if positions == 0:
                continue
            if not is_over:
                first = here.first[ones]
                boards, found = work.boards[:size], work.found[:size]
                own_colour, low_boards = 0 if here.colour else occupied, board_table[first : first + size]
                for i in range(size):
                    boards[i] = own_colour ^ (stones_o | low_boards[i])
                _find_lines(shapes, boards, work.passing[:size], found)
                for i in range(size):
                    going_on[i] = reached[i] if found[i] == 0 else 0
                    still += going_on[i]
            # counted: each position, and of mirror images one
            counts[RAW, REACHED] += orbits[row] * positions
            counts[RAW, ENDED] += orbits[row] * (positions - still)
            if orbits[row] == 1:
                own = work.own[:size]
                _own(here, image_bits, image_table, high, ones, own)
                for i in range(size):
                    counts[CANONICAL, REACHED] += reached[i] & own[i]
                    counts[CANONICAL, ENDED] += reached[i] & own[i] & (1 - going_on[i])
            else:
                counts[CANONICAL, REACHED] += positions
                counts[CANONICAL, ENDED] += positions - still


@kernel
def solve_rows(
    here: OwnLayer,
    children: Neighbour,
    heights: Scores,
    orbits: Scores,
    scores_after: Scores,
    over: int,
    open_here: Flags8,
    part: Part,
    scores: Scores,
    counts: Numbers,
) -> None:
    """Score a chunk's slots; ``over`` if the game does not go on.

    ``scores_after``: the next layer's, flat; ``open_here`` and ``scores``: from this chunk's first slot. ``counts``:
    WON and LOST, up to symmetry, of the positions in which the game goes on.
    """
    after, links = children.there, children.links
    columns = heights.shape[1]
    work = _new_workspace(columns, here.sets)
    image_bits, image_table = np.zeros(_STONES, here.sets.dtype), np.empty_like(here.sets)
    filled = 0
    for row in range(part.start, part.stop):
        _read_row(here, after, links, heights[row], row, work)
        last = True
        for way in range(columns):
            last = last and links.targets[row, way] < 0
        if orbits[row] == 1:
            _image_bits_of(heights[row], image_bits)
            _subsets(here, image_bits, work.passing_table, image_table)
        for high in range(part.high_start, part.high_stop):
            size = here.starts[high + 1] - here.starts[high]
            if size == 0:
                continue
            going_on, best = open_here[filled : filled + size], scores[filled : filled + size]
            filled += size
            still = 0
            for i in range(size):
                still += going_on[i]
            if still == 0:
                best[:] = over
                continue
            ones = _low_ones(here, high)
            best[:] = 0 if last else -128
            # the best of the moves, each worth the opposite of what it leads to
            for way in range(columns):
                target = links.targets[row, way]
                if target < 0:
                    continue
                base = _locate(here, after, links.straight[row, way] != 0, way, high, ones, work)
                begin = np.int64(target) * after.columns
                if base >= 0:
                    child = scores_after[begin + base : begin + base + size]
                    for i in range(size):
                        worth = np.int8(-child[i])
                        best[i] = worth if worth > best[i] else best[i]
                else:
                    for i in range(size):
                        worth = np.int8(-scores_after[begin + work.listed[i]])
                        best[i] = worth if worth > best[i] else best[i]
            # counted up to symmetry: of a position and its mirror image one
            own = work.own[:size]
            if orbits[row] == 1:
                _own(here, image_bits, image_table, high, ones, own)
            else:
                own[:] = 1
            won, lost = 0, 0
            for i in range(size):
                best[i] = best[i] if going_on[i] else np.int8(over)
                won += going_on[i] & own[i] & (best[i] > 0)
                lost += going_on[i] & own[i] & (best[i] < 0)
            counts[WON] += won
            counts[LOST] += lost


KERNELS = (reach_rows, solve_rows)
