"""Boards of every kind: their lines and symmetries, by other constructions, and the lines drawn between cells."""

import hashlib
import json
from itertools import permutations, product

import pytest

from oxobook.book import Rules
from oxobook.book.game.notation import cells_of
from tests.boards import ANIMALS, OWN, board_of

BOARDS = {
    **{"3x3x3": (8, 8, "71cf94c3"), "4x4x4": (10, 8, "c2b9ef34"), "3x4x3": (14, 4, "55dd7e59")},
    **{"1x5x3": (3, 2, "839bf2ec"), "5x1x3": (3, 2, "839bf2ec"), "1x1x1": (1, 1, "efd70b49")},
    **{"4x3x3": (14, 4, "4fc14a5b"), "3x3x4": (0, 8, "71cf94c3"), "3x3x1": (9, 8, "71cf94c3")},
    **{"5x6x4": (39, 4, "4e2a0ec0"), "1x31x4": (28, 2, "da8bb831"), "8x8x4": (130, 8, "631f4a5e")},
    **{"3x3x3-gravity": (8, 2, "535d1af4"), "4x1x2-gravity": (3, 1, "7bbbf158"), "connect-four": (69, 2, "54361f28")},
    **{"3x3x3-torus": (12, 72, "1bf488b9"), "4x4x4-torus": (16, 128, "16737001"), "3x4x3-torus": (40, 48, "4208d24e")},
    **{"2x5x2-torus": (25, 20, "56e330e9"), "1x5x3-torus": (5, 10, "53cd76f2"), "3x3x1-torus": (9, 72, "1bf488b9")},
    **{"3x3x3-cylinder": (12, 12, "b1f64094"), "3x3x3-cylinder-gravity": (12, 6, "396c6495")},
    **{"5x4x4-cylinder": (29, 16, "bf60d257"), "5x4x4-cylinder-gravity": (29, 8, "08c6cf03")},
    **{"3x5x4-cylinder": (15, 20, "46d2a7c7"), "2x4x3-cylinder": (8, 16, "14cd3051")},
    **{"4x2x3-cylinder": (8, 4, "4b6f699d"), "5x1x2-cylinder": (4, 2, "839bf2ec")},
    **{"tic-tac-toe-3d": (49, 48, "3646528a"), "qubic": (76, 48, "62ccd13d"), "3x6x3-cube": (16, 16, "4afedd18")},
    **{"2x4x2-cube": (28, 48, "bf64bf56"), "2x6x2-cube": (50, 16, "bb4000f8"), "2x4x3-cube": (0, 48, "bf64bf56")},
    **{"1x4x3-cube": (2, 2, "cdd36f0b"), "2x4x1-cube": (8, 48, "bf64bf56"), "2x2x2-domino": (4, 8, "182e9193")},
    **{"2x2x2-hex": (5, 4, "304e42aa"), "3x3x3-hex": (7, 4, "fea6237d"), "2x3x2-hex": (9, 2, "1aaa769b")},
    **{"4x3x2-hex": (23, 2, "e0b2ceea"), "1x3x2-hex": (2, 2, "ce2d7568"), "2x4x3-hex-misere": (4, 2, "fe40c52a")},
    **{"3x3x4-tippy": (8, 8, "71cf94c3"), "3x4x4-tippy-gravity": (14, 2, "e25362c3")},
}
"""By board the numbers of its lines and symmetries, and how the digest of the symmetries in their order begins."""


@pytest.mark.parametrize("text", [*BOARDS, *ANIMALS, *OWN])
def test_lines(text):
    """They are those of another construction, ascending, each once; own boards are called by their names."""
    rules, lines, places = board_of(text)
    assert rules.board.lines == tuple(sorted({sum(1 << cell for cell in {*line}) for line in lines}))
    assert [rules.board.at[place] for place in places] == list(range(rules.cells))
    if text in OWN:
        assert rules.board.title == text.split("-")[0] and rules.k == min(map(len, lines))


@pytest.mark.parametrize("text", BOARDS)
def test_symmetries(text):
    """They are the known number of permutations that keep lines and stacks, a group, in the order of the format."""
    board = Rules.parse(text).board
    group, stacks = set(board.symmetries), set(board.stacks)
    digest = hashlib.sha256(repr(board.symmetries).encode()).hexdigest()
    assert (len(board.lines), len(board.symmetries), digest[:8]) == BOARDS[text] and len(group) == len(board.symmetries)
    assert board.symmetries[0] == tuple(range(board.cells))
    for one in board.symmetries:
        assert tuple(one[cell] for cell in board.symmetries[-1]) in group
        assert {sum(1 << one[cell] for cell in cells_of(line)) for line in board.lines} == set(board.lines)
        assert {tuple(one[cell] for cell in stack) for stack in stacks} == stacks


def test_a_shape_that_begins_with_a_gap():
    """A polyomino without its first corner stands at eight places of nine cells, two in each orientation."""
    board = {"name": "zigzag", "board": ["..."] * 3, "shape": [".##", "##."]}
    zigzags = Rules.own(json.dumps(board)).lines
    assert len(zigzags) == 8 and 0b110_011_000 in zigzags and all(mask.bit_count() == 4 for mask in zigzags)


def test_borders_beside_holes():
    """Every side of a cell is drawn once, but for the edge of the board; a side between two holes is not."""
    rules = Rules.own(json.dumps({"name": "notched", "board": ["##.", "...", ".#."], "k": 3}))
    level = {(column, y, column + 1, y) for column in range(3) for y in (1, 2)}
    vertical = {(x, row, x, row + 1) for x in (1, 2) for row in range(3)}
    assert rules.board.borders == sorted(level | vertical - {(1, 0, 1, 1)})


def distance(one, other):
    return abs(complex(*one) - complex(*other))


@pytest.mark.parametrize("text", ["3x3x3-hex", "2x4x3-hex", "4x3x2-hex", "1x3x2-hex"])
def test_drawing_of_hexagons(text):
    """Each cell has six sides around its middle, all of one length; they fill the drawing; neighbours stay so."""
    board = Rules.parse(text).board
    assert len({*board.borders}) == len(board.borders)
    for middle in board.middles:
        around = [side for side in board.borders if max(distance(middle, side[:2]), distance(middle, side[2:])) < 0.6]
        assert len(around) == 6
        lengths = [length for side in around for length in (distance(side[:2], side[2:]), distance(side[:2], middle))]
        assert lengths == pytest.approx([3**-0.5] * 12, abs=0.001)
    for low, high, size in ((0, 2, board.width), (1, 3, board.height)):
        ends = [side[end] for side, end in product(board.borders, (low, high))]
        assert (min(ends), max(ends)) == pytest.approx((0, size), abs=0.001)
    assert board.middles[0][1] == pytest.approx(3**-0.5) and 0 < board.room < 3**0.5 / 2
    near = {
        (a, b) for a, b in permutations(range(board.cells), 2) if distance(board.middles[a], board.middles[b]) < 1.1
    }
    assert all({(one[a], one[b]) for a, b in near} == near for one in board.symmetries)
