"""Backward pass of large boards without gravity: each layer is computed from the next one alone, chunk by chunk.

``book.layout.rank`` says where a position's score stands, so no key is kept and nothing is sorted, and a position's
lines show whether it is reachable, so no forward pass is needed. Rows are independent, and a chunk is some whole rows.

If O is to move, rows are computed from the same rows of the next layer; if X is to move, from all rows with one more
X-stone, scattered over it. Then a process holds the next layer as a whole, if there is room, or else the rows that some
chunks lead to.

Rows hold the X-masks without a line. If X has just completed one the game is over; those positions are counted, for the
book's figures, but have no place in a table.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from math import factorial

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Rules
from oxobook.book.info import LayerCounts
from oxobook.book.layout.rank import columns_at, stones_at
from oxobook.generator.compilation import have_compiled
from oxobook.generator.dense import kernels
from oxobook.generator.dense.kernel_tables import board_for_kernels, ply_for_kernels
from oxobook.generator.dense.kernels import mark_children, solve_rows
from oxobook.generator.dense.row_kernels import CANONICAL, COUNTED, ENDED, LAST_STONES, POSITIONS, RAW, NextRows
from oxobook.generator.dense.row_sets import all_row_sets, some_rows
from oxobook.generator.layers.blocks import PackedScores, pack
from oxobook.generator.layers.book import BookLayer, PlyTally, layer_counts_of
from oxobook.generator.layers.layer import Chunk, Counts, Cut, DamagedChunk, Layer, Layers, Values, made
from oxobook.generator.layers.memory import Limits
from oxobook.generator.layers.workers import Workers
from oxobook.generator.progress import Report

_SHORT, _LONGEST = 4, 64
"""Chunks of a task that goes to another process, and most of one that reads rows for all of them at once."""


@dataclass(frozen=True)
class Solve:
    """Solve as each task gets it; whatever else it needs it makes from the rules."""

    rules: Rules
    layers: Layers
    limits: Limits

    def layer(self, ply: int) -> Layer:
        """Return the layer of a ply for a task."""
        return self.layers.layer(cut_of(self.rules, ply))


@lru_cache(256)
def cut_of(rules: Rules, ply: int) -> Cut:
    """Return the cut of a ply's layer into chunks of whole rows."""
    rows, columns = len(all_row_sets(rules)[stones_at(ply)[0]].open.masks), columns_at(rules, ply)
    return Cut.even(f"ply-{ply:02}", rows * columns, columns, 2 * COUNTED)


def solve_layer(
    solve: Solve, ply: int, workers: Workers, report: Report, repair: Callable[[DamagedChunk], None] | None = None
) -> BookLayer:
    """Return a layer that is solved as the book asks for its scores; ``repair``: see ``Workers.map``."""
    counts = np.zeros((2, COUNTED), np.int64)
    solve.layers.create(cut_of(solve.rules, ply))

    def pieces() -> Iterator[PackedScores]:
        for chunks in workers.map(solve_chunks, tasks_of(solve, ply, workers), repair):
            for packed, counted in chunks:
                counts[:] += counted.reshape(2, COUNTED)
                report("solve", ply, packed.size)
                yield packed

    return BookLayer(ply, pieces(), partial(_counted, solve.rules, ply, counts), report, workers)


