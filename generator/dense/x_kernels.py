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
def _read_lines(stones: Words, lines: Masks32, columns: Columns, b: int) -> None:
    """Find where O has lines, and where one stone more completes one; ``lines``: those that X leaves it."""
    cells, words = stones.shape
    once, twice, complete = columns.once[b], columns.twice[b], columns.complete[b]
    apart, threats = columns.apart[b], columns.threats[b]
    complete[:] = 0
    apart[:] = 0
    threats[:] = 0
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
                    threats[c, w] |= once[w] & ~twice[w] & ~stones[c, w]
            else:
                for w in range(words):
                    apart[c, w] |= ~once[w]
        for w in range(words):
            complete[w] |= ~once[w]


@part
def _settle(misere: bool, stones: Words, valid: Words, x_wins: int, columns: Columns, b: int) -> None:
    """Find the columns that X wins, the quiet ones, and in ``threats`` those in which it must take a cell.

    Under misère all columns are quiet in which the game goes on.
    """
    cells, words = stones.shape
    once, twice, complete = columns.once[b], columns.twice[b], columns.complete[b]
    threats, wins, quiet = columns.threats[b], columns.wins[b], columns.quiet[b]
    wins[:] = 0
    once[:] = 0
    twice[:] = 0
    for c in range(0 if misere else cells):
        if x_wins >> c & 1:
            for w in range(words):
                wins[w] |= ~stones[c, w]
        for w in range(words):
            twice[w] |= once[w] & threats[c, w]
            once[w] |= threats[c, w]
    for w in range(words):
        wins[w] &= valid[w] & ~complete[w]
        quiet[w] = valid[w] & ~complete[w] & ~wins[w] & ~once[w]
        once[w] &= valid[w] & ~complete[w] & ~wins[w] & ~twice[w]
    for c in range(cells):
        for w in range(words):
            threats[c, w] &= once[w]


@part
def _find_positions(valid: Words, columns: Columns, b: int) -> None:
    """Find the columns that are positions: those in which all complete lines of O share a stone, if there are any."""
    impossible, apart, counted = columns.once[b], columns.apart[b], columns.counted[b]
    impossible[:] = columns.complete[b]
    for c in range(len(apart)):
        for w in range(len(valid)):
            impossible[w] &= apart[c, w]
    for w in range(len(valid)):
        counted[w] = valid[w] & ~impossible[w]


@part
def _fetch(scores: Scores, start: int, stop: int) -> None:
    """Begin to fetch a row into the caches: its scores are read in no order, so each would be waited for."""
    for place in range(start, stop, 64):
        prefetch_score(scores, place)


@part
def _try_move(
    ply: PlyTables, ranks: RankTables, c: int, start: int, next_scores: Scores, work: RowWorkspace, columns: Columns
) -> None:
    """Raise the scores to what X's move on the c-th free cell reaches.

    ``start``: index of the first score of the row that it leads to; ``work`` has the tables that renumber columns.
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
    blocks, n, _ = ply.stones.shape
    work, columns = new_workspace(board), new_columns(ply)
    all_scores = columns.scores.reshape(-1).view(np.int8)
    for row in range(len(rows.masks)):
        x = int(rows.masks[row])
        found, x_wins, _ = read_row(board, x, work.lines)
        all_scores[:] = ply.lost
        for b in range(blocks):
            _read_lines(ply.stones[b], work.lines[:found], columns, b)
            _find_positions(ply.valid[b], columns, b)
            _settle(board.misere, ply.stones[b], ply.valid[b], x_wins, columns, b)
            write_scores(board, columns.wins[b], ply.line, columns.scores[b])
            write_scores(board, columns.complete[b], ply.over, columns.scores[b])
        for c in range(n if len(above.masks) else 0):
            if not x_wins >> c & 1:
                start = above.starts[child_row(board, x, c, above.masks, work.bits, work.low, work.high)]
                _fetch(above.scores, start, start + ranks.columns)
                _try_move(ply, ranks, c, start, above.scores, work, columns)
        count_columns(board, ply, x, int(rows.orbits[row]), 0, work, columns, counts)
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
