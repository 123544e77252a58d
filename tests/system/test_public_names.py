"""Documented front doors, called with odd values: each takes one, or says in one line what it expects."""

from fractions import Fraction
from functools import reduce
from pathlib import Path

import numpy as np
import pytest

import oxobook
from oxobook import (
    Book,
    IllegalArgument,
    OxobookError,
    Position,
    Rules,
    audit,
    generate_book,
    give_lesson,
    graded_positions,
    open_book,
    player_named,
    strategy_in,
)
from tests.system.test_parsers import holds_of_a_refusal

ODD = [
    *(True, 0, -1, 3, 10**30, 1.5, float("nan"), 1j, Fraction(1, 3), ...),
    *("", " ", "x", "XO", "9x9x9", "a\nb", "\0", "\ud800", "\x1b[2J", "z" * 300, "no/such/folder", "nosuch://x"),
    *(b"", b"X", [], [1], [[1, 2]], (1, 1), {}, {"a3": 1}, set(), np.zeros((2, 9), int), np.int64(4), Path("none")),
    *(
        object(),
        iter([1]),
        ValueError("x"),
        Rules(4, 4, 4),
        10**5000,
        reduce(lambda inner, _: [inner], range(5000), []),
    ),
]


def begun(env):
    """Return an environment after its reset."""
    env.reset(seed=1)
    return env


DOORS = {
    "open_book": lambda odd, book: open_book(odd).close(),
    "target": lambda odd, book: open_book("3x3x3", odd, "nowhere").close(),
    "Position": lambda odd, book: Position(odd).text,
    "Position.parse": lambda odd, book: Position.parse(odd),
    "Position.play": lambda odd, book: Position(Rules()).play(odd),
    "Book.open": lambda odd, book: Book.open(odd).close(),
    "Book.sample": lambda odd, book: book.sample(odd),
    "strategy_in": lambda odd, book: strategy_in(book, odd),
    "strategy of a book": lambda odd, book: strategy_in(odd, "X"),
    "Strategy.move": lambda odd, book: strategy_in(book, "X").move(odd),
    "give_lesson": lambda odd, book: give_lesson(book, odd, "random", 1, 0),
    "player_named": lambda odd, book: player_named("perfect", odd),
    "prove": lambda odd, book: oxobook.prove(odd),
    "Judge": lambda odd, book: oxobook.Judge(odd),
    "GameEnv": lambda odd, book: oxobook.GameEnv(odd),
    "VectorGameEnv": lambda odd, book: oxobook.VectorGameEnv(odd, 1),
    "TwoPlayerEnv": lambda odd, book: oxobook.TwoPlayerEnv(odd),
    "GameEnv.step": lambda odd, book: begun(oxobook.GameEnv(book)).step(odd),
    "VectorGameEnv.step": lambda odd, book: begun(oxobook.VectorGameEnv(book, 7, None)).step(odd),
    "TwoPlayerEnv.step": lambda odd, book: begun(oxobook.TwoPlayerEnv(book)).step(odd),
    "BookPolicy": lambda odd, book: oxobook.BookPolicy(odd),
    "game": lambda odd, book: oxobook.OpenSpielPlayer(None, odd),
    "state": lambda odd, book: oxobook.SpielJudge(book).actions(odd),
    "seed of a bot": lambda odd, book: oxobook.BookBot(book, seed=odd),
    "strategy_graph": lambda odd, book: oxobook.strategy_graph(odd, strategy_in(book, "X")),
    "strategy_map": lambda odd, book: oxobook.strategy_map(odd, strategy_in(book, "X")),
    "kind": lambda odd, book: strategy_in(book, "X", odd),
    "nash_conv": lambda odd, book: oxobook.nash_conv(odd, odd),
    "rewards": lambda odd, book: oxobook.Grader(book, rewards=odd),
    "Grader.of_move": lambda odd, book: oxobook.Grader(book).of_move(odd, 4),
    "graded_positions": lambda odd, book: next(graded_positions(odd, 1)),
    "count": lambda odd, book: next(graded_positions(book, odd), None),
    "plies": lambda odd, book: next(graded_positions(book, 0, plies=odd), None),
    "difficulty": lambda odd, book: next(graded_positions(book, 0, difficulty=odd), None),
    "labels of questions": lambda odd, book: next(graded_positions(book, 0, labels=odd), None),
    "CertifiedStrategy": lambda odd, book: oxobook.CertifiedStrategy(odd),
    "machine": lambda odd, book: generate_book("2x2x2", "of machine.sqlite", True, machine=odd),
    "memory": lambda odd, book: oxobook.Machine(memory=odd),
    "engine": lambda odd, book: generate_book("2x2x2", "by engine.sqlite", True, engine=odd),
    "rules": lambda odd, book: Position.parse("a3", odd),
    "Rules.parse": lambda odd, book: Rules.parse(odd),
    "generate_book": lambda odd, book: generate_book(odd, "new.sqlite", plies=0),
    "file": lambda odd, book: generate_book("2x2x2", odd),
    "player": lambda odd, book: audit(odd, book, "X", limit=1),
    "book": lambda odd, book: audit("perfect", odd, "X"),
    "seat": lambda odd, book: audit("perfect", book, odd),
    "limit": lambda odd, book: audit("perfect", book, "X", odd),
    "labels": lambda odd, book: book.probe("a3", labels=odd),
    "reading": lambda odd, book: book.moves("a3", reading=odd),
    "labels of a move": lambda odd, book: oxobook.Judge(book).move("a3", "b2", odd),
    "first": lambda odd, book: Position.parse("a3", first=odd),
    "pick": lambda odd, book: book.probe("a3", pick=odd),
    "Position.from_key": lambda odd, book: Position.from_key(odd, "3x3x3"),
    "Rules.own": lambda odd, book: Rules.own(odd),
    "Rules.written": lambda odd, book: Rules.written(odd),
}


