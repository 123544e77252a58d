"""Boards of hexagons: symmetries and the drawing, by the cells' places in the plane."""

from itertools import permutations, product

import pytest

from oxobook.book import IllegalRules, Rules

BOARDS = ["3x3x3-hex", "2x4x3-hex", "4x3x2-hex", "1x3x2-hex"]


@pytest.mark.parametrize("text", ["2x2x2-hex", "3x3x3-hex", "2x3x2-hex"])
def test_symmetries(text):
    """They are the half turn and, on equal sides, the swap of rows and columns; each keeps neighbours neighbours."""
    board = Rules.parse(text).board
    places = {cell: place for place, cell in board.at.items()}
    swapped = {cell: board.at.get(place[::-1], cell) for cell, place in places.items()}
    steps = [(cell, board.cells - 1 - cell) for cell in range(board.cells)]
    ways = [tuple(step[turned] for step in steps) for turned in (0, 1)]
    if text != "2x3x2-hex":
        ways += [tuple(way[swapped[cell]] for cell in range(board.cells)) for way in ways]
    assert board.symmetries == tuple(ways)
    near = {
        (a, b) for a, b in permutations(range(board.cells), 2) if distance(board.middles[a], board.middles[b]) < 1.1
    }
    for symmetry in board.symmetries:
        assert {(symmetry[a], symmetry[b]) for a, b in near} == near


def distance(one, other):
    return abs(complex(*one) - complex(*other))


@pytest.mark.parametrize("text", BOARDS)
def test_drawing(text):
    """Each cell has six sides around its middle, all of one length; they fill the drawing's width and height."""
    board = Rules.parse(text).board
    assert len({*board.borders}) == len(board.borders)
    for middle in board.middles:
        around = [side for side in board.borders if max(distance(middle, side[:2]), distance(middle, side[2:])) < 0.6]
        assert len(around) == 6
        for side in around:
            assert distance(side[:2], side[2:]) == pytest.approx(3**-0.5, abs=0.001)
            assert distance(side[:2], middle) == pytest.approx(3**-0.5, abs=0.001)
    for low, high, size in ((0, 2, board.width), (1, 3, board.height)):
        ends = [side[end] for side, end in product(board.borders, (low, high))]
        assert (min(ends), max(ends)) == pytest.approx((0, size), abs=0.001)
    assert board.middles[0][1] == pytest.approx(3**-0.5) and 0 < board.room < 3**0.5 / 2


def test_stones_do_not_fall():
    """Gravity is refused."""
    with pytest.raises(IllegalRules, match="stones do not fall between hexagons; got 3x3x3-hex-gravity"):
        Rules.parse("3x3x3-hex-gravity")
