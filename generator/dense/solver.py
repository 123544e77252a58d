"""The engine for large boards: a backward pass over plain arrays of scores, for games without gravity.

``book.layout.rank`` says where a position's score stands, so no key is kept and nothing is sorted, and whether a
position is reachable shows in its lines, so no forward pass is needed. From the last ply to the first, each layer is
computed from the next one alone, row by row; rows are independent, and workers share them, a chunk at a time.

Rows hold the X-masks without a line. Where X has just completed one the game is over; those positions are counted,
for the book's figures, but have no place in a table.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from oxobook.book.game.rules import Rules
from oxobook.book.layout.rank import columns_at, stones_at
from oxobook.book.store.store import BlockWriter
from oxobook.generator.compilation import have_compiled
from oxobook.generator.dense import kernels
from oxobook.generator.dense.dense_layer import DenseLayer
from oxobook.generator.dense.kernel_tables import board_for_kernels, ply_for_kernels
from oxobook.generator.dense.kernels import COUNTED, NextRows
from oxobook.generator.dense.memory import cut_of, room_for
from oxobook.generator.dense.row_sets import RowSets, read_row_sets, row_sets, write_row_sets
from oxobook.generator.dense.task_state import Desk, Solve, laid
from oxobook.generator.progress import Report
from oxobook.generator.work.chunk_folder import Folder
from oxobook.generator.work.resume import restore_lost
from oxobook.generator.work.workers import Workers


def compile_kernels(report: Report) -> None:
    """Have the kernels compiled, and say so if that takes long."""
    have_compiled(_solve_tiny, kernels.not_kept, report)


def _solve_tiny() -> None:
    """Have every kernel called once."""
    rules = Rules(2, 2, 2)
    board, sets = board_for_kernels(rules), [*row_sets(rules)]
    counts = np.zeros((2, COUNTED), np.int64)
    for ply, solve in ((0, kernels.solve_x_rows), (1, kernels.solve_o_rows)):
        rows, above, numbers = sets[ply].open, sets[1].open, ply_for_kernels(rules, ply)
        columns = columns_at(rules, ply + 1)
        zeros = np.zeros(len(above.masks) * columns, np.int8)
        below = NextRows(above.masks, np.arange(len(above.masks)) * columns, zeros)
        scores = np.empty((len(rows.masks), len(numbers.sets)), np.int8)
        solve(board, numbers, rows, 0, len(rows.masks), below, scores, counts)
    kernels.count_won_rows(board, numbers, sets[1].won, 0, len(sets[1].won.masks), counts)
    wanted = np.zeros(len(sets[1].open.masks), np.bool_)
    kernels.mark_children(board, sets[0].open.masks, 0, 1, sets[1].open.masks, wanted)


class DenseSolver:
    """The backward pass of one game, shared among workers through a folder."""

    def __init__(self, rules: Rules, folder: Folder, workers: Workers, report: Report) -> None:
        write_row_sets(rules, folder)
        rows = [len(read_row_sets(folder, stones).open.masks) for stones in range((rules.cells + 1) // 2 + 1)]
        cuts = tuple(cut_of(rules, ply, rows[stones_at(ply)[0]]) for ply in range(rules.cells + 1))
        self.desk = Desk(Solve(rules, folder, cuts, room_for(rules, workers)))
        self.sizes = [cut.size for cut in cuts]
        """The scores of each ply's table."""
        self._workers = workers
        self._report = report

    def sets(self) -> Iterator[RowSets]:
        """The X-masks by their number of stones."""
        rules, folder = self.desk.solve.rules, self.desk.solve.folder
        return (read_row_sets(folder, stones) for stones in range((rules.cells + 1) // 2 + 1))

    def layer(self, ply: int, file: BlockWriter | None = None) -> DenseLayer:
        """A layer to be solved, of which ``file`` has the next one."""
        return DenseLayer(self.desk, ply, self._workers, self._report, file)

    def go_on(self, ply: int, file: BlockWriter) -> None:
        """Have the chunks of the layer of this ply, which ``file`` has, to compute the one before it."""
        restore_lost(self.desk.solve.folder, file, self.desk.solve.cuts[ply], self._workers)

    def forget(self, ply: int) -> None:
        """Let go of a layer that is not needed any more."""
        self.desk.forget(ply)
        if ply <= self.desk.solve.rules.cells:
            self.desk.solve.folder.remove(self.desk.solve.cuts[ply].names())


@contextmanager
def solver_for(rules: Rules, folder: Folder, workers: Workers, report: Report) -> Iterator[DenseSolver]:
    """A solver whose workers in this process share what it has in memory."""
    folder.make()
    solver = DenseSolver(rules, folder, workers, report)
    with laid(solver.desk):
        yield solver
