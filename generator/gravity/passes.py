"""Passes over a game's layers: forward finds the slots that play reaches, backward scores them.

Forward goes from the empty board, and keeps a bit for each slot: whether play goes on there. A position's children
are read by the same arithmetic as its parents, and no key is kept in either pass.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

import numpy as np

from oxobook.book.game.rules import Rules
from oxobook.book.game.score import line_score
from oxobook.book.info import LayerCounts
from oxobook.book.layout.gravity_rank import stack_columns_at
from oxobook.book.store.block_writer import BlockFile
from oxobook.book.store.store import PackedBlock
from oxobook.generator.compilation import have_compiled
from oxobook.generator.gravity import kernels
from oxobook.generator.gravity.indexing import counting, masks_type, ordering, reaching, shapes_of, solving, sorted_rows
from oxobook.generator.gravity.kernels import CANONICAL, LOST, RAW, WON, Flags8, Numbers, Scores
from oxobook.generator.gravity.memory import layer_sizes
from oxobook.generator.gravity.tasks import (
    Reached,
    Sequences,
    SolvedPart,
    count_part,
    parts_of,
    reach_part,
    sequences_part,
    solve_part,
    summed,
)
from oxobook.generator.progress import Report, silent
from oxobook.generator.work.packed_scores import PackedScores, joined
from oxobook.generator.work.resume import PlyTally, layer_counts_of
from oxobook.generator.work.workers import Workers, here


def layer_counts(rules: Rules, ply: int, reached: Sequence[Reached], outcomes: Numbers) -> LayerCounts:
    """Return the counts of a ply.

    ``reached``: findings of each ply; ``outcomes``: counts of the backward pass for this one.
    """
    found, full = reached[ply], ply == rules.cells
    (raw_positions, raw_ended), (positions, ended) = found.counts[RAW].tolist(), found.counts[CANONICAL].tolist()
    won, lost = int(outcomes[WON]), int(outcomes[LOST])
    won, lost = (won + ended, lost) if rules.misere else (won, lost + ended)
    sequences = reached[ply - 1].continued if ply else 1
    games = sequences if full else sequences - found.sequences
    counted = PlyTally(positions, ended, raw_positions, raw_ended, won, lost, sequences, games)
    return layer_counts_of(rules, ply, counted)


class Passes:
    """Passes over one game, shared among workers."""

    def __init__(self, rules: Rules, workers: Workers, report: Report) -> None:
        self.rules = rules
        self._workers = workers
        self._report = report
        self.sizes = layer_sizes(rules)
        """Number of slots of each layer."""

    def forward(self) -> Iterator[Reached]:
        """Yield the layers from the empty board on."""
        going_on, ways = np.ones(1, np.uint8), np.ones(1, np.int64)
        yield Reached(np.packbits(going_on), np.array([[1, 0], [1, 0]]), 1, self.rules.columns)
        for ply in range(1, self.rules.cells + 1):
            ways = self._ways(ply, ways)
            going_on, reached = self._reach(ply, going_on)
            reached.sequences, reached.continued = self._count(ply, going_on, ways)
            yield reached

    def _ways(self, ply: int, ways_before: Numbers) -> Numbers:
        """Return the number of ways in which each slot's stones come to lie so, in turn, lines or not."""
        here, rows, parents = counting(self.rules, ply)
        ways = np.empty(len(rows.codes) * here.columns, np.int64)
        parts = list(parts_of(here, len(rows.codes)))
        found = self._workers.map(count_part, ((here, rows, parents, ways_before, part) for part in parts))
        for part, counted in zip(parts, found, strict=True):
            ways[part.first : part.first + part.size] = counted
        return ways

    def _reach(self, ply: int, open_before: Flags8) -> tuple[Flags8, Reached]:
        """Return one layer forward: the flags of slots in which play goes on, and the findings."""
        here, rows, parents = reaching(self.rules, ply)
        shared = shapes_of(self.rules), here, rows, parents, open_before
        going_on = np.empty(self.sizes[ply], np.uint8)
        reached = Reached()
        parts = list(parts_of(here, len(rows.codes)))
        found = self._workers.map(reach_part, ((*shared, part) for part in parts))
        for part, one in zip(parts, found, strict=True):
            going_on[part.first : part.first + part.size] = one.going_on
            reached.counts += one.counts
            self._report("enumerate", ply, part.size)
        reached.bits = np.packbits(going_on)
        return going_on, reached

    def _count(self, ply: int, going_on: Flags8, ways: Numbers) -> Sequences:
        """Count the ways to reach a layer's slots in which play goes on."""
        here, rows, others = ordering(self.rules, ply)
        shared = shapes_of(self.rules), here, rows, others, self.rules.rows, going_on, ways, 0
        parts = parts_of(here, len(rows.numbers))
        return summed(self._workers.map(sequences_part, ((*shared, part) for part in parts)))

    def solved(self, ply: int, reached: Reached, after: Scores) -> Iterator[SolvedPart]:
        """Yield a layer's parts in their order, scored from the next layer's scores."""
        rules, (here, rows, children) = self.rules, solving(self.rules, ply)
        shared = here, rows, children, after, line_score(ply, rules.cells, rules.misere), reached
        for one in self._workers.map(solve_part, ((*shared, part) for part in parts_of(here, len(rows.codes)))):
            self._report("solve", ply, one.scores.size)
            yield one
            self._report("write", ply, one.scores.size)

    def try_layer(self, ply: int) -> None:
        """Find and solve a layer as if play reached all of the one before, and all after it were drawn."""
        ways = np.ones(len(sorted_rows(self.rules, ply).codes) * stack_columns_at(ply), np.int64)
        going_on, reached = self._reach(ply, np.ones(self.sizes[ply - 1], np.uint8))
        self._count(ply, going_on, ways)
        deque(self.solved(ply, reached, np.zeros(self.sizes[ply + 1], np.int8)), maxlen=0)


