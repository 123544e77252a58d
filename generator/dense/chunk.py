"""Chunk of a layer: some blocks, solved, counted and packed by one worker, and written to a file.

The book's blocks take no notice of rows, so a chunk begins and ends within rows: it computes them whole, keeps its own
scores, and counts the rows that begin in it. So no chunk waits for its neighbours.
"""

from collections import deque
from collections.abc import Iterable

import numpy as np

from oxobook.book.layout.rank import columns_at
from oxobook.generator.dense.kernels import COUNTED, NextRows, solve_rows
from oxobook.generator.dense.memory import Counts, Scores
from oxobook.generator.dense.row_sets import some_rows
from oxobook.generator.dense.task_state import DenseSolve, TaskState, task_state_for
from oxobook.generator.work.chunk_file import Chunk, is_finished, write_chunk
from oxobook.generator.work.packed_scores import packed_blocks


def solve_chunks(solve: DenseSolve, ply: int, first: int, stop: int) -> None:
    """Make the chunks of a layer from ``first`` up to ``stop``; raises DamagedChunk and CannotWrite."""
    state, cut = task_state_for(solve), solve.cuts[ply]
    left = deque(range(first, stop))
    if ply not in state.kept:  # the process that began them may have been killed halfway
        left = deque(number for number in left if not is_finished(solve.folder, cut.name(number)))
    while left:
        above, done = next_rows(state, ply, left)
        for number in (left.popleft() for _ in range(done)):
            scores, counts = solve_chunk(state, ply, number, above)
            write_chunk(solve.folder, cut.name(number), Chunk(packed_blocks(scores), counts.tolist()))
            if ply in state.kept:
                start, end = cut.slots(number)
                state.kept[ply][start:end] = scores
        del above  # the next rows would have no room beside these


def rows_of(state: TaskState, ply: int, number: int) -> tuple[int, int]:
    """Return the first row of which a chunk has scores, and the row after the last."""
    columns = columns_at(state.solve.rules, ply)
    start, end = state.solve.cuts[ply].slots(number)
    return start // columns, -(-end // columns)


def next_rows(state: TaskState, ply: int, chunks: Iterable[int]) -> tuple[NextRows, int]:
    """Return the rows of the next layer that some chunks read, and the number of chunks they suffice for."""
    parts = [rows_of(state, ply, number) for number in chunks]
    if ply == state.solve.rules.cells:  # there is nothing to read
        return NextRows(np.empty(0, np.int32), np.zeros(parts[0][1] - parts[0][0], np.int64), np.empty(0, np.int8)), 1
    if state.numbers(ply).x_to_move:
        return state.child_rows(ply, parts)
    return state.same_rows(ply, *parts[0]), 1


def solve_chunk(state: TaskState, ply: int, number: int, above: NextRows) -> tuple[Scores, Counts]:
    """Return the scores of a chunk, flat, and its counts."""
    board, numbers, cut = state.board, state.numbers(ply), state.solve.cuts[ply]
    (start, end), columns = cut.slots(number), len(numbers.sets)
    first, stop = rows_of(state, ply, number)
    rows = some_rows(state.sets(ply).open, first, stop)
    begun = min(-(-start // columns), stop) - first  # of the rows, one at most: the chunk before counts it
    at_once = max(1, stop - first)
    scores = np.empty((at_once, columns), np.int8)
    counts, others = np.zeros((2, 2, COUNTED), np.int64)
    won = state.sets(ply).won  # rows without scores, of which each chunk counts a share
    begin, rest = (len(won.masks) * part // cut.chunks for part in (number, number + 1))
    for some in range(begin, rest, at_once) if not numbers.x_to_move else ():
        part = some_rows(won, some, min(some + at_once, rest))
        solve_rows(board, numbers, part, 0, len(part.masks), above, scores, counts)
    solve_rows(board, numbers, rows, 0, begun, above, scores, others)
    solve_rows(board, numbers, rows, begun, stop - first, above, scores, counts)
    return scores.reshape(-1)[start - first * columns : end - first * columns], counts
