"""Grades of answers, and the adapters for language models, each with its own library if that is installed."""

import asyncio
import re
import sys
import time
from types import SimpleNamespace

import pytest

from oxobook.book import IllegalPosition, MissingExtra, Position, TooLarge
from oxobook.viewer.oracle.grading import REWARDS, Grader, graded_positions

heavy = pytest.mark.filterwarnings("ignore")


def test_grades(book):
    """A grade has a reward, which may be another, and the judgement of a legal move."""
    grader = Grader(book, "keypad", {"illegal": -9})
    grades = {answer: grader.grade("b2", f"[{answer}]") for answer in "7856"}
    assert [(one.grade, one.reward) for one in grades.values()] == [
        ("perfect", 1), ("blunder", -0.5), ("illegal", -9), ("blunder", -0.5)
    ]  # fmt: skip
    assert grades["8"].judged.regret == 1 and grades["5"].judged is None
    assert grader.grade("b2", "pass").grade == "unreadable"
    assert Grader(book, reading="rows=bottom").grade("b2", "top left").judged.move == "a3"
    late = Position.parse("XX./O../O..")
    assert Grader(book).grade(late, "b2").grade == "good" and Grader(book).grade(late, "c3").grade == "perfect"
    assert Grader(book).grade("XX./OO./...", "c1").grade in ("mistake", "blunder")
    with pytest.raises(IllegalPosition, match="expected an unfinished game"):
        grader.grade("XXX/OO./...", "c1")


@pytest.mark.parametrize("answer", ["<answer>" * 10_000, "play" * 20_000, f'{{"move": {"[" * 4_000}{"]" * 4_000}}}'])
def test_long_answers(book, answer):
    """However long an answer is, its end is read, and at once."""
    started = time.thread_time()
    grades = [Grader(book).grade("b2", answer + end).grade for end in ("", "[a3]")]
    assert grades == ["unreadable", "perfect"] and time.thread_time() - started < 1


@pytest.mark.parametrize(("rules", "count"), [("3x3x3", 20), ("3x3x3-gravity", 20), ("2x2x2-wild", 8)])
def test_graded_positions(make_book, rules, count):
    """Positions differ, repeat with their seed, and their answers are the book's."""
    book = make_book(rules)
    rows = list(graded_positions(book, count, 1))
    assert rows == list(graded_positions(book, count, 1)) and len({row["position"] for row in rows}) == len(rows)
    for row in rows:
        entry = book.probe(row["position"])
        wrong = {move.move for move in book.moves(row["position"]) if not move.safe}
        assert (row["answer"], row["best"], row["good"]) == (entry.pick, [*entry.best], [*entry.safe])
        assert row["difficulty"] == round(len(wrong) / len(entry.position.legal_moves), 4)
        assert Grader(book).grade(row["position"], f"[{row['answer']}]").grade == "perfect"
    if rules == "3x3x3":
        (row,) = graded_positions(book, 1, labels="keypad")
        assert row["answer"].isdigit() and "numbered from the bottom" not in row["prompt"]
        assert Grader(book, "keypad").grade(row["position"], row["answer"]).grade == "perfect"
    assert all(row["difficulty"] for row in rows)
    with pytest.raises(TooLarge, match=r"from 0 to [\d,]+, as many as fit; got 1000000"):
        list(graded_positions(book, 10**6))
    hard = list(graded_positions(book, 5, plies=range(1, 4), difficulty=0.4))
    assert all(row["difficulty"] > 0.4 and 0 < len(re.sub("[^XO]", "", row["position"])) < 4 for row in hard)


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("textarena_agent", "textarena", "models"),
        ("inspect_task", "inspect_ai", "models"),
        ("verifiers_task", "verifiers", "models"),
        ("game_env", "gymnasium", "gym"),
        ("openspiel", "pyspiel", "gym"),
    ],
)
def test_missing_libraries_name_their_extra(module, library, extra, monkeypatch):
    """Without its library an adapter says which extra has it."""
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.setitem(sys.modules, f"{library}.v1", None)
    monkeypatch.delitem(sys.modules, f"oxobook.viewer.oracle.{module}", raising=False)
    with pytest.raises(MissingExtra, match=rf"pip install 'oxobook\[{extra}\]'$"):
        __import__(f"oxobook.viewer.oracle.{module}")


