"""The geometry of the verifier: held against that of ``book.game``, which shares no code with it."""

import json

import numpy as np
import pytest

from oxobook.book import BookError, Position, Rules
from oxobook.book.game.notation import board_text, coordinates_in
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.verify.geometries import OwnGeometry, geometry_of
from oxobook.book.verify.geometry import Geometry
from tests.system.test_own_boards import BOARDS, own

KEYED = ["1x1x1", "1x5x3", "5x1x2", "3x3x3", "3x4x3", "3x3x4", "5x5x4", "4x7x4", "5x6x4-gravity", "1x31x5", "31x1x2"]
WIDE = ["4x8x3-gravity", "8x4x4-gravity", "8x8x4-gravity", "6x7x4-gravity"]

OTHERS = [
    *(
        "3x3x3-torus",
        "4x2x3-torus",
        "3x4x3-cylinder",
        "3x4x3-cylinder-gravity",
        "3x9x3-cube",
        "2x4x2-cube",
        "1x4x3-cube",
        "2x4x1-cube",
    ),
    *("3x3x3-hex", "4x3x2-hex", "3x3x4-tippy", "3x4x4-knobby", "3x3x3-el", "3x4x3-tic-gravity", "2x5x4-elly"),
    *("2x3x2-domino", "3x3x4-fatty", "2x5x4-skinny"),
    *BOARDS,
]


def stones(rules, count):
    """Random masks of X and O that share no cell, as arrays of the type for the rules."""
    random, geometry = np.random.default_rng(5), geometry_of(rules)
    places = random.integers(0, 3, (count, rules.cells)) == np.array([1, 2])[:, None, None]
    x, o = ([sum(1 << cell for cell in np.flatnonzero(row).tolist()) for row in side] for side in places)
    return np.array(x, geometry.dtype), np.array(o, geometry.dtype)


@pytest.mark.parametrize("text", KEYED + WIDE + OTHERS)
def test_it_is_that_of_the_game(text):
    """On every kind of board, lines, moves, texts, least images and their numbers are those of ``book.game``."""
    rules = own(text)[0] if text in BOARDS else Rules.parse(text)
    geometry, group = geometry_of(rules), symmetry_group(rules)
    x, o = stones(rules, 300)
    keys, pairs = x | o << rules.cells, list(zip(x.tolist(), o.tolist(), strict=True))
    assert geometry.wide == (text in WIDE)
    assert geometry.has_line(x).tolist() == [any(mask & line == line for line in rules.lines) for mask in x.tolist()]
    assert geometry.playable(x | o).tolist() == [rules.playable(mask) for mask in (x | o).tolist()]
    assert geometry.canonical(keys).tolist() == [group.canonical(*pair)[0] for pair in pairs]
    assert geometry.orbits(keys).tolist() == [group.orbit(*pair) for pair in pairs]
    expected = [board_text(rules, *pair) for pair in pairs]
    assert [one.decode() for one in geometry.boards(keys)] == expected
    assert [geometry.board(key) for key in keys[:9].tolist()] == expected[:9]


@pytest.mark.parametrize("text", ["3x3x3", "3x4x3", "4x4x4-gravity", "8x8x4-gravity"])
def test_masks_go_back_by_the_symmetry_that_led_there(text):
    """A position's cells, found on its image, go back to where they were under each symmetry."""
    rules = Rules.parse(text)
    geometry = Geometry(rules)
    x, _ = stones(rules, 50)
    images = geometry.images(x)
    assert images.shape == (50, geometry.symmetries) and (images[:, 0] == x).all()
    for number in range(geometry.symmetries):
        back = geometry.masks_back(images[:, number], np.full(50, number))
        assert back.tolist() == x.tolist()


LINES = [[f"{column}{row}" for column in "abc"] for row in (1, 2, 3)]
ROWS = {"name": "rows", "board": ["...", "...", "..."], "lines": LINES}
HILL = {"name": "hill", "board": ["...", "...", ".#."], "k": 3}


@pytest.mark.parametrize(("board", "words"), [(ROWS, ""), (HILL, "-gravity")])
def test_symmetries_of_own_boards(board, words):
    """The verifier takes the board's symmetries, some or all of them; a stack goes to a stack."""
    rules = Rules.own(json.dumps(board), words)
    assert [tuple(images) for images in geometry_of(rules).permutations()] == list(rules.board.symmetries)
    assert len(rules.board.symmetries) == (2 if words else 144)


