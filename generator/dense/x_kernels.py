"""Inner loop for the layers in which X is to move: each of its moves leads to another row.

Tactics settle most positions, and the next layer need not be read for them. If X can complete a line, it has won;
otherwise, if O could complete one on two cells, X loses two plies on, and if on one cell, it must take that cell. Only
a quiet position tries all its moves. Under misère there is nothing to block, but a player who completes a line has
lost, so those moves need no reading either.
"""

import numpy as np

from oxobook.generator.compilation import kernel, part
from oxobook.generator.dense.column_kernels import (
    Columns,
    block_of,
    count_columns,
    new_columns,
    write_scores,
)
from oxobook.generator.dense.memory import Counts, Flags, Masks32, Scores
from oxobook.generator.dense.row_kernels import (
    BoardTables,
    MaskRows,
    NextRows,
    PlyTables,
    RankTables,
    RowWorkspace,
    at,
    child_row,
    least_image,
    new_workspace,
    place_of,
    read_row,
)
from oxobook.generator.instructions import Words, lowest, prefetch_score


@part
def _read_lines(stones: Words, lines: Masks32, columns: Columns) -> None:
    """Find where O has lines, and where one stone more completes one; ``lines``: those that X leaves it."""
    cells, words = stones.shape
    once, twice = columns.once, columns.twice
    columns.complete[:] = 0
    columns.apart[:] = 0
    columns.threats[:] = 0
    for line in lines:
        once[:] = 0  # columns that lack a cell of the line
        twice[:] = 0
        for c in range(cells):
            if line >> c & 1:
                for w in range(words):
                    twice[w] |= once[w] & ~stones[c, w]
                    once[w] |= ~stones[c, w]
        for c in range(cells):
            if line >> c & 1:
                for w in range(words):
                    columns.threats[c, w] |= once[w] & ~twice[w] & ~stones[c, w]
            else:
                for w in range(words):
                    columns.apart[c, w] |= ~once[w]
        for w in range(words):
            columns.complete[w] |= ~once[w]


@part
def _settle(stones: Words, valid: Words, x_wins: int, columns: Columns) -> None:
    """Find the columns that X wins, the quiet ones, and in ``threats`` those in which it must take a cell."""
    cells, words = stones.shape
    wins, quiet, once, twice = columns.wins, columns.quiet, columns.once, columns.twice
    wins[:] = 0
    once[:] = 0
    twice[:] = 0
    for c in range(cells):
        if x_wins >> c & 1:
            for w in range(words):
                wins[w] |= ~stones[c, w]
        for w in range(words):
            twice[w] |= once[w] & columns.threats[c, w]
            once[w] |= columns.threats[c, w]
    for w in range(words):
        wins[w] &= valid[w] & ~columns.complete[w]
        quiet[w] = valid[w] & ~columns.complete[w] & ~wins[w] & ~once[w]
    for c in range(cells):
        for w in range(words):
            columns.threats[c, w] &= valid[w] & ~columns.complete[w] & ~wins[w] & ~twice[w]


@part
def _settle_misere(valid: Words, columns: Columns) -> None:
    """Find the columns in which the game goes on: all are quiet."""
    columns.wins[:] = 0
    columns.threats[:] = 0
    for w in range(len(valid)):
        columns.quiet[w] = valid[w] & ~columns.complete[w]


@part
def _find_positions(valid: Words, columns: Columns) -> None:
    """Find the columns that are positions: those in which O has no lines that share no stone."""
    cells, words = columns.apart.shape
    columns.once[:] = columns.complete
    for c in range(cells):
        for w in range(words):
            columns.once[w] &= columns.apart[c, w]
    for w in range(words):
        columns.counted[w] = valid[w] & ~columns.once[w]


@part
def _fetch(scores: Scores, start: int, stop: int) -> None:
    """Begin to fetch a row: its scores are read in no order, and else each would be waited for."""
    for place in range(start, stop, 64):
        prefetch_score(scores, place)


@part
def _try_move(
    ply: PlyTables, ranks: RankTables, c: int, start: int, next_scores: Scores, work: RowWorkspace, columns: Columns
) -> None:
    """Raise the scores to what X's move on the c-th free cell reaches.

    ``start``: of the row that it leads to; ``work``: with the tables that renumber columns for it.
    """
    blocks, n, words = ply.stones.shape
    half, next_half, scores = (n + 1) >> 1, ranks.width, columns.scores.reshape(-1).view(np.int8)
    for b in range(blocks):
        for w in range(words):
            tries = columns.quiet[b, w] & ~ply.stones[b, c, w] | columns.threats[b, c, w]
            while tries:
                s = at(64 * (words * b + w) + lowest(tries))
                tries &= tries - 1
                stones = int(ply.sets[s])
                stones = work.low[at(stones & (1 << half) - 1)] | work.high[at(stones >> half)]
                rank = ranks.low[at(stones & (1 << next_half) - 1)] + ranks.high[at(stones >> next_half)]
                scores[s] = max(int(scores[s]), -int(next_scores[at(start + rank)]))


@kernel
def solve_x_rows(
    board: BoardTables,
    ply: PlyTables,
    ranks: RankTables,
    rows: MaskRows,
    above: NextRows,
    scores: Scores,
    counts: Counts,
) -> None:
    """Score rows of a layer in which X is to move, and add to its ``counts``."""
    blocks, n, words = ply.stones.shape
    work, columns = new_workspace(board), new_columns(ply)
    all_scores = columns.scores.reshape(-1).view(np.int8)
    for row in range(len(rows.masks)):
        x, orbit = int(rows.masks[row]), int(rows.orbits[row])
        found, x_wins, _ = read_row(board, x, work.lines)
        all_scores[:] = ply.lost
        for b in range(blocks):
            block = block_of(columns, b)
            _read_lines(ply.stones[b], work.lines[:found], block)
            if board.misere:
                _settle_misere(ply.valid[b], block)
            else:
                _settle(ply.stones[b], ply.valid[b], x_wins, block)
            write_scores(board, block.wins, ply.line, block.scores)
            write_scores(board, block.complete, ply.over, block.scores)
        for c in range(n if len(above.masks) else 0):
            if not x_wins >> c & 1:
                start = above.starts[child_row(board, x, c, above.masks, work.bits, work.low, work.high)]
                _fetch(above.scores, start, start + ranks.columns)
                _try_move(ply, ranks, c, start, above.scores, work, columns)
        for b in range(blocks):
            block, sets = block_of(columns, b), ply.sets[64 * words * b :][: 64 * words]
            _find_positions(ply.valid[b], block)
            count_columns(board, x, orbit, 0, sets, work, block, counts)
        scores[row] = all_scores[: len(ply.sets)]


@kernel
def mark_children(board: BoardTables, masks: Masks32, next_masks: Masks32, wanted: Flags) -> None:
    """Mark the rows of the next layer after some rows in which X is to move.

    ``wanted``: flag of each of the ``next_masks``, shape (rows of the next layer,).
    """
    full = (1 << board.cells) - 1
    for x in masks:
        free = full & ~x
        while free:
            least, _ = least_image(board, x | (free & -free))
            free &= free - 1
            place = place_of(next_masks, least)
            if place < len(next_masks) and next_masks[place] == least:
                wanted[place] = True
