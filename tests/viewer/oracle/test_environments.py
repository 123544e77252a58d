"""Environments: the API tests of Gymnasium and PettingZoo, and every step beside the book."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from oxobook.book import Book, TooLarge
from oxobook.book.errors import IllegalArgument
from oxobook.viewer.players.audit import audit
from oxobook.viewer.players.player import UnfitPlayer
from oxobook.viewer.players.roster import CertificatePlayer

gymnasium = pytest.importorskip("gymnasium")
pettingzoo_test = pytest.importorskip("pettingzoo.test")
np = pytest.importorskip("numpy")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from oxobook.viewer.oracle.encoding import Encoding  # noqa: E402
from oxobook.viewer.oracle.game_env import GameEnv  # noqa: E402
from oxobook.viewer.oracle.game_table import game_table  # noqa: E402
from oxobook.viewer.oracle.two_player_env import TwoPlayerEnv, two_player_env  # noqa: E402
from oxobook.viewer.oracle.vector_env import VectorGameEnv  # noqa: E402

GAMES = ["3x3x3", "2x3x2-misere", "3x3x3-gravity", "2x2x2-wild", "2x3x2-maker"]

ATLAS = Path(__file__).parents[3] / "data" / "atlas"


def legal(mask, randomness):
    """Return a random legal action."""
    return randomness.choice(np.flatnonzero(mask).tolist())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seat", "XO")
@pytest.mark.parametrize("rules", GAMES)
def test_gymnasiums_own_test(make_book, rules, seat):
    """Gymnasium's checker finds nothing wrong."""
    check_env(GameEnv(make_book(rules), "random", seat, "ansi"))


@pytest.mark.slow
def test_environments_by_their_id(tmp_path):
    """Gymnasium makes one game, or many, from an id and texts; the small book is made first."""
    chosen = {"rules": "2x3x2-misere", "library": str(tmp_path), "opponent": "perfect", "seat": "O"}
    env = gymnasium.make("oxobook.environments:oxobook/Game-v0", **chosen, render_mode="ansi")
    assert env.reset(seed=1)[1]["best"].any() and env.render()
    assert (
        gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json())).reset(seed=1)[1]["regret"]
        == 0
    )
    many = gymnasium.make_vec("oxobook/Game-v0", num_envs=3, **chosen)
    assert isinstance(many, VectorGameEnv) and many.reset(seed=1)[1]["value"].shape == (3,)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("rules", GAMES)
def test_pettingzoos_own_tests(make_book, rules):
    """PettingZoo's test of an environment passes, and its test that seeds repeat."""
    book = make_book(rules)
    for env in (two_player_env(book), TwoPlayerEnv(book)):
        pettingzoo_test.api_test(env, num_cycles=30)
    pettingzoo_test.seed_test(lambda: two_player_env(book), num_cycles=10)


@pytest.mark.parametrize("seat", "XO")
@pytest.mark.parametrize("rules", GAMES)
def test_a_game_against_an_opponent(make_book, rules, seat):
    """Masks, values, best moves, regret and rewards are the book's, in seeded games, which repeat."""
    book, ends = make_book(rules), []
    env, encoding = GameEnv(book, "random", seat), Encoding(book.rules)
    for seed in (*range(10), 0):
        (observation, info), randomness, over = env.reset(seed=seed), Random(seed), False
        while not over:
            entry = book.probe(env.position)
            assert entry.position.to_move == seat and info["value"] == entry.value
            assert observation["action_mask"].sum() == len(entry.position.legal_cells)
            assert info["best"].sum() == len(entry.best) and not (info["best"] > observation["action_mask"]).any()
            assert env.observation_space.contains(observation)
            action = legal(observation["action_mask"], randomness)
            moves = {move.move: move for move in book.moves(entry.position)}
            own = moves[encoding.names[encoding.moves(entry.position)[action]]]
            observation, reward, over, _, info = env.step(action)
            assert (info["regret"], info["perfect"]) == (entry.value - own.value, own.best)
        winner = env.position.winner
        assert reward == (0 if winner is None else 1 if winner == seat else -1)
        ends.append(env.position)
    assert ends[0] == ends[-1]