@pytest.mark.parametrize("door", DOORS)
def test_a_front_door_says_what_it_expects(book, door, tmp_path, monkeypatch):
    """An odd value works, or is refused in one short line."""
    monkeypatch.chdir(tmp_path)
    refused = 0
    for odd in ODD:
        try:
            DOORS[door](odd, book)
        except OxobookError as error:
            holds_of_a_refusal(error)
            refused += 1
    assert refused > len(ODD) / 3


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda book: audit("perfect", "3x3x3.sqlite", "X"), "expected an open book; got '3x3x3.sqlite'"),
        (lambda book: audit("perfect", book, "x"), "expected the side X or O; got 'x'"),
        (lambda book: audit(3, book, "X"), "expected a player's name, a Player, or a function of a position; got 3"),
        (lambda book: open_book(3), "expected rules, their text or name, or a book's path or URL; got 3"),
        (lambda book: Book.open(3), "expected a book's path or SQLAlchemy URL; got 3"),
        (lambda book: Position("3x3x3"), "expected Rules; got '3x3x3': Position.parse reads boards and moves"),
        (lambda book: book.sample(2, ply=77), "expected a ply from 0 to 9; got 77"),
        (lambda book: generate_book("2x2x2", "x", plies=1.5), "expected plies as the number of first plies; got 1.5"),
        (lambda book: oxobook.prove(Position(Rules()), float("nan")), "expected a number of seconds; got nan"),
        (
            lambda book: strategy_in(book, "X", "pick", True),
            "expected a kind of strategy, pick, smallest or reflexes, the last two also fast; got 'pick'",
        ),
        (
            lambda book: oxobook.Grader(book, rewards={"best": 1}),
            "expected rewards by grade, of perfect, good, mistake, blunder, illegal, unreadable; got {'best': 1}",
        ),
        (lambda book: oxobook.prove(Position(Rules()), "5"), "expected a number of seconds; got '5'"),
        (
            lambda book: oxobook.prove(Position(Rules()), memory="5"),
            "expected memory as a whole number from 1 up; got '5'",
        ),
        (lambda book: oxobook.prove(Position(Rules()), unfinished=5), "expected unfinished as a Path; got 5"),
        (lambda book: oxobook.Certificate.open(5), "expected certificate as a path; got 5"),
        (lambda book: oxobook.Certificate.parse("5"), "expected content as bytes; got '5'"),
        (lambda book: open_book(library=5), "expected library as a path; got 5"),
        (lambda book: book.sample(2, seed=[1]), "expected seed as a whole number; got [1]"),
        (lambda book: oxobook.Searcher("3x3x3", "5"), "expected threads as a whole number from 1 up; got '5'"),
        (lambda book: oxobook.Searcher("3x3x3", 0), "expected threads as a whole number from 1 up; got 0"),
    ],
)
def test_what_is_expected_is_said(book, call, message):
    """The message says what the door takes, and what came."""
    with pytest.raises(IllegalArgument) as refused:
        call(book)
    assert str(refused.value) == message


def test_a_book_opens_by_all_that_people_have(made, tmp_path, monkeypatch):
    """Rules, their text or name, a path with or without an ending, and a URL."""
    path, bare = made("3x3x3"), tmp_path / "bare"
    bare.write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    for given in (Rules(), "3x3x3", "tic-tac-toe", path, str(path), f"sqlite:///{path}", "bare", bare):
        with open_book(given, library=path.parent) as book:
            assert book.rules == Rules()
