"""Inner loops of the engine for large boards, compiled by Numba: one row of a layer at a time.

Tactics settle most positions, and the next layer need not be read for them. If the side to move can complete a line, it
has won; otherwise, if the opponent could complete one on two cells, it loses two plies on, and if on one cell, it must
take that cell. Only a quiet position tries all its moves. Under misère there is nothing to block, but a player who
completes a line has lost, so those moves need no reading either.

Loops without branches are written so that the compiler turns them into vector instructions: that is what the casts to
int32 are for.
"""

from typing import Any

import numpy as np

from oxobook.generator.compilation import kernel, part
from oxobook.generator.dense.memory import Counts, Flags, Masks32, Scores
from oxobook.generator.dense.row_kernels import (
    BLOCK_COLUMNS,
    CANONICAL,
    COUNTED,
    ENDED,
    LAST_STONES,
    LOST,
    NO_LINE,
    POSITIONS,
    RAW,
    WON,
    BoardTables,
    MaskRows,
    NextRows,
    PlyTables,
    RowWorkspace,
    child_row,
    image_of,
    least_image,
    new_workspace,
    place_of,
    read_row,
    renumber,
)
from oxobook.generator.instructions import lowest, ones


@part
def _read_lines(sets: Masks32, lines: Masks32, kept: int, shared_by_x: int, threats: Masks32, shared: Masks32) -> None:
    """Find for each set of O's cells where O completes a line, and the cells that all complete lines share.

    ``lines``: those O may still complete. ``kept``: -1 to keep the cells of O's lines, 0 if O must have none.
    ``shared_by_x``: the cells that X's lines share.
    """
    threats[:] = 0
    shared[:] = shared_by_x
    for line in lines:
        share = np.int32(line & kept)
        for s in range(len(sets)):
            missing = np.int32(line & ~sets[s])
            several = np.int32(missing & np.int32(missing - 1))
            threats[s] |= missing if several == 0 else 0
            shared[s] &= share if missing == 0 else -1


@part
def _settle(
    ply: PlyTables,
    free: int,
    wins: int,
    sets: Masks32,
    threats: Masks32,
    shared: Masks32,
    scores: Scores,
    moves: Masks32,
) -> None:
    """Write the scores decided by tactics alone, and the ``moves`` that must be looked up in the next layer.

    Moves are masks of the row's numbers.
    """
    for s in range(len(sets)):
        x_wins = np.int32(wins & ~sets[s])
        own = x_wins if ply.x_to_move else threats[s]
        other = threats[s] if ply.x_to_move else x_wins
        several = np.int32(other & np.int32(other - 1))
        forced = other if several == 0 else 0
        tries = np.int32(free & ~sets[s]) if other == 0 else forced
        goes_on = shared[s] == NO_LINE
        moves[s] = tries if goes_on and own == 0 else 0
        scores[s] = (ply.line if own != 0 else ply.lost) if goes_on else ply.over


@part
def _settle_misere(
    ply: PlyTables,
    free: int,
    losses: int,
    sets: Masks32,
    threats: Masks32,
    shared: Masks32,
    scores: Scores,
    moves: Masks32,
) -> None:
    """Write the scores decided by tactics under misère, and the moves; completing a line scores ``lost``."""
    for s in range(len(sets)):
        own = losses if ply.x_to_move else threats[s]
        goes_on = shared[s] == NO_LINE
        moves[s] = np.int32(free & ~sets[s] & ~own) if goes_on else 0
        scores[s] = ply.lost if goes_on else ply.over


@part
def _count(shared: Masks32, scores: Scores, counts: Counts) -> None:
    """Add to ``counts``: positions, those ended by a line, won and lost for the side to move, and last stones."""
    positions, ended, won, lost, stones = 0, 0, 0, 0, 0
    for s in range(len(shared)):
        is_position = shared[s] != 0
        has_line = is_position and shared[s] != NO_LINE
        positions += is_position
        ended += has_line
        won += is_position and scores[s] > 0
        lost += is_position and scores[s] < 0
        stones += ones(shared[s]) if has_line else 0
    counts[POSITIONS] += positions
    counts[ENDED] += ended
    counts[WON] += won
    counts[LOST] += lost
    counts[LAST_STONES] += stones


@part
def _count_row(
    board: BoardTables,
    x: int,
    orbit: int,
    sets: Masks32,
    shared: Masks32,
    scores: Scores,
    counts: Counts,
    work: RowWorkspace,
) -> None:
    """Count some columns of a row: each stands for the orbit of the row's X-mask.

    If a symmetry leaves the X-mask as it is, columns that are each other's image are one position up to symmetry: the
    least of them counts.
    """
    work.counts[:] = 0
    _count(shared, scores, work.counts)
    for which in range(COUNTED):
        counts[RAW, which] += orbit * work.counts[which]
    if orbit < len(board.images):
        for symmetry in range(1, len(board.images)):
            if image_of(board, symmetry, x) == x:
                _drop_copies(board, symmetry, x, sets, shared, work)
        work.counts[:] = 0
        _count(shared, scores, work.counts)
    for which in range(COUNTED):
        counts[CANONICAL, which] += work.counts[which]


