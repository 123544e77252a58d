"""The built-in players: the rules of each, with the quirks of the documents that describe them."""

from fractions import Fraction
from random import Random

import pytest

from oxobook.book import Position, Rules
from oxobook.book.game.notation import cell_named, coordinates
from oxobook.book.game.symmetry import symmetry_group
from oxobook.viewer.players.player import Scope, UnfitPlayer
from oxobook.viewer.players.roster import ROSTER, fitting, player_named


def positions(book):
    """Every position of a book in which the game goes on, in every orientation."""
    images = symmetry_group(book.rules).images
    return [
        Position.from_key(key, book.rules)
        for entry in book
        if not entry.position.over
        for key in set(images(entry.position.x, entry.position.o))
    ]


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
        # the eight rules: fork; stop a fork with a threat; centre; opposite corner; corner; side
        ("expert", "X../.O./..X", "b3 a2 c2 b1"),
        ("expert", "X../.../...", "b2"),
        ("expert", "O../.X./...", "c1"),
        ("expert", ".../.X./...", "a3 c3 a1 c1"),
        ("random", "XOX/XOO/.X.", "a1 c1"),
        ("perfect", "X../.../...", "b2"),
        ("pick", ".../.../...", "a3"),
    ],
)
def test_the_rules(book, name, position, moves):
    """A player makes the moves that its document says, each with the same share."""
    policy = player_named(name, book).policy(Position.parse(position))
    names = moves.split()
    assert policy == dict.fromkeys(names, Fraction(1, len(names)))


@pytest.mark.slow
@pytest.mark.parametrize("name", list(ROSTER))
def test_every_policy_is_a_distribution_over_legal_moves(book, name):
    """In every position the shares are positive, sum to 1, and belong to legal moves."""
    player = player_named(name, book)
    for position in positions(book):
        policy = player.policy(position)
        assert set(policy) <= set(position.legal_moves)
        assert min(policy.values()) > 0 and sum(policy.values()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", [name for name, one in ROSTER.items() if one.scope is Scope.ORBIT])
def test_symmetric_players_are_symmetric(book, name, step):
    """A player that an audit walks up to symmetry plays the image of a position as the image of its moves."""
    player, names = player_named(name, book), coordinates(book.rules)
    group = symmetry_group(book.rules)
    for position in positions(book)[::step]:
        policy = player.policy(position)
        for permutation, key in zip(group.permutations, group.images(position.x, position.o), strict=True):
            image = {names[permutation[cell_named(move, book.rules)]]: share for move, share in policy.items()}
            assert player.policy(Position.from_key(key, book.rules)) == image


@pytest.mark.parametrize("rules", ["3x4x3", "3x3x3-misere", "3x4x3-gravity", "1x5x3", "3x3x2"])
def test_players_for_any_board(make_book, rules):
    """Players that make sense on any board play on it, to the end."""
    book = make_book(rules)
    assert fitting(book.rules) == ["perfect", "pick", "levi", "random"]
    for name in fitting(book.rules):
        player, position, record = player_named(name, book), Position(book.rules), ()
        while not position.over:
            move = player.choose(record, position, Random(len(record)))
            position, record = position.play(move), (*record, move)


def test_levi_falls_with_gravity(make_book):
    """Under gravity a winning cell counts once a stone can land in it."""
    book = make_book("3x4x3-gravity")
    levi = player_named("levi", book)
    assert levi.policy(Position.parse("a1 b1 a2 b2", book.rules)) == {"a3": 1}
    floating = Position.parse("a1 b1 c1 a2 d1 c2", book.rules)  # X: a1 c1 d1, O: b1 a2 c2; b2 may be taken
    assert levi.policy(floating) == {"b2": 1}


def test_levi_has_nothing_to_win_under_misere(make_book):
    """Levi neither completes nor blocks lines under misère, where a completed line loses."""
    levi = player_named("levi", make_book("3x3x3-misere"))
    assert len(levi.policy(Position.parse("XX./OO./...", Rules.parse("3x3x3-misere")))) == 5


@pytest.mark.parametrize("name", [name for name, one in ROSTER.items() if one.board])
def test_a_player_of_one_board_says_so(make_book, name):
    """A player that knows the 3x3 board alone refuses others, and names those that do not."""
    with pytest.raises(
        UnfitPlayer, match=f"the player {name} knows 3x3x3 only; got 3x4x3: perfect, pick, levi, random"
    ):
        player_named(name, make_book("3x4x3"))


def test_chance_is_repeatable(book):
    """The same seed gives the same moves; every move with a share comes up."""
    player, position = player_named("random", book), Position(Rules())

    def drawn(seed):
        randomness = Random(seed)
        return [player.choose((), position, randomness) for _ in range(200)]

    assert drawn(1) == drawn(1) != drawn(2)
    assert set(drawn(1)) == set(position.legal_moves)
