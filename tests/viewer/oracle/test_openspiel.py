"""OpenSpiel: the two directions agree with open-spiel's own arithmetic."""

from random import Random

import pytest

from oxobook.book import Position, Rules
from oxobook.book.errors import IllegalPosition, IllegalRules
from oxobook.viewer.players.audit import audit, nash_conv
from oxobook.viewer.players.player import Forfeit, UnfitPlayer

pyspiel = pytest.importorskip("pyspiel")
np = pytest.importorskip("numpy")

from open_spiel.python.algorithms import exploitability  # noqa: E402
from open_spiel.python.algorithms.expected_game_score import policy_value  # noqa: E402
from open_spiel.python.policy import FirstActionPolicy, TabularPolicy, UniformRandomPolicy  # noqa: E402

from oxobook.viewer.oracle.openspiel import (  # noqa: E402
    BookBot,
    BookPolicy,
    OpenSpielPlayer,
    SpielJudge,
    game_of,
    position_of,
    rules_of,
)

SEATS = {"X": 0, "O": 1}


class Fixed:
    """A policy that gives the same answer everywhere."""

    def __init__(self, answer):
        self.answer = answer

    def action_probabilities(self, state):
        return self.answer


def random_table(game, seed):
    """A table with other chances after every order of moves."""
    table = TabularPolicy(game)
    weights = np.random.default_rng(seed).random(table.action_probability_array.shape) * table.legal_actions_mask
    table.action_probability_array[:] = weights / weights.sum(axis=1, keepdims=True)
    return table


POLICIES = {
    "uniform": lambda book, game: UniformRandomPolicy(game),
    "first": lambda book, game: FirstActionPolicy(game),
    "table": lambda book, game: random_table(game, 1),
    "book": lambda book, game: BookPolicy(book),
}


def against_random(policy, game, seat):
    """Return the policy's expected result in a seat against random play, by open-spiel."""
    policies = [UniformRandomPolicy(game), UniformRandomPolicy(game)]
    policies[seat] = policy
    return policy_value(game.new_initial_state(), policies)[seat]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("tic_tac_toe", "3x3x3"),
        ("mnk(m=4,n=3,k=3)", "3x4x3"),
        ("mnk(m=6,n=5)", "5x6x5"),
        ("connect_four(rows=4,columns=5,x_in_row=3)", "4x5x3-gravity"),
        ("connect_four(rows=4,columns=5)", "4x5x4-gravity"),
        ("misere(game=tic_tac_toe())", "3x3x3-misere"),
        ("misere(game=connect_four(rows=4,columns=3,x_in_row=3))", "4x3x3-misere-gravity"),
    ],
)
def test_rules_of_a_game(text, rules):
    """A game has its rules, sizes left out are open-spiel's own, and the rules have a game."""
    assert str(rules_of(pyspiel.load_game(text))) == rules
    assert rules_of(game_of(Rules.parse(rules))) == Rules.parse(rules)


def test_games_without_rules():
    """Another game, and a board of more than 64 cells, are refused in one line; the usual Connect Four is read."""
    with pytest.raises(UnfitPlayer, match=r"^expected .* tic_tac_toe, mnk, connect_four .*; got kuhn_poker\(\)$"):
        rules_of(pyspiel.load_game("kuhn_poker"))
    with pytest.raises(IllegalRules, match="at most 64 cells"):
        rules_of(pyspiel.load_game("mnk(m=9,n=9,k=5)"))
    assert rules_of(pyspiel.load_game("connect_four")) == Rules(6, 7, 4, gravity=True)


@pytest.mark.parametrize("rules", ["3x3x3", "3x4x3", "4x3x2", "3x4x3-gravity", "4x3x3-misere-gravity", "3x4x3-misere"])
def test_states_are_positions(rules):
    """In random games both sides have the same moves at every step and the same result at the end."""
    rules, randomness = Rules.parse(rules), Random(1)
    for _ in range(300):
        state, position = game_of(rules).new_initial_state(), Position(rules)
        while not position.over:
            assert not state.is_terminal() and position_of(state, rules) == position
            cells = {cell % rules.columns if rules.gravity else cell: cell for cell in position.legal_cells}
            assert sorted(cells) == state.legal_actions()
            action = randomness.choice(sorted(cells))
            state.apply_action(action)
            position = position.play(cells[action])
        assert state.is_terminal() and position_of(state, rules) == position
        assert state.returns() == {"X": [1, -1], "O": [-1, 1], None: [0, 0]}[position.winner]


