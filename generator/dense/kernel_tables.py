"""Tables of the game and of a layer for the kernels."""

from functools import lru_cache

import numpy as np

from oxobook.book.game.rules import Rules
from oxobook.book.layout.column_sets import column_sets, rank_tables
from oxobook.book.layout.rank import columns_at, stones_at
from oxobook.generator.dense.memory import Counts, Masks32
from oxobook.generator.dense.row_kernels import BoardTables, GroupTables, PlyTables, RankTables
from oxobook.generator.instructions import GROUP, STEPS, Words

_BLOCK = 32
"""Most words of columns that are handled at once: their working arrays stay in the first-level cache."""


@lru_cache(2)
def board_for_kernels(rules: Rules) -> BoardTables:
    """Return the game's tables for the kernels."""
    permutations = rules.board.symmetries
    images = np.zeros((len(permutations), 4, 256), np.int32)
    for number, permutation in enumerate(permutations):
        for cell, image in enumerate(permutation):
            part, bit = divmod(cell, 8)
            images[number, part] |= ((np.arange(256) >> bit & 1) << image).astype(np.int32)
    spread = np.unpackbits(np.arange(256, dtype=np.uint8), bitorder="little") * np.uint8(255)
    return BoardTables(rules.cells, rules.misere, np.array(rules.lines, np.int32), images, spread.view(np.int64))


@lru_cache(2)
def ply_for_kernels(rules: Rules, ply: int) -> PlyTables:
    """Return the tables that all rows of a layer share."""
    n_plus_1 = rules.cells + 1
    x_stones, o_stones = stones_at(ply)
    over, line, lost = n_plus_1 - ply, n_plus_1 - (ply + 1), n_plus_1 - (ply + 2)
    sets = column_sets(rules.cells - x_stones, o_stones)
    return PlyTables(
        over if rules.misere else -over,
        line,
        0 if ply == rules.cells else -line if rules.misere else -lost,
        sets,
        np.stack([_bits(sets >> cell & 1) for cell in range(rules.cells - x_stones)] or [_bits(sets)], 1),
        _bits(np.ones_like(sets)),
    )


@lru_cache(2)
def ranks_for_kernels(rules: Rules, ply: int) -> RankTables:
    """Return the ranks of the layer after one in which X is to move."""
    x_stones, o_stones = stones_at(ply + 1)
    return RankTables(columns_at(rules, ply + 1), *rank_tables(rules.cells - x_stones, o_stones))


@lru_cache(2)
def groups_for_kernels(rules: Rules, ply: int) -> GroupTables:
    """Return the groups of a layer in which O is to move."""
    x_stones, o_stones = stones_at(ply)
    cells = rules.cells - x_stones
    groups, places = _groups(column_sets(cells, o_stones))
    next_groups, next_places = _groups(column_sets(cells, o_stones + 1))
    same = np.where(np.isin(groups, next_groups), np.searchsorted(next_groups, groups), len(next_groups))
    bits = GROUP << np.arange(max(0, cells - STEPS))
    free = groups[:, None] & bits == 0
    others = np.searchsorted(next_groups, groups[:, None] | bits)[free]
    starts = np.append(0, np.cumsum(free.sum(1)))
    tables = (places, next_places, GROUP * same, starts, GROUP * others)
    return GroupTables(GROUP * (len(next_groups) + 1), *(table.astype(np.uint32) for table in tables))


def _groups(sets: Masks32) -> tuple[Counts, Counts]:
    """Return the groups of some sets, as masks of their further cells, and each set's place in them."""
    groups, numbers = np.unique(sets & -GROUP, return_inverse=True)
    return groups.astype(np.int64), GROUP * numbers + (sets & GROUP - 1)


def _bits(flags: Masks32) -> Words:
    """Return a flag of each column as bits, shape (blocks, words)."""
    words = -(-len(flags) // 64)
    blocks = -(-words // _BLOCK)
    padded = np.zeros((blocks, -(-words // blocks), 64), np.uint8)
    padded.reshape(-1)[: len(flags)] = flags
    return np.packbits(padded, -1, "little").view("<i8").astype(np.int64)[..., 0]
