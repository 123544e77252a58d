"""Boards: the lines that win, and those drawn between cells."""

import json

import pytest

from oxobook.book import Rules
from tests.boards import ANIMALS, CUBES, HEXAGONS, WRAPPED, board_of

MORE = ["4x4x4-torus", "2x5x2-torus", "3x3x4-torus", "3x3x1-torus", "3x5x4-cylinder", "5x4x4-cylinder-gravity"]
MORE += ["3x9x3-cube", "3x6x3-cube", "2x4x1-cube", "4x3x2-hex", "1x3x2-hex", "3x4x4-tippy", "3x3x4-knobby"]


@pytest.mark.parametrize("text", [*WRAPPED, *CUBES, *HEXAGONS, *ANIMALS, *MORE])
def test_lines(text):
    """They are those of another construction, ascending, each once."""
    rules, lines, _ = board_of(text)
    assert rules.board.lines == tuple(sorted({sum(1 << cell for cell in {*line}) for line in lines}))


def test_borders_beside_holes():
    """Every side of a cell is drawn once, but for the edge of the board; a side between two holes is not."""
    rules = Rules.own(json.dumps({"name": "notched", "board": ["##.", "...", ".#."], "k": 3}))
    level = {(column, y, column + 1, y) for column in range(3) for y in (1, 2)}
    vertical = {(x, row, x, row + 1) for x in (1, 2) for row in range(3)}
    assert rules.board.borders == sorted(level | vertical - {(1, 0, 1, 1)})
