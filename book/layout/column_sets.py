"""Columns of a layer's table as NumPy arrays: the sets of cells, and the rank of a set.

``book.layout.rank`` defines them: the sets of a given size out of n numbered cells, in colexicographic order, which is
the ascending order of their masks.
"""

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.layout.rank import INTEGERS, Counting

Masks32 = NDArray[np.int32]
Ranks = NDArray[Any]
ARRAYS = Counting(lambda masks: np.bitwise_count(masks).astype(np.int64), np.array(INTEGERS.choose, dtype=np.int64))
"""Counting of ranks of int64 masks."""


def column_sets(n: int, stones: int) -> Masks32:
    """Return the masks of all sets of ``stones`` of n cells, ascending; int32, shape (C(n, stones),)."""
    column = np.arange(comb(n, stones))
    index = np.full(len(column), stones)
    sets = np.zeros(len(column), dtype=np.int32)
    for cell in range(n - 1, -1, -1):
        below = np.array([comb(cell, count) for count in range(stones + 1)])[index]
        taken = (index > 0) & (column >= below)
        column -= np.where(taken, below, 0)
        index -= taken
        sets |= taken.astype(np.int32) << cell
    return sets


@lru_cache(maxsize=8)
def rank_tables(n: int, stones: int, dtype: Any = np.int32) -> tuple[Ranks, Ranks, int]:
    """Return two tables whose sum ranks a set of ``stones`` of n cells, and how many low bits the first takes.

    The first is of the set's low bits, the second of its high bits. The high bits know how many stones are left for the
    low ones, and with that their place in the sum. ``dtype``: of the ranks, which int32 holds for up to 33 cells.
    """
    width = (n + 1) // 2
    low, high = np.arange(1 << width), np.arange(1 << n - width)
    return (
        _partial_ranks(low, 0, np.zeros_like(low)).astype(dtype),
        _partial_ranks(high, width, np.maximum(stones - np.bitwise_count(high).astype(np.int64), 0)).astype(dtype),
        width,
    )


def _partial_ranks(parts: NDArray[np.int64], first_cell: int, stones_below: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sum of C(cell, index) over the cells of each part, the index counting on from the stones below."""
    index, ranks = stones_below.copy(), np.zeros(len(parts), dtype=np.int64)
    for bit in range(int(parts[-1]).bit_length()):
        taken = parts >> bit & 1
        index += taken
        ranks += taken * ARRAYS.choose[index, first_cell + bit]
    return ranks
