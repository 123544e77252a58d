"""Boards as text of SVG."""

import json

import pytest

from oxobook import Position, Rules
from oxobook.viewer.pictures.drawing.board_shapes import grid, strokes
from oxobook.viewer.pictures.drawing.shapes import Box


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


BOARDS = {
    "won": Position.parse("XXX/OO./..."),
    "won by a diagonal": Position.parse("XXO/XO./O.."),
    "wide": Position.parse("a2 b1 d2", Rules(2, 5, 3)),
    "tall": Position.parse("a1 a2", Rules(4, 1, 2, gravity=True)),
    "one cell": Position(Rules(1, 1, 1)),
    "layers": Position.parse("X...O./......", Rules.parse("2x6x2-cube")),
}


@pytest.mark.parametrize("name", BOARDS)
def test_positions_are_drawn_as_they_were(snapshot, name):
    """A mark a stone in its side's colour, the completed line struck, the board in the title."""
    snapshot(f"{name}.svg", BOARDS[name]._repr_svg_())
