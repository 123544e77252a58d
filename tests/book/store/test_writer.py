"""Writing of books and of what is kept in them: whole or not at all, and seen by readers who have the book open."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from oxobook.book import Book, CannotWrite, Rules, TooLarge
from oxobook.book.store.writer import target_at
from oxobook.book.strategy import stored_strategy
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from oxobook.generator.strategies.find import find_and_keep


@pytest.fixture
def info(made):
    with Book.open(made("3x3x3")) as book:
        return book.info


@pytest.fixture
def path(tmp_path, made):
    """A book of 3x3x3 that a test may spoil."""
    return shutil.copy(made("3x3x3"), tmp_path / "3x3x3.sqlite")


def keep(path, side, kind):
    with Book.open(path) as book:
        return find_and_keep(book, side, kind, False, 60)


def test_rows_come_back(tmp_path, info):
    """Each value of each row lies in its own column."""
    keys = range(230)
    columns = [[(place + 1) * 1000 + key for key in keys] for place in range(9)]
    columns[1] = [f"board {key}" for key in keys]
    columns[7] = [None if key % 2 else key for key in keys]
    target_at(tmp_path / "book").rows(False)(info, [columns])
    with closing(sqlite3.connect(tmp_path / "book")) as connection:
        assert connection.execute("SELECT * FROM position ORDER BY key").fetchall() == [*zip(*columns, strict=True)]
    assert os.listdir(tmp_path) == ["book"]


def test_a_failure_leaves_nothing(tmp_path, info):
    """An error of SQLite becomes one line, and any other one goes on; of the file nothing is left."""
    twice = [[1, 1], ["", ""], *([[1, 1]] * 7)]
    write = target_at(tmp_path / "book").rows(False)
    with pytest.raises(CannotWrite, match=r"cannot write '.*book': UNIQUE constraint failed: position.key; free some"):
        write(info, [twice])
    with pytest.raises(ZeroDivisionError):
        write(info, (1 / 0 for _ in "a"))
    assert os.listdir(tmp_path) == []


def test_which_boards_a_file_takes(tmp_path):
    """More than 31 cells are taken only if stones fall, as such a book may hold scores instead of keys."""
    target = target_at(str(tmp_path / "book"))
    target.require_new(Rules.parse("6x7x4-gravity"), False)
    with pytest.raises(TooLarge, match="at most 31 cells"):
        target.require_new(Rules.parse("6x6x4"), False)


def test_strategies_are_rows_of_the_book(path):
    """They are kept while a reader has the book open, who sees them and answers on; digest and verdict stay."""
    with Book.open(path) as reader:
        answers = list(reader)
        found = keep(path, "X", "pick")
        keep(path, "O", "reflexes")
        assert [(one.name, one.side) for one in reader.strategies()] == [("pick", "X"), ("reflexes", "O")]
        assert stored_strategy(reader, "X", "pick") == found and list(reader) == answers
        digest = reader.info.digest
    with Book.open(path) as book:
        assert book.info.digest == digest
    assert os.listdir(path.parent) == ["3x3x3.sqlite"] and verify_book(path).right


def test_a_strategy_is_not_kept_in_another_book(path):
    """A strategy of a book that was replaced while it was sought is refused, and its reader has none."""
    with Book.open(path) as opened:
        keep(path, "X", "pick")
        generate_book(Rules(misere=True), path, replace=True)
        assert opened.strategies() == [] and opened.strategy_moves("X", "pick") == {}
        with pytest.raises(CannotWrite, match="holds another book by now"):
            find_and_keep(opened, "X", "pick", False, 60)
        path.unlink()
        assert opened.strategies() == []


@pytest.mark.parametrize("place", ["file", "folder"])
def test_a_book_that_cannot_be_written_is_told_beforehand(path, monkeypatch, place):
    """A trial shows whether something can be kept before the work for it; nothing is left of the trial."""
    monkeypatch.setattr("oxobook.generator.strategies.find.find", None)
    refused = path if place == "file" else path.parent
    monkeypatch.setattr("oxobook.book.store.writer.os.access", lambda name, *_, **__: name != refused)
    with pytest.raises(CannotWrite, match=f"choose a {place} that you may write to"):
        keep(path, "X", "pick")
    assert os.listdir(path.parent) == ["3x3x3.sqlite"]


HALF = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
connection.executemany("INSERT INTO strategy VALUES ('pick', 'X', ?, 0)", [(key,) for key in range(9000)])
os.kill(os.getpid(), 9)
"""


@pytest.mark.slow
def test_a_keeper_that_was_killed(path):
    """What it has begun is not there, lookups answer on, and the next that keeps something undoes it."""
    subprocess.run([sys.executable, "-c", HALF, str(path)])
    assert path.with_name("3x3x3.sqlite-journal").stat().st_size
    with Book.open(path) as book:
        assert book.probe("X../.O./...").pick == "b3" and book.strategies() == []
    named = [wrong.stored for check in verify_book(path).checks for wrong in check.first]
    assert any("3x3x3.sqlite-journal', left by a program that was stopped" in one for one in named)
    keep(path, "O", "pick")
    assert os.listdir(path.parent) == ["3x3x3.sqlite"] and verify_book(path).right
    with Book.open(path) as book:
        assert [(one.name, one.side) for one in book.strategies()] == [("pick", "O")]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["frontier", "dense"])
def test_a_new_book_is_rid_of_the_old_ones_journal(path, engine):
    """A book made with force in the place of one that a program was stopped in has no journal, which would spoil it."""
    subprocess.run([sys.executable, "-c", HALF, str(path)])
    generate_book(Rules(), path, replace=True, engine=engine)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert os.listdir(path.parent) == [path.name] and verify_book(path).right
