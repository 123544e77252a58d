"""Tables of the game and of a layer for the kernels, and the record of a layer's counts."""

from math import factorial

import numpy as np

from oxobook.book.game.rules import Rules
from oxobook.book.game.symmetry import symmetries
from oxobook.book.info import LayerCounts
from oxobook.book.layout.column_sets import column_sets, rank_tables
from oxobook.book.layout.rank import stones_at
from oxobook.generator.dense.kernels import CANONICAL, ENDED, LAST_STONES, POSITIONS, RAW, BoardTables, PlyTables
from oxobook.generator.dense.memory import Counts
from oxobook.generator.work.resume import PlyTally, layer_counts_of


def board_for_kernels(rules: Rules) -> BoardTables:
    """Return the game's tables for the kernels."""
    permutations = symmetries(rules)
    images = np.zeros((len(permutations), 4, 256), np.int32)
    for number, permutation in enumerate(permutations):
        for cell, image in enumerate(permutation):
            part, bit = divmod(cell, 8)
            images[number, part] |= ((np.arange(256) >> bit & 1) << image).astype(np.int32)
    return BoardTables(rules.cells, rules.misere, np.array(rules.lines, np.int32), images)


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


def layer_counts(rules: Rules, ply: int, counts: Counts, open_sequences: int) -> LayerCounts:
    """Return the record of a layer's counts; the last stone of a line is one that all lines share.

    ``open_sequences``: number of ways to reach the positions without a line.
    """
    x_stones, o_stones = stones_at(ply)
    last, other = (o_stones, x_stones) if ply % 2 == 0 else (x_stones, o_stones)
    positions, ended, won, lost, _ = map(int, counts[CANONICAL])
    full = ply == rules.cells
    raw_positions, raw_ended, games_ended = (int(counts[RAW, which]) for which in (POSITIONS, ENDED, LAST_STONES))
    games_ended *= factorial(max(last - 1, 0)) * factorial(other)
    games = games_ended + (open_sequences if full else 0)
    sequences = open_sequences + games_ended
    found = PlyTally(positions, ended, raw_positions, raw_ended, won, lost, sequences, games)
    return layer_counts_of(rules, ply, found)