@pytest.mark.parametrize(
    ("board", "words", "ways"),
    [
        (ROWS, "", [(1, 0, *range(2, 9))]),
        (ROWS, "", [range(9), range(9)]),
        (ROWS, "", [range(9), (3, 1, 2, 0, *range(4, 9))]),
        (ROWS, "", [range(9), (1, 2, 0, *range(3, 9))]),
        (ROWS, "", [range(9), (0, 0, *range(2, 9))]),
        (ROWS | {"symmetry": False}, "", [range(9), (1, 0, *range(2, 9))]),
        (HILL, "-gravity", [range(8), (0, 1, 5, 3, 4, 2, 6, 7)]),
    ],
)
def test_symmetries_that_keep_no_law(board, words, ways):
    """Permutations that begin otherwise, repeat, break lines or stacks, or do not compose are refused."""
    rules = Rules.own(json.dumps(board), words)
    rules.board.__dict__["symmetries"] = tuple(map(tuple, ways))
    try:
        with pytest.raises(BookError, match="are no group that keeps its lines and stacks"):
            OwnGeometry(rules)
    finally:
        del rules.board.__dict__["symmetries"]


@pytest.mark.parametrize(
    ("text", "number", "distinct"),
    [
        *(("3x3x3", 8, 8), ("3x4x3", 4, 4), ("4x3x3-gravity", 2, 2), ("3x3x3-gravity", 2, 2), ("1x5x3", 4, 2)),
        *(("3x9x3-cube", 48, 48), ("2x6x2-cube", 16, 16)),
    ],
)
def test_number_of_symmetries(text, number, distinct):
    """A square has eight symmetries, a rectangle four, a board with gravity two; on one row some move cells alike."""
    geometry = geometry_of(Rules.parse(text))
    moved = geometry.images(geometry.bits(np.arange(geometry.cells))).T
    assert geometry.symmetries == number and len({tuple(one) for one in moved.tolist()}) == distinct
    assert len(set(geometry.rules.board.symmetries)) == distinct


@pytest.mark.parametrize(("text", "wide"), [("1x31x5", False), ("1x32x5", True), ("4x8x4-gravity", True)])
def test_a_key_has_room_for_31_cells(text, wide):
    """From 32 cells on masks and keys are Python's integers."""
    geometry = Geometry(Rules.parse(text))
    assert (geometry.wide, geometry.dtype) == (wide, object if wide else np.int64)
    last = geometry.bits(np.array([2 * geometry.cells - 1]))
    assert last.dtype == geometry.dtype and last.tolist() == [1 << 2 * geometry.cells - 1]


def test_gravity_without_rows_to_fall_through():
    """Stones on a single row do not stack."""
    assert not Geometry(Rules.parse("1x5x3-gravity")).stacked
    assert Geometry(Rules.parse("2x5x3-gravity")).stacked and not Geometry(Rules.parse("2x5x3")).stacked


def test_cells_are_named():
    """Cells are named in their order; a mask that does not fit the board is shown as a number."""
    geometry, rules = geometry_of(Rules()), Rules()
    assert geometry.cell_names(0) == "none" and geometry.cell_names(0b100010001) == "a3 b2 c1"
    assert geometry.cell_names(511) == " ".join(coordinates_in(511, rules))
    assert (geometry.cell_names(512), geometry.cell_names(-1)) == ("mask 512", "mask -1")


def test_the_key_of_a_worked_position():
    """The board of a key is that of the position."""
    position = Position.parse("X../.O./...")
    assert geometry_of(Rules()).board(position.key) == position.text
    assert geometry_of(Rules()) is geometry_of(Rules())


def test_another_board_has_no_geometry_here():
    """The geometry knows plain boards, cylinders, tori and cubes alone."""

    class Strange(Rules):
        @property
        def kind(self):
            return "sphere"

    with pytest.raises(BookError, match=r"the verifier knows .* cubes, .*; the book is of 3x3x3"):
        geometry_of.__wrapped__(Strange())
