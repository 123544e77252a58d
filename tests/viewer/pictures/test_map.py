"""The nested map, by what it asks the book and where it is cut."""

from types import SimpleNamespace

from oxobook.book import Position
from oxobook.viewer.pictures.chooser import Picks
from oxobook.viewer.pictures.map import map_boards


def test_only_what_is_drawn_is_asked_for(book):
    """A map of depth 1 asks the picks for one move."""
    asked = []

    def probe(position):
        asked.append(position)
        return book.probe(position)

    map_boards(Picks(SimpleNamespace(rules=book.rules, probe=probe), "X"), 1)
    assert asked == [Position(book.rules)]
