"""Queries that stores share, asked of a stub of a connection, and of files that are no books."""

import os
import shutil
import sqlite3
from contextlib import closing

import pytest

from oxobook.book import Book, BookError, CannotWrite, DamagedBook, Rules
from oxobook.book.errors import ClosedBook, NoAnswer
from oxobook.book.info import StoredStrategy
from oxobook.book.library import book_path
from oxobook.book.store.queries import DatabaseConnection, SqlTables
from oxobook.book.store.stores import open_store, target_at


class Refused(Exception):
    """Error of the stub's driver."""


class StubConnection(DatabaseConnection):
    """A connection that answers every query with the same rows, or with an error."""

    error, placeholder, tables = Refused, "%s", frozenset({"strategy", "bound"})

    def __init__(self, *rows, error=None, trouble="it is broken"):
        super().__init__("stub")
        self._rows, self._error, self._told, self.asked, self.looks = rows, error, trouble, [], []

    def cursor(self):
        self._left = list(self._rows)
        return self

    def execute(self, sql, parameters):
        self.asked.append((sql, parameters))
        if self._error:
            raise self._error

    def fetchmany(self, size):
        self.looks.append(self.looks_left)
        batch, self._left = self._left[:size], self._left[size:]
        return batch

    def close(self):
        pass

    def trouble(self, error):
        return self._told

    def schema(self):
        raise NotImplementedError


@pytest.mark.parametrize("number", [0, 1, 99, 100, 101, 1000])
def test_rows_come_in_batches(number):
    """All rows come in their order, whatever the batches, with the parameters in the database's own form."""
    connection = StubConnection(*((row,) for row in range(number)))
    assert [row for (row,) in SqlTables(connection).select("SELECT ? + ?", (1, 2))] == list(range(number))
    assert connection.asked == [("SELECT %s + %s", (1, 2))]
    assert connection.looks == [100] * (-(-number // 100) + 1)


@pytest.mark.parametrize(
    ("number", "most", "right"), [(1000, None, True), (1001, None, False), (3, 3, True), (4, 3, False)]
)
def test_more_rows_than_any_book_has(number, most, right):
    """A table of more rows than a query may give is damage."""
    tables = SqlTables(StubConnection(*((row,) for row in range(number))))
    rows = tables.select("SELECT") if most is None else tables.select("SELECT", most=most)
    if right:
        assert len(list(rows)) == number
    else:
        with pytest.raises(DamagedBook, match=r"^cannot read the book 'stub': a table has more rows than any book"):
            list(rows)


def test_more_runs_than_any_book_has(made, tmp_path):
    """More runs of X-masks than the board has masks for, and a few more, are damage."""
    path = shutil.copy(made("3x3x3", "dense"), tmp_path / "book")
    with closing(sqlite3.connect(path)) as file, file:
        file.executemany("INSERT INTO x_masks VALUES (?, ?, x'')", [(1, first) for first in range(1000, 1008)])
        file.executemany("INSERT INTO x_masks VALUES (?, ?, x'')", [(2, first) for first in range(1000, 1009)])
    with closing(open_store(path)) as store:
        assert len(store.first_x_masks(1)) == 9
        with pytest.raises(DamagedBook, match="more rows than any book"):
            store.first_x_masks(2)


GOOD = [("pick", "O", 97, None), ("smallest", "X", 22, 20)]


@pytest.mark.parametrize(
    "row", [(1, "X", 1, 1), ("a\nb", "X", 1, 1), ("a" * 101, "X", 1, 1), ("a", b"X", 1, 1), ("a", "X", 1, "1")]
)
def test_strategies_that_cannot_be_right(row):
    """It is damage if a name is not one short line of text, or a bound is not a number."""
    assert SqlTables(StubConnection(*GOOD)).strategies() == [StoredStrategy(*one) for one in GOOD]
    with pytest.raises(DamagedBook, match="its bound table holds a row that cannot be right"):
        SqlTables(StubConnection(*GOOD, row)).strategies()


@pytest.mark.parametrize("row", [(3, 4), (5.0, 4), (5, None), ("5", 4), (5, "4")])
def test_moves_that_cannot_be_right(row):
    """It is damage if a key comes twice, or a key or move is not a number."""
    assert SqlTables(StubConnection((3, 4), (4, 8))).strategy_moves("X", "pick") == {3: 4, 4: 8}
    with pytest.raises(DamagedBook, match="its strategy table holds a row that cannot be right"):
        SqlTables(StubConnection((3, 4), row)).strategy_moves("X", "pick")


@pytest.mark.parametrize("row", [(1, "X"), ("pick", None), ("a\x1b", "X"), ("pick", "X" * 101)])
def test_names_that_cannot_be_right(row):
    """The names and sides of strategies with moves are short texts in one line."""
    assert SqlTables(StubConnection(("pick", "X"))).strategies_with_moves() == {("pick", "X")}
    with pytest.raises(DamagedBook, match="its strategy table holds a row that cannot be right"):
        SqlTables(StubConnection(("pick", "X"), row)).strategies_with_moves()


def test_errors_of_the_driver():
    """The driver's exceptions become damage in one line, or another error of ours; others are not touched."""
    with pytest.raises(DamagedBook, match=r"'stub': it is broken; make it again with: oxobook generate RULES --force$"):
        list(SqlTables(StubConnection(error=Refused())).select("SELECT"))
    with pytest.raises(NoAnswer, match=r"^locked$"):
        list(SqlTables(StubConnection(error=Refused(), trouble=NoAnswer("locked"))).select("SELECT"))
    cut = UnicodeDecodeError("utf-8", b"no \xff\ntext", 3, 4, "invalid")
    with pytest.raises(DamagedBook, match="'stub': no � text; make it again"):
        list(SqlTables(StubConnection(error=cut)).select("SELECT"))
    with pytest.raises(ZeroDivisionError):
        list(SqlTables(StubConnection(error=ZeroDivisionError())).select("SELECT"))


def test_a_closed_store():
    """Once it is closed, any error of the driver says that the book is closed."""
    tables = SqlTables(StubConnection(error=Refused()))
    tables.close()
    with pytest.raises(ClosedBook, match=r"^the book 'stub' is closed: open it again$"):
        tables.strategies()


def test_folders_and_pipes_are_no_books(tmp_path):
    """A folder and a pipe in the place of a book are refused at once, each in its own words."""
    os.mkfifo(tmp_path / "pipe")
    for path, said in ((tmp_path, "is a folder: name the file in it"), (tmp_path / "pipe", "is a device or pipe")):
        with pytest.raises(BookError, match=said):
            Book.open(path)


def test_a_strategy_of_another_book_is_not_kept(library, book, tmp_path):
    """A strategy found in a book that has been replaced meanwhile is not put beside the new one."""
    path = tmp_path / "book.sqlite"
    shutil.copy(book_path(Rules(), library), path)
    with pytest.raises(CannotWrite, match="holds another book by now: find the strategy again"):
        target_at(str(path)).keep("f" * 64, "pick", "X", {0: 0}, None)
    target_at(str(path)).keep(book.info.digest, "pick", "X", {0: 0}, None)
    with Book.open(path) as opened:
        assert opened.strategy_moves("X", "pick") == {0: 0}
