"""Rows of the next layer that chunks read.

If O is to move, a chunk is computed from the same rows, which are a chunk there; if X is to move, from all rows with
one more X-stone, scattered over the layer. Then a process holds the whole layer, if there is room, or else the rows
that a run of chunks leads to; threads share them.
"""

from collections import deque
from collections.abc import Callable, Iterator
from functools import cache, partial
from math import inf

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Rules
from oxobook.book.layout.rank import columns_at
from oxobook.generator.dense.kernel_tables import board_for_kernels
from oxobook.generator.dense.row_kernels import NextRows
from oxobook.generator.dense.solve import Solve, cut_of, masks_of, rows_of
from oxobook.generator.dense.x_kernels import mark_children
from oxobook.generator.layers.layer import Layer, MemoryLayer, Values
from oxobook.generator.layers.memory import held
from oxobook.generator.layers.workers import threads

_READERS = 4  # threads, which wait for the store now and then


def runs(solve: Solve, ply: int, longest: float = inf) -> Iterator[range]:
    """Yield the runs of chunks for which the rows that they read of the next layer have room at once."""
    first, stop = 0, cut_of(solve.rules, ply).chunks
    if not fits(solve, ply):
        masks, columns = masks_of(solve.rules, ply + 1), columns_at(solve.rules, ply + 1)
        wanted = np.zeros(len(masks), np.bool_)
        for number in range(stop):
            _mark(solve.rules, ply, range(number, number + 1), wanted)
            over = np.count_nonzero(wanted) * columns > solve.limits.rows
            if first < number and (over or number - first >= longest):
                yield range(first, number)
                first, wanted[:] = number, False
                _mark(solve.rules, ply, range(number, number + 1), wanted)
    yield range(first, stop)


def fits(solve: Solve, ply: int) -> bool:
    """Return whether a ply's chunks need no room for rows, or the whole next layer has room."""
    return ply % 2 == 1 or ply == solve.rules.cells or cut_of(solve.rules, ply + 1).size <= solve.limits.whole


def next_rows(solve: Solve, ply: int, run: range) -> Callable[[int], NextRows]:
    """Return a function that returns the rows that a chunk of a run reads; raises DamagedChunk."""
    if ply == solve.rules.cells:
        return partial(_no_rows, solve.rules, ply)
    if ply % 2:
        return partial(_same_rows, solve, ply)
    shared = cache(partial(_child_rows, solve, ply, run))  # read once, and not at all if all chunks are finished
    return lambda number: shared()


def _no_rows(rules: Rules, ply: int, number: int) -> NextRows:
    start, stop = rows_of(rules, ply, range(number, number + 1))
    return NextRows(np.empty(0, np.int32), np.zeros(stop - start, np.int64), np.empty(0, np.int8))


def _same_rows(solve: Solve, ply: int, number: int) -> NextRows:
    """Return the rows of the next layer that are those of a chunk: they are the chunk of its number."""
    start, stop = rows_of(solve.rules, ply, range(number, number + 1))
    masks, columns = masks_of(solve.rules, ply + 1), columns_at(solve.rules, ply + 1)
    return NextRows(masks[start:stop], np.arange(stop - start) * columns, solve.layer(ply + 1).chunk(number))


def _child_rows(solve: Solve, ply: int, run: range) -> NextRows:
    """Return the rows of the next layer that a run of chunks leads to, read once for all threads of a process."""
    after, masks = solve.layer(ply + 1), masks_of(solve.rules, ply + 1)
    if isinstance(after, MemoryLayer):
        return NextRows(masks, np.arange(len(masks)) * columns_at(solve.rules, ply + 1), after.whole())
    rows: NextRows = held((solve, ply, run), partial(_read, solve, ply, run, after))
    return rows


def _read(solve: Solve, ply: int, run: range, after: Layer) -> NextRows:
    masks, columns = masks_of(solve.rules, ply + 1), columns_at(solve.rules, ply + 1)
    wanted = np.full(len(masks), fits(solve, ply))
    if not fits(solve, ply):
        _mark(solve.rules, ply, run, wanted)
    rows = np.flatnonzero(wanted)
    return NextRows(masks[rows], np.arange(len(rows)) * columns, rows_in(after, rows, columns))


def rows_in(layer: Layer, rows: NDArray[np.int64], columns: int) -> Values:
    """Return the scores of ``rows``, which ascend, one row after the other; raises DamagedChunk."""
    scores, each = np.empty((len(rows), columns), np.int8), layer.cut.slots(0)[1] // columns

    def read(number: int) -> None:
        low, high = np.searchsorted(rows, [number * each, (number + 1) * each])
        scores[low:high] = layer.chunk(number).reshape(-1, columns)[rows[low:high] - number * each]

    with threads(_READERS) as pool:
        deque(pool.map(read, np.unique(rows // each).tolist()), maxlen=0)
    return scores.reshape(-1)


def _mark(rules: Rules, ply: int, numbers: range, wanted: NDArray[np.bool_]) -> None:
    """Mark the rows of the next layer that some chunks lead to."""
    start, stop = rows_of(rules, ply, numbers)
    mark_children(board_for_kernels(rules), masks_of(rules, ply)[start:stop], masks_of(rules, ply + 1), wanted)
