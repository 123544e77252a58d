"""Scores: one number that carries who wins and how soon."""

from itertools import product

from oxobook.book import Value
from oxobook.book.game.score import published_score


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
