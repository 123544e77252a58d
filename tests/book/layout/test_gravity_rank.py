"""Boards whose positions have a rank by column heights."""

import json

import pytest

from oxobook.book import Rules
from oxobook.book.layout.gravity_rank import is_ranked


@pytest.mark.parametrize(
    ("text", "ranked"),
    [("3x4x3-gravity", True), ("2x2x3-gravity", True), ("3x4x3", False), ("3x4x3-cylinder-gravity", False)],
)
def test_boards(text, ranked):
    """Stones must fall and the mirror image be the only symmetry; that there is no line does not matter."""
    assert is_ranked(Rules.parse(text)) is ranked


def test_lines_of_two_lengths():
    """Falling stones and the mirror image are not enough: all lines must be equally long."""
    lines = [["a2", "b2"], ["b2", "c2"], ["a1", "b1", "c1"]]
    assert not is_ranked(Rules.own(json.dumps({"name": "own", "board": ["...", "..."], "lines": lines}), "-gravity"))
