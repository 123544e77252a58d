"""Positions: their text, records, moves, and which of them a legal game reaches."""

import re
import time
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oxobook.book import IllegalPosition, Position, Rules
from oxobook.book.errors import IllegalArgument
from oxobook.book.game import reachability
from oxobook.book.game.notation import coordinates
from oxobook.book.game.position import position_of_text, positions_of_record
from oxobook.book.game.reachability import is_reachable
from tests.reference import solved_game

TWELVE = Rules(3, 4, 3)


def test_coordinates_are_as_on_a_chessboard():
    """Column letter, then the row counted from the bottom."""
    names = coordinates(Rules())
    assert (names[0], names[4], names[8]) == ("a3", "b2", "c1")
    assert coordinates(Rules(1, 28, 3))[25:] == ("z1", "aa1", "ab1")


@pytest.mark.parametrize(
    ("text", "rules", "message"),
    [
        ("X../.O.", "3x3x3", "expected 3 rows of 3 cells for 3x3x3, such as .../.../...; got 6 cells in 'X../.O.'"),
        ("X./.O./....", "3x3x3", "got rows of 2, 3, 4"),
        ("X../.0./...", "3x3x3", "expected X, O and one sign for a free cell; got '.', '0' in"),
        ("X../.♥./...", "3x3x3", "got '.', '♥' in"),
        ("X.../.?../....", "3x4x3", "got '.', '?' in"),
        ("qwe/rty/uip", "3x3x3", "got 'q', 'w', 'e', 'r', ... in 'qwe/rty/uip'"),
        ("XX./.../...", "3x3x3", "X must have as many stones as O, or one more; 'XX./.../...' has 2 X and 0 O"),
        ("O../.../...", "3x3x3", "has 0 X and 1 O"),
        ("XXX/OOO/...", "3x3x3", "X and O both have a line"),
        ("XXX/OO./O..", "3x3x3", "O moved after X had a line"),
        ("XX./OOO/XX.", "3x3x3", "X moved after O had a line"),
        ("X../.../.O.", "3x3x3-gravity", "the stone at a3 floats"),
        ("X../O../O.X", "3x3x3-gravity", "no order of play"),
        ("a3 d1", "3x3x3", "expected a coordinate from a1 to c3; got 'd1'"),
        ("a3 a3", "3x3x3", "a3 is taken in X../.../...; play one of b3, c3"),
        ("a3 b3 a2 b2 a1 b1", "3x3x3", "the game is over in XO./XO./X..; b1 cannot be played"),
        (
            "a3",
            "3x3x3-gravity",
            "a stone at a3 would float in .../.../...; play the lowest free cell of a column: one of a1, b1, c1",
        ),
    ],
)
def test_bad_positions(text, rules, message):
    """Each kind of bad position has its own one-line message."""
    with pytest.raises(IllegalPosition, match=re.escape(message)) as caught:
        Position.parse(text, Rules.parse(rules))
    assert "\n" not in str(caught.value)


def test_lines_that_no_single_stone_completes():
    """Two lines of the last mover must share a cell."""
    with pytest.raises(IllegalPosition, match="that no single stone completes"):
        Position.parse("XXX/OO./OO./XXX/O..", Rules(5, 3, 3))


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    ["3x3x3", "3x3x3-gravity", "3x3x3-misere", "2x4x2", "2x4x3-gravity", "3x3x1", "3x2x3-gravity", "4x2x2-gravity"],
)
def test_reachability_is_exact(text):
    """Out of all ways to fill a board with X, O and blanks, play reaches exactly those that are accepted."""
    rules = Rules.parse(text)
    reached = solved_game(*rules[:5]).answers
    for number, cells in enumerate(product(".XO", repeat=rules.cells)):
        board = "".join(cells)
        masks = (sum(1 << cell for cell, stone in enumerate(board) if stone == side) for side in "XO")
        assert is_reachable(rules, *masks) == (board in reached), board
        if number % 29 == 0:
            assert is_accepted(board, rules) == (board in reached), board


def is_accepted(board, rules):
    try:
        Position.parse(board, rules, reading="rows=top")
    except IllegalPosition:
        return False
    return True


