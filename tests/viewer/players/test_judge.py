"""Judgements of single moves; those of games, against the reference, are in ``tests/viewer/files``."""

import pytest

from oxobook.book import IllegalPosition
from oxobook.viewer.players.judge import Judge


@pytest.mark.parametrize("rules", ["3x3x3", "3x3x3-gravity", "2x3x2-misere", "3x3x3-wild"])
def test_all_moves_in_every_position(make_book, rules):
    """Good, perfect and regret agree with the entry of every position and with the outcome after the move."""
    book = make_book(rules)
    judge = Judge(book)
    for entry in book:
        moves = judge.moves(entry.position)
        assert {move for move, one in moves.items() if one.good} == {*entry.safe}
        assert {move for move, one in moves.items() if one.perfect} == {*entry.best}
        for move, one in moves.items():
            assert one.regret == entry.value + book.outcome(entry.position.play(move)).value


def test_illegal_moves_and_positions(book):
    """An illegal move is refused as everywhere, and labels may name cells."""
    judge = Judge(book)
    assert judge.move("7", "5", labels="keypad").move == "b2"
    with pytest.raises(IllegalPosition, match="b2 is taken"):
        judge.move("b2", "b2")
    with pytest.raises(IllegalPosition):
        judge.move("b2", "z9")
    assert judge.moves(book.probe("XXX/OO./...").position) == {}
