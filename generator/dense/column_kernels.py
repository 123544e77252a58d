"""Columns of a row, 64 at a time, for the inner loops of the engine for large boards.

A question about the columns is answered with a bit for each: a word has those of 64 columns, and a vector instruction
handles several words. So the columns in which O has a line are those in which it has every cell of the line.
``PlyTables.stones`` has, for each free cell, the columns in which O has it. The words of a row come in blocks, whose
working arrays stay in the processor's first-level cache.
"""

from typing import NamedTuple

import numpy as np

from oxobook.generator.compilation import part
from oxobook.generator.dense.memory import Counts, Masks32
from oxobook.generator.dense.row_kernels import (
    CANONICAL,
    COUNTED,
    ENDED,
    LAST_STONES,
    LOST,
    POSITIONS,
    RAW,
    WON,
    BoardTables,
    PlyTables,
    RowWorkspace,
    at,
    image_of,
    renumber,
)
from oxobook.generator.instructions import Words, ones

_EACH = 0x0101010101010101
"""Factor that repeats a byte eight times."""
_SIGNS = -0x7F7F7F7F7F7F7F80
"""Sign bits of the eight scores in a word."""


class Columns(NamedTuple):
    """Working arrays for the columns of a row, a bit for each: shape (blocks, words), or (blocks, cells, words)."""

    complete: Words
    """Columns in which O has a line."""
    apart: Words
    """By cell, columns in which O has a line without that cell."""
    threats: Words
    """By cell, columns in which O would complete a line there."""
    wins: Words
    """Columns in which X completes a line."""
    quiet: Words
    """Columns in which neither side completes a line."""
    once: Words
    """Columns in which something is found, for a search that is under way ..."""
    twice: Words
    """... and those in which it is found again."""
    counted: Words
    """Columns that are positions, and are to be counted."""
    scores: Words
    """Scores of the columns, one in a byte, shape (blocks, 8 * words)."""


@part
def new_columns(ply: PlyTables) -> Columns:
    """Return working arrays for the rows of a layer."""
    blocks, cells, words = ply.stones.shape
    cut, each = np.empty((2, blocks, cells, words), np.int64), np.empty((6, blocks, words), np.int64)
    scores = np.empty((blocks, 8 * words), np.int64)
    return Columns(each[0], cut[0], cut[1], each[1], each[2], each[3], each[4], each[5], scores)


@part
def find_lines(stones: Words, lines: Masks32, once: Words, complete: Words) -> None:
    """Find the columns of a block in which O has a line; ``lines``: those that X leaves it.

    If X is to move, the same loop finds more: see ``x_kernels``.
    """
    cells, words = stones.shape
    complete[:] = 0
    for line in lines:
        once[:] = 0  # columns that lack a cell of the line
        for c in range(cells):
            if line >> c & 1:
                for w in range(words):
                    once[w] |= ~stones[c, w]
        for w in range(words):
            complete[w] |= ~once[w]


@part
def write_scores(board: BoardTables, columns: Words, score: int, scores: Words) -> None:
    """Write a score in some columns."""
    word = (score & 255) * _EACH
    for w in range(len(columns)):
        for eight in range(8):
            written = board.spread[at(columns[w] >> 8 * eight & 255)]
            scores[8 * w + eight] = written & word | ~written & scores[8 * w + eight]


@part
def count_columns(
    board: BoardTables,
    ply: PlyTables,
    x: int,
    orbit: int,
    last_x_stones: int,
    work: RowWorkspace,
    columns: Columns,
    counts: Counts,
) -> None:
    """Count the columns of a row: each position stands for the orbit of the row's X-mask.

    If a symmetry leaves the X-mask as it is, columns that are each other's image are one position up to symmetry: the
    least of them counts. ``last_x_stones``: number of the stones with which X can have completed its lines, if any.
    """
    work.counts[:] = 0
    _count(board, last_x_stones, columns, work.counts)
    for which in range(COUNTED):
        counts[RAW, which] += orbit * work.counts[which]
    if orbit < len(board.images):
        for symmetry in range(1, len(board.images)):
            if image_of(board, symmetry, x) == x:
                _drop_copies(board, symmetry, x, ply.sets, columns.counted.reshape(-1), work)
        work.counts[:] = 0
        _count(board, last_x_stones, columns, work.counts)
    for which in range(COUNTED):
        counts[CANONICAL, which] += work.counts[which]


@part
def _count(board: BoardTables, last_x_stones: int, columns: Columns, counts: Counts) -> None:
    """Add to ``counts``: positions, those ended by a line, won and lost for the side to move, and last stones."""
    positions, ended, won, lost, stones = 0, 0, 0, 0, 0
    blocks, words = columns.counted.shape
    for b in range(blocks):
        for w in range(words):
            counted = columns.counted[b, w]
            over = counted if last_x_stones else counted & columns.complete[b, w]
            positions += ones(counted)
            ended += ones(over)
            if over and not last_x_stones:
                for c in range(columns.apart.shape[1]):
                    stones += ones(over & ~columns.apart[b, c, w])
            for eight in range(8):
                scores, signs = columns.scores[b, 8 * w + eight], _SIGNS & board.spread[at(counted >> 8 * eight & 255)]
                lost += ones(scores & signs)
                won += ones((scores & ~_SIGNS) + ~_SIGNS & ~scores & signs)  # the sum has the sign unless it is 0
    counts[POSITIONS] += positions
    counts[ENDED] += ended
    counts[WON] += won
    counts[LOST] += lost
    counts[LAST_STONES] += stones + last_x_stones * ended


@part
def _drop_copies(board: BoardTables, symmetry: int, x: int, sets: Masks32, counted: Words, work: RowWorkspace) -> None:
    """Count no column that a symmetry of the row takes to a lesser one."""
    free = (1 << board.cells) - 1 & ~x
    n = ones(free)
    half = (n + 1) >> 1
    renumber(board, symmetry, free, -1, free, work.bits, work.low, work.high)
    for s in range(len(sets)):
        image = work.low[sets[s] & (1 << half) - 1] | work.high[sets[s] >> half]
        if image < sets[s]:
            counted[s >> 6] &= ~(1 << (s & 63))
