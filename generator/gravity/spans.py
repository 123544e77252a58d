"""Spans of slots of another layer that a part of a layer reads: all of the rows it leads to, or runs of them.

A row is kept as its mirror image, or with its columns in another order, level by level: the stones of a level stay
above those of the levels below. So the slots that share the stones from some level up lead to slots that share theirs,
and these follow one another.
"""

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.layout.block_reader import BLOCK
from oxobook.generator.gravity.block_kernels import Flags8, Neighbour, Numbers, OtherLayer, OwnLayer, Part, Scores
from oxobook.generator.gravity.indexing import Heights
from oxobook.generator.gravity.shape_kernels import Shapes

Spans = NDArray[np.int64]
"""First slot and end of each span; shape (spans, 2)."""

_LONG = 4 * BLOCK
"""Number of slots from which it pays not to read a whole row."""
_MOST = 1 << 14
"""Largest number of runs of one link from a part; rather than more, longer ones."""


class _Way(NamedTuple):
    """Link from a row, with where its stones go."""

    places: list[int]
    """Number that each stone has there; -1 for the one that is taken back."""
    added: int
    """Number of the new stone, -1 if there is none."""
    cells: list[int]
    """Cell of each stone there, by its number."""


class Wanted(NamedTuple):
    """Flags of the wanted slots of a run: nothing else need be read."""

    first: int
    """First slot of the run."""
    sums: Numbers
    """Number of groups of eight slots before each one that hold a wanted slot, and in all."""

    def among(self, starts: Numbers, stops: Numbers) -> NDArray[np.bool_]:
        """Return whether any slot is wanted between each pair of slots, or next to them."""
        return self.sums[-((self.first - stops) // 8)] > self.sums[(starts - self.first) // 8]


def wanted_of(first: int, flags: Flags8) -> Wanted:
    """Return the slots that have a flag."""
    eights = np.zeros(-(-len(flags) // 8) * 8, np.uint8)
    eights[: len(flags)] = flags
    return Wanted(first, np.concatenate([np.zeros(1, np.int64), np.cumsum(eights.view(np.uint64) != 0)]))


def spans_of(
    here: OwnLayer,
    filled: Heights,
    other: Neighbour,
    part: Part,
    wanted: Wanted | None = None,
    shapes: Shapes | None = None,
) -> Spans:
    """Return the spans of the other layer that a part reads; with ``wanted``, only for these slots.

    ``filled``: the heights of the layer's rows. ``shapes``: those of the lines that end a game, if only positions in
    which it goes on are needed.
    """
    columns = other.there.columns
    targets = other.links.targets[part.start : part.stop]
    firsts = np.arange(part.start, part.stop) * here.columns
    if part.stop - part.start > 1 and here.columns < _LONG:
        if wanted is not None:
            targets = targets[wanted.among(firsts, firsts + here.columns)]
        found = np.unique(targets[targets >= 0]).astype(np.int64) * columns
        return np.stack([found, found + columns], axis=1)
    some = [np.empty((0, 2), np.int64)]
    for (row, number), target in np.ndenumerate(targets):
        if target >= 0:
            heights, places = filled[part.start + row], other.links.places[part.start + row, number]
            way = _way(heights, places, number, other.there.step)
            found = _spans(here, other.there, way, part, int(firsts[row]), wanted, shapes)
            some.append(found + int(target) * columns)
    return np.concatenate(some)


def _way(heights: Scores, places: Scores, number: int, step: int) -> _Way:
    """Return where the stones of a row go by the link of this number; ``places``: where each column stands there."""
    filled, order = heights.tolist(), places.tolist()
    after = [0] * len(filled)
    for column, height in enumerate(filled):
        after[order[column]] = height + (step if column == number else 0)
    numbers = {stone: place for place, stone in enumerate(_stones(after))}
    moved = [numbers.get((level, order[column]), -1) for level, column in _stones(filled)]
    cells = [level * len(after) + column for level, column in numbers]
    return _Way(moved, numbers[filled[number], order[number]] if step > 0 else -1, cells)


def _stones(heights: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the level and the column of each stone, in the order of their numbers."""
    for level in range(max(heights)):
        yield from ((level, column) for column, height in enumerate(heights) if height > level)


def _spans(
    here: OwnLayer, there: OtherLayer, way: _Way, part: Part, first: int, wanted: Wanted | None, shapes: Shapes | None
) -> Spans:
    """Return the runs of a row of the other layer to which some blocks of a row lead.

    ``first``: the row's first slot.
    """
    stones = here.stones + there.step
    cut, below, with_added = _cut(here, stones, way, part)
    shift = cut - here.width
    tops = np.arange(part.high_start >> shift, (part.high_stop - 1 >> shift) + 1)
    joined, fits = np.full(len(tops), here.colour << way.added if with_added else 0), np.ones(len(tops), np.bool_)
    if wanted is not None:
        bounds = np.append(tops, tops[-1] + 1) << shift
        slots = first + here.starts[np.clip(bounds, part.high_start, part.high_stop)]
        fits = wanted.among(slots[:-1], slots[1:])
    for stone, place in enumerate(way.places[cut:]):
        bit = tops >> stone & 1
        if place < 0:
            fits &= bit == here.colour
        else:
            joined |= bit << place
    ones = stones // 2 - np.bitwise_count(joined).astype(np.int64)
    fits &= (ones >= 0) & (ones <= below)
    if shapes is not None:
        fits &= _go_on(shapes, joined, way.cells, range(below, stones))
    joined, ones = joined[fits], ones[fits]
    least, low = joined | (1 << ones) - 1, (1 << there.rank_width) - 1
    starts = there.rank_low[least & low].astype(np.int64) + there.rank_high[least >> there.rank_width]
    return np.stack([starts, starts + np.array([comb(below, count) for count in range(below + 1)])[ones]], axis=1)


def _go_on(shapes: Shapes, sets: Numbers, cells: list[int], some: range) -> NDArray[np.bool_]:
    """Return whether no line is complete among some stones alone, of which these sets are O's.

    ``cells``: the cell of each stone.
    """
    stones_o, all_cells = np.zeros_like(sets), 0
    for stone in some:
        stones_o |= (sets >> stone & 1) << cells[stone]
        all_cells |= 1 << cells[stone]
    lines = np.zeros_like(sets)
    for boards in (stones_o, stones_o ^ all_cells):
        for start, offsets in zip(shapes.starts.tolist(), shapes.offsets.tolist(), strict=True):
            passing = boards & start
            for offset in filter(None, offsets):
                passing &= boards >> offset
            lines |= passing
    goes_on: NDArray[np.bool_] = lines == 0
    return goes_on


def _cut(here: OwnLayer, stones: int, way: _Way, part: Part) -> tuple[int, int, bool]:
    """Return the lowest stone from which the topmost stay apart, how many lie below, and if a new one is among them.

    It is the lowest cut with few enough runs.
    """
    for cut in range(here.width, here.stones + 1):
        shift = cut - here.width
        if (part.high_stop - 1 >> shift) - (part.high_start >> shift) >= _MOST and cut < here.stones:
            continue
        tops = [place for place in way.places[cut:] if place >= 0]
        for more in ([], [way.added]) if way.added >= 0 else ([],):
            below = stones - len(tops) - len(more)
            if min([*tops, *more, stones]) >= below:
                return cut, below, bool(more)
    raise AssertionError("all stones together go to all places")
