"""Inner loop for the layers in which O is to move: its moves stay in the row, so a row needs only the same row there.

All moves of all columns are tried, 32 columns at once. For that, the scores of the next layer's row are set apart into
groups: one for each set of the row's cells from the sixth on, with a place for each set of the first five, as bits.
A move on one of the first five leads from place s of a group to place s | 1 << cell, and any other to the same place of
another group. Places that are no column have the worst score.
"""

import numpy as np

from oxobook.generator.compilation import kernel, part
from oxobook.generator.dense.column_kernels import Columns, count_columns, find_lines, new_columns, write_scores
from oxobook.generator.dense.memory import Counts, Scores
from oxobook.generator.dense.row_kernels import (
    NO_LINE,
    BoardTables,
    GroupTables,
    MaskRows,
    NextRows,
    PlyTables,
    RowWorkspace,
    new_workspace,
    read_row,
)
from oxobook.generator.instructions import GROUP, lower, lower_by_steps, ones

_WORST = 127


@part
def _set_apart(groups: GroupTables, scores: Scores, grouped: Scores) -> None:
    """Write the scores of the next layer's row into groups."""
    for column in range(len(groups.next_places)):
        grouped[groups.next_places[column]] = scores[column]


@part
def _try_moves(groups: GroupTables, grouped: Scores, least: Scores) -> None:
    """Lower the groups of this layer to the least scores that moves lead to."""
    for group in range(len(groups.same)):
        place = GROUP * group
        lower_by_steps(least, place, grouped, int(groups.same[group]))
        for each in range(groups.starts[group], groups.starts[group + 1]):
            lower(least, place, grouped, int(groups.others[each]))


@part
def _count_row(
    board: BoardTables, ply: PlyTables, rows: MaskRows, row: int, work: RowWorkspace, columns: Columns, counts: Counts
) -> None:
    """Write the scores of columns in which O has a line, and count the others: only those are positions."""
    x = int(rows.masks[row])
    found, _, shared = read_row(board, x, work.lines)
    for b in range(len(ply.stones)):
        find_lines(ply.stones[b], work.lines[:found], columns.once[b], columns.complete[b])
        write_scores(board, columns.complete[b], ply.over, columns.scores[b])
        for w in range(ply.valid.shape[1]):
            columns.counted[b, w] = ply.valid[b, w] & ~columns.complete[b, w]
    last_x_stones = ones(shared) if shared != NO_LINE else 0
    count_columns(board, ply, x, int(rows.orbits[row]), last_x_stones, work, columns, counts)


@kernel
def solve_o_rows(
    board: BoardTables,
    ply: PlyTables,
    groups: GroupTables,
    rows: MaskRows,
    won: MaskRows,
    above: NextRows,
    scores: Scores,
    counts: Counts,
) -> None:
    """Score rows of a layer in which O is to move, and add to its ``counts`` these and others that X has just ``won``.

    ``above`` has the same rows.
    """
    work, columns = new_workspace(board), new_columns(ply)
    all_scores = columns.scores.reshape(-1).view(np.int8)
    grouped = np.full(groups.next_size, _WORST, np.int8)
    least = np.empty(GROUP * len(groups.same), np.int8)
    all_scores[:] = ply.over
    for row in range(len(won.masks)):
        _count_row(board, ply, won, row, work, columns, counts)
    for row in range(len(rows.masks)):
        least[:] = -ply.lost
        _set_apart(groups, above.scores[above.starts[row] :], grouped)
        _try_moves(groups, grouped, least)
        for s in range(len(ply.sets)):
            all_scores[s] = -least[groups.places[s]]
        _count_row(board, ply, rows, row, work, columns, counts)
        scores[row] = all_scores[: len(ply.sets)]
