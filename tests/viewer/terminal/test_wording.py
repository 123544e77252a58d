"""Wording: what is said in one way everywhere."""

from oxobook.book import Rules
from oxobook.viewer.terminal.wording import symmetry_names


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
