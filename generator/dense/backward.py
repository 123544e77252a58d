"""Backward pass of large boards without gravity: each layer is computed from the next one alone, chunk by chunk.

``book.layout.rank`` says where a position's score stands, so no key is kept and nothing is sorted, and a position's
lines show whether it is reachable, so no forward pass is needed. Rows are independent, and a chunk is some whole rows.

Rows hold the X-masks without a line. If X has just completed one the game is over; those positions are counted, for the
book's figures, but have no place in a table.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from math import factorial

import numpy as np

from oxobook.book.game.rules import Rules
from oxobook.book.info import LayerCounts
from oxobook.book.layout.rank import columns_at, stones_at
from oxobook.generator.compilation import have_compiled
from oxobook.generator.dense.kernel_tables import (
    board_for_kernels,
    groups_for_kernels,
    ply_for_kernels,
    ranks_for_kernels,
)
from oxobook.generator.dense.next_rows import fits, next_rows, runs
from oxobook.generator.dense.o_kernels import solve_o_rows
from oxobook.generator.dense.row_kernels import CANONICAL, COUNTED, ENDED, LAST_STONES, POSITIONS, RAW, NextRows
from oxobook.generator.dense.row_sets import all_row_sets, some_rows
from oxobook.generator.dense.solve import Solve, cut_of, rows_of
from oxobook.generator.dense.x_kernels import mark_children, solve_x_rows
from oxobook.generator.layers.blocks import PackedScores, pack
from oxobook.generator.layers.book import BookLayer, PlyTally, layer_counts_of
from oxobook.generator.layers.layer import LONGEST, Chunk, Counts, DamagedChunk, made
from oxobook.generator.layers.memory import release
from oxobook.generator.layers.workers import Workers

_MOST = 1 << 14
"""Most tasks of a layer that go to other processes, if they need no run of rows."""

Task = tuple[Solve, int, range, range]
"""Arguments of ``solve_chunks``."""


def solve_layer(
    solve: Solve, ply: int, workers: Workers, repair: Callable[[DamagedChunk], None] | None = None
) -> BookLayer:
    """Return a layer that is solved as the book asks for its scores; ``repair``: see ``Workers.map``."""
    counts = np.zeros((2, COUNTED), np.int64)
    solve.create(ply)

    def pieces() -> Iterator[PackedScores]:
        for tasks in tasks_of(solve, ply, workers):
            for packed, counted in chain.from_iterable(workers.map(solve_chunks, tasks, repair)):
                counts[:] += counted.reshape(2, COUNTED)
                yield packed
            release()

    return BookLayer(ply, pieces(), partial(_counted, solve.rules, ply, counts))


def tasks_of(solve: Solve, ply: int, workers: Workers) -> Iterator[Iterable[Task]]:
    """Yield the tasks of a layer, in groups: threads that share rows must have done with them before the next.

    Another process holds the rows of one run, so a task that goes there is a whole run, if there are several.
    """
    chunks = cut_of(solve.rules, ply).chunks
    if workers.share_memory or fits(solve, ply):
        each = 1 if workers.share_memory else -(-chunks // _MOST)
        for run in runs(solve, ply):
            yield [(solve, ply, run, run[place : place + each]) for place in range(0, len(run), each)]
    else:
        longest = max(1, min(LONGEST, chunks // (2 * workers.jobs)))
        yield ((solve, ply, run, run) for run in runs(solve, ply, longest))


def solve_chunks(solve: Solve, ply: int, run: range, numbers: range) -> list[tuple[PackedScores, Counts]]:
    """Return the scores and the counts of some chunks of a run, solved unless they are finished.

    Raises DamagedChunk, of the next layer, and CannotWrite.
    """
    layer, found = solve.layer(ply), list[tuple[PackedScores, Counts]]()
    above = next_rows(solve, ply, run)
    for number in numbers:
        chunk = made(layer, number, partial(_solved, solve.rules, ply, number, above))
        found.append((pack(chunk.values, layer.cut.slots(number)[0]), chunk.counts))
    return found


def _solved(rules: Rules, ply: int, number: int, next_rows: Callable[[int], NextRows]) -> Chunk:
    """Solve a chunk; it counts a share of the rows that X has won, too."""
    above = next_rows(number)
    board, tables, sets = board_for_kernels(rules), ply_for_kernels(rules, ply), all_row_sets(rules)[stones_at(ply)[0]]
    start, stop = rows_of(rules, ply, range(number, number + 1))
    rows, scores = some_rows(sets.open, start, stop), np.empty((stop - start, len(tables.sets)), np.int8)
    counts = np.zeros((2, COUNTED), np.int64)
    if ply % 2 == 0:
        solve_x_rows(board, tables, ranks_for_kernels(rules, ply), rows, above, scores, counts)
    else:
        chunks = cut_of(rules, ply).chunks
        won = some_rows(sets.won, *(len(sets.won.masks) * part // chunks for part in (number, number + 1)))
        solve_o_rows(board, tables, groups_for_kernels(rules, ply), rows, won, above, scores, counts)
    return Chunk(scores.reshape(-1), counts.reshape(-1))


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


def compile_kernels() -> None:
    """Compile the kernels, and say so if that takes long."""
    have_compiled(_solve_tiny, (solve_x_rows, solve_o_rows, mark_children))


def _solve_tiny() -> None:
    rules = Rules(2, 2, 2)
    fewer, more = (sets.open.masks for sets in all_row_sets(rules)[:2])
    for ply in (0, 1):
        _solved(rules, ply, 0, partial(_zeros, rules, ply))
    mark_children(board_for_kernels(rules), fewer, more, np.zeros(len(more), np.bool_))


def _zeros(rules: Rules, ply: int, number: int) -> NextRows:
    """Return zeros for the rows with one X-stone of the layer after ``ply``."""
    masks, columns = all_row_sets(rules)[1].open.masks, columns_at(rules, ply + 1)
    return NextRows(masks, np.arange(len(masks)) * columns, np.zeros(len(masks) * columns, np.int8))
