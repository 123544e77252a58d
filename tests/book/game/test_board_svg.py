"""Boards in notebooks."""

import xml.etree.ElementTree as ElementTree

from book import Position, Rules
from book.game.palette import CLASSIC

SVG = "{http://www.w3.org/2000/svg}"


def test_a_position_shows_itself():
    """A mark a stone in its side's colour, the completed line struck, the board in the title."""
    svg = Position.parse("XO./XO./X..")._repr_svg_()
    root = ElementTree.fromstring(svg)
    assert root.find(f"{SVG}title").text == "3x3x3: XO./XO./X.."
    assert (svg.count(CLASSIC.x), svg.count(CLASSIC.o), svg.count('opacity="0.75"')) == (3, 2, 1)
    wide = ElementTree.fromstring(Position(Rules(2, 5, 3))._repr_svg_())
    assert (wide.get("width"), wide.get("height")) == ("200", "80")


def test_an_entry_marks_its_best_moves(book):
    """One filled cell a best move in the value's colour, the pick outlined; none when the game is over."""
    entry = book.probe("X../.../..O")
    root = ElementTree.fromstring(entry._repr_svg_())
    cells = {(box.get("x"), box.get("y")): box for box in root.iter(f"{SVG}rect")}
    assert set(cells) == {("83", "3"), ("3", "83")}
    assert all(box.get("fill") == CLASSIC.pale_win for box in cells.values())
    assert cells["3", "83"].get("stroke") and not cells["83", "3"].get("stroke")
    assert not list(ElementTree.fromstring(book.probe("XXX/OO./...")._repr_svg_()).iter(f"{SVG}rect"))
