"""Boards as text of SVG."""

import xml.etree.ElementTree as ElementTree

from oxobook.book import Position, Rules
from oxobook.book.game.palette import CLASSIC

SVG = "{http://www.w3.org/2000/svg}"


def test_a_position_shows_itself():
    """A mark a stone in its side's colour, the completed line struck, the board in the title."""
    svg = Position.parse("XO./XO./X..")._repr_svg_()
    root = ElementTree.fromstring(svg)
    assert root.find(f"{SVG}title").text == "3x3x3: XO./XO./X.."
    assert (svg.count(CLASSIC.x), svg.count(CLASSIC.o), svg.count('opacity="0.75"')) == (3, 2, 1)
    wide = ElementTree.fromstring(Position(Rules(2, 5, 3))._repr_svg_())
    assert (wide.get("width"), wide.get("height")) == ("200", "80")