def test_illegal_moves_lose(make_book):
    """A move to a taken cell, or to none of the board, loses, alone, of two, and of many at once."""
    book = make_book("2x3x2-misere")
    single, two, many = GameEnv(book, "random"), two_player_env(book), VectorGameEnv(book, 4, None)
    for env in (single, two, many):
        env.reset(seed=1)
    for action in (6, -1):
        single.reset(seed=1)
        _, reward, over, _, info = single.step(action)
        assert (reward, over, info["illegal"]) == (-1, True, True)
    two.step(4)
    two.step(4)
    assert two.terminations == {"player_1": True, "player_2": True} and two.rewards == {"player_1": 0, "player_2": -1}
    many.step([4, 4, 4, 4])
    _, rewards, ended, _, info = many.step([0, 4, -1, 6])
    assert ended.tolist() == [False, True, True, True] and rewards.tolist() == [0, -1, -1, -1]
    assert not info["regret"][1:].any() and not info["perfect"][1:].any() and (info["illegal"] == ended).all()


def test_calls_out_of_order(make_book):
    """A step before the first reset or after the end, actions that are no numbers, and a seat that never moves."""
    book = make_book("2x3x2-misere")
    single = GameEnv(book)
    for env in (single, VectorGameEnv(book, 2)):
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"there (is|are) none yet.*: call reset first"):
            env.step([0, 1])
        env.reset(seed=1)
        for odd in ("a1", None, 1.5, [0, 1, 2], ["a1", "b1"], [0.5, 1]):
            with pytest.raises(IllegalArgument, match=r"^expected .* whole numbers?; got "):
                env.step(odd)
    single.reset(seed=1)
    single.step(-1)
    with pytest.raises(gymnasium.error.ResetNeeded, match="it is over: call reset first"):
        single.step(0)
    bare = TwoPlayerEnv(book)
    bare.reset()
    with pytest.raises(IllegalArgument, match="expected an action that action_mask allows; got 6"):
        bare.step(6)
    for seat, said in (("O", "a first move may end 3x3x1: take the seat X"), ("Z", "the side X or O; got 'Z'")):
        for make in (lambda seat: GameEnv(make_book("3x3x1"), seat=seat),
                     lambda seat: VectorGameEnv(make_book("3x3x1"), 2, seat=seat)):  # fmt: skip
            with pytest.raises(IllegalArgument, match=said):
                make(seat)


def test_without_info(make_book):
    """Observations, rewards and ends are the same without ``info``."""
    book, played = make_book("2x3x2-misere"), []
    for info in (True, False):
        single, many = GameEnv(book, info=info), VectorGameEnv(book, 3, info=info)
        single.reset(seed=1)
        many.reset(seed=1)
        steps = single.step(0), many.step([0, 1, 2])
        assert all(bool(step[4]) == info for step in steps)
        played.append(repr([step[:4] for step in steps]))
    assert played[0] == played[1]


def test_two_agents(book):
    """Each agent is told the value as it sees it, the regret of its last move, and its best moves when it moves."""
    env = TwoPlayerEnv(book, "ansi")
    env.reset()
    env.step(4)
    env.step(1)
    assert env.render() == ".O.\n.X.\n..." and env.agent_selection == "player_1"
    assert env.infos["player_2"]["regret"] == 1 and env.infos["player_1"]["value"] == 1
    assert env.infos["player_1"]["best"].sum() == len(book.probe("b2 b3").best)
    assert not env.infos["player_2"]["best"].any() and not env.observe("player_2")["action_mask"].any()
    assert env.observe("player_2")["observation"][0, 1].tolist() == [1, 0]


