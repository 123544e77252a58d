"""The two passes over a game's layers: forward, which slots play reaches; backward, what they are worth.

Both share the rows of a layer among workers, some at a time; a row that is very long is cut.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from book.game.rules import Rules
from book.game.score import line_score
from book.layout.stack_rank import stack_columns_at
from generator.gravity import inner_loops
from generator.gravity.filled_rows import Rows, mirror_links, mirrored_rows, sorted_links, sorted_rows
from generator.gravity.inner_loops import Flags8, Here, Numbers, Scores, Shapes
from generator.gravity.numbering import here_of, there_of
from generator.progress import Report
from generator.work.workers import Workers

SLOTS_AT_ONCE = 1 << 21
"""Of a chunk: long enough to be worth it, short enough to share."""
_MOST = 1 << 62  # ways, of one slot: the next layer's might not fit


class Chunk(NamedTuple):
    """Some rows of a layer, or a part of one."""

    start: int
    stop: int
    high_start: int
    high_stop: int
    first: int
    """Its first slot in the layer ..."""
    size: int
    """... and how many it has."""


def chunks_of(here: Here, rows: int) -> Iterator[Chunk]:
    """The chunks of a layer, in their order."""
    highs = len(here.starts) - 1
    if here.columns <= SLOTS_AT_ONCE:
        some = SLOTS_AT_ONCE // here.columns
        for start in range(0, rows, some):
            stop = min(rows, start + some)
            yield Chunk(start, stop, 0, highs, start * here.columns, (stop - start) * here.columns)
        return
    cuts = np.searchsorted(here.starts, np.arange(0, here.columns, SLOTS_AT_ONCE), side="right") - 1
    bounds = [*np.unique(cuts).tolist(), highs]
    for row in range(rows):
        for low, high in pairwise(bounds):
            first, end = int(here.starts[low]), int(here.starts[high])
            yield Chunk(row, row + 1, low, high, row * here.columns + first, end - first)


def shapes_of(rules: Rules) -> Shapes:
    """The lines of a board as shapes, its cells numbered from the last."""
    found: dict[tuple[int, ...], int] = {}
    for line in rules.lines:
        cells = sorted(rules.cells - 1 - cell for cell in range(rules.cells) if line >> cell & 1)
        shape = tuple(cell - cells[0] for cell in cells)
        found[shape] = found.get(shape, 0) | 1 << cells[0]
    longest = max(map(len, found), default=1)
    offsets = [shape + (0,) * (longest - len(shape)) for shape in found]
    return Shapes(np.array(offsets, np.int32).reshape(-1, longest), np.array(list(found.values()), np.int32))


@dataclass
class Reached:
    """What the forward pass finds of a layer."""

    bits: Flags8
    """Eight slots a byte: those of positions in which play goes on."""
    counts: Numbers
    """Shape (2, 2): raw and canonical, REACHED and ENDED."""
    sequences: int
    """Ways to reach the positions in which play goes on."""
    continued: int
    """The same, each with its moves: ways to reach the next ply."""


class Passes:
    """The passes over one game."""

    def __init__(self, rules: Rules, workers: Workers, report: Report) -> None:
        self.rules = rules
        self._workers = workers
        self._report = report
        self._shapes = shapes_of(rules)
        self.rows = [mirrored_rows(rules, stones) for stones in range(rules.cells + 1)]

    def size(self, ply: int) -> int:
        """The slots of a layer."""
        return len(self.rows[ply].codes) * stack_columns_at(ply)

    def forward(self) -> Iterator[Reached]:
        """The layers from the empty board on."""
        rules = self.rules
        sorts = sorted_rows(rules, 0)
        going_on, ways = np.ones(1, np.uint8), np.ones(1, np.int64)
        yield Reached(np.packbits(going_on), np.array([[1, 0], [1, 0]]), 1, int(rules.columns))
        for ply in range(1, rules.cells + 1):
            sorts_before, sorts = sorts, sorted_rows(rules, ply)
            ways = self._ways(ply, sorts_before, sorts, ways)
            reached, going_on = self._reach(ply, sorts, going_on, ways)
            yield reached

    def _ways(self, ply: int, before: Rows, rows: Rows, ways_before: Numbers) -> Numbers:
        """In how many ways the stones of each slot come to lie so, in turn, by the order of columns alone."""
        here = here_of(ply, (ply - 1) % 2)
        there, parents = there_of(here, -1), sorted_links(rows, before, -1)
        ways = np.empty(len(rows.codes) * here.columns, np.int64)
        tasks = (
            (here, there, rows.heights, parents, ways_before, *chunk[:4], ways[chunk.first : chunk.first + chunk.size])
            for chunk in chunks_of(here, len(rows.codes))
        )
        most = max(self._workers.map(inner_loops.count_ways, tasks))
        assert most < _MOST // self.rules.columns, "counts of games beyond 64 bits"
        return ways

    def _reach(self, ply: int, sorts: Rows, open_before: Flags8, ways: Numbers) -> tuple[Reached, Flags8]:
        """One layer forward."""
        rows, here = self.rows[ply], here_of(ply, (ply - 1) % 2)
        before, order = there_of(here, -1), there_of(here, 0)
        parents = mirror_links(rows, self.rows[ply - 1], -1)
        orders = sorted_links(rows, sorts, 0)
        going_on = np.empty(self.size(ply), np.uint8)

        def task(chunk: Chunk) -> tuple[Numbers, Numbers]:
            counts, sequences = np.zeros((2, 2), np.int64), np.zeros((2, chunk.stop - chunk.start), np.int64)
            open_here = going_on[chunk.first : chunk.first + chunk.size]
            inner_loops.reach_rows(
                self._shapes, here, before, order, rows.heights, rows.orbits, parents, orders, open_before, ways,
                *chunk[:4], open_here, counts, sequences,
            )  # fmt: skip
            return counts, sequences

        total, sequences, continued = np.zeros((2, 2), np.int64), 0, 0
        chunks = list(chunks_of(here, len(rows.codes)))
        moves = (rows.heights < rows.most).sum(axis=1)
        for chunk, (counts, sums) in zip(chunks, self._workers.map(task, ((chunk,) for chunk in chunks)), strict=True):
            total += counts
            for row, low, high in zip(range(chunk.start, chunk.stop), *sums.tolist(), strict=True):
                sequences += low + (high << 32)
                continued += int(moves[row]) * (low + (high << 32))
            self._report("enumerate", ply, chunk.size)
        return Reached(np.packbits(going_on), total, sequences, continued), going_on

    def backward(self, ply: int, bits: Flags8, after: Scores) -> tuple[Scores, Numbers]:
        """The scores of a layer, flat, from the next one's; and how many open positions are won, and lost."""
        rules, rows, here = self.rules, self.rows[ply], here_of(ply, ply % 2)
        last = ply == rules.cells
        there = there_of(here, 0 if last else 1)
        children = mirror_links(rows, rows if last else self.rows[ply + 1], 1)
        scores = np.empty(self.size(ply), np.int8)
        over = line_score(ply, rules.cells, rules.misere)

        def task(chunk: Chunk) -> Numbers:
            first, end = chunk.first, chunk.first + chunk.size
            skipped = first % 8
            flags = np.unpackbits(bits[first // 8 : -(-end // 8)], count=skipped + chunk.size)[skipped:]
            counts = np.zeros(2, np.int64)
            inner_loops.solve_rows(
                here, there, rows.heights, rows.orbits, children, after, over, flags, *chunk[:4], scores[first:end],
                counts,
            )  # fmt: skip
            return counts

        total = np.zeros(2, np.int64)
        chunks = list(chunks_of(here, len(rows.codes)))
        for chunk, counts in zip(chunks, self._workers.map(task, ((chunk,) for chunk in chunks)), strict=True):
            total += counts
            self._report("solve", ply, chunk.size)
        return scores, total
