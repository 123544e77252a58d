"""Moves of a player that searches, and what people without a name are called."""

from random import Random

import pytest

from oxobook.book import Rules
from oxobook.book.layout.search import Effort, Unfinished
from oxobook.viewer.play.game import GameRecord, participants
from oxobook.viewer.players.player import Player, UnknownPlayer


@pytest.mark.parametrize(("proved", "move"), [(0, "b2"), (1, "a3")])
def test_who_searches_too_long_plays_what_is_proved(proved, move):
    """A player whose search runs out of time plays a move that is proved or, without one, blocks."""

    class Searching(Player):
        def policy(self, position):
            raise Unfinished(position, -1, 1, proved, Effort(1, 1.0))

    game = GameRecord(Rules(), "a1", "b1", "c3")
    game.turn_of(Searching("perfect"), Random(0))
    assert game.moves[-1] == move and game.forfeit is None and game.unfinished.proved == "nothing yet"


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        (("human", "levi"), ["You", "levi"]),
        (("levi", "human"), ["levi", "You"]),
        (("human", "human"), ["Player 1", "Player 2"]),
        (("5b Zoë O'Neill", "human: Ada "), ["5b Zoë O'Neill", "Ada"]),
    ],
)
def test_people_without_a_name_are_you_or_numbered(book, asked, names):
    """One nameless person is You; two are Player 1 and Player 2; each keeps the seat that was asked for."""
    assert [one.name for one in participants(asked, book, 1)] == names


@pytest.mark.parametrize("name", ["Ada", "7"])
def test_who_is_no_player_cannot_be_watched(book, name):
    """Names that no player has are refused in a game without people."""
    with pytest.raises(UnknownPlayer):
        participants((name, "levi"), book, 1, people=False)
