"""Polyominoes: their places and names."""

import pytest

from oxobook.book import IllegalRules, Rules
from oxobook.book.game.animals import placed


def test_a_shape_that_begins_with_a_gap():
    """A polyomino without its first corner stands at eight places of nine cells, two in each orientation."""
    places = {(row, column): 3 * row + column for row in range(3) for column in range(3)}
    zigzags = placed((".##", "##."), places)
    assert len(zigzags) == 8 and 0b110_011_000 in zigzags and all(mask.bit_count() == 4 for mask in zigzags)


def test_names():
    """An animal's k must be the number of its cells."""
    assert len(Rules.parse("2x2x2-domino").lines) == 4
    with pytest.raises(IllegalRules, match="expected 4 as k, the number of cells of 'tippy': 3x3x4-tippy; got 3"):
        Rules.parse("3x3x3-tippy")
