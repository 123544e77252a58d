"""Boards: the lines drawn between cells."""

import json

from oxobook.book import Rules


def test_borders_beside_holes():
    """Every side of a cell is drawn once, but for the edge of the board; a side between two holes is not."""
    rules = Rules.own(json.dumps({"name": "notched", "board": ["##.", "...", ".#."], "k": 3}))
    level = {(column, y, column + 1, y) for column in range(3) for y in (1, 2)}
    vertical = {(x, row, x, row + 1) for x in (1, 2) for row in range(3)}
    assert rules.board.borders == sorted(level | vertical - {(1, 0, 1, 1)})
