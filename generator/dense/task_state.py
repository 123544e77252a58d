"""State of a solve in one process: the game's tables, and the scores that its chunks are computed from.

If O is to move, some rows of a layer are computed from the same rows of the next one; if X is to move, from all rows
with one more X-stone, scattered over the next layer. If the next layer fits into the process's memory, X's chunks have
it there as a whole, read once for all of them; otherwise just the rows that they need.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from threading import Lock
from typing import NamedTuple

import numpy as np

from oxobook.book.game.rules import Rules
from oxobook.book.layout.rank import columns_at, stones_at
from oxobook.generator.dense import kernels
from oxobook.generator.dense.kernel_tables import board_for_kernels, ply_for_kernels
from oxobook.generator.dense.kernels import BoardTables, NextRows, PlyTables
from oxobook.generator.dense.memory import MemoryLimits, Scores
from oxobook.generator.dense.row_sets import RowSets, read_row_sets
from oxobook.generator.work.chunk_file import Cut
from oxobook.generator.work.chunk_folder import Folder
from oxobook.generator.work.chunked_layer import ChunkedLayer, WholeLayer


class DenseSolve(NamedTuple):
    """Description of a solve for its workers."""

    rules: Rules
    folder: Folder
    cuts: tuple[Cut, ...]
    """Cut of each ply's layer."""
    limits: MemoryLimits


class TaskState:
    """State shared by the threads of a process; see the module."""

    def __init__(self, solve: DenseSolve) -> None:
        self.solve = solve
        self.board: BoardTables = board_for_kernels(solve.rules)
        self.kept: dict[int, Scores] = {}
        """Layers that are computed into memory: by ply, flat."""
        self.written = 0
        """Bytes of the chunks that this process has moved into the book."""
        self.array: Scores | None = None
        """Memory of whole layers: even plies begin where it begins, odd plies end where it ends; None if none is in it.

        Two consecutive layers take turns in it, and the system need not clear again what it has given once.
        """
        self._sets: dict[int, RowSets] = {}
        self._whole: dict[int, WholeLayer] = {}
        self._numbers: dict[int, PlyTables] = {}
        self._lock = Lock()

    def sets(self, ply: int) -> RowSets:
        """Return the X-masks of a ply; raises DamagedChunk."""
        stones = stones_at(ply)[0]
        with self._lock:
            if stones not in self._sets:  # a layer needs its own rows and the next one's
                near = {other: sets for other, sets in self._sets.items() if abs(other - stones) <= 1}
                self._sets = near | {stones: read_row_sets(self.solve.folder, stones)}
            return self._sets[stones]

    def numbers(self, ply: int) -> PlyTables:
        with self._lock:
            if ply not in self._numbers:
                self._numbers = {ply: ply_for_kernels(self.solve.rules, ply)}
            return self._numbers[ply]

    def fits(self, ply: int) -> bool:
        """Return whether a layer may be in memory as a whole."""
        return self.solve.cuts[ply].size <= self.solve.limits.whole

    def keep(self, ply: int) -> None:
        """Have a layer computed into memory, over the one two plies on, which is not needed any more."""
        self.forget(ply + 2)
        self.kept[ply] = self._in_place(ply)

    def forget(self, ply: int) -> None:
        """Free a layer in memory."""
        self.kept.pop(ply, None)
        self._whole.pop(ply, None)

    def same_rows(self, ply: int, start: int, stop: int) -> NextRows:
        """Return rows of the layer after a ply by their numbers, for O to move; raises DamagedChunk."""
        columns = columns_at(self.solve.rules, ply + 1)
        begin, end = start * columns, stop * columns
        kept = self.kept.get(ply + 1)
        scores = self._layer(ply + 1).run(begin, end) if kept is None else kept[begin:end]
        return NextRows(self.sets(ply + 1).open.masks[start:stop], np.arange(stop - start) * columns, scores)

    def child_rows(self, ply: int, parts: list[tuple[int, int]]) -> tuple[NextRows, int]:
        """Return the rows of the layer after a ply that its rows lead to, for X to move; raises DamagedChunk.

        ``parts``: first row and end of each part. Also returns the number of parts, at least one, whose rows of the
        next layer fit.
        """
        masks, columns = self.sets(ply + 1).open.masks, columns_at(self.solve.rules, ply + 1)
        whole = self.kept.get(ply + 1)
        if whole is None and self.fits(ply + 1):
            whole = self._read_whole(ply + 1).scores()
        if whole is not None:
            return NextRows(masks, np.arange(len(masks)) * columns, whole), len(parts)
        self._whole.clear()  # the rows take all the room that a whole layer had
        self.array = None
        wanted, done = np.zeros(len(masks), np.bool_), 0
        for start, stop in parts:
            more = wanted.copy()
            kernels.mark_children(self.board, self.sets(ply).open.masks, start, stop, masks, more)
            if done and np.count_nonzero(more) * columns > self.solve.limits.rows:
                break
            wanted, done = more, done + 1
        rows = np.flatnonzero(wanted)
        return NextRows(masks[rows], np.arange(len(rows)) * columns, self._layer(ply + 1).rows(rows, columns)), done

    def _layer(self, ply: int) -> ChunkedLayer:
        return ChunkedLayer(self.solve.folder, self.solve.cuts[ply])

    def _read_whole(self, ply: int) -> WholeLayer:
        """Return a layer held in memory as a whole, the only one read so."""
        with self._lock:
            if ply not in self._whole or self._whole[ply].is_damaged:
                self._whole = {ply: WholeLayer(self._layer(ply), self.solve.cuts[ply], self._in_place(ply))}
            return self._whole[ply]

    def _in_place(self, ply: int) -> Scores:
        """Return the part of the memory of whole layers that a layer takes.

        It fits the two largest consecutive layers that fit together, or the largest layer that fits alone.
        """
        sizes = [cut.size for cut in self.solve.cuts]
        if self.array is None:
            sums = [*sizes, *(one + other for one, other in pairwise(sizes))]
            most = max(size for size in sums if size <= self.solve.limits.whole)
            self.array = np.empty(most, np.int8)  # untouched, it takes no memory
        start = 0 if ply % 2 == 0 else len(self.array) - sizes[ply]
        return self.array[start : start + sizes[ply]]


_own: dict[DenseSolve, TaskState] = {}
"""States of the solves that this process itself makes."""
_foreign: dict[DenseSolve, TaskState] = {}
"""State of the solve that this process last worked on for another one."""
_creating = Lock()


@contextmanager
def sharing(state: TaskState) -> Iterator[TaskState]:
    """Let the workers in this process find the state, as long as the context lasts."""
    _own[state.solve] = state
    try:
        yield state
    finally:
        del _own[state.solve]


def task_state_for(solve: DenseSolve) -> TaskState:
    """Return the state of this process for a solve; raises CannotWrite if its folder is not there."""
    if solve in _own:
        return _own[solve]
    with _creating:
        if solve not in _foreign:
            solve.folder.require_seen()
            _foreign.clear()
            _foreign[solve] = TaskState(solve)
        return _foreign[solve]