@heavy
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "rules"),
    [("TicTacToe-v0", "3x3x3"), ("WildTicTacToe-v0", "3x3x3-wild"), ("ConnectFour", "4x4x4-gravity")],
)
def test_games_of_textarena(make_book, game, rules):
    """The agent's actions are legal and perfect in every position of games against chance, and are graded so."""
    textarena = pytest.importorskip("textarena")
    from textarena.envs.ConnectFour.env import ConnectFourEnv

    from oxobook.viewer.oracle.textarena_agent import ArenaAgent, ArenaJudge, arena_position

    book = make_book(rules)
    judge, value = ArenaJudge(book), book.outcome(Position(book.rules)).value
    for seed in range(10):
        agents, plies, over = [ArenaAgent(book), ArenaAgent(book, "random", seed)], 0, False
        if game == "ConnectFour":
            env = textarena.wrappers.LLMObservationWrapper(ConnectFourEnv(num_rows=4, num_cols=4))
        else:
            env = textarena.make(game)
        env.reset(num_players=2, seed=seed)
        while not over:
            player, observation = env.get_observation()
            assert arena_position(observation, book.rules).ply == plies
            action = agents[player](observation)
            assert player or judge.grade(observation, action).grade == "perfect"
            over, _ = env.step(action)
            plies += 1
        assert env.close()[0][0] >= value and not env.state.game_info[1]["invalid_move"]
    assert judge.grade(observation, "I do not know").grade == "unreadable"
    assert judge.grade(observation, action.replace("]", "9]")).grade == "unreadable"
    with pytest.raises(IllegalPosition, match="expected an observation with a board"):
        agents[0]("hello")


@heavy
@pytest.mark.slow
def test_the_task_for_inspect(book, tmp_path, monkeypatch):
    """Inspect's own evaluation runs the task with a model of fixed answers."""
    inspect_ai = pytest.importorskip("inspect_ai")
    import tiktoken  # which would load its tables from the network
    from inspect_ai.model import ModelOutput, get_model

    from oxobook.viewer.oracle.inspect_task import book_task

    monkeypatch.setattr(
        tiktoken, "get_encoding", lambda name: SimpleNamespace(encode=lambda text, **other: text.split())
    )
    task = book_task(book, 4, 1)
    texts = [f"I play [{sample.metadata['answer']}]" for sample in task.dataset]
    texts[3] = "no idea"
    model = get_model("mockllm/model", custom_outputs=[ModelOutput.from_content("mockllm/model", one) for one in texts])
    (log,) = inspect_ai.eval(task, model=model, log_dir=str(tmp_path), display="none", max_samples=1)
    scores = {one.name: one.metrics["mean"].value for one in log.results.scores}
    assert (log.status, scores) == ("success", {"perfect": 0.75, "good": 0.75, "reward": 0.5})


@heavy
@pytest.mark.slow
def test_the_taskset_for_verifiers(book, monkeypatch):
    """The rewards that verifiers records for a trace are those of the grades."""
    pytest.importorskip("verifiers")
    import verifiers.v1 as vf

    from oxobook.viewer.oracle.verifiers_task import BookTaskset, BookTasksetConfig

    monkeypatch.setenv("OXOBOOK_LIBRARY", str(book.address.rpartition("/")[0]))
    first, *_ = tasks = list(BookTaskset(BookTasksetConfig(rules="3x3x3", count=5)))
    assert [task.data.idx for task in tasks] == [0, 1, 2, 3, 4]
    for reply, kind in ((f"[{first.data.row['answer']}]", "perfect"), ("no idea", "unreadable")):
        trace = vf.Trace(
            task=vf.TraceTask(type="BookTask", data=first.data),
            agent=vf.AgentInfo(config=vf.AgentConfig()),
            root_reply=reply,
        )
        asyncio.run(first.score(trace))
        assert (trace.reward, trace.metrics) == (REWARDS[kind], {"perfect": float(kind == "perfect")})
