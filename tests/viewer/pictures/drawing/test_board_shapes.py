"""Boards as text of SVG."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from oxobook import Position, Rules
from oxobook.book.game.notation import cells_of
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.drawing.board_shapes import centre, grid, strokes
from oxobook.viewer.pictures.drawing.shapes import Box

DRAWN = Path(__file__).with_name("boards")
SVG = "{http://www.w3.org/2000/svg}"


def test_a_position_shows_itself():
    """A mark a stone in its side's colour, the completed line struck, the board in the title."""
    svg = Position.parse("XO./XO./X..")._repr_svg_()
    root = ElementTree.fromstring(svg)
    assert root.find(f"{SVG}title").text == "3x3x3: XO./XO./X.."
    assert (svg.count(COLOURS.x), svg.count(COLOURS.o), svg.count('opacity="0.75"')) == (3, 2, 1)
    assert Position.parse("XX./OOO/X..")._repr_svg_().count('opacity="0.75"') == 1
    wide = ElementTree.fromstring(Position(Rules(2, 5, 3))._repr_svg_())
    assert (wide.get("width"), wide.get("height")) == ("200", "80")


def test_holes_are_filled():
    """Each place without a cell is a square in the colour of the lines."""
    rules = Rules.own(json.dumps({"name": "notched", "board": ["##.", "...", ".#."], "k": 3}))
    holes = grid(rules, 10, "red", 1).shapes[1:-1]
    assert holes == tuple(Box(x, y, 10, 10, "red") for x, y in ((0, 0), (10, 0), (10, 20)))


def test_a_line_that_wraps_is_struck_in_parts():
    """A stroke never crosses a cell that is not in the line: on a torus it breaks at the board's edge."""
    assert strokes([2, 4, 6], 3) == [(2.5, 0.5, 0.5, 2.5)]
    assert strokes([4], 3) == [(1.5, 1.5, 1.5, 1.5)]
    assert strokes([0, 5, 7], 3) == [(0.8, 0.2, 0.2, 0.8), (2.5, 1.5, 1.5, 2.5)]
    assert strokes([0, 1, 3], 4) == [(0.5, 0.5, 1.5, 0.5), (3.2, 0.5, 3.8, 0.5)]
    assert strokes([0, 7, 10], 4) == [(0.8, 0.2, 0.2, 0.8), (3.5, 1.5, 2.5, 2.5)]


@pytest.mark.parametrize("text", ["3x3x3", "4x5x4", "1x7x3", "5x1x2", "3x3x1", "8x8x5"])
def test_a_straight_line_is_struck_in_one_stroke(text):
    """On a plain board every line is one stroke, from the middle of its first cell to that of its last."""
    rules = Rules.parse(text)
    for line in rules.lines:
        cells = cells_of(line)
        ends = [centre(cell, rules, 1) for cell in (cells[0], cells[-1])]
        assert strokes(cells, rules.columns) == [(*ends[0], *ends[1])]


@pytest.mark.parametrize("name", ["won", "wide", "tall", "one-cell", "layers", "values"])
def test_boards_are_drawn_as_they_were(name, make_book):
    """The drawings are, byte for byte, those that somebody has looked at: tests/book/game/boards."""
    positions = {"won": Position.parse("XXX/OO./..."), "wide": Position.parse("a2 b1 d2", Rules(2, 5, 3))}
    positions |= {"tall": Position.parse("a1 a2", Rules(4, 1, 2, gravity=True)), "one-cell": Position(Rules(1, 1, 1))}
    positions["layers"] = Position.parse("X...O./......", Rules.parse("2x6x2-cube"))
    drawn = positions[name]._repr_svg_() if name in positions else make_book().values_svg("X../.../..O")
    assert drawn == (DRAWN / f"{name}.svg").read_text()