class GravityLayer:
    """Layer that is solved by asking for all its ``blocks``, once; then its scores and counts are known.

    The way to solve it is to ask for all its ``blocks``, once. ``reached``: of all plies, ``after``: the next layer's
    scores.
    """

    def __init__(self, passes: Passes, ply: int, reached: Sequence[Reached], after: Scores) -> None:
        self.ply = ply
        self._passes = passes
        self._reached = reached
        self._after = after
        self._outcomes = np.zeros(2, np.int64)
        self.scores = np.empty(passes.sizes[ply], np.int8)
        """Scores of all slots, flat; slots where play does not go on count as lost by the last stone's line."""

    def blocks(self) -> Iterator[list[PackedBlock]]:
        return joined(self._packed())

    def _packed(self) -> Iterator[PackedScores]:
        start = 0
        for part in self._passes.solved(self.ply, self._reached[self.ply], self._after):
            self.scores[start : start + part.scores.size] = part.scores
            start += part.scores.size
            self._outcomes += part.counts
            yield part.packed

    def counts(self) -> LayerCounts:
        return layer_counts(self._passes.rules, self.ply, self._reached, self._outcomes)

    def drawn_games(self) -> int:
        return self._reached[self.ply].sequences if self.ply == self._passes.rules.cells else 0


class LayersInMemory:
    """Layers of a game in memory: findings about all, scores of two; ``file``: where they are written."""

    def __init__(self, rules: Rules, workers: Workers, report: Report, file: BlockFile) -> None:
        self._passes = Passes(rules, workers, report)
        self.sizes = self._passes.sizes
        """Number of slots of each layer."""
        self._file = file
        self._reached: list[Reached] = []
        self._last: GravityLayer | None = None
        self._stored = np.empty(0, np.int8)

    def forward(self, last: int) -> None:
        """Find what play reaches, up to a ply."""
        self._reached = list(islice(self._passes.forward(), last + 1))

    def go_on(self, ply: int) -> None:
        """Read the scores of this ply, which the book has, to compute those of the one before it."""
        self._stored = stored_scores(self._passes, ply, self._reached[ply], self._file)

    def layer(self, ply: int) -> GravityLayer:
        after = self._last.scores if self._last else self._stored
        self._last = GravityLayer(self._passes, ply, self._reached, after)
        return self._last

    def forget(self, ply: int) -> None:
        """Do nothing: only two layers of scores are kept."""


def stored_scores(passes: Passes, ply: int, reached: Reached, file: BlockFile) -> Scores:
    """Return the scores of a layer that a file has, as ``GravityLayer.scores``."""
    from oxobook.book.layout.block_reader import BLOCK, decompressor

    unpack, rules = decompressor(), passes.rules
    scores = np.full(passes.sizes[ply], line_score(ply, rules.cells, rules.misere), np.int8)
    for number, block in enumerate(file.blocks(ply)):
        first = number * BLOCK
        size = min(BLOCK, scores.size - first)
        open_here = reached.flags(first, size) != 0
        scores[first : first + size][open_here] = np.frombuffer(unpack(block, size), np.int8)[open_here]
    return scores


_SAMPLES = (Rules(2, 2, 2, gravity=True), Rules(4, 8, 4, gravity=True))
"""Sample boards for each type of masks."""


def compile_kernels(rules: Rules, report: Report) -> None:
    """Compile the kernels for a board's masks, and say so if that takes long."""
    sample = next(one for one in _SAMPLES if masks_type(one.cells) == masks_type(rules.cells))
    have_compiled(partial(_solve_a_little, sample), kernels.KERNELS, report)


def _solve_a_little(rules: Rules) -> None:
    with Workers(1, here()) as alone:  # threads of a pool would be waited for in the end
        passes = Passes(rules, alone, silent)
        reached = list(islice(passes.forward(), 3))
        deque(passes.solved(1, reached[1], np.zeros(passes.sizes[2], np.int8)), maxlen=0)
