"""Cylinders and tori: their symmetries, by another construction and by what the module promises."""

from itertools import product

import pytest

from oxobook.book import IllegalRules, Rules

BOARDS = [
    *("3x3x3-torus", "4x4x4-torus", "3x4x3-torus", "2x5x2-torus", "1x5x3-torus", "3x3x4-torus", "3x3x1-torus"),
    *("3x3x3-cylinder", "5x4x4-cylinder", "3x5x4-cylinder", "2x4x3-cylinder", "4x2x3-cylinder", "5x1x2-cylinder"),
    *("5x4x4-cylinder-gravity", "3x3x3-cylinder-gravity"),
]


@pytest.mark.parametrize("text", BOARDS)
def test_symmetries_have_the_promised_order(text):
    """A symmetry is swap, mirrors and shifts, in the order of its number, which books depend on; each once."""
    rules = Rules.parse(text)
    rows, columns, torus = rules.rows, rules.columns, rules.kind == "torus"
    expected = {}
    for down, right, swap, flip, mirror in product(
        range(rows if torus else 1), range(columns), (0, 1)[: 1 + (torus and rows == columns)], (0, 1), (0, 1)
    ):
        if flip and rules.gravity:
            continue
        images = []
        for row, column in product(range(rows), range(columns)):
            row, column = (column, row) if swap else (row, column)
            row, column = rows - 1 - row if flip else row, columns - 1 - column if mirror else column
            images.append((row + down) % rows * columns + (column + right) % columns)
        expected[tuple(images)] = None
    assert rules.board.symmetries == tuple(expected)


def test_stones_do_not_fall_on_a_torus():
    """A torus with gravity is refused, with the board that is meant instead."""
    with pytest.raises(IllegalRules, match=r"a torus has no bottom .* take a cylinder, 3x3x3-cylinder-gravity"):
        Rules.parse("3x3x3-torus-gravity")
