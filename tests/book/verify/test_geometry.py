"""The geometry of the verifier: held against that of ``book.game``, and the laws that it proves of boards."""

import json

import numpy as np
import pytest

from oxobook.book import BookError, Rules
from oxobook.book.game.notation import board_text, coordinates_in
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.verify.geometry import geometry_of
from tests.boards import OWN, own

KEYED = ["1x1x1", "1x5x3", "5x1x2", "3x3x3", "3x4x3", "3x3x4", "5x5x4", "4x7x4", "5x6x4-gravity", "1x31x5", "31x1x2"]
WIDE = ["4x8x3-gravity", "8x4x4-gravity", "8x8x4-gravity", "6x7x4-gravity"]

OTHERS = ["3x3x3-torus", "3x4x3-cylinder-gravity", "3x9x3-cube", "3x3x3-hex", "3x4x4-knobby", *OWN]


def stones(rules, count):
    """Random masks of X and O that share no cell, as arrays of the type for the rules."""
    random, geometry = np.random.default_rng(5), geometry_of(rules)
    places = random.integers(0, 3, (count, rules.cells)) == np.array([1, 2])[:, None, None]
    x, o = ([sum(1 << cell for cell in np.flatnonzero(row).tolist()) for row in side] for side in places)
    return np.array(x, geometry.dtype), np.array(o, geometry.dtype)


@pytest.mark.parametrize("text", KEYED + WIDE + OTHERS)
def test_it_is_that_of_the_game(text):
    """Lines, moves, texts, least images and their numbers are those of ``book.game``; on plain boards found anew."""
    rules = own(text)[0] if text in OWN else Rules.parse(text)
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
    geometry = geometry_of(rules)
    x, _ = stones(rules, 50)
    images = geometry.images(x)
    assert images.shape == (50, len(geometry.ways)) and (images[:, 0] == x).all()
    for number in range(len(geometry.ways)):
        back = geometry.masks_back(images[:, number], np.full(50, number))
        assert back.tolist() == x.tolist()


LINES = [[f"{column}{row}" for column in "abc"] for row in (1, 2, 3)]
ROWS = {"name": "rows", "board": ["...", "...", "..."], "lines": LINES}
HILL = {"name": "hill", "board": ["...", "...", ".#."], "k": 3}


@pytest.mark.parametrize(
    ("board", "words", "changed", "law"),
    [
        (ROWS, "", {}, None),
        (ROWS, "", {"table": ((1, 0, 2), (3, 4, 5), (6, 7, 8))}, "cells in reading order"),
        (ROWS, "", {"lines": (0b111, 1 << 9), "symmetries": [range(9)]}, "lines of its cells"),
        (ROWS, "", {"lines": (0, 0b111), "symmetries": [range(9)]}, "lines of its cells"),
        (ROWS, "", {"stacks": ((0, 1), (1, 2)), "symmetries": [range(9)]}, "each cell in one stack"),
        (ROWS, "", {"symmetries": [range(9), (0, 0, *range(2, 9))]}, "permutations as symmetries"),
        (ROWS, "", {"symmetries": [range(8)]}, "permutations as symmetries"),
        (ROWS, "", {"symmetries": []}, "the identity as first symmetry"),
        (ROWS, "", {"symmetries": [(1, 0, *range(2, 9))]}, "the identity as first symmetry"),
        (ROWS, "", {"symmetries": [range(9), range(9)]}, "different symmetries"),
        (ROWS, "", {"symmetries": [range(9), (3, 1, 2, 0, *range(4, 9))]}, "symmetries that keep its lines"),
        (HILL, "-gravity", {"symmetries": [range(8), (0, 1, 5, 3, 4, 2, 6, 7)]}, "symmetries that keep its"),
        (HILL, "-gravity", {"lines": (), "symmetries": [range(8), (1, 0, *range(2, 8))]}, "keep its stacks"),
        (ROWS, "", {"symmetries": [range(9), (1, 2, 0, *range(3, 9))]}, "symmetries that compose"),
    ],
)
def test_a_board_that_keeps_no_law(monkeypatch, board, words, changed, law):
    """A kind of board whose lines, stacks or symmetries are none is refused, by the name of the law."""
    rules = Rules.own(json.dumps(board), words)
    for name, value in changed.items():
        monkeypatch.setitem(rules.board.__dict__, name, tuple(map(tuple, value)) if name == "symmetries" else value)
    if law is None:
        assert geometry_of.__wrapped__(rules).ways == list(rules.board.symmetries)
    else:
        with pytest.raises(BookError, match=f"^expected .*{law}.* on the board of {rules}; it has others"):
            geometry_of.__wrapped__(rules)


def test_gravity_without_rows_to_fall_through():
    """Stones on a single row do not stack."""
    assert not geometry_of(Rules.parse("1x5x3-gravity")).stacked
    assert geometry_of(Rules.parse("2x5x3-gravity")).stacked and not geometry_of(Rules.parse("2x5x3")).stacked


def test_cells_are_named():
    """Cells are named in their order; a mask that does not fit the board is shown as a number."""
    geometry, rules = geometry_of(Rules()), Rules()
    assert geometry.cell_names(0) == "none" and geometry.cell_names(0b100010001) == "a3 b2 c1"
    assert geometry.cell_names(511) == " ".join(coordinates_in(511, rules))
    assert (geometry.cell_names(512), geometry.cell_names(-1)) == ("mask 512", "mask -1")
