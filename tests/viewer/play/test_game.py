"""Record of a game, the participants of a match, and the score."""

from random import Random

import pytest

from oxobook.book import Position, Rules
from oxobook.book.errors import IllegalPosition
from oxobook.book.layout.search import Effort, Unfinished
from oxobook.viewer.play.game import GameRecord, Match, Person, participants, person_named
from oxobook.viewer.players.player import Player, UnknownPlayer


def test_an_illegal_move_leaves_the_record_as_it_was():
    """An illegal move leaves the game as it was; undo takes back the last move."""
    game = GameRecord(Rules(), "a3", "b2")
    with pytest.raises(IllegalPosition):
        game.play("a3")
    assert game.moves == ["a3", "b2"] and game.position == Position.parse("a3 b2")
    game.undo()
    assert game.position == Position.parse("a3") and not game.over


@pytest.mark.parametrize(("proved", "move"), [(0, "b2"), (1, "a3")])
def test_who_searches_too_long_plays_what_is_proved(proved, move):
    """A player whose search runs out of time plays a move that is proved or, without one, blocks."""

    class Searching(Player):
        def policy(self, position):
            raise Unfinished(position, -1, 1, proved, Effort(1, 1.0))

    game = GameRecord(Rules(), "a1", "b1", "c3")
    game.turn_of(Searching("perfect"), Random(0))
    assert game.moves[-1] == move and game.forfeit is None and game.unfinished.proved == "nothing yet"


def test_a_game_ends_with_a_line_or_a_full_board():
    """The winner is the side with the line; a full board without one is drawn."""
    won = GameRecord(Rules(), "a3", "b2", "b3", "c1", "c3")
    drawn = GameRecord(Rules(), *["a3", "b2", "c1", "b3", "b1", "a1", "c3", "c2", "a2"])
    assert (won.over, won.winner) == (True, "X") and (drawn.over, drawn.winner) == (True, None)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(("human", ""), ("Human: Ada ", "Ada"), ("Ada", "Ada"), ("Zoë O'Neill", "Zoë O'Neill")),
        *(("levi", None), ("LEVI", None), ("exec:cat", None), ("bots:first", None), ("7", None)),
    ],
)
def test_a_person_is_human_or_a_name_that_no_player_has(text, name):
    """``human``, ``human:NAME`` and words that name no player are people; players' names are not."""
    assert person_named(text) == name


def test_people_without_a_name_are_you_or_numbered(book):
    """One nameless person is You; two are Player 1 and Player 2; each keeps the seat that was asked for."""
    assert [one.name for one in participants(("human", "levi"), book, 1)] == ["You", "levi"]
    assert [one.name for one in participants(("levi", "human"), book, 1)] == ["levi", "You"]
    assert [one.name for one in participants(("human", "human"), book, 1)] == ["Player 1", "Player 2"]
    assert [one.name for one in participants(("Ada", "human"), book, 1)] == ["Ada", "You"]
    with pytest.raises(UnknownPlayer):
        participants(("Ada", "levi"), book, 1, people=False)


def test_swapping_changes_who_starts():
    """The one who starts is X; swapping changes that for good."""
    ada, bob = Person("Ada"), Person("Bob")
    match = Match(ada, bob, Random(1))
    assert match.seats() == {"X": ada, "O": bob} == match.seats()
    match.swap()
    assert match.starts == "second" and match.seats() == {"X": bob, "O": ada}
    match.swap()
    assert match.starts == "first"
