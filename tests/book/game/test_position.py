"""Positions: what is read as one, what is refused, moves, and which of them a legal game reaches."""

import re
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oxobook.book import IllegalPosition, Position, Rules
from oxobook.book.errors import IllegalArgument
from oxobook.book.game import reachability
from oxobook.book.game.notation import is_position, move_named
from oxobook.book.game.position import positions_read
from tests.boards import games, masks, over_some

TWELVE = Rules(3, 4, 3)


def test_coordinates_are_as_on_a_chessboard():
    """Column letter, then the row counted from the bottom."""
    names = Rules().board.names
    assert (names[0], names[4], names[8]) == ("a3", "b2", "c1")
    assert Rules(1, 28, 3).board.names[25:] == ("z1", "aa1", "ab1")


REFUSED = {
    "3x3x3": [
        ("X../.O.", "expected 3 rows of 3 cells for 3x3x3, such as .../.../...; got 6 cells in 'X../.O.'"),
        ("X./.O./....", "got rows of 2, 3, 4"),
        ("X . / . O . / . . .", "got 8 cells in"),
        ("X . . . / O . / . . .", "got rows of 4, 2, 3 in"),
        ("X../.0./...", "expected X, O and one sign for a free cell; got '.', '0' in"),
        ("X../.♥./...", "got '.', '♥' in"),
        ("qwe/rty/uip", "got 'q', 'w', 'e', 'r', ... in 'qwe/rty/uip'"),
        ("1 0 0 / 1 -1 1 / 2 -1 1", "expected X, O and one sign for a free cell; got '1', '0', '-1', '2' in"),
        ("[1, 0", "expected a board of 3x3x3, 9 cells ...; got '[1, 0'"),
        ("[1, 0, 0, 0, 3, 0, 0, 0, 0]", "1 for X, 2 or -1 for O), or moves; got"),
        ("XX./.../...", "X must have as many stones as O, or one more; 'XX./.../...' has 2 X and 0 O"),
        ("O../.../...", "has 0 X and 1 O"),
        ("OO./.../...", "has 0 X and 2 O"),
        ("OX./.../..O", "X moves first here; if O began, write X for O and O for X"),
        ("XXX/OOO/...", "X and O both have a line"),
        ("XXX/OO./O..", "O moved after X had a line"),
        ("XX./OOO/XX.", "X moved after O had a line"),
        ("a3 d1", "expected a coordinate from a1 to c3; got 'd1'"),
        ("a3 a3", "a3 is taken in X../.../...; play one of b3, c3"),
        ("a3 b3 a2 b2 a1 b1", "the game is over in XO./XO./X..; b1 cannot be played"),
        ([1, 1, 0, 0, 0, 0, 0, 0, 0], "X must have as many stones as O"),
        (Position(TWELVE), "expected a position of 3x3x3; got one of 3x4x3"),
        *(
            (cells, "expected a board of 3x3x3, 9 cells ..., or moves; got ")
            for cells in ([3, *[0] * 8], [1.5, *[0] * 8], [True, *[0] * 8], None, {}, np.ones(9) / 2, [10**5000] * 9)
        ),
    ],
    "3x4x3": [("X.../.?../....", "got '.', '?' in")],
    "5x3x3": [("XXX/OO./OO./XXX/O..", "that no single stone completes")],
    "3x3x3-gravity": [
        ("X../.../.O.", "the stone at a3 floats"),
        ("X../O../O.X", "no order of play"),
        ("a3", "a stone at a3 would float in .../.../...; play the lowest free cell of a column: one of a1, b1, c1"),
    ],
    "3x3x3-wild": [
        ("b2", "a sign and a cell, such as Xa3 or Oc1; got 'b2'"),
        ("XXX/OOO/...", "no last stone completes all lines"),
    ],
    "3x3x3-notakto": [("XO./.../...", "both sides set X")],
}
"""By rules what is no position, and a part of the message; ... stands for more words."""


@pytest.mark.parametrize(
    ("rules", "given", "message"), [(rules, *one) for rules, some in REFUSED.items() for one in some]
)
def test_what_is_no_position(rules, given, message):
    """Each kind of bad position has its own one-line message."""
    with pytest.raises(IllegalPosition, match=re.escape(message).replace(r"\ \.\.\.", ".*")) as caught:
        Position.of(given, Rules.parse(rules))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["Za1", "Xd9", "a1", "X", ""])
def test_moves_have_a_sign_and_a_cell(text):
    """A move without X or O, or off the board, is refused if both sides set either sign; the error names two moves."""
    with pytest.raises(IllegalPosition, match="expected a sign and a cell, such as Xa3 or Oc1; got"):
        move_named(text, Rules.parse("wild"))


WORDS = "a3 a3,b2 X../.O./... XO. ... [1,0] ##/## X2345O78X xbbbobbbx x,.,o 4453 x0 (0,0)"
OTHERS = ["perfect", "3x3x3", "book.sqlite", "", "bob", "3x4x3-wild"]


