"""Writing of books and of what is kept in them: whole or not at all, and seen by readers who have the book open."""

import os
import shutil
import sqlite3
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