@pytest.mark.slow
@pytest.mark.parametrize("markov", [False, True], ids=["record", "markov"])
@pytest.mark.parametrize("kind", POLICIES)
@pytest.mark.parametrize("rules", ["1x6x3", "2x3x2", "3x2x3-misere", "3x3x3-gravity"])
def test_audits_are_as_open_spiel_says(make_book, rules, kind, markov):
    """NashConv and the results against random play, of both seats, are open-spiel's, by records and by positions.

    A book's policy is perfect to both; a table that tells orders of moves apart is walked by records alone.
    """
    book = make_book(rules)
    game = game_of(book.rules)
    policy = POLICIES[kind](book, game)
    found = [audit(OpenSpielPlayer(policy, game, markov=markov and kind != "table"), book, seat) for seat in SEATS]
    assert abs(nash_conv(*found) - exploitability.nash_conv(game, policy)) < 1e-9
    assert kind != "book" or nash_conv(*found) == 0 == sum(audited.exact.mistakes for audited in found)
    for audited in found:
        win, _, loss = audited.exact.vs_random
        assert abs(win - loss - against_random(policy, game, SEATS[audited.seat])) < 1e-9


def test_the_loss_of_a_policy_that_looks_at_the_order(book):
    """If a policy errs after one order of moves only, the lost game that is shown has that order."""
    game = game_of(book.rules)
    perfect = BookPolicy(book, game)
    moves = {(): 4, (4, 0): 2, (4, 0, 2, 6): 1}

    class Blunderer:
        """Perfect, but after b2 a3 c3 a1, where O threatens a2."""

        def action_probabilities(self, state):
            move = moves.get(tuple(state.history()))
            return perfect.action_probabilities(state) if move is None else {move: 1.0}

    found = audit(OpenSpielPlayer(Blunderer(), game), book, "X")
    assert found.loss == ("b2", "a3", "c3", "a1", "b3", "a2")
    assert [mistake.position.text for mistake in found.exact.mistaken] == ["O.X/.X./O.."]


def test_the_books_probabilities(book):
    """The best moves share evenly, the other legal ones have 0, and an ended game has none."""
    state = game_of(book.rules).new_initial_state()
    state.apply_action(1)
    policy = BookPolicy(book)
    shares = policy.action_probabilities(state)
    best = {Position(book.rules).legal_moves.index(move) for move in book.probe(".X./.../...").best}
    assert list(shares) == [0, 2, 3, 4, 5, 6, 7, 8] and sum(shares.values()) == 1
    assert shares == {action: 1 / len(best) if action in best else 0 for action in shares}
    shares.clear()
    assert policy(state, 1) == policy(state) != {}
    for action in (4, 0, 7, 2):
        state.apply_action(action)
    assert state.is_terminal() and policy.action_probabilities(state) == {}


@pytest.mark.parametrize(
    ("rules", "seat", "least"), [("3x3x3", "X", 0), ("3x3x3", "O", 0), ("3x4x3", "X", 1), ("4x4x3-gravity", "X", 1)]
)
def test_the_book_plays_open_spiels_random_bot(make_book, rules, seat, least):
    """In 200 seeded games the book's bot never gets less than its seat is worth, and its judge finds no regret."""
    book = make_book(rules)
    game, judge, bots = game_of(book.rules), SpielJudge(book), [None, None]
    bots[SEATS[seat]] = BookBot(book, seed=1)
    bots[1 - SEATS[seat]] = pyspiel.make_uniform_random_bot(1 - SEATS[seat], 1)
    for _ in range(200):
        state = game.new_initial_state()
        while not state.is_terminal():
            action = bots[state.current_player()].step(state)
            assert state.current_player() != SEATS[seat] or judge.action(state, action).perfect
            state.apply_action(action)
        assert state.returns()[SEATS[seat]] >= least


def test_bots_of_the_roster(book):
    """A bot has the policy of its player, also in open-spiel's own loop of bots; the same seed gives the same game."""
    game = game_of(book.rules)
    state = game.new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    levi = BookBot(book, "levi")
    assert levi.provides_policy() and levi.get_policy(state) == [(2, 1.0)] and levi.step_with_policy(state)[1] == 2
    first = BookBot(book, lambda position: position.legal_cells[0])
    assert first.step(state) == 2 and list(BookPolicy(book).action_probabilities(state)) == [2, 5, 6, 7, 8]
    games = [
        pyspiel.evaluate_bots(game.new_initial_state(), [BookBot(book, "random", 3), BookBot(book, "random", 4)], 0)
        for _ in range(2)
    ]
    assert games[0] == games[1]