def test_reachability_on_a_full_board_is_quick():
    """The search behind gravity's reachability ends at once even on a board that defeats it only at the last stones."""
    started = time.thread_time()
    with pytest.raises(IllegalPosition, match="no order of play"):
        Position.parse("OXOXOX/OXXXXO/XOOXXX/XOXXXO/OOOOOO", Rules(5, 6, 9, gravity=True))
    assert time.thread_time() - started < 1


def test_stones_made_up_to_be_tried_for_ever(monkeypatch):
    """A message says so if a bounded search cannot settle the order of play."""
    monkeypatch.setattr(reachability, "MOST_TRIES", 1_000)
    stacks = ["OXXXXXXX"] * 4 + ["OOOOOOOX"] * 3 + ["OOOOOXOO"]
    board = "/".join("".join(row) for row in zip(*(stack[::-1] for stack in stacks), strict=True))
    with pytest.raises(IllegalPosition, match="in 1,000 tries no order of play was found"):
        Position.parse(board, Rules(8, 8, 9, gravity=True))


@given(st.lists(st.integers(0, 11), max_size=12))
def test_play_and_text_are_inverse(moves):
    """A position reached by play is legal, and reads back from its text, its key and its record."""
    position, record = Position(TWELVE), []
    for cell in moves:
        if cell in position.legal_cells:
            position = position.play(cell)
            record.append(coordinates(TWELVE)[cell])
    assert Position.parse(position.text, TWELVE) == position
    assert Position.from_key(position.key, TWELVE) == position
    assert not record or Position.parse(" ".join(record), TWELVE) == position


def test_from_key_refuses_other_numbers():
    """A key out of range, or of an unreachable position, is refused."""
    for key, message in (
        (-1, "expected a key from 0 up to 262143 for 3x3x3; got -1"),
        (1 << 18, "expected a key from 0 up to 262143 for 3x3x3; got 262144"),
        (0b11, "X must have as many stones as O"),
        (0b1 << 9, "X must have as many stones as O"),
    ):
        with pytest.raises(IllegalPosition, match=message):
            Position.from_key(key, Rules())


@pytest.mark.parametrize(("x", "o"), [(1 << 9, 0), (1, 1 << 9), (1, 1 << 40), (1, 1), (0b10001, 0b10000), (-1, 0)])
def test_stones_off_the_board_or_on_one_cell(x, o):
    """Masks with a stone that is not on the board, or with two on a cell, are no position."""
    with pytest.raises(IllegalPosition, match="expected stones on different cells of the board; got masks"):
        Position(Rules(), x, o).require_legal()
    if not 0 <= x | o <= Rules().full:
        with pytest.raises(IllegalPosition, match="expected stones on different cells of the board; got masks"):
            Position.of(Position(Rules(), x, o), Rules())


@pytest.mark.parametrize(("move", "rules"), [("a1", "3x3x3"), (None, "3x3x3-wild"), (-1, "3x3x3"), (4.0, "2x2x2-wild")])
def test_what_is_no_number_of_a_move(move, rules):
    """``after`` takes the number of a move; anything else is refused with what takes a name."""
    with pytest.raises(IllegalArgument, match=r"one of legal_cells; got .*: play takes its name"):
        Position(Rules.parse(rules)).after(move)


def test_outcome():
    """The winner is right under normal and misère rules, and so is whether the game is over."""
    line = Position.parse("XO./XO./X..")
    assert (line.winner, line.over, line.legal_moves, line.to_move) == ("X", True, (), "O")
    assert Position.parse("XO./XO./X..", Rules(misere=True)).winner == "O"
    full = Position.parse("XOX/XOO/OXX")
    assert (full.winner, full.over, full.ply) == (None, True, 9)
    assert Position.parse("XO./XO./...").winner is None


def test_play_takes_cells_and_coordinates():
    """A move may be given either way, and is refused when it is not legal."""
    start, falling = Position(Rules()), Position.parse("b1", Rules(3, 3, 3, gravity=True))
    for move in ("b2", " B2", np.int64(4), np.array(4), (1, 1), [1, 1], (np.int8(1), 1)):
        assert start.play(move) == start.play(4)
    for move in ("b", (1, 1), 1, np.int8(1), 4):
        assert falling.play(move) == falling.play("b2")
    for move in (None, 1.0, (3, 3), (1,), (1, 1, 1), {}, "b", Rules()):
        with pytest.raises(
            IllegalPosition,
            match=r"^expected a (move of 3x3x3: a coordinate such as|coordinate from)",
        ):
            start.play(move)
    for cell in (-1, 9, np.int64(9)):
        with pytest.raises(IllegalPosition, match=f"expected a cell from 0 to 8; got {cell}"):
            Position(Rules()).play(cell)


