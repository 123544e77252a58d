"""Ranks: every slot has a position, every position one slot, and arrays give what single numbers give."""

from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest

from oxobook.book import Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.layout.column_sets import ARRAYS, column_sets, rank_tables
from oxobook.book.layout.rank import INTEGERS, column_from_end, column_of, columns_at, stones_at
from oxobook.generator.dense.row_sets import row_sets
from tests.campaigns.forgery.sealing import slot_of

BOARDS = ["3x3x3", pytest.param("3x4x3", marks=pytest.mark.slow), "2x3x2", "1x5x3", "3x3x4", "4x3x2", "3x3x1"]


@pytest.fixture(params=BOARDS)
def game(request):
    """Rules, and the rows' X-masks by the number of stones."""
    rules = Rules.parse(request.param)
    return rules, [one.open.masks.tolist() for one in row_sets(rules)]


def placements(rules, ply):
    """Every pair of masks with the ply's numbers of stones."""
    x_stones, o_stones = stones_at(ply)
    for x_cells in combinations(range(rules.cells), x_stones):
        free = [cell for cell in range(rules.cells) if cell not in x_cells]
        for o_cells in combinations(free, o_stones):
            yield sum(1 << cell for cell in x_cells), sum(1 << cell for cell in o_cells)


def has_line(rules, mask):
    return any(line & mask == line for line in rules.lines)


def test_every_placement_has_a_slot(game):
    """The placements without a line of X each have a slot of their table, and every row has some."""
    rules, x_masks = game
    for ply in range(rules.cells + 1):
        rows = x_masks[stones_at(ply)[0]]
        met = set()
        for x, o in placements(rules, ply):
            if not has_line(rules, x):
                met.add(slot_of(rules, rows, x, o))
        assert {slot // columns_at(rules, ply) for slot in met} == set(range(len(rows)))


def test_images_share_their_slot(game):
    """Placements that are each other's image have one slot, and others have another."""
    rules, x_masks = game
    group = symmetry_group(rules)
    for ply in range(rules.cells + 1):
        rows = x_masks[stones_at(ply)[0]]
        slots = {}
        for x, o in placements(rules, ply):
            if not has_line(rules, x):
                slots.setdefault(group.canonical(x, o)[0], set()).add(slot_of(rules, rows, x, o))
        assert all(len(found) == 1 for found in slots.values())
        assert len(set.union(set(), *slots.values())) == len(slots)


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
