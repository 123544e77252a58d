"""Positions in bulk, in every form."""

import numpy as np
import pytest

from oxobook.book import IllegalPosition, Position, Rules

BOARDS = [".../.../...", "X../.O./...", "XOX/OXO/OXX"]
NUMBERS = np.array([[0] * 9, [1, 0, 0, 0, 2, 0, 0, 0, 0], [1, 2, 1, 2, 1, 2, 2, 1, 1]])
SIGNED = np.where(NUMBERS == 2, -1, NUMBERS)


@pytest.mark.parametrize(
    "many",
    [
        BOARDS,
        [Position.parse(board) for board in BOARDS],
        (board for board in BOARDS),
        np.array(BOARDS),
        np.array([Position.parse(board).key for board in BOARDS]),
        [Position.parse(board).key for board in BOARDS],
        [np.int64(Position.parse(board).key) for board in BOARDS],
        type("Table", (), {"__array__": lambda self, **_: NUMBERS, "__iter__": lambda self: iter("abc")})(),
        NUMBERS,
        NUMBERS.reshape(3, 3, 3),
        NUMBERS.tolist(),
        SIGNED.astype(np.int8),
        NUMBERS.astype(np.uint8),
        SIGNED.astype(np.float32).reshape(3, 3, 3),
    ],
    ids=lambda many: type(many).__name__,
)
def test_one_answer_for_every_form(book, many):
    """Texts, positions, keys and arrays of boards of any number type have the same answers."""
    answers = book.lookup_many(many)
    assert answers.value.tolist() == [0, 0, -1] and answers.remoteness.tolist() == [9, 7, 0]


@pytest.mark.parametrize(
    ("many", "said"),
    [
        (np.full((1, 9), 3), "or moves; got \\[3, 3, 3"),
        (np.full((1, 9), 0.5), "expected whole numbers; got 0.5"),
        (np.zeros((2, 8)), r"boards of shape \(p, 9\) or \(p, 3, 3\); got an array of shape \(2, 8\)"),
        ("X../.O./...", "got one value of type str: use probe"),
        (7, "got one value of type int"),
        (np.array([True, False]), "got np.True_"),
        (np.zeros((1, 9), bool), r"got array\(\[False, "),
        (np.array([0, np.nan]), "expected whole numbers; got nan"),
        (np.ma.array([1, 2], mask=[0, 1]), "expected an array without masked values"),
        ([2**70], f"expected keys of 64 bits; got {2**70}"),
        (Position(Rules()), "got one value of type Position"),
        (Position(Rules(3, 4, 3)), "got one value of type Position"),
        ([Position(Rules(3, 4, 3))], "got one of 3x4x3"),
    ],
)
def test_other_things_are_refused(book, many, said):
    """Anything else is refused in one line that says what came."""
    with pytest.raises(IllegalPosition, match=said):
        book.lookup_many(many)


def test_an_array_whose_lowest_row_comes_first(make_book):
    """It is read as a list is, by the stones that else would float."""
    falling, below = make_book("3x3x3-gravity"), np.array([[[1, 2, 0], [0, 0, 0], [0, 0, 0]]])
    assert falling.lookup_many(below).pick == falling.lookup_many(["a1 b1"]).pick
