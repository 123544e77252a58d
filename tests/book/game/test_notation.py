"""Texts of boards as people write them, and cells as numbers."""

import pytest

from oxobook.book import IllegalPosition, Position, Rules
from oxobook.book.game.notation import is_position, move_named


def test_one_column_needs_no_blanks():
    """On a board of one column each row is a cell."""
    for text in ("X/O/.", "X O .", "X O/."):
        assert Position.parse(text, Rules(3, 1, 3)).text == "X/O/."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("X . / . O . / . . .", "expected 3 rows of 3 cells .*; got 8 cells in"),
        ("X . . . / O . / . . .", "expected 3 rows of 3 cells .*; got rows of 4, 2, 3 in"),
        ("1 0 0 / 1 -1 1 / 2 -1 1", "expected X, O and one sign for a free cell; got '1', '0', '-1', '2' in"),
        ("[1, 0", r"expected a board of 3x3x3, 9 cells .*; got '\[1, 0'$"),
        ("[1, 0, 0, 0, 3, 0, 0, 0, 0]", r"1 for X, 2 or -1 for O\), or moves; got"),
        ("OX./.../..O", "X moves first here; if O began, write X for O and O for X$"),
        ("OO./.../...", "has 0 X and 2 O$"),
    ],
)
def test_what_is_no_board(text, why):
    """The error says what was expected, and where O seems to have begun, what to write."""
    with pytest.raises(IllegalPosition, match=why):
        Position.parse(text)


@pytest.mark.parametrize(
    ("word", "is_one"),
    [
        *(("a3", True), ("a3,b2", True), ("X../.O./...", True), ("XO.", True), ("...", True), ("[1,0]", True)),
        *(
            ("perfect", False),
            ("3x3x3", False),
            ("book.sqlite", False),
            ("", False),
            ("##/##", True),
            ("X2345O78X", True),
        ),
        *(
            ("xbbbobbbx", True),
            ("x,.,o", True),
            ("4453", True),
            ("x0", True),
            ("(0,0)", True),
            ("bob", False),
            ("3x4x3-wild", False),
        ),
    ],
)
def test_words_that_look_like_positions(word, is_one):
    """A word is taken for a position if it is a record, has the signs of a board alone, or is a list of numbers."""
    assert is_position(word) is is_one


@pytest.mark.parametrize("text", ["Za1", "Xd9", "a1", "X", ""])
def test_moves_have_a_sign_and_a_cell(text):
    """A move without X or O, or off the board, is refused if both sides set either sign; the error names two moves."""
    with pytest.raises(IllegalPosition, match="expected a sign and a cell, such as Xa3 or Oc1; got"):
        move_named(text, Rules.parse("wild"))
