"""Wording: what is said in one way everywhere."""

import pytest

from oxobook.book import Position, Rules
from oxobook.viewer.words.wording import end_in_words, symmetry_names


def test_symmetries_are_called_by_what_they_do():
    """A corner stone goes where the name says; rectangles have four symmetries, and one row has two."""
    corners = {"as it is": 0, "left-right flip": 2, "top-bottom flip": 6, "half turn": 8}
    more = {"diagonal flip": 0, "quarter turn right": 2, "quarter turn left": 6, "antidiagonal flip": 8}
    assert {name: to[0] for name, to in zip(symmetry_names(Rules()), Rules().board.symmetries, strict=True)} == {
        **corners,
        **more,
    }
    assert symmetry_names(Rules(3, 4, 3)) == list(corners)
    assert symmetry_names(Rules(1, 5, 3)) == ["as it is", "left-right flip"]


@pytest.mark.parametrize(
    ("rules", "text", "said"),
    [
        ("3x3x3", "XXX/OO./...", "X has won with a row."),
        ("3x3x3", "XOX/OXO/XOX", "X has won with a diagonal."),
        ("3x3x3", "XXX/OXO/XOO", "X has won with a row and a diagonal."),
        ("3x3x3-misere", "XO./XO./X..", "O has won because X completed a column."),
    ],
)
def test_the_end_says_how_the_game_was_won(rules, text, said):
    """A line is named by its direction, each direction once; under misère it is the loser's."""
    assert end_in_words(Position.parse(text, Rules.parse(rules))) == said
