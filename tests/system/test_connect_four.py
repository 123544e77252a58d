"""The certificate of Connect Four: X wins, and plays without a book."""

import random
from pathlib import Path

import pytest

from oxobook.book import Position, Rules
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.no_book import NoBook
from oxobook.book.verify.check_certificate import check
from oxobook.viewer.players.roster import player_named

FILE = Path(__file__).parents[2] / "data" / "known" / "6x7x4-gravity.proof"


@pytest.mark.long
def test_it_is_right():
    """X wins the empty board."""
    assert check(FILE.read_bytes()).startswith("6x7x4-gravity: X wins from .......")


@pytest.mark.slow
def test_x_wins_random_games():
    """The game's own certificate wins against random replies, by moves and by sheets, and needs no book."""
    rules, chance = Rules.parse("connect-four"), random.Random(4)
    x, o = (player_named(name, NoBook(rules)) for name in ("proof", "random"))
    assert (x.name, Certificate.open(FILE).claim) == ("proof", "X wins")
    for _ in range(5):
        position, record = Position(rules), ()
        while not position.over:
            record += ((x if position.to_move == "X" else o).choose(record, position, chance),)
            position = position.play(record[-1])
        assert position.winner == "X"
