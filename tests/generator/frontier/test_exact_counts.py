"""Counts in limbs against Python's integers."""

from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oxobook.book.game.rules import Rules
from oxobook.generator.frontier import exact_counts

COUNTS = st.lists(st.integers(0, factorial(20)), min_size=1, max_size=8)


def as_limbs(counts, cells=31):
    """An array of limbs that holds these counts."""
    array = np.zeros_like(exact_counts.ones(len(counts), Rules(1, cells, 1)))
    for place, row in enumerate(array):
        row[:] = [count >> exact_counts.BITS * place & (1 << exact_counts.BITS) - 1 for count in counts]
    return array


def as_integers(array):
    """The counts that an array of limbs holds."""
    return [exact_counts.total(array[:, [i]]) for i in range(array.shape[1])]


@given(COUNTS)
def test_total(counts):
    """The total of an array is the sum of its counts, past 64 bits too."""
    assert exact_counts.total(as_limbs(counts)) == sum(counts)


@pytest.mark.slow
@given(COUNTS, st.lists(st.tuples(st.integers(0, 7), st.integers(0, 4)), max_size=40))
def test_scatter_sum(counts, edges):
    """Each target gets the sum of its sources' counts, with every limb but the last below 2**26."""
    edges = [(source % len(counts), target) for source, target in edges]
    expected = [sum(counts[source] for source, to in edges if to == target) for target in range(5)]
    sources, targets = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    sums = exact_counts.scatter_sum(as_limbs(counts), sources, targets, 5)
    assert as_integers(sums) == expected
    assert (sums[:-1] < 1 << exact_counts.BITS).all()


def test_ones_have_room_for_every_game():
    """The limbs of a board hold the factorial of its cells, the most sequences there can be."""
    for cells in range(1, 32):
        array = exact_counts.ones(3, Rules(1, cells, 1))
        assert exact_counts.total(array) == 3
        assert factorial(cells) < 1 << exact_counts.BITS * len(array)