@pytest.mark.parametrize("seat", ["X", "O", None])
@pytest.mark.parametrize("rules", [pytest.param("3x3x3", marks=pytest.mark.slow), *GAMES[1:]])
def test_many_games_at_once(make_book, rules, seat):
    """Moves and regrets of rows are the book's, and rewards the results: without an opponent, of who moved last.

    The value and the board are the player's, also at the end; without an opponent, those of the side to move.
    """
    book = make_book(rules)
    env, encoding = VectorGameEnv(book, 50, seat and "random", seat or "X"), Encoding(book.rules)
    table, rng = env.table, np.random.default_rng(1)
    assert len(table.positions) == sum(layer.raw_positions for layer in book.info.layers)
    observation, info = env.reset(seed=1)
    for _ in range(20):
        states = info["state"].copy()
        assert env.observation_space.contains(observation)
        actions = (rng.random(observation["action_mask"].shape) * observation["action_mask"]).argmax(axis=1)
        observation, rewards, ended, _, info = env.step(actions)
        assert info["perfect"][table.over[states]].all()
        for row in np.flatnonzero(~table.over[states])[:5]:
            position, last = table.positions[states[row]], table.positions[info["state"][row]]
            after = position.after(encoding.moves(position)[actions[row]])
            assert info["regret"][row] == book.outcome(position).value + book.outcome(after).value
            assert last.over == ended[row] and (last == after or last.ply == after.ply + 1)
            assert rewards[row] == {None: 0, seat or position.to_move: 1}.get(last.winner, -1)
            side = seat or last.to_move
            assert info["value"][row] == book.outcome(last).value * (1 if last.to_move == side else -1)
            assert (observation["observation"][row] == encoding.observed(last.x, last.o, side)).all()


@pytest.mark.parametrize("rules", ["3x3x3", pytest.param("4x4x3", marks=pytest.mark.long)])
def test_tables_have_every_position(make_book, rules):
    """A table has the game's positions by ply, each move's position and regret, and tells how far it is."""
    told, book = [], make_book(rules)
    encoding = Encoding(book.rules)
    table = game_table(book, lambda stage, done, total, note: told.append((done, total)))
    count = sum(layer.raw_positions for layer in book.info.layers)
    assert told[0] == (1, count) and told[-1] == (count, count)
    assert len(table.positions) == len(table.value) == count
    for row in Random(3).sample(range(count), 300):
        position, best = table.positions[row], table.best[row]
        assert encoding.mask(book.probe(position).best).tolist() == best.astype(int).tolist()
        after = {action: position.after(move) for action, move in encoding.moves(position).items()}
        assert {one: table.positions[table.after[row, one]] for one in np.flatnonzero(table.legal[row])} == after
        for action, one in after.items():
            assert table.regret[row, action] == book.outcome(position).value + book.outcome(one).value


@pytest.mark.slow
def test_rewards_are_the_audits_odds(book):
    """The rewards of random moves against a player are the exact odds of an audit, within the error of counting."""
    env = VectorGameEnv(book, 1_000, "levi")
    observation, _ = env.reset(seed=1)
    rng, results = np.random.default_rng(1), Counter()
    for _ in range(30):
        mask = observation["action_mask"]
        observation, rewards, ended, _, _ = env.step((rng.random(mask.shape, np.float32) * mask).argmax(axis=1))
        results.update(rewards[ended].astype(int).tolist())
    exact = audit("levi", book, "O").exact.vs_random
    for result, share in ((-1, exact.win), (0, exact.draw), (1, exact.loss)):
        share, games = float(share), results.total()
        assert abs(results[result] / games - share) < 4 * (share * (1 - share) / games) ** 0.5


@pytest.mark.slow
def test_refusals(book):
    """A book of first plies has no table, a player that needs the moves before has no odds in it, and so on."""
    with (
        Book.open(ATLAS.parent / "known" / "6x7x4-gravity.sqlite") as large,
        pytest.raises(TooLarge, match="at most 31 cells and 8,000,000 positions in all orientations"),
    ):
        VectorGameEnv(large, 2)
    with pytest.raises(UnfitPlayer, match="looks at the moves before a position too"):
        VectorGameEnv(book, 2, CertificatePlayer(ATLAS / "3x3x3.proof"))
