"""Scores: one number that carries who wins and how soon."""

from itertools import product

import pytest

from oxobook.book import Value
from oxobook.book.game.conventions import Convention
from oxobook.book.game.score import published_score, remoteness_of


@pytest.mark.parametrize("cells", [1, 2, 9, 31])
def test_a_score_says_when_the_game_ends(cells):
    """From any ply on, a win or loss that ends at ply e has as many plies left, and a draw all free cells."""
    for end in range(1, cells + 1):
        won = cells + 1 - end
        assert Convention().line_score(end, cells) == -won and Convention().reversed().line_score(end, cells) == won
        for ply in range(end + 1):
            assert remoteness_of(won, ply, cells) == remoteness_of(-won, ply, cells) == end - ply
    assert [remoteness_of(0, ply, cells) for ply in range(cells + 1)] == [*range(cells, -1, -1)]


def test_a_value_is_seen_by_either_side():
    """The side to move sees the value as it is, the other side its opposite; a draw is one to both."""
    for value, to_move, side in product(Value, "XO", "XO"):
        assert value.seen_by(side, to_move) is Value(value.value * (1 if side == to_move else -1))
    assert [Value(word) for word in ("win", "draw", "loss")] == [1, 0, -1] and Value.DRAW.word == "draw"
    assert [int(value) for value in sorted(Value)] == [-1, 0, 1]


def test_published_scores():
    """The score counts the winner's stones, whoever wins: 22 less them in Connect Four, 6 less them on 3x3."""
    for value, remoteness, ply, cells, score in (
        *(
            (Value.WIN, 41, 0, 42, 1),
            (Value.LOSS, 40, 1, 42, -1),
            (Value.LOSS, 36, 4, 42, -2),
            (Value.DRAW, 42, 0, 42, 0),
        ),
        *((Value.WIN, 1, 6, 42, 18), (Value.WIN, 1, 7, 42, 18), (Value.WIN, 1, 8, 9, 1), (Value.LOSS, 0, 7, 42, -18)),
    ):
        assert published_score(value, remoteness, ply, cells) == score
    # under misere the winner is not the last to move
    assert published_score(Value.WIN, 2, 4, 9) == 3
