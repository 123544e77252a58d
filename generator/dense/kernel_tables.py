"""Tables of the game and of a layer for the kernels."""

from functools import lru_cache

import numpy as np

from oxobook.book.game.rules import Rules
from oxobook.book.layout.column_sets import column_sets, rank_tables
from oxobook.book.layout.rank import stones_at
from oxobook.generator.dense.row_kernels import BoardTables, PlyTables


@lru_cache(2)
def board_for_kernels(rules: Rules) -> BoardTables:
    """Return the game's tables for the kernels."""
    permutations = rules.board.symmetries
    images = np.zeros((len(permutations), 4, 256), np.int32)
    for number, permutation in enumerate(permutations):
        for cell, image in enumerate(permutation):
            part, bit = divmod(cell, 8)
            images[number, part] |= ((np.arange(256) >> bit & 1) << image).astype(np.int32)
    return BoardTables(rules.cells, rules.misere, np.array(rules.lines, np.int32), images)


@lru_cache(2)
def ply_for_kernels(rules: Rules, ply: int) -> PlyTables:
    """Return the tables that all rows of a layer share."""
    n_plus_1 = rules.cells + 1
    x_stones, o_stones = stones_at(ply)
    free = rules.cells - x_stones
    x_to_move = ply % 2 == 0
    over, line, lost = n_plus_1 - ply, n_plus_1 - (ply + 1), n_plus_1 - (ply + 2)
    child_low, child_high, width = (
        rank_tables(free - 1, o_stones) if x_to_move and free else rank_tables(free, o_stones + 1)
    )
    return PlyTables(
        x_to_move,
        over if rules.misere else -over,
        line,
        0 if ply == rules.cells else -line if rules.misere else -lost,
        column_sets(free, o_stones),
        child_low,
        child_high,
        width,
    )