def tasks_of(solve: Solve, ply: int, workers: Workers) -> Iterator[tuple[Solve, int, int, int]]:
    """Yield the arguments of each task: some chunks, many if they share the rows that they read."""
    cut, at_once = cut_of(solve.rules, ply), 1 if workers.share_memory else _SHORT
    if ply % 2 == 0 and ply < solve.rules.cells and cut_of(solve.rules, ply + 1).size > solve.limits.whole:
        at_once = max(1, min(_LONGEST, cut.chunks // (2 * workers.jobs)))
    for first in range(0, cut.chunks, at_once):
        yield solve, ply, first, min(first + at_once, cut.chunks)


def solve_chunks(solve: Solve, ply: int, first: int, stop: int) -> list[tuple[PackedScores, Counts]]:
    """Return the scores and the counts of some chunks, solved unless they are finished.

    Raises DamagedChunk, of the next layer, and CannotWrite.
    """
    layer, found = solve.layer(ply), list[tuple[PackedScores, Counts]]()
    above: NextRows | None = None
    known = range(0)
    for number in range(first, stop):
        chunk = layer.finished(number)
        if chunk is None:
            if above is None or number not in known:
                above = None  # the next rows would have no room beside these
                above, known = next_rows(solve, ply, range(number, stop))
            chunk = made(layer, number, partial(_solved, solve.rules, ply, number, above))
        found.append((pack(chunk.values, layer.cut.slots(number)[0]), chunk.counts))
    return found


def next_rows(solve: Solve, ply: int, numbers: range) -> tuple[NextRows, range]:
    """Return the rows of the next layer that some chunks read, and the chunks, at least one, for which they suffice."""
    rules, first = solve.rules, numbers[:1]
    start, stop = _rows_of(rules, ply, first)
    if ply == rules.cells:  # there is nothing to read
        return NextRows(np.empty(0, np.int32), np.zeros(stop - start, np.int64), np.empty(0, np.int8)), first
    layer, columns = solve.layer(ply + 1), columns_at(rules, ply + 1)
    masks = all_row_sets(rules)[stones_at(ply + 1)[0]].open.masks
    if ply % 2:
        scores = layer.read(start * columns, stop * columns)
        return NextRows(masks[start:stop], np.arange(stop - start) * columns, scores), first
    if layer.cut.size <= solve.limits.whole:
        return NextRows(masks, np.arange(len(masks)) * columns, layer.whole()), numbers
    layer.release()  # the rows take all the room that a whole layer had
    wanted, done = np.zeros(len(masks), np.bool_), 0
    for number in numbers:
        more = wanted.copy()
        some = _rows_of(rules, ply, range(number, number + 1))
        mark_children(board_for_kernels(rules), all_row_sets(rules)[stones_at(ply)[0]].open.masks, *some, masks, more)
        if done and np.count_nonzero(more) * columns > solve.limits.rows:
            break
        wanted, done = more, done + 1
    rows = np.flatnonzero(wanted)
    return NextRows(masks[rows], np.arange(len(rows)) * columns, scattered_rows(layer, rows, columns)), numbers[:done]


def scattered_rows(layer: Layer, rows: NDArray[np.int64], columns: int) -> Values:
    """Return the scores of ``rows``, which ascend, one row after the other; raises DamagedChunk."""
    scores, each = np.empty((len(rows), columns), np.int8), layer.cut.slots(0)[1] // columns
    for number in np.unique(rows // each).tolist():
        low, high = np.searchsorted(rows, [number * each, (number + 1) * each])
        scores[low:high] = layer.chunk(number).reshape(-1, columns)[rows[low:high] - number * each]
    return scores.reshape(-1)


def _rows_of(rules: Rules, ply: int, numbers: range) -> tuple[int, int]:
    """Return the first row of some chunks and the row after their last."""
    cut, columns = cut_of(rules, ply), columns_at(rules, ply)
    return cut.slots(numbers[0])[0] // columns, cut.slots(numbers[-1])[1] // columns


def _solved(rules: Rules, ply: int, number: int, above: NextRows) -> Chunk:
    """Solve a chunk; it counts a share of the rows that X has won, too."""
    board, tables, sets = board_for_kernels(rules), ply_for_kernels(rules, ply), all_row_sets(rules)[stones_at(ply)[0]]
    start, stop = _rows_of(rules, ply, range(number, number + 1))
    scores, counts = np.empty((max(1, stop - start), len(tables.sets)), np.int8), np.zeros((2, COUNTED), np.int64)
    if not tables.x_to_move:
        chunks = cut_of(rules, ply).chunks
        begin, end = (len(sets.won.masks) * part // chunks for part in (number, number + 1))
        for some in range(begin, end, len(scores)):
            part = some_rows(sets.won, some, min(some + len(scores), end))
            solve_rows(board, tables, part, 0, len(part.masks), above, scores, counts)
    solve_rows(board, tables, some_rows(sets.open, start, stop), 0, stop - start, above, scores, counts)
    return Chunk(scores[: stop - start].reshape(-1), counts.reshape(-1))


def _counted(rules: Rules, ply: int, counts: Counts) -> tuple[LayerCounts, int]:
    """Return the record of a layer's counts, and the games that end there without a line."""
    x_stones, o_stones = stones_at(ply)
    last, other = (o_stones, x_stones) if ply % 2 == 0 else (x_stones, o_stones)
    positions, ended, won, lost, _ = map(int, counts[CANONICAL])
    raw_positions, raw_ended = int(counts[RAW, POSITIONS]), int(counts[RAW, ENDED])
    # those that X has won are not among the rows: what they count is both reached and ended
    going_on = (raw_positions - raw_ended) * factorial(x_stones) * factorial(o_stones)
    # the last stone of a line is one that all lines share
    ending = int(counts[RAW, LAST_STONES]) * factorial(max(last - 1, 0)) * factorial(other)
    drawn = going_on if ply == rules.cells else 0
    found = PlyTally(positions, ended, raw_positions, raw_ended, won, lost, going_on + ending, drawn + ending)
    return layer_counts_of(rules, ply, found), drawn


def compile_kernels(report: Report) -> None:
    """Compile the kernels, and say so if that takes long."""
    have_compiled(_solve_tiny, kernels.KERNELS, report)


def _solve_tiny() -> None:
    rules = Rules(2, 2, 2)
    fewer, more = (sets.open for sets in all_row_sets(rules)[:2])
    starts = np.arange(len(more.masks)) * columns_at(rules, 1)
    above = NextRows(more.masks, starts, np.zeros(len(starts) * columns_at(rules, 1), np.int8))
    _solved(rules, 0, 0, above)
    mark_children(board_for_kernels(rules), fewer.masks, 0, 1, more.masks, np.zeros(len(starts), np.bool_))