def test_words_that_look_like_positions():
    """A word is taken for a position if it is a record, has the signs of a board alone, or is a list of numbers."""
    assert [word for word in [*WORDS.split(), *OTHERS] if is_position(word)] == WORDS.split()


@over_some(20)
@given(games(), st.randoms(use_true_random=False))
def test_exactly_what_play_reaches_is_accepted(game, chance):
    """Boards that play reaches are accepted, with their moves, winner and score; of others, near or far, none is."""
    rules, slow = game
    boards = chance.sample(sorted(slow.answers), min(len(slow.answers), 100))
    boards += ["".join(chance.choices(".XO", k=rules.cells)) for _ in range(100)]
    for board in boards[:100]:
        at, to = chance.randrange(rules.cells), chance.randrange(rules.cells)
        changed = [*board]
        changed[at], changed[to] = changed[to], chance.choice(board + "XO.")
        boards.append("".join(changed))
    for board in boards:
        position, known = Position(rules, *masks(board)), board in slow.answers
        try:
            position.require_legal()
        except IllegalPosition:
            assert not known, board
        else:
            assert known, board
        if known:
            after = slow.children(board)
            assert (position.to_move, position.over, len(position.legal_moves)) == (
                slow.mover(board),
                not after,
                len(after),
            )
            if position.over:
                value, _ = slow.answers[board]
                terms, mover = rules.terms, position.to_move
                line = terms.line_score(position.ply, rules.cells)
                score = line if slow.line_owner(board) else terms.full_score(rules.cells)
                assert score == value * (rules.cells + 1 - position.ply), board
                assert position.winner == {1: mover, 0: None, -1: "XO"[mover == "X"]}[value]


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


def test_from_key_refuses_other_numbers():
    """A key out of range, or of an unreachable position, is refused; one of NumPy's is taken."""
    for kind in (np.int64, np.uint8):
        assert Position.from_key(kind(1), "3x3x3").play("b2").text == "X../.O./..."
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


@pytest.mark.parametrize(("move", "rules"), [("a1", "3x3x3"), (None, "3x3x3-wild"), (-1, "3x3x3"), (8, "2x2x2-wild")])
def test_what_is_no_number_of_a_move(move, rules):
    """``after`` takes the number of a move; anything else is refused with what takes a name."""
    with pytest.raises(IllegalArgument, match=r"one of legal_cells; got .*: play takes its name"):
        Position(Rules.parse(rules)).after(move)


def test_play_takes_cells_and_coordinates():
    """A move may be given either way, and is refused when it is not legal."""
    start, falling = Position(Rules()), Position.parse("b1", Rules(3, 3, 3, gravity=True))
    for move in ("b2", " B2", np.int64(4), np.array(4), (1, 1), [1, 1], (np.int8(1), 1)):
        assert start.play(move) == start.play(4)
    for move in ("b", (1, 1), 1, np.int8(1), 4):
        assert falling.play(move) == falling.play("b2")
    for move in (None, True, np.bool_(True), (True, 1), 1.0, (3, 3), (1,), (1, 1, 1), {}, "b", Rules()):
        with pytest.raises(IllegalPosition, match=r"^expected a (move of 3x3x3: a coordinate such as|coordinate from)"):
            start.play(move)
    for cell in (-1, 9, np.int64(9)):
        with pytest.raises(IllegalPosition, match=f"expected a cell from 0 to 8; got {cell}"):
            Position(Rules()).play(cell)


def test_a_position_shows_itself():
    """The repr of a position is its board and its rules."""
    assert repr(Position.parse("X.../.O../....", TWELVE)) == "<Position X.../.O../.... of 3x4x3>"


@pytest.mark.parametrize(
    ("rules", "record", "text"),
    [
        *(("3x1x3", record, "X/O/.") for record in ("X/O/.", "X O .", "X O/.")),
        ("3x3x3-wild", "Xb2 oa1", ".../.X./O.."),
        ("8x8x4", "a8 h1", "X......./......../......../......../......../......../......../.......O"),
        ("4x16x4", "p4 a1", "...............X/................/................/O..............."),
    ],
)
def test_boards_of_all_sizes_are_played(rules, record, text):
    """Positions of 3 to 64 cells are read, played, written and have a key."""
    position = Position.parse(record, Rules.parse(rules))
    assert position.text == text
    assert Position.parse(text, position.rules) == position == Position.from_key(position.key, position.rules)


def test_the_positions_of_a_record():
    """A record gives the positions from the empty board to the one after its last move."""
    texts = [position.text for position in positions_read("a3 b2 c1", Rules(), games=True)]
    assert texts == [".../.../...", "X../.../...", "X../.O./...", "X../.O./..X"]
    assert positions_read("", Rules(), games=True) == [Position(Rules())] == [Position.parse(" ")]
