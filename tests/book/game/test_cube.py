"""Boards of three dimensions: their symmetries, by another construction and by what the module promises."""

from itertools import permutations, product

import pytest

from oxobook.book import IllegalRules, Rules
from oxobook.book.game.notation import cells_of

BOARDS = ["3x9x3-cube", "2x4x2-cube", "3x6x3-cube", "2x6x2-cube", "2x4x3-cube", "1x4x3-cube", "2x4x1-cube"]


@pytest.mark.parametrize("text", BOARDS)
def test_symmetries_have_the_promised_order(text):
    """A symmetry permutes equal axes and mirrors, in the order of its number; each once, and lines stay lines."""
    rules = Rules.parse(text)
    board, size = rules.board, rules.rows
    layers = rules.columns // size
    places = list(product(range(size), range(layers), range(size)))  # row, layer, column: the reading order
    expected = {}
    for axes in permutations(range(3)) if layers == size else [(0, 1, 2), (0, 2, 1)]:
        for mirrors in product((0, 1), repeat=3):
            images = []
            for row, layer, column in places:
                moved = [(layer, row, column)[axis] for axis in axes]
                moved = [
                    most - 1 - at if mirror else at
                    for at, most, mirror in zip(moved, (layers, size, size), mirrors, strict=True)
                ]
                images.append(places.index((moved[1], moved[0], moved[2])))
            expected[tuple(images)] = None
    assert board.symmetries == tuple(expected)
    assert all(tuple(one[cell] for cell in board.symmetries[-1]) in expected for one in expected)
    for symmetry in board.symmetries:
        assert {sum(1 << symmetry[cell] for cell in cells_of(line)) for line in board.lines} == set(board.lines)


@pytest.mark.parametrize(
    ("text", "lines", "symmetries"),
    [("tic-tac-toe-3d", 49, 48), ("qubic", 76, 48), ("3x6x3-cube", 16, 16), ("2x4x2-cube", 28, 48)],
)
def test_lines_and_symmetries(text, lines, symmetries):
    """Their numbers are the known ones."""
    board = Rules.parse(text).board
    assert (len(board.lines), len(board.symmetries)) == (lines, symmetries)


@pytest.mark.parametrize("text", ["3x9x3-cube-gravity", "3x8x3-cube", "3x3x3-cube"])
def test_what_is_no_cube(text):
    """Layers that are not square, one layer alone and stones that fall are refused with an example."""
    with pytest.raises(IllegalRules, match=r"a cube is written as its layers side by side.*such as 3x9x3-cube"):
        Rules.parse(text)
