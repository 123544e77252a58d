"""Residues: counts past 64 bits."""

import numpy as np

from oxobook.book.verify.residues import alike, reduced, spread, whole


def test_residues_tell_large_numbers():
    """Sums past 64 bits come out whole."""
    counts = alike(1, 4)
    expected = [1, 1, 1, 1]
    for factor in range(2, 32):
        total = counts.copy()
        for _ in range(factor - 1):
            total = reduced(total + counts)
        counts, expected = total, [number * factor for number in expected]
    assert whole(counts) == sum(expected) > 1 << 113


def test_counts_are_added_at_their_places():
    """Counts that go to one place are summed there, past 64 bits too."""
    counts, more, expected = alike(3, 5), alike(7, 4), [3] * 5
    for _ in range(22):
        spread(counts, np.array([1, 1, 4, 0]), more)
        reduced(counts)
        worth = whole(more[:, :1])
        expected = [expected[0] + worth, expected[1] + 2 * worth, expected[2], expected[3], expected[4] + worth]
        more = reduced(31 * more)
    assert [whole(counts[:, [place]]) for place in range(5)] == expected and expected[1] > 1 << 100


def test_the_sum_of_many_counts_is_whole():
    """The residues themselves may sum to more than 64 bits."""
    assert whole(alike(0, 3)) == 0 and whole(np.zeros((2, 0), np.uint64)) == 0
    large = np.array([[2**64 - 1] * 1000, [(2**64 - 1) % (2**56 - 1)] * 1000], dtype=np.uint64)
    assert whole(large) == 1000 * (2**64 - 1)
