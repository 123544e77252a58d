"""Books of first plies: made, stopped and gone on with, refused."""

import os
import random
import re
import signal
import subprocess
import sys
import time

import pytest

from oxobook import Book
from oxobook.book import Position, Rules, TooLarge
from oxobook.book.errors import IllegalRules
from oxobook.generator.generate import generate_book

pytestmark = pytest.mark.usefixtures("search_compiled")

BOARDS = {"3x4x3-gravity": 5, "5x3x3-gravity": 6, "4x3x4-gravity": 2, "4x4x4-gravity": 7, "3x5x3-misere-gravity": 4}


@pytest.mark.parametrize(("text", "plies"), BOARDS.items())
def test_its_plies_are_those_of_the_whole_book(made, tmp_path, text, plies):
    """Counts and answers, in random games to two plies below the last one, are those of the book of all positions."""
    info = generate_book(Rules.parse(text), tmp_path / "first", plies=plies)
    with Book.open(made(text)) as whole, Book.open(tmp_path / "first") as first:
        assert info == first.info
        held = [layer for layer in whole.info.layers if layer.ply <= plies]
        assert list(info.layers) == held
        chance, seen = random.Random(text), {Position(first.rules)}
        for _ in range(300):
            position = Position(first.rules)
            while position.legal_moves and position.ply < plies + 2:
                position = position.play(chance.choice(position.legal_moves))
                seen.add(position)
        for position in seen:
            entry = first.probe(position)
            assert entry[:7] == whole.probe(position)[:7], position
            assert entry.source == ("search" if position.ply >= plies else "book")
        for position in sorted(seen, key=str)[::50]:
            assert first.moves(position) == whole.moves(position)
            assert first.line(position) == whole.line(position)


_MAKE = (
    "import sys; from oxobook import Machine, Rules, generate_book\n"
    "generate_book(Rules.parse('4x5x4-gravity'), sys.argv[1], plies=6, machine=Machine(2))"
)


def _killed(path, chunks):
    """Start to make a book, kill that once there are as many chunks, and return the chunks' names."""
    process = subprocess.Popen([sys.executable, "-c", _MAKE, path])
    folder = path.with_name(f".{path.name}.chunks") / "ply-06"
    while process.poll() is None and (not folder.is_dir() or len(os.listdir(folder)) < chunks):
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    return {name for name in os.listdir(folder) if re.fullmatch(r"c\.\d+\.0", name)}


def test_a_killed_run_goes_on(tmp_path):
    """Killed twice, it keeps the chunks that were finished, and the book is the same."""
    path, rules = tmp_path / "book", Rules.parse("4x5x4-gravity")
    first = _killed(path, 20)
    second = _killed(path, len(first) + 20)
    assert first <= second
    info = generate_book(rules, path, plies=6)
    assert info.digest == generate_book(rules, tmp_path / "other", plies=6).digest
    assert not list(tmp_path.glob(".book*"))


@pytest.mark.parametrize(
    ("text", "plies", "reason"),
    [
        ("3x3x3", 4, "the search engine solves the first plies of games under gravity in which"),
        ("3x3x3-gravity", 9, "3x3x3-gravity has 9 cells; a book of first plies has fewer plies: leave --plies out"),
        ("2x3x2-gravity", 5, "2x3x2-gravity is over by ply 5: leave --plies out, for a whole book"),
        ("6x7x4-gravity", 30, "places for scores at ply 30"),
    ],
)
def test_what_it_refuses(tmp_path, text, plies, reason):
    """A board that it cannot search, and plies that are too many, are refused in a sentence."""
    with pytest.raises((IllegalRules, TooLarge), match=re.escape(reason)):
        generate_book(Rules.parse(text), tmp_path / "book", plies=plies)
    assert not list(tmp_path.iterdir())
