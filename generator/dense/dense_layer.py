"""A layer as it is solved: its chunks are made, its blocks go into the book, and then it is known what it counts."""

from collections.abc import Iterator
from math import factorial

import numpy as np

from oxobook.book.info import LayerCounts
from oxobook.book.layout.rank import stones_at
from oxobook.book.store.store import BlockWriter, PackedBlock
from oxobook.generator.dense.chunk import solve_chunks
from oxobook.generator.dense.kernel_tables import layer_counts
from oxobook.generator.dense.kernels import COUNTED, ENDED, POSITIONS, RAW
from oxobook.generator.dense.row_sets import write_row_sets
from oxobook.generator.dense.task_state import Desk
from oxobook.generator.progress import Report
from oxobook.generator.work.chunk_file import Cut
from oxobook.generator.work.layer_pass import Task, finished_chunks, made_chunks
from oxobook.generator.work.resume import restore_chunks
from oxobook.generator.work.workers import Workers

_LONGEST, _SHORT = 64, 4
"""Chunks of a task: where the rows they read are read for all of them at once, and where each reads its own."""


class DenseLayer:
    """See the module; a ``book.store.store.NewLayer``. The way to solve it is to ask for all its ``blocks``, once."""

    def __init__(self, desk: Desk, ply: int, workers: Workers, report: Report, file: BlockWriter | None = None) -> None:
        self.ply = ply
        self.cut: Cut = desk.solve.cuts[ply]
        self.at_once = self._at_once(desk, workers)
        self._desk = desk
        self._workers = workers
        self._report = report
        self._file = file
        self._counts = np.zeros((2, COUNTED), np.int64)
        self._whole = False

    def blocks(self) -> Iterator[list[PackedBlock]]:
        """The layer's blocks in their order, some at a time."""
        folder = self._desk.solve.folder
        there = finished_chunks(folder, self.cut, self._workers)
        if not there:
            self._keep_if_it_fits()
        for number, chunk in enumerate(made_chunks(self, folder, self._workers, there)):
            start, stop = self.cut.slots(number)
            self._report("solve", self.ply, stop - start)
            self._counts += np.array(chunk.counts, np.int64)
            yield chunk.blocks
            self._report("write", self.ply, stop - start)
            self._desk.written += sum(len(block.data) for block in chunk.blocks)
            self._report.state(self._desk.written, self._workers.jobs)
        self._whole = True

    def task(self, first: int, stop: int) -> Task:
        """See ``generator.work.layer_pass.LayerWork``."""
        return Task(solve_chunks, (self._desk.solve, self.ply, first, stop))

    def restore(self, name: str) -> None:
        """Make a file again from which the layer is computed: of rows, or of the next layer, which the book has."""
        write_row_sets(self._desk.solve.rules, self._desk.solve.folder)
        for above in self._desk.solve.cuts[self.ply + 1 : self.ply + 2]:
            if self._file is not None and name in above.names():
                restore_chunks(self._desk.solve.folder, self._file, above, [name])

    def counts(self) -> LayerCounts:
        """The record of the layer's counts, when all blocks have come."""
        assert self._whole
        return layer_counts(self._desk.solve.rules, self.ply, self._counts, self._open_sequences())

    def drawn_games(self) -> int:
        """Games that end at this ply without a line, when all blocks have come; 0 but for the full board."""
        assert self._whole
        return self._open_sequences() if self.ply == self._desk.solve.rules.cells else 0

    def _at_once(self, desk: Desk, workers: Workers) -> int:
        """How many chunks a task makes: few of them, where the next layer need not be read for each task."""
        above = self.ply + 1
        if self.ply % 2 or self.ply == desk.solve.rules.cells or above in desk.kept or desk.fits(above):
            return 1 if workers.share_memory else _SHORT
        return max(1, min(_LONGEST, self.cut.chunks // (2 * workers.jobs)))

    def _keep_if_it_fits(self) -> None:
        """Keep the layer in memory beside what it is computed from, for the one before it."""
        desk, above = self._desk, self.ply + 1
        needed = self.cut.size
        if above in desk.kept or (self.ply % 2 == 0 and self.ply < desk.solve.rules.cells):
            needed += desk.solve.cuts[above].size  # if it does not fit, the rows that are read of it take all the room
        if self._workers.share_memory and needed <= desk.solve.room.whole:
            desk.keep(self.ply)
        else:
            desk.keep_none()

    def _open_sequences(self) -> int:
        """The ways to reach the positions without a line, whose stones can have come in any order."""
        x_stones, o_stones = stones_at(self.ply)
        # those that X has won are not among the rows: what they count is both reached and ended
        return int(self._counts[RAW, POSITIONS] - self._counts[RAW, ENDED]) * factorial(x_stones) * factorial(o_stones)
