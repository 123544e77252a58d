"""Writing SQLite files: every row in its place, whatever the batches, and nothing of it where it fails."""

import os
import sqlite3
from contextlib import closing

import pytest

from oxobook.book import Book, CannotWrite, DamagedBook, Rules
from oxobook.book.store.sqlite_writer import connect, insert, make_tables, new_database, write_book
from oxobook.book.store.store import PositionColumns
from oxobook.book.store.tables import POSITION_BOOK, TABLES


@pytest.fixture
def info(made):
    with Book.open(made("3x3x3")) as book:
        return book.info


def some_rows(start, count):
    """Rows in which every number says where it belongs."""
    keys = range(start, start + count)
    columns = [[(place + 1) * 1000 + key for key in keys] for place in range(9)]
    columns[1] = [f"board {key}" for key in keys]
    columns[7] = [None if key % 2 else key for key in keys]
    return PositionColumns(*columns)


@pytest.mark.parametrize("batches", [[1], [99], [100], [101], [3, 200, 100, 1, 250]])
def test_rows_come_back_whatever_the_batches(tmp_path, info, batches):
    """Each value of each row lies in its own column, in batches below, at and above what a statement takes."""
    starts = [sum(batches[:place]) for place in range(len(batches))]
    columns = [some_rows(start, count) for start, count in zip(starts, batches, strict=True)]
    write_book(tmp_path / "book", info, iter(columns))
    with closing(sqlite3.connect(tmp_path / "book")) as connection:
        found = connection.execute("SELECT * FROM position ORDER BY key").fetchall()
    assert found == [row for some in columns for row in zip(*some, strict=True)] and len(found) == sum(batches)
    assert os.listdir(tmp_path) == ["book"]


def test_a_file_that_is_there_is_left(tmp_path, info):
    """Without ``replace`` an existing file is left alone, with it the new one takes its place."""
    (tmp_path / "book").write_text("precious")
    with pytest.raises(CannotWrite, match="exists already"):
        write_book(tmp_path / "book", info, [])
    assert (tmp_path / "book").read_text() == "precious"
    write_book(tmp_path / "book", info, [], replace=True)
    with Book.open(tmp_path / "book") as book:
        assert book.info == info


def test_a_failure_leaves_nothing(tmp_path):
    """An error of SQLite becomes one line, any other one goes on; of the file nothing is left."""
    with (
        pytest.raises(CannotWrite, match=r"cannot write '.*book': no such table: x; free some space or choose another"),
        new_database(tmp_path / "book", False) as connection,
    ):
        connection.execute("INSERT INTO x VALUES (1)")
    with pytest.raises(KeyError), new_database(tmp_path / "book", False):
        raise KeyError
    assert os.listdir(tmp_path) == []


def test_a_name_that_becomes_another_files(tmp_path):
    """SQLite is not let into a file that has taken the place of the one that was made."""
    name = tmp_path / "scratch"
    with open(name, "x+b") as file:
        connect(file).close()
        name.unlink()
        name.write_text("somebody's")
        with pytest.raises(CannotWrite, match="another file was put in its place; call again"):
            connect(file)
    assert name.read_text() == "somebody's"


def test_connections_take_no_locks(tmp_path):
    """Two connections to one hidden file do not lock each other out: the lock of the file itself is the only one."""
    with open(tmp_path / "scratch", "x+b") as file, closing(connect(file)) as one, closing(connect(file)) as other:
        one.execute("BEGIN EXCLUSIVE")
        one.execute("CREATE TABLE t (a)")
        other.execute("BEGIN EXCLUSIVE")
        assert other.execute("SELECT * FROM sqlite_master").fetchall() == []


def test_nothing_is_synchronised_or_journalled(tmp_path):
    """A scratch file has no journal, does not wait for the disk, and stays locked."""
    with new_database(tmp_path / "book", False) as connection:
        settings = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
        assert settings == ["off", 0] and connection.execute("PRAGMA locking_mode").fetchone() == ("exclusive",)
        assert os.listdir(tmp_path) == []


def test_tables_are_made_once():
    """Tables that are there stay with their rows, and missing ones are made."""
    with closing(sqlite3.connect(":memory:")) as connection:
        make_tables(connection, ["of_book"])
        insert(connection, "of_book", [("digest",)])
        make_tables(connection, ["of_book", *POSITION_BOOK])
        assert connection.execute("SELECT * FROM of_book").fetchall() == [("digest",)]
        held = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert held == {"of_book", *POSITION_BOOK}
        for table in held - {"of_book"}:
            assert len(connection.execute(f"SELECT * FROM {table}").description) == len(TABLES[table])


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("CREATE TABLE x (a)", "no such table: book"),
        ("CREATE TABLE book (format_version INTEGER)", "'book' is not a part of a book as oxobook makes it"),
    ],
)
def test_a_database_of_somebody_else_is_no_book(tmp_path, statement, reason):
    """A file that is no book is told so, and why."""
    with closing(sqlite3.connect(tmp_path / "other")) as connection:
        connection.execute(statement)
    with pytest.raises(DamagedBook, match=rf"expected a book made by oxobook; '.*other' is not one \(.*{reason}"):
        Book.open(tmp_path / "other")


def test_an_empty_header_and_another_format_are_no_book(tmp_path, info):
    """A book without its row, or of another version of the format, is told so."""
    write_book(tmp_path / "book", info._replace(format_version=2), [])
    with pytest.raises(DamagedBook, match="has version 2: make it again with: oxobook generate RULES --force"):
        Book.open(tmp_path / "book")
    with closing(sqlite3.connect(tmp_path / "book")) as connection:
        connection.execute("DELETE FROM book")
        connection.commit()
    with pytest.raises(DamagedBook, match=r"is not one \(its book table is empty\)"):
        Book.open(tmp_path / "book")
    write_book(tmp_path / "none", info, [])
    with Book.open(tmp_path / "none") as book:
        assert book.rules == Rules() and list(book) == []
