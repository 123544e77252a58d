"""Inner loops of the engine for gravity, compiled by Numba: what play reaches of a part of a layer, and its scores.

A third kernel says which slots of the layer beside it a part reads, if that layer is on a store.
"""

import numpy as np

from oxobook.generator.compilation import kernel, part
from oxobook.generator.gravity.block_kernels import (
    LISTED,
    STONES,
    Flags8,
    Masks,
    Neighbour,
    Numbers,
    OwnLayer,
    Part,
    Scores,
    locate,
    low_ones,
    new_workspace,
    number_of,
    of_high,
    place_subsets,
    read_row,
)
from oxobook.generator.gravity.shape_kernels import Shapes, find_lines, has_line

PAGE_BITS = 12
"""Logarithm of the number of slots of a page, the least that is copied from a store: longer than a block."""
REACHED, ENDED = 0, 1
WON, LOST = 0, 1
RAW, CANONICAL = 0, 1
"""Indices into a layer's counts, int64, of shape (2, 2): of positions, and of positions up to symmetry."""


@part
def _bits_of(heights: Scores, bits: Masks) -> int:
    """Write each stone's cell as a mask, and return all of them."""
    stone, occupied = 0, 0
    for up in range(np.max(heights)):
        for c in range(len(heights)):
            if heights[c] > up:
                bits[stone] = 1 << up * len(heights) + c
                occupied |= bits[stone]
                stone += 1
    return occupied


@part
def _image_bits_of(heights: Scores, bits: Masks) -> None:
    """Write each stone's number in the mirror image as a mask, for heights that are their own image."""
    stone = 0
    for up in range(np.max(heights)):
        for c in range(len(heights)):
            if heights[c] > up:
                bits[stone] = 1 << number_of(heights, up, len(heights) - 1 - c)
                stone += 1


@part
def _own(here: OwnLayer, bits: Masks, table: Masks, high: int, ones: int, own: Flags8) -> None:
    """Write whether each slot of a block is the position's own: no greater than its mirror image's.

    ``bits``: those of the mirror image.
    """
    first = here.first[ones]
    joined = of_high(here, bits, high)
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
    work = new_workspace(columns, here.sets)
    board_bits, board_table = np.zeros(STONES, here.sets.dtype), np.empty_like(here.sets)
    image_bits, image_table = np.zeros(STONES, here.sets.dtype), np.empty_like(here.sets)
    filled = 0
    for row in range(part.start, part.stop):
        read_row(here, before, links, heights[row], row, work)
        occupied = _bits_of(heights[row], board_bits)
        high_cells = of_high(here, board_bits, -1)
        place_subsets(here, board_bits, work.passing_table, board_table)
        if orbits[row] == 1:
            _image_bits_of(heights[row], image_bits)
            place_subsets(here, image_bits, work.passing_table, image_table)
        for high in range(part.high_start, part.high_stop):
            size = here.starts[high + 1] - here.starts[high]
            if size == 0:
                continue
            going_on = open_here[filled : filled + size]
            filled += size
            going_on[:] = 0
            stones_o = of_high(here, board_bits, high)
            stones_x = high_cells ^ stones_o
            movers, others = (stones_o, stones_x) if here.colour else (stones_x, stones_o)
            if has_line(shapes, others):
                continue
            is_over = has_line(shapes, movers)
            ones = low_ones(here, high)
            reached = work.flags[:size]
            reached[:] = 0
            # reached: from any parent in which play went on
            for way in range(columns):
                target = links.targets[row, way]
                if target < 0:
                    continue
                place = work.positions[way]
                if is_over and (place < here.width or has_line(shapes, movers & ~board_bits[place])):
                    continue
                base = locate(here, before, links.straight[row, way] != 0, way, high, ones, work)
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
                find_lines(shapes, boards, work.passing[:size], found)
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
    work = new_workspace(columns, here.sets)
    image_bits, image_table = np.zeros(STONES, here.sets.dtype), np.empty_like(here.sets)
    filled = 0
    for row in range(part.start, part.stop):
        read_row(here, after, links, heights[row], row, work)
        last = True
        for way in range(columns):
            last = last and links.targets[row, way] < 0
        if orbits[row] == 1:
            _image_bits_of(heights[row], image_bits)
            place_subsets(here, image_bits, work.passing_table, image_table)
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
            ones = low_ones(here, high)
            best[:] = 0 if last else -128
            # the best of the moves, each worth the opposite of what it leads to
            for way in range(columns):
                target = links.targets[row, way]
                if target < 0:
                    continue
                base = locate(here, after, links.straight[row, way] != 0, way, high, ones, work)
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


@kernel
def mark_pages(
    shapes: Shapes, here: OwnLayer, other: Neighbour, heights: Scores, wanted: Flags8, part: Part, pages: Flags8
) -> None:
    """Mark the pages of the other layer in which slots lie that the wanted slots of a part lead to, or come from.

    ``wanted``: flags from this part's first slot; empty if all slots are, which no play reaches after a line.
    """
    there, links = other.there, other.links
    columns = heights.shape[1]
    work = new_workspace(columns, here.sets)
    board_bits = np.zeros(STONES, here.sets.dtype)
    filled = 0
    for row in range(part.start, part.stop):
        read_row(here, there, links, heights[row], row, work)
        _bits_of(heights[row], board_bits)
        high_cells = of_high(here, board_bits, -1)
        for high in range(part.high_start, part.high_stop):
            size = here.starts[high + 1] - here.starts[high]
            if size == 0:
                continue
            reads = work.flags[:size]
            if len(wanted):
                reads[:] = wanted[filled : filled + size]
                filled += size
            else:
                stones_o = of_high(here, board_bits, high)
                reads[:] = not has_line(shapes, stones_o if here.colour == 0 else high_cells ^ stones_o)
            if not reads.any():
                continue
            ones = low_ones(here, high)
            for way in range(columns):
                target = links.targets[row, way]
                if target < 0:
                    continue
                base = locate(here, there, links.straight[row, way] != 0, way, high, ones, work)
                begin = np.int64(target) * there.columns
                if base >= 0:
                    pages[begin + base >> PAGE_BITS] = pages[begin + base + size - 1 >> PAGE_BITS] = 1
                elif base == LISTED:
                    for i in range(size):
                        if reads[i] & work.fits[i]:
                            pages[begin + work.listed[i] >> PAGE_BITS] = 1


KERNELS = (reach_rows, solve_rows, mark_pages)
