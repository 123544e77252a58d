"""Ranks: sets are counted in the order of their masks, and arrays give what single numbers give."""

from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest

from oxobook.book.layout.column_sets import ARRAYS, column_sets, rank_tables
from oxobook.book.layout.rank import INTEGERS, column_from_end, column_of


@pytest.mark.parametrize(("n", "stones"), [(0, 0), (1, 1), (5, 0), (6, 3), (9, 4), (10, 10), (13, 6)])
def test_columns_count_colexicographically(n, stones):
    """The sets in the order of their masks have the ranks 0, 1, 2, ..., one at a time and by tables."""
    sets = sorted(sum(1 << cell for cell in cells) for cells in combinations(range(n), stones))
    free = (1 << n) - 1
    assert [column_of(free, one, stones) for one in sets] == list(range(comb(n, stones)))
    assert [column_from_end(free, int(f"{one:0{n or 1}b}"[::-1], 2), stones) for one in sets] == list(range(len(sets)))
    assert column_sets(n, stones).tolist() == sets
    low, high, width = rank_tables(n, stones)
    assert (len(low), len(high)) == (1 << (n + 1) // 2, 1 << n // 2)
    masks = np.array(sets)
    assert (low[masks & (1 << width) - 1] + high[masks >> width]).tolist() == list(range(len(sets)))


def test_binomials_reach_to_the_largest_board():
    """C(n, k) is there for every n and k up to 64, and by Pascal's rule; as an array too."""
    assert [len(row) for row in INTEGERS.choose] == [65] * 65 and ARRAYS.choose.tolist() == INTEGERS.choose
    by_n = [*zip(*INTEGERS.choose, strict=True)]
    assert by_n[0] == (1, *[0] * 64)
    for above, row in pairwise(by_n):
        assert row == (1, *(left + right for left, right in pairwise(above)))