@pytest.mark.parametrize(
    "given",
    [
        *("X../.O./...", "X...O....", "x___o____", "x--/-o-/---", "X..\n.O.\n...", "X.. .O. ...", "X.. .O./..."),
        *("X . . / . O . / . . .", "X . .\n. O .\n. . .", " X - - - O - - - - ", "a3 b2", "A3,b2", " a3  b2 "),
        *("[1, 0, 0, 0, 2, 0, 0, 0, 0]", "[1,0,0,0,-1,0,0,0,0]", "[[1,0,0],[0,-1,0],[0,0,0]]"),
        *([1, 0, 0, 0, 2, 0, 0, 0, 0], (1, 0, 0, 0, 2, 0, 0, 0, 0), [[1, 0, 0], [0, 2, 0], [0, 0, 0]]),
        np.array([1, 0, 0, 0, 2, 0, 0, 0, 0], dtype=np.uint8),
        np.array([1, 0, 0, 0, -1, 0, 0, 0, 0], dtype=np.float32),
        np.array([[1, 0, 0], [0, 2, 0], [0, 0, 0]]),
        Position(Rules(), 1, 1 << 4),
    ],
    ids=repr,
)
def test_whatever_stands_for_a_position(given, book):
    """Boards joined or apart, records, lists and arrays, flat or row by row, and a position are all taken."""
    assert Position.of(given, Rules()).text == "X../.O./..."
    assert book.probe(given).position.text == "X../.O./..."


@pytest.mark.parametrize(
    "cells",
    [
        [3] + [0] * 8,
        [1.5] + [0] * 8,
        [True] + [0] * 8,
        None,
        {},
        np.ones(9) / 2,
        [10**5000] * 9,
    ],
)
def test_what_stands_for_no_position(cells):
    """Anything else is refused in one line that says what was expected."""
    with pytest.raises(IllegalPosition, match=r"^expected a board of 3x3x3, 9 cells .*, or moves; got .*$"):
        Position.of(cells, Rules())


def test_cells_are_held_to_the_rules_of_play():
    """Numbers that make no reachable position are refused for the same reason as its text."""
    with pytest.raises(IllegalPosition, match="X must have as many stones as O"):
        Position.of([1, 1, 0, 0, 0, 0, 0, 0, 0], Rules())
    with pytest.raises(IllegalPosition, match="expected a position of 3x3x3; got one of 3x4x3"):
        Position.of(Position(TWELVE), Rules())


def test_a_position_shows_itself():
    """The repr of a position is its board and its rules."""
    assert repr(Position.parse("X.../.O../....", TWELVE)) == "<Position X.../.O../.... of 3x4x3>"


@pytest.mark.parametrize(
    ("rules", "record", "text"),
    [
        ("6x7x4-gravity", "d1 d2 e1", "......./......./......./......./...O.../...XX.."),
        ("8x8x4", "a8 h1", "X......./......../......../......../......../......../......../.......O"),
        ("4x16x4", "p4 a1", "...............X/................/................/O..............."),
    ],
)
def test_boards_of_more_than_31_cells_are_played(rules, record, text):
    """Positions of up to 64 cells are read, played, written and have a key."""
    position = Position.parse(record, Rules.parse(rules))
    assert position.text == text
    assert Position.parse(text, position.rules) == position == Position.from_key(position.key, position.rules)


def test_the_positions_of_a_record():
    """A record gives the positions from the empty board to the one after its last move."""
    texts = [position.text for position in positions_of_record("a3 b2 c1", Rules())]
    assert texts == [".../.../...", "X../.../...", "X../.O./...", "X../.O./..X"]
    assert positions_of_record("", Rules()) == [Position(Rules())] == [position_of_text(" ", Rules())]
