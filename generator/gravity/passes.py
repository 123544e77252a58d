"""The two passes over a game's layers: forward, which slots play reaches; backward, what they are worth.

Forward goes from the empty board, and keeps a bit for each slot: whether play goes on there. A position's children
are read by the same arithmetic as its parents, and no key is kept in either pass.
"""

from collections import deque
from collections.abc import Iterator, Sequence

import numpy as np

from book.game.rules import Rules
from book.game.score import line_score
from book.info import LayerCounts
from book.layout.stack_rank import stack_columns_at
from book.store.store import BlockWriter, PackedBlock
from generator.gravity.filled_rows import Rows, mirror_links, mirrored_rows, sorted_links, sorted_rows
from generator.gravity.inner_loops import Flags8, Here, Numbers, Scores, Shapes
from generator.gravity.numbering import here_of, there_of
from generator.gravity.parts import Neighbour, Reached, SolvedPart, count_part, parts_of, reach_part, solve_part
from generator.gravity.tally import layer_counts
from generator.progress import Report
from generator.work.packed_scores import PackedScores, joined
from generator.work.workers import Workers

_MOST = 1 << 62  # ways, of one slot: the next layer's might not fit


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


class Passes:
    """The passes over one game, shared among workers."""

    def __init__(self, rules: Rules, workers: Workers, report: Report) -> None:
        self.rules = rules
        self._workers = workers
        self._report = report
        self._shapes = shapes_of(rules)
        self._rows = [mirrored_rows(rules, stones) for stones in range(rules.cells + 1)]
        self.sizes = [len(rows.codes) * stack_columns_at(ply) for ply, rows in enumerate(self._rows)]
        """The slots of each layer."""

    def forward(self) -> Iterator[Reached]:
        """The layers from the empty board on."""
        rules = self.rules
        sorts = sorted_rows(rules, 0)
        going_on, ways = np.ones(1, np.uint8), np.ones(1, np.int64)
        yield Reached(np.packbits(going_on), np.array([[1, 0], [1, 0]]), 1, rules.columns)
        for ply in range(1, rules.cells + 1):
            here, sorts_before, sorts = here_of(ply, (ply - 1) % 2), sorts, sorted_rows(rules, ply)
            ways = self._ways(here, sorts, Neighbour(there_of(here, -1), sorted_links(sorts, sorts_before, -1)), ways)
            orders = Neighbour(there_of(here, 0), sorted_links(self._rows[ply], sorts, 0))
            going_on, reached = self._reach(ply, here, orders, going_on, ways)
            yield reached

    def _ways(self, here: Here, rows: Rows, parents: Neighbour, ways_before: Numbers) -> Numbers:
        """In how many ways the stones of each slot come to lie so, in turn, whether or not there are lines."""
        ways = np.empty(len(rows.codes) * here.columns, np.int64)
        parts = list(parts_of(here, len(rows.codes)))
        found = self._workers.map(count_part, ((here, rows, parents, ways_before, part) for part in parts))
        for part, (counted, most) in zip(parts, found, strict=True):
            assert most < _MOST // self.rules.columns, "more ways than 64 bits hold"
            ways[part.first : part.first + part.size] = counted
        return ways

    def _reach(
        self, ply: int, here: Here, orders: Neighbour, open_before: Flags8, ways: Numbers
    ) -> tuple[Flags8, Reached]:
        """One layer forward: the slots in which play goes on, and what is kept of them."""
        rows = self._rows[ply]
        parents = Neighbour(there_of(here, -1), mirror_links(rows, self._rows[ply - 1], -1))
        shared = self._shapes, here, rows, parents, orders, open_before, ways
        going_on = np.empty(self.sizes[ply], np.uint8)
        reached = Reached(np.empty(0, np.uint8), np.zeros((2, 2), np.int64), 0, 0)
        moves = (rows.heights < rows.most).sum(axis=1).tolist()
        parts = list(parts_of(here, len(rows.codes)))
        found = self._workers.map(reach_part, ((*shared, part) for part in parts))
        for part, one in zip(parts, found, strict=True):
            going_on[part.first : part.first + part.size] = one.going_on
            reached.counts += one.counts
            for row, low, high in zip(range(part.start, part.stop), *one.sequences.tolist(), strict=True):
                reached.sequences += low + (high << 32)
                reached.continued += moves[row] * (low + (high << 32))
            self._report("enumerate", ply, part.size)
        reached.bits = np.packbits(going_on)
        return going_on, reached

    def solved(self, ply: int, reached: Reached, after: Scores) -> Iterator[SolvedPart]:
        """A layer's parts in their order, scored from the next layer's scores."""
        rules, rows, here = self.rules, self._rows[ply], here_of(ply, ply % 2)
        last = ply == rules.cells
        next_rows = rows if last else self._rows[ply + 1]
        children = Neighbour(there_of(here, 0 if last else 1), mirror_links(rows, next_rows, 1))
        shared = here, rows, children, after, line_score(ply, rules.cells, rules.misere), reached
        for one in self._workers.map(solve_part, ((*shared, part) for part in parts_of(here, len(rows.codes)))):
            self._report("solve", ply, one.scores.size)
            yield one
            self._report("write", ply, one.scores.size)

    def try_layer(self, ply: int) -> None:
        """Find and solve a layer as if play reached all of the one before, and all after it were drawn."""
        here, sorts = here_of(ply, (ply - 1) % 2), sorted_rows(self.rules, ply)
        orders = Neighbour(there_of(here, 0), sorted_links(self._rows[ply], sorts, 0))
        ways = np.ones(len(sorts.codes) * here.columns, np.int64)
        _, reached = self._reach(ply, here, orders, np.ones(self.sizes[ply - 1], np.uint8), ways)
        deque(self.solved(ply, reached, np.zeros(self.sizes[ply + 1], np.int8)), maxlen=0)


class GravityLayer:
    """A layer as it is solved: first its blocks come, and then its scores and what they count are known.

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
        """Of all slots, flat; what has no position in which play goes on counts as lost by its last stone's line."""

    def blocks(self) -> Iterator[list[PackedBlock]]:
        """The layer's blocks in their order, some at a time."""
        return joined(self._packed())

    def _packed(self) -> Iterator[PackedScores]:
        start = 0
        for part in self._passes.solved(self.ply, self._reached[self.ply], self._after):
            self.scores[start : start + part.scores.size] = part.scores
            start += part.scores.size
            self._outcomes += part.counts
            yield part.packed

    def counts(self) -> LayerCounts:
        """The record of the layer's counts, when all blocks have come."""
        return layer_counts(self._passes.rules, self.ply, self._reached, self._outcomes)

    def drawn_games(self) -> int:
        """Games that end at this ply without a line; 0 but for the full board."""
        return self._reached[self.ply].sequences if self.ply == self._passes.rules.cells else 0


def stored_scores(passes: Passes, ply: int, reached: Reached, file: BlockWriter) -> Scores:
    """The scores of a layer that a file has, as ``GravityLayer.scores``."""
    from book.layout.block_reader import BLOCK, decompressor

    unpack, rules = decompressor(), passes.rules
    scores = np.full(passes.sizes[ply], line_score(ply, rules.cells, rules.misere), np.int8)
    for number, block in enumerate(file.blocks(ply)):
        first = number * BLOCK
        size = min(BLOCK, scores.size - first)
        open_here = reached.flags(first, size) != 0
        scores[first : first + size][open_here] = np.frombuffer(unpack(block, size), np.int8)[open_here]
    return scores
