"""Passes over a game's layers: forward finds the slots that play reaches, backward scores them.

Forward goes from the empty board, and keeps a bit for each slot: whether play goes on there. A position's children
are read by the same arithmetic as its parents, and no key is kept in either pass.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from oxobook.book.game.rules import Rules
from oxobook.book.info import LayerCounts
from oxobook.book.layout.block_reader import BLOCK, decompressor
from oxobook.book.store.block_writer import BlockFile, PackedBlock
from oxobook.generator.compilation import have_compiled
from oxobook.generator.gravity import kernels
from oxobook.generator.gravity.indexing import masks_type, reaching, shapes_of, solving
from oxobook.generator.gravity.kernels import CANONICAL, LOST, RAW, WON, Flags8, Numbers, Scores
from oxobook.generator.gravity.memory import layer_sizes
from oxobook.generator.gravity.tasks import (
    Reached,
    SolvedPart,
    parts_of,
    reach_part,
    solve_part,
)
from oxobook.generator.progress import Report, silent
from oxobook.generator.work.packed_scores import PackedScores, joined
from oxobook.generator.work.resume import PlyTally, layer_counts_of
from oxobook.generator.work.workers import Workers, here


class GravityLayer:
    """Layer that is solved by asking for all its blocks, once; ``reached``: findings of the plies up to it."""

    def __init__(self, rules: Rules, ply: int, reached: Sequence[Reached]) -> None:
        self.ply = ply
        self._rules, self._reached = rules, reached
        self._outcomes: Numbers = np.zeros(2, np.int64)

    def counts(self) -> LayerCounts:
        """Return the record of the layer's counts, once all blocks have come."""
        rules, found = self._rules, self._reached[self.ply]
        (raw_positions, raw_ended), (positions, ended) = found.counts[RAW].tolist(), found.counts[CANONICAL].tolist()
        won, lost = int(self._outcomes[WON]), int(self._outcomes[LOST])
        won, lost = (won + ended, lost) if rules.misere else (won, lost + ended)
        counted = PlyTally(positions, ended, raw_positions, raw_ended, won, lost)
        return layer_counts_of(rules, self.ply, counted)

    def drawn_games(self) -> int:
        """Return 0: games are not counted."""
        return 0


class Passes:
    """Passes over one game in memory, shared among workers: findings about all layers, scores of two.

    ``file``: where solved layers go.
    """

    def __init__(self, rules: Rules, workers: Workers, report: Report, file: BlockFile | None = None) -> None:
        self.rules = rules
        self.sizes = layer_sizes(rules)
        """Number of slots of each layer."""
        self.reached: list[Reached] = []
        """Findings about each layer."""
        self._workers, self._report, self._file = workers, report, file
        self._after = np.empty(0, np.int8)

    def forward(self, last: int) -> None:
        """Find what play reaches, up to a ply."""
        going_on = np.ones(1, np.uint8)
        self.reached = [Reached(np.packbits(going_on), np.array([[1, 0], [1, 0]]))]
        for ply in range(1, last + 1):
            going_on, reached = self._reach(ply, going_on)
            self.reached.append(reached)

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

    def solved(self, ply: int, reached: Reached, after: Scores) -> Iterator[SolvedPart]:
        """Yield a layer's parts in their order, scored from the next layer's scores."""
        rules, (here, rows, children) = self.rules, solving(self.rules, ply)
        shared = here, rows, children, after, rules.terms.line_score(ply, rules.cells), reached
        for one in self._workers.map(solve_part, ((*shared, part) for part in parts_of(here, len(rows.codes)))):
            self._report("solve", ply, one.scores.size)
            yield one
            self._report("write", ply, one.scores.size)

    def go_on(self, ply: int) -> None:
        """Read the scores of this ply, which the file has, to compute those of the one before it."""
        assert self._file is not None
        unpack, rules = decompressor(), self.rules
        self._after = np.full(self.sizes[ply], rules.terms.line_score(ply, rules.cells), np.int8)
        for number, block in enumerate(self._file.blocks(ply)):
            first = number * BLOCK
            size = min(BLOCK, self.sizes[ply] - first)
            open_here = self.reached[ply].flags(first, size) != 0
            self._after[first : first + size][open_here] = np.frombuffer(unpack(block, size), np.int8)[open_here]

    def layer(self, ply: int) -> "LayerInMemory":
        """Return a layer to be solved, after the next one."""
        layer = LayerInMemory(self, ply, self._after)
        self._after = layer.scores
        return layer

    def forget(self, ply: int) -> None:
        """Do nothing: only two layers of scores are kept."""

    def try_layer(self, ply: int) -> None:
        """Find and solve a layer as if play reached all of the one before, and all after it were drawn."""
        _, reached = self._reach(ply, np.ones(self.sizes[ply - 1], np.uint8))
        deque(self.solved(ply, reached, np.zeros(self.sizes[ply + 1], np.int8)), maxlen=0)


class LayerInMemory(GravityLayer):
    """Layer of passes in memory; ``after``: the next layer's scores."""

    def __init__(self, passes: Passes, ply: int, after: Scores) -> None:
        super().__init__(passes.rules, ply, passes.reached)
        self._passes, self._after = passes, after
        self.scores = np.empty(passes.sizes[ply], np.int8)
        """Scores of all slots, flat; slots where play does not go on count as lost by the last stone's line."""

    def blocks(self) -> Iterator[list[PackedBlock]]:
        """Yield the layer's blocks in their order, in batches."""
        return joined(self._packed())

    def _packed(self) -> Iterator[PackedScores]:
        start = 0
        for part in self._passes.solved(self.ply, self._reached[self.ply], self._after):
            self.scores[start : start + part.scores.size] = part.scores
            start += part.scores.size
            self._outcomes += part.counts
            yield part.packed


_SAMPLES = (Rules(2, 2, 2, gravity=True), Rules(4, 8, 4, gravity=True))
"""Sample boards for each type of masks."""


def compile_kernels(rules: Rules, report: Report) -> None:
    """Compile the kernels for a board's masks, and say so if that takes long."""
    sample = next(one for one in _SAMPLES if masks_type(one.cells) == masks_type(rules.cells))
    have_compiled(partial(_solve_a_little, sample), kernels.KERNELS, report)


def _solve_a_little(rules: Rules) -> None:
    with Workers(1, here()) as alone:  # threads of a pool would be waited for in the end
        passes = Passes(rules, alone, silent)
        passes.forward(2)
        deque(passes.solved(1, passes.reached[1], np.zeros(passes.sizes[2], np.int8)), maxlen=0)