@part
def _drop_copies(board: BoardTables, symmetry: int, x: int, sets: Masks32, shared: Masks32, work: RowWorkspace) -> None:
    """Mark the columns that a symmetry of the row takes to a lesser one, so that they are not counted."""
    free = (1 << board.cells) - 1 & ~x
    n = ones(free)
    half = (n + 1) >> 1
    renumber(board, symmetry, free, -1, free, work.bits, work.low, work.high)
    for s in range(len(sets)):
        image = work.low[sets[s] & (1 << half) - 1] | work.high[sets[s] >> half]
        if image < sets[s]:
            shared[s] = 0


@part
def _at(index: int) -> Any:
    """Return an index as a number without a sign: to check the sign takes a tenth of the time."""
    return np.uint64(index)


@part
def _rank(ply: PlyTables, child: int) -> int:
    """Return the column of the next layer that holds a set."""
    low, high = child & (1 << ply.child_width) - 1, child >> ply.child_width
    return int(ply.child_low[_at(low)] + ply.child_high[_at(high)])


@part
def _try_x_moves(
    board: BoardTables,
    ply: PlyTables,
    x: int,
    sets: Masks32,
    above: NextRows,
    child_starts: Counts,
    low: Masks32,
    high: Masks32,
    scores: Scores,
    work: RowWorkspace,
) -> None:
    """Raise the scores to what X's moves reach, each in another row.

    ``child_starts``: of each free cell's row, -1 until it is found, with the tables that renumber columns for it.
    """
    half, wanted = (low.shape[0] + 1) >> 1, 0
    for s in range(len(sets)):
        wanted |= work.moves[s]
    while wanted:
        c = lowest(wanted)
        wanted &= wanted - 1
        if child_starts[c] < 0:
            child_starts[c] = above.starts[child_row(board, x, c, above.masks, work.bits, low[c], high[c])]
    for s in range(len(sets)):
        tries, best = int(work.moves[s]), int(scores[s])
        in_low, in_high = _at(sets[s] & (1 << half) - 1), _at(sets[s] >> half)
        while tries:
            c = _at(lowest(tries))
            tries &= tries - 1
            slot = child_starts[c] + _rank(ply, low[c, in_low] | high[c, in_high])
            best = max(best, -int(above.scores[_at(slot)]))
        scores[s] = best


@part
def _try_o_moves(ply: PlyTables, sets: Masks32, above: NextRows, row: int, scores: Scores, moves: Masks32) -> None:
    """Raise the scores to what O's moves reach, all in the same row."""
    child_start = above.starts[row] if row < len(above.starts) else 0
    for s in range(len(sets)):
        tries, best = int(moves[s]), int(scores[s])
        while tries:
            slot = child_start + _rank(ply, sets[s] | (tries & -tries))
            tries &= tries - 1
            best = max(best, -int(above.scores[_at(slot)]))
        scores[s] = best


@kernel
def solve_rows(
    board: BoardTables,
    ply: PlyTables,
    rows: MaskRows,
    start: int,
    stop: int,
    above: NextRows,
    scores: Scores,
    counts: Counts,
) -> None:
    """Score rows ``start`` to ``stop`` of a layer, and add to its ``counts``.

    If O is to move, ``above`` has the same rows. In rows that X has just won nothing of it is read.
    """
    full, n = (1 << board.cells) - 1, 0
    if start < stop:
        n = ones(full & ~rows.masks[start])
    half = (n + 1) >> 1
    work = new_workspace(board)
    low = np.empty((n, 1 << half), np.int32)
    high = np.empty((n, 1 << n - half), np.int32)
    child_starts = np.empty(32, np.int64)
    for row in range(start, stop):
        x = int(rows.masks[row])
        found, wins, shared_by_x = read_row(board, x, work.lines)
        child_starts[:] = -1
        for begin in range(0, len(ply.sets), BLOCK_COLUMNS):
            sets = ply.sets[begin : begin + BLOCK_COLUMNS]
            block, size = scores[row, begin : begin + BLOCK_COLUMNS], len(sets)
            threats, shared, moves = work.threats[:size], work.shared[:size], work.moves[:size]
            _read_lines(sets, work.lines[:found], -1 if ply.x_to_move else 0, shared_by_x, threats, shared)
            if board.misere:
                _settle_misere(ply, (1 << n) - 1, wins, sets, threats, shared, block, moves)
            else:
                _settle(ply, (1 << n) - 1, wins, sets, threats, shared, block, moves)
            if ply.x_to_move:
                _try_x_moves(board, ply, x, sets, above, child_starts, low, high, block, work)
            else:
                _try_o_moves(ply, sets, above, row, block, moves)
            _count_row(board, x, int(rows.orbits[row]), sets, shared, block, counts, work)


@kernel
def mark_children(
    board: BoardTables, masks: Masks32, start: int, stop: int, next_masks: Masks32, wanted: Flags
) -> None:
    """Mark the rows of the next layer after rows ``start`` to ``stop`` in which X is to move.

    ``wanted``: flag of each of the ``next_masks``, shape (rows of the next layer,).
    """
    full = (1 << board.cells) - 1
    for row in range(start, stop):
        x = int(masks[row])
        free = full & ~x
        while free:
            least, _ = least_image(board, x | (free & -free))
            free &= free - 1
            place = place_of(next_masks, least)
            if place < len(next_masks) and next_masks[place] == least:
                wanted[place] = True


KERNELS = (solve_rows, mark_children)
