"""Tasks of a worker on a part of a layer: find what play reaches of it, and score.

A part is some rows, or some blocks of a long row. Each function takes what it needs and returns what it has found, so
that it can run anywhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from oxobook.generator.gravity import kernels
from oxobook.generator.gravity.indexing import HeightRows
from oxobook.generator.gravity.kernels import Flags8, Neighbour, Numbers, OwnLayer, Part, Scores, Shapes
from oxobook.generator.work.packed_scores import PackedScores, pack

SLOTS_AT_ONCE = 1 << 21
"""Number of slots of a part: long enough to be worth a task, short enough to share."""


def parts_of(here: OwnLayer, rows: int) -> Iterator[Part]:
    """Yield the parts of a layer, in their order."""
    highs = len(here.starts) - 1
    if here.columns <= SLOTS_AT_ONCE:
        some = SLOTS_AT_ONCE // here.columns
        for start in range(0, rows, some):
            stop = min(rows, start + some)
            yield _part(here, start, stop, 0, highs)
        return
    cuts = np.searchsorted(here.starts, np.arange(0, here.columns, SLOTS_AT_ONCE), side="right") - 1
    bounds = [*np.unique(cuts).tolist(), highs]
    for row in range(rows):
        for low, high in pairwise(bounds):
            yield _part(here, row, row + 1, low, high)


class CutParts(NamedTuple):
    """Parts in which a run of a layer's slots lies."""

    shared: list[Part]
    """Block that begins before the run and ends in it, or None: the part with its beginning counts it."""
    own: list[Part]
    """Parts that begin in the run."""

    @property
    def all(self) -> list[Part]:
        """All parts in order, without gaps."""
        return [*self.shared, *self.own]


def parts_between(here: OwnLayer, start: int, stop: int) -> CutParts:
    """Return the parts with the slots from ``start`` up to ``stop``; the run is not empty."""
    highs, columns = len(here.starts) - 1, here.columns
    row, high = _block_at(here, start)
    last_row, last_high = _block_at(here, stop - 1)
    shared = []
    if row * columns + int(here.starts[high]) < start:
        shared.append(_part(here, row, row + 1, high, high + 1))
        high += 1
    own = []
    if row < last_row and high:
        if here.starts[high] < columns:
            own.append(_part(here, row, row + 1, high, highs))
        row, high = row + 1, 0
    if last_high == highs - 1 and not high:
        last_row += 1
    if row < last_row:
        own.append(_part(here, row, last_row, 0, highs))
        row = last_row
    if last_high < highs - 1 or high:
        own.append(_part(here, row, row + 1, high, last_high + 1))
    return CutParts(shared, [part for part in own if part.size])


def _block_at(here: OwnLayer, slot: int) -> tuple[int, int]:
    """Return the row and the high bits of the block in which a slot is."""
    row, column = divmod(slot, here.columns)
    return row, int(np.searchsorted(here.starts, column, side="right")) - 1


def _part(here: OwnLayer, start: int, stop: int, high_start: int, high_stop: int) -> Part:
    first, end = start * here.columns + int(here.starts[high_start]), (stop - 1) * here.columns
    return Part(start, stop, high_start, high_stop, first, end + int(here.starts[high_stop]) - first)


@dataclass
class Reached:
    """Findings of the forward pass about a layer."""

    bits: Flags8 = field(default_factory=lambda: np.empty(0, np.uint8))
    """Flags of the slots in which play goes on, eight a byte."""
    counts: Numbers = field(default_factory=lambda: np.zeros((2, 2), np.int64))
    """Counts of shape (2, 2): raw and canonical, REACHED and ENDED."""

    def flags(self, first: int, size: int) -> Flags8:
        """Return ``size`` flags from ``first`` on, a byte each."""
        skipped = first % 8
        return np.unpackbits(self.bits[first // 8 : -(-(first + size) // 8)], count=skipped + size)[skipped:]


class ReachedPart(NamedTuple):
    """Findings of the forward pass about a part."""

    going_on: Flags8
    counts: Numbers
    """As in ``Reached``."""


class SolvedPart(NamedTuple):
    """Scores of a part."""

    scores: Scores
    packed: PackedScores
    """Scores as the book stores them: 0 in slots in which play does not go on."""
    counts: Numbers
    """Numbers of positions in which play goes on, up to symmetry: WON and LOST."""


def reach_part(
    shapes: Shapes,
    here: OwnLayer,
    rows: HeightRows,
    parents: Neighbour,
    open_before: Flags8,
    part: Part,
) -> ReachedPart:
    """Find and count the positions of a part that play reaches."""
    going_on, counts = np.empty(part.size, np.uint8), np.zeros((2, 2), np.int64)
    kernels.reach_rows(shapes, here, parents, rows.heights, rows.orbits, open_before, part, going_on, counts)
    return ReachedPart(going_on, counts)


def solve_part(
    here: OwnLayer, rows: HeightRows, children: Neighbour, after: Scores, over: int, reached: Reached, part: Part
) -> SolvedPart:
    """Score and pack the slots of a part; ``over``: the score if the last stone has completed a line."""
    flags = reached.flags(part.first, part.size)
    scores, counts = score_part(here, rows, children, after, over, flags, part)
    return SolvedPart(scores, pack(scores * flags.view(np.int8), part.first), counts)


def score_part(
    here: OwnLayer, rows: HeightRows, children: Neighbour, after: Scores, over: int, flags: Flags8, part: Part
) -> tuple[Scores, Numbers]:
    """Return the scores of a part and their counts; ``flags``: whether play goes on in each of its slots."""
    scores, counts = np.empty(part.size, np.int8), np.zeros(2, np.int64)
    kernels.solve_rows(here, children, rows.heights, rows.orbits, after, over, flags, part, scores, counts)
    return scores, counts
