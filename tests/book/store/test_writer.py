"""Writing of books: whole or not at all."""

import os
import sqlite3
from contextlib import closing

import pytest

from oxobook.book import Book, CannotWrite
from oxobook.book.store.writer import target_at


@pytest.fixture
def info(made):
    with Book.open(made("3x3x3")) as book:
        return book.info


def test_rows_come_back(tmp_path, info):
    """Each value of each row lies in its own column."""
    keys = range(230)
    columns = [[(place + 1) * 1000 + key for key in keys] for place in range(9)]
    columns[1] = [f"board {key}" for key in keys]
    columns[7] = [None if key % 2 else key for key in keys]
    target_at(tmp_path / "book").write_rows(False, info, [columns])
    with closing(sqlite3.connect(tmp_path / "book")) as connection:
        assert connection.execute("SELECT * FROM position ORDER BY key").fetchall() == [*zip(*columns, strict=True)]
    assert os.listdir(tmp_path) == ["book"]


def test_a_failure_leaves_nothing(tmp_path, info):
    """An error of SQLite becomes one line, and any other one goes on; of the file nothing is left."""
    twice = [[1, 1], ["", ""], *([[1, 1]] * 7)]
    target = target_at(tmp_path / "book")
    with pytest.raises(CannotWrite, match=r"cannot write '.*book': UNIQUE constraint failed: position.key; free some"):
        target.write_rows(False, info, [twice])
    with pytest.raises(ZeroDivisionError):
        target.write_rows(False, info, (1 / 0 for _ in "a"))
    assert os.listdir(tmp_path) == []
