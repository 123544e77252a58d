"""The nested map, by what it asks the book and where it is cut."""

from types import SimpleNamespace

import pytest

from oxobook.book import Position
from oxobook.book.strategy import pick_strategy
from oxobook.viewer.pictures.chooser import Picks
from oxobook.viewer.pictures.map import map_boards


@pytest.mark.parametrize(
    ("side", "depth", "boards"), [("X", 1, 1), ("X", 2, 9), ("O", 1, 10), ("X", 5, 91), ("X", None, 91)]
)
def test_depth_cuts_own_moves(book, side, depth, boards):
    """A map has the boards up to so many of the side's own moves."""
    assert len(map_boards(pick_strategy(book, side), depth)) == boards


def test_only_what_is_drawn_is_asked_for(book):
    """A map of depth 1 asks the picks for one move."""
    asked = []

    def probe(position):
        asked.append(position)
        return book.probe(position)

    map_boards(Picks(SimpleNamespace(rules=book.rules, probe=probe), "X"), 1)
    assert asked == [Position(book.rules)]