def test_judged_actions(make_book):
    """Under gravity an action is a column; what is illegal is refused in one line."""
    book = make_book("4x4x3-gravity")
    state = game_of(book.rules).new_initial_state()
    state.apply_action(1)
    judged = SpielJudge(book).actions(state)
    assert sorted(judged) == state.legal_actions()
    moves = {move.move[0]: move for move in book.moves("b1")}
    for action, one in judged.items():
        move = moves["abcd"[action]]
        assert (one.move, one.after, one.perfect) == (move.move, move.value.word, move.best)
    with pytest.raises(IllegalPosition, match=r"^expected a legal action, one of \[0, 1, 2, 3\]; got 9 in "):
        SpielJudge(book).action(state, 9)


def test_players_know_their_game(book, make_book):
    """A policy's player has a name, takes its game's rules and refuses others; so does a book's policy."""
    assert BookPolicy(book, pyspiel.load_game("mnk(m=3,n=3,k=3)")).player_ids == [0, 1]
    with pytest.raises(UnfitPlayer, match=r"^expected an open-spiel game of 3x3x3, the book's rules; got mnk\(.*\)$"):
        BookPolicy(book, pyspiel.load_game("mnk(m=4,n=3,k=3)"))
    with pytest.raises(UnfitPlayer, match=r"^expected a state of an open-spiel game of 3x3x3; got one of connect_four"):
        SpielJudge(book).actions(pyspiel.load_game("connect_four").new_initial_state())
    game = game_of(Rules())
    player = OpenSpielPlayer(UniformRandomPolicy(game), game)
    assert player.name == "open-spiel UniformRandomPolicy"
    assert OpenSpielPlayer(UniformRandomPolicy(game), game, "mine").name == "mine"
    with pytest.raises(UnfitPlayer, match=r"^the player open-spiel UniformRandomPolicy knows 3x3x3 only; got 2x3x2$"):
        audit(player, make_book("2x3x2"), "X")


def test_positions_have_no_policy_unless_markov():
    """A policy that may tell orders of moves apart is asked by record; one said to ignore them, either way."""
    game = game_of(Rules())
    position = Position.parse("b2 a3")
    by_record, by_position = (OpenSpielPlayer(FirstActionPolicy(game), game, markov=markov) for markov in (False, True))
    with pytest.raises(NotImplementedError, match="policy_after"):
        by_record.policy(position)
    assert by_record.policy_after(("b2", "a3"), position) == {"b3": 1}
    assert by_position.policy(position) == by_position.policy_after((), position) == {"b3": 1}


def test_markov_policies_are_asked_after_a_legal_order(make_book):
    """Under gravity too every position has an order of moves that leads there; one that has none is refused."""
    rules = Rules.parse("3x3x3-gravity")
    game = game_of(rules)

    class Watcher:
        """Sees that the state is the position that was asked about."""

        def action_probabilities(self, state):
            seen.append(position_of(state, rules))
            return UniformRandomPolicy(game).action_probabilities(state)

    player, seen = OpenSpielPlayer(Watcher(), game, markov=True), []
    asked = [entry.position for entry in make_book("3x3x3-gravity") if not entry.position.over]
    for position in asked:
        assert set(player.policy(position)) == set(position.legal_moves)
    assert seen == asked and len(asked) > 100
    with pytest.raises(IllegalPosition, match=r"legal game reaches; got '\.\.\./X\.\./O\.\.'$"):
        player.policy(Position(rules, x=1 << 3, o=1 << 6))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            {1: 0.5, 4: 0.5},
            r"^open-spiel Fixed answered X../.O./... with what is no move: .*; got 'action 4'",
        ),
        ({1: 0.5}, "sum to 0.5 "),
        ({1: float("nan")}, "the probability nan "),
        ({}, "sum to 0 "),
        (None, r"^open-spiel Fixed raised AttributeError\(.*\) in X../.O./...$"),
    ],
)
def test_broken_policies_forfeit(answer, message):
    """Moves that are not legal, chances that are none, and exceptions end in one line."""
    game = game_of(Rules())
    with pytest.raises(Forfeit, match=message):
        OpenSpielPlayer(Fixed(answer), game).policy_after(("a3", "b2"), Position.parse("a3 b2"))
