"""Strategies: they never give value away, they are as small as claimed, and the book keeps them."""

import json
import shutil
import signal
import threading
import time
from itertools import product

import pytest

from oxobook.book import Book, BookError, MissingPosition, Position, Rules
from oxobook.book.deadline import Deadline
from oxobook.book.game.tactics import tactics
from oxobook.book.library import book_path
from oxobook.book.strategy import Strategy, first_positions, own_positions_after, pick_strategy, reflexes
from oxobook.generator.generate import generate_book
from oxobook.generator.strategies.find import find_and_keep
from oxobook.generator.strategies.smallest import smallest_strategy
from oxobook.generator.strategies.walk import broken_at
from tests.reference import solved_game

GAMES = [pytest.param("3x3x3", marks=pytest.mark.slow), "3x3x3-gravity", "1x5x3"]


def found(book, side, kind, fast=False):
    return pick_strategy(book, side) if kind == "pick" else smallest_strategy(book, side, kind, fast)


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("side", "XO")
@pytest.mark.parametrize(("kind", "fast"), [("pick", False), *product(("smallest", "reflexes"), (False, True))])
def test_no_reply_makes_it_drop_its_value(make_book, rules, side, kind, fast):
    """Walked on real boards by the reference, in every orientation and against every reply, no move gives value away;
    a fast strategy plays best moves."""
    book = make_book(rules)
    game = book.rules
    reference = solved_game(*game[:5])
    strategy = found(book, side, kind, fast)
    waiting, seen = ["." * game.cells], set()
    while waiting:
        board = waiting.pop()
        if board in seen:
            continue
        seen.add(board)
        moves = reference.moves(board)
        if moves and reference.mover(board) == side:
            move = strategy.move(Position.parse(board, game))
            assert move in (reference.best(board) if fast or kind == "pick" else reference.safe(board)), board
            moves = [move]
        waiting += [reference.play(board, move) for move in moves]
    assert broken_at(book, strategy) is None


def smallest_by_search(book, side, kind):
    """The least cost of any strategy, by trying every choice of moves."""

    names = book.rules.board.names

    def search(held, waiting, best):
        cost = sum(kind == "smallest" or not reflexes(position) for position in held)
        if cost >= best:
            return best
        open_ = sorted(waiting - held, key=lambda position: position.key)
        if not open_:
            return cost
        position = open_[0]
        safe = [cell for cell in position.legal_cells if names[cell] in book.probe(position).safe]
        reflex = reflexes(position) if kind == "reflexes" else 0
        for cell in [cell for cell in safe if not reflex or reflex >> cell & 1]:
            best = search(held | {position}, waiting | set(own_positions_after(position, cell)), best)
        return best

    return search(frozenset(), set(first_positions(book.rules, side)), 10**6)


@pytest.mark.parametrize("rules", ["2x3x2", "1x5x3", "2x2x2-misere", "3x2x2-gravity", "1x4x2-misere"])
@pytest.mark.parametrize("side", "XO")
@pytest.mark.parametrize("kind", ["smallest", "reflexes"])
def test_the_minimum_is_the_one_found_by_exhaustion(make_book, rules, side, kind):
    """On small boards the proved minimum is the least over every choice of moves."""
    book = make_book(rules)
    strategy = smallest_strategy(book, side, kind)
    assert strategy.proved and strategy.gap == 0
    assert strategy.cost == smallest_by_search(book, side, kind)


def test_a_board_too_large_for_a_proof_reports_the_gap(make_book, monkeypatch):
    """If the program takes only the first plies, the strategy is whole, its bound is true, and the gap is shown."""
    monkeypatch.setattr("oxobook.generator.strategies.smallest._MOST_POSITIONS", 20)
    monkeypatch.setattr("oxobook.generator.strategies.smallest._MOST_FOR_BOUND", 20)
    strategy = smallest_strategy(make_book("3x3x3"), "O", "smallest")
    assert not strategy.proved and 0 < strategy.bound <= 72 <= strategy.positions
    assert strategy.gap == strategy.positions - strategy.bound
    assert broken_at(make_book("3x3x3"), strategy) is None


