"""Solver for large boards: a backward pass over plain arrays of scores, for games without gravity.

``book.layout.rank`` says where a position's score stands, so no key is kept and nothing is sorted, and a position's
lines show whether it is reachable, so no forward pass is needed. From the last ply to the first, each layer is computed
from the next one alone, row by row; rows are independent, and workers share them, a chunk at a time.

Rows hold the X-masks without a line. If X has just completed one the game is over; those positions are counted, for the
book's figures, but have no place in a table.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from math import factorial

import numpy as np
from oxobook.generator.dense.chunk import solve_chunks
from oxobook.generator.dense.task_state import DenseSolve, TaskState, sharing

from oxobook.book.game.rules import Rules
from oxobook.book.info import LayerCounts
from oxobook.book.layout.rank import columns_at, stones_at
from oxobook.book.store.block_writer import BlockFile, PackedBlock
from oxobook.generator.compilation import have_compiled
from oxobook.generator.dense import kernels
from oxobook.generator.dense.kernel_tables import board_for_kernels, ply_for_kernels
from oxobook.generator.dense.kernels import CANONICAL, COUNTED, ENDED, LAST_STONES, POSITIONS, RAW, NextRows
from oxobook.generator.dense.memory import cut_of, limits_for
from oxobook.generator.dense.row_sets import RowSets, read_row_sets, row_sets, write_row_sets
from oxobook.generator.progress import Report
from oxobook.generator.work.chunk_file import Cut
from oxobook.generator.work.chunk_folder import Folder
from oxobook.generator.work.layer_pass import Task, finished_chunks, made_chunks
from oxobook.generator.work.resume import PlyTally, layer_counts_of, restore_chunks, restore_lost
from oxobook.generator.work.workers import Workers


def compile_kernels(report: Report) -> None:
    """Compile the kernels, and say so if that takes long."""
    have_compiled(_solve_tiny, kernels.KERNELS, report)


def _solve_tiny() -> None:
    rules = Rules(2, 2, 2)
    board, sets = board_for_kernels(rules), [*row_sets(rules)]
    rows, above, numbers = sets[0].open, sets[1].open, ply_for_kernels(rules, 0)
    starts = np.arange(len(above.masks)) * columns_at(rules, 1)
    below = NextRows(above.masks, starts, np.zeros(len(starts) * columns_at(rules, 1), np.int8))
    counts = np.zeros((2, COUNTED), np.int64)
    kernels.solve_rows(board, numbers, rows, 0, 1, below, np.empty((1, len(numbers.sets)), np.int8), counts)
    kernels.mark_children(board, rows.masks, 0, 1, above.masks, np.zeros(len(starts), np.bool_))


_LONGEST, _SHORT = 64, 4
"""Chunks of a task: if the rows they read are read for all of them at once, and if each reads its own."""


class DenseLayer:
    """Layer that is solved by asking for all its ``blocks``, once; a ``book.store.block_writer.NewLayer``."""

    def __init__(
        self, state: TaskState, ply: int, workers: Workers, report: Report, file: BlockFile | None = None
    ) -> None:
        self.ply = ply
        self.cut: Cut = state.solve.cuts[ply]
        self.at_once = self._at_once(state, workers)
        self._state = state
        self._workers = workers
        self._report = report
        self._file = file
        self._counts = np.zeros((2, COUNTED), np.int64)
        self._whole = False

    def blocks(self) -> Iterator[list[PackedBlock]]:
        folder = self._state.solve.folder
        there = finished_chunks(folder, self.cut, self._workers)
        if not there:
            self.keep_if_it_fits()
        for number, chunk in enumerate(made_chunks(self, folder, self._workers, there)):
            start, stop = self.cut.slots(number)
            self._report("solve", self.ply, stop - start)
            self._counts += chunk.counted(2, COUNTED)
            yield chunk.blocks
            self._report("write", self.ply, stop - start)
            self._state.written += sum(len(block.data) for block in chunk.blocks)
            self._report.state(self._state.written, self._workers.jobs)
        self._whole = True

    def task(self, first: int, stop: int) -> Task:
        return Task(solve_chunks, (self._state.solve, self.ply, first, stop))

    def restore(self, name: str) -> None:
        """Make a lost file again: of rows, or of the next layer, which the book has."""
        write_row_sets(self._state.solve.rules, self._state.solve.folder)
        for above in self._state.solve.cuts[self.ply + 1 : self.ply + 2]:
            if self._file is not None and name in above.names():
                restore_chunks(self._state.solve.folder, self._file, above, [name])

    def counts(self) -> LayerCounts:
        assert self._whole
        rules, ply, counts = self._state.solve.rules, self.ply, self._counts
        x_stones, o_stones = stones_at(ply)
        last, other = (o_stones, x_stones) if ply % 2 == 0 else (x_stones, o_stones)
        positions, ended, won, lost, _ = map(int, counts[CANONICAL])
        raw_positions, raw_ended = int(counts[RAW, POSITIONS]), int(counts[RAW, ENDED])
        # the last stone of a line is one that all lines share
        ending = int(counts[RAW, LAST_STONES]) * factorial(max(last - 1, 0)) * factorial(other)
        sequences, games = self._open_sequences() + ending, self.drawn_games() + ending
        found = PlyTally(positions, ended, raw_positions, raw_ended, won, lost, sequences, games)
        return layer_counts_of(rules, ply, found)

    def drawn_games(self) -> int:
        assert self._whole
        return self._open_sequences() if self.ply == self._state.solve.rules.cells else 0

    def _at_once(self, state: TaskState, workers: Workers) -> int:
        """Return the number of chunks of a task: large, unless each task must read the next layer."""
        above = self.ply + 1
        if self.ply % 2 or self.ply == state.solve.rules.cells or above in state.kept or state.fits(above):
            return 1 if workers.share_memory else _SHORT
        return max(1, min(_LONGEST, self.cut.chunks // (2 * workers.jobs)))

    def keep_if_it_fits(self) -> None:
        """Keep the layer in memory, for the one before it, if it fits beside what it is computed from."""
        state, above = self._state, self.ply + 1
        needed = self.cut.size
        if above in state.kept or (self.ply % 2 == 0 and self.ply < state.solve.rules.cells):
            needed += state.solve.cuts[above].size  # if it does not fit, the rows that are read of it take all the room
        if self._workers.share_memory and needed <= state.solve.limits.whole:
            state.keep(self.ply)
        else:
            state.array = None  # its memory is free for rows

    def _open_sequences(self) -> int:
        """Return the number of ways to reach the positions without a line: their stones in any order."""
        x_stones, o_stones = stones_at(self.ply)
        # those that X has won are not among the rows: what they count is both reached and ended
        return int(self._counts[RAW, POSITIONS] - self._counts[RAW, ENDED]) * factorial(x_stones) * factorial(o_stones)


class DenseSolver:
    """Backward pass of one game, shared among workers through a folder."""

    def __init__(self, rules: Rules, folder: Folder, workers: Workers, report: Report) -> None:
        write_row_sets(rules, folder)
        rows = [len(read_row_sets(folder, stones).open.masks) for stones in range((rules.cells + 1) // 2 + 1)]
        cuts = tuple(cut_of(rules, ply, rows[stones_at(ply)[0]]) for ply in range(rules.cells + 1))
        self.state = TaskState(DenseSolve(rules, folder, cuts, limits_for(rules, workers)))
        self.sizes = [cut.size for cut in cuts]
        """Scores of each ply's table."""
        self._workers = workers
        self._report = report

    def sets(self) -> Iterator[RowSets]:
        """Yield the X-masks by their number of stones, those that were lost found again."""
        rules, folder = self.state.solve.rules, self.state.solve.folder
        write_row_sets(rules, folder)
        return (read_row_sets(folder, stones) for stones in range((rules.cells + 1) // 2 + 1))

    def layer(self, ply: int, file: BlockFile | None = None) -> DenseLayer:
        return DenseLayer(self.state, ply, self._workers, self._report, file)

    def go_on(self, ply: int, file: BlockFile) -> None:
        """Make the chunks of the layer of this ply from ``file``, to compute the one before it."""
        restore_lost(self.state.solve.folder, file, self.state.solve.cuts[ply], self._workers)

    def forget(self, ply: int) -> None:
        """Free a layer that is not needed any more."""
        self.state.forget(ply)
        if ply <= self.state.solve.rules.cells:
            self.state.solve.folder.remove(self.state.solve.cuts[ply].names())


@contextmanager
def solver_for(rules: Rules, folder: Folder, workers: Workers, report: Report) -> Iterator[DenseSolver]:
    """Open a solver whose workers in this process share its memory."""
    folder.make()
    solver = DenseSolver(rules, folder, workers, report)
    with sharing(solver.state):
        yield solver
