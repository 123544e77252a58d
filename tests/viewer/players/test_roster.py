"""The built-in players: the rules of each, with the quirks of the documents that describe them."""

from fractions import Fraction
from random import Random

import pytest

from oxobook.book import Position, Rules
from oxobook.viewer.players.player import UnfitPlayer
from oxobook.viewer.players.roster import ROSTER, fitting, player_named


@pytest.mark.parametrize(
    ("name", "position", "moves"),
    [
        # win, then block, then the centre
        ("keypad", "XX./OO./...", "c3"),
        ("keypad", "XX./O../...", "c3"),
        ("keypad", "X../.../...", "b2"),
        # opposite corners around its centre: no rule against forks, so a corner, and lost
        ("keypad", "X../.O./..X", "c3"),
        # the opposite corner, the first corner in reading order, the first side
        ("keypad", "..O/.X./...", "a1"),
        ("keypad", ".../.X./...", "a3"),
        ("keypad", "XOX/.X./OXO", "a2"),
        # the centre comes before a win, then win, block, and the first free cell
        ("centre", "XX./O.O/...", "b2"),
        ("centre", "XX./OO./...", "c3"),
        ("centre", "X../.O./X..", "a2"),
        ("centre", "X../.O./..X", "b3"),
        # opposite corners around its centre: the left side; two sides that meet: their corner
        ("defender", "X../.O./..X", "a2"),
        ("defender", "..X/.O./X..", "a2"),
        ("defender", ".../.OX/.X.", "c1"),
        ("defender", "X../.OX/...", "c3"),
        # then the centre, an opposite corner, any corner
        ("defender", "X../.../...", "b2"),
        ("defender", ".../.X./...", "a3 c3 a1 c1"),
        # blocks before it wins; blocks the first cell in reading order; else anything
        ("notebook", "XX./OO./...", "c2"),
        ("notebook", "XX./O../...", "c3"),
        ("notebook", "XOX/OX./..O", "a1"),
        ("notebook", "X../.../...", "b3 c3 a2 b2 c2 a1 b1 c1"),
        # its maximum hides the threat of a row and a column that cross in b1
        ("notebook", "OXO/OX./X.X", "c2 b1"),
        # wins before it blocks; else anything
        ("levi", "XX./OO./...", "c3"),
        ("levi", "XX./OO./X..", "c2"),
        ("levi", "X../.../...", "b3 c3 a2 b2 c2 a1 b1 c1"),
        # the report's sample game: a corner is answered in the centre
        ("ralph", ".../.../X..", "b2"),
        ("ralph", ".../.../...", "b2"),
        ("ralph", "XX./OO./...", "c3"),
        # any of the cells whose score is farthest from 0, up or down
        ("ralph", "X../.O./..X", "c3 a1"),
        # the eight rules: fork; stop a fork with a threat; centre; opposite corner; corner; side
        ("expert", "X../.O./..X", "b3 a2 c2 b1"),
        ("expert", "X../.../...", "b2"),
        ("expert", "O../.X./...", "c1"),
        ("expert", ".../.X./...", "a3 c3 a1 c1"),
        ("random", "XOX/XOO/.X.", "a1 c1"),
        ("perfect", "X../.../...", "b2"),
        ("pick", ".../.../...", "a3"),
        # under gravity a winning cell counts once a stone can land in it; where a line loses, nothing is to be won
        ("levi 3x4x3-gravity", "a1 b1 a2 b2", "a3"),
        ("levi 3x4x3-gravity", "a1 b1 c1 a2 d1 c2", "b2"),
        ("levi 3x3x3-misere", "XX./OO./...", "c3 c2 a1 b1 c1"),
    ],
)
def test_the_rules(make_book, name, position, moves):
    """A player makes the moves that its document says, each with the same share."""
    name, _, rules = name.partition(" ")
    book = make_book(rules or "3x3x3")
    policy = player_named(name, book).policy(Position.parse(position, book.rules))
    names = moves.split()
    assert policy == dict.fromkeys(names, Fraction(1, len(names)))


@pytest.mark.parametrize("name", [name for name, one in ROSTER.items() if one.board])
def test_a_player_of_one_board_says_so(make_book, name):
    """A player that knows the 3x3 board alone refuses others, and names those that do not."""
    with pytest.raises(
        UnfitPlayer, match=f"the player {name} knows 3x3x3 only; got 3x4x3: perfect, pick, levi, random"
    ):
        player_named(name, make_book("3x4x3"))
    assert fitting(Rules(1, 5, 3)) == ["perfect", "pick", "levi", "random"]


def test_chance_is_repeatable(book):
    """The same seed gives the same moves; every move with a share comes up."""
    player, position = player_named("random", book), Position(Rules())

    def drawn(seed):
        randomness = Random(seed)
        return [player.choose((), position, randomness) for _ in range(200)]

    assert drawn(1) == drawn(1) != drawn(2)
    assert set(drawn(1)) == set(position.legal_moves)