@pytest.mark.parametrize("rules", ["3x3x3", "3x3x3-gravity", "3x3x3-misere"])
def test_reflexes_are_what_they_say(make_book, rules):
    """A reflex wins at once, else blocks, else plays the only move; in misère only the last."""
    for entry in make_book(rules):
        found, moves = tactics(entry.position), entry.position.legal_cells
        mask = reflexes(entry.position)
        if found.line_moves and not entry.position.rules.misere:
            assert mask == found.line_moves
        elif found.blocks:
            assert mask == found.blocks
        else:
            assert mask == (1 << moves[0] if len(moves) == 1 else 0)


def test_a_strategy_has_no_move_where_it_never_comes(book):
    """Asked about a position that it avoids, a strategy says so."""
    with pytest.raises(MissingPosition, match=r"that X's strategy meets; got '\.X\./\.\.\./\.\.O'"):
        pick_strategy(book, "X").move(Position.parse(".X./.../..O"))


@pytest.fixture
def copy(library, book, tmp_path):
    path = tmp_path / "3x3x3.sqlite"
    shutil.copy(book_path(Rules(), library), path)
    return path


def test_a_strategy_that_fails_the_walk_is_not_written(copy, monkeypatch):
    """A strategy that the walk refutes has no certificate."""
    wrong = Strategy(Rules(), "X", "smallest", False, {0: 0}, 1)
    monkeypatch.setattr("oxobook.generator.strategies.find.smallest_strategy", lambda *_: wrong)
    with Book.open(copy) as book, pytest.raises(BookError, match="gives value away at"):
        find_and_keep(book, "X", "smallest", False, 60)
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


def test_strategy_json(run, copy):
    """The fields of strategy --json; a second call reads the strategy from its certificate."""
    arguments = ("strategy", "--side", "o", "--kind", "reflexes", "-b", str(copy), "--json")
    report = json.loads(run(*arguments).stdout)
    fields = ("rules", "side", "kind", "fast", "positions", "remembered", "proved", "gap", "certificate", "moves")
    assert list(report) == [*fields] and report["certificate"] == str(copy.with_name("3x3x3.O.reflexes.proof"))
    assert (report["side"], report["remembered"], report["proved"], report["gap"]) == ("O", 13, True, 0)
    assert sum(not move["reflex"] for move in report["moves"]) == 13 and len(report["moves"]) == report["positions"]
    assert json.loads(run(*arguments).stdout) == report
    assert json.loads(run("info", "-b", str(copy), "--json").stdout)["strategies"] == [
        {"name": "reflexes", "side": "O", "positions": report["positions"], "bound": 13}
    ]


def test_a_long_list_is_cut(run, copy):
    """Out of 92 moves to remember the first 20 are listed, with the way to see the rest; --all and --json give all."""
    path = copy.with_name("misere.sqlite")
    generate_book(Rules(misere=True), path)
    arguments = ("strategy", "--side", "O", "--kind", "pick", "-b", str(path))
    shown = run(*arguments).stdout.splitlines()
    assert shown[-1] == "    and 72 more: --json has them all" and len(shown) == 3 + 20 + 1
    assert len(json.loads(run(*arguments, "--json").stdout)["moves"]) == 92


def test_where_nothing_is_found_in_time_that_is_said(run, copy):
    """If time runs out before there is any strategy: one line, exit code 2, and an untouched book."""
    before = copy.read_bytes()
    for kind in ("pick", "smallest", "reflexes"):
        done = run("strategy", "--kind", kind, "--time-limit", "1e-9", "-b", str(copy))
        assert done.exit_code == 2 and done.stderr.count("\n") == 1
        assert "X's strategy of 3x3x3 was not found within 1e-09 s: allow more with --time-limit" in done.stderr
    assert copy.read_bytes() == before


@pytest.mark.slow
def test_ctrl_c_ends_the_solver(make_book, book):
    """SIGINT while HiGHS works comes through, long before its time is over, and it is free for the next search."""
    timers = []

    def tell(stage, done, total=None):
        if stage == "proof" and not timers:
            timers.append(threading.Timer(0.2, signal.raise_signal, (signal.SIGINT,)))
            timers[0].start()

    before = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        smallest_strategy(make_book("3x4x3"), "O", "smallest", deadline=Deadline(200), tell=tell)
    assert smallest_strategy(book, "X", "reflexes", deadline=Deadline(60)).proved  # HiGHS has stopped
    assert time.monotonic() - before < 100
