"""Connection to the database of a book, and its statements, which ``book.store.tables`` declares."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from typing import Any

from oxobook.book.errors import BookError, CannotWrite, ClosedBook, DamagedBook, NoAnswer, printable

MOST_ROWS = 1_000
"""Largest number of rows that a statement gives, if it states no other."""
LOOKS, LOOKS_AT_KEPT = 200, 1_000
"""Number of looks at a running statement after which it is ended; more where up to millions of moves are counted.

SQLite takes a tenth of a second for ``LOOKS`` of them, and half a second where each row leads to another page.
"""
PASSED_OVER = frozenset({"searched"})
"""Tables that books made by an earlier oxobook have beside their own; nothing in them is read."""
AT_ONCE = 100
"""Number of rows with one statement, which takes half the time of one by one; all databases take them."""


class Database(ABC):
    """Connection to a database with a book, or for one; threads share it and take turns."""

    tables: frozenset[str]
    """Names of its tables."""

    def __init__(self, name: str, connection: Any, texts: Mapping[str, str], *errors: type[Exception]) -> None:
        self.name, self.connection, self.errors = name, connection, errors
        self._texts, self._cursor = texts, connection.cursor()
        # drivers raise two of others' too: a message quotes a damaged file, or memory has run out
        self._errors: tuple[type[Exception], ...] = (*errors, UnicodeDecodeError, MemoryError)
        self._is_closed = False
        self._turn = threading.RLock()  # the garbage collector may close a book during another thread's turn
        self.most_looks = self.looks = LOOKS

    def first(self, statement: str, *values: Any) -> tuple[Any, ...] | None:
        """Return the first row of a statement, or None; raises BookError."""
        with self._turn:  # as in ``in_turn``, which would take a lookup a tenth of its time
            self.looks = self.most_looks
            try:
                self._cursor.execute(self._texts[statement], values)
                row: tuple[Any, ...] | None = self._cursor.fetchone()
                return row
            except self._errors as error:
                raise self._trouble(error) from error

    def ask(self, statement: str, *values: Any, most: int = MOST_ROWS) -> list[Any]:
        """Return all rows of a statement; raises BookError, DamagedBook for more than ``most`` of them."""
        with self.in_turn():
            self._cursor.execute(self._texts[statement], values)
            rows = list(self._cursor.fetchmany(most + 1))
        if len(rows) > most:
            raise self.damaged("a table has more rows than any book of its game")
        return rows

    @contextmanager
    def in_turn(self) -> Iterator[None]:
        """Take a turn of bounded time, and turn the driver's errors into BookError."""
        with self._turn:
            self.looks = self.most_looks
            try:
                yield
            except self._errors as error:
                raise self._trouble(error) from error

    def run(self, statement: str, *values: Any) -> None:
        """Run a statement that changes something; raises the driver's error, as the methods below do."""
        self._cursor.execute(self._texts[statement], values)

    def create(self, tables: Collection[str]) -> None:
        """Make those tables that are not there."""
        for table in tables:
            self.run(f"create {table}")

    def insert(self, table: str, rows: Sequence[Sequence[Any]]) -> None:
        """Insert rows into a table, their values in the order of its columns."""
        self._cursor.executemany(self._texts[f"insert {table}"], rows)

    def insert_columns(self, table: str, columns: Sequence[Sequence[Any]]) -> None:
        """Insert rows that come as columns, many with each statement."""
        width, rows = len(columns), len(columns[0])
        values = [None] * (width * rows)
        for place, column in enumerate(columns):
            values[place::width] = column
        for start in range(0, len(values), width * AT_ONCE):
            some = values[start : start + width * AT_ONCE]
            self._cursor.execute(_insertion(self._texts[f"insert {table}"], len(some) // width), some)

    @abstractmethod
    def kept(self) -> "AbstractContextManager[Database | None]":
        """Open what is here by now, which other programs may have changed; None if it cannot be had."""

    @abstractmethod
    def strange(self, tables: Collection[str]) -> list[str]:
        """Return, in words, how the database differs from one with just these tables, as they are declared."""

    @abstractmethod
    def trouble(self, error: Exception) -> BookError:
        """Return the error for the driver's exception."""

    def check(self) -> tuple[str, list[str]]:
        """Return what the database's own check of its files looked at, in words, and what it found wrong."""
        return "left to the database", []

    def no_book(self) -> BookError:
        """Return the error for a database without a book."""
        return not_a_book(self.name, "it has no table that says whose book it is")

    def close(self) -> None:
        """Close the connection once the running statement has ended; later calls raise ClosedBook."""
        with self._turn:
            if not self._is_closed:
                self._is_closed = True
                self._cursor.close()  # else SQLite keeps the file, and its journal
                self.connection.close()

    def damaged(self, reason: Exception | str) -> DamagedBook:
        """Return the error for a book whose tables hold what no book holds."""
        return DamagedBook(
            f"cannot read the book {self.name!r}: {in_one_line(reason)}; make it again with: "
            "oxobook generate RULES --force"
        )

    def _trouble(self, error: Exception) -> BookError:
        if self._is_closed:
            return ClosedBook(f"the book {self.name!r} is closed: open it again")
        if isinstance(error, MemoryError):
            return NoAnswer(f"cannot read the book {self.name!r}: out of memory; close other programs, or allow more")
        return self.trouble(error) if isinstance(error, self.errors) else self.damaged(error)


@cache
def _insertion(one: str, rows: int) -> str:
    """Return the statement that inserts several rows, from that of one."""
    head, values = one.split(" VALUES ")
    return f"{head} VALUES {', '.join([values] * rows)}"


@contextmanager
def writing(name: str, *errors: type[Exception], kept: str = "") -> Iterator[None]:
    """Turn a driver's errors into CannotWrite; ``kept`` ends its message."""
    try:
        yield
    except errors as error:
        advice = "free some space, or wait for another process that writes it"
        raise CannotWrite(f"cannot write {name!r}: {in_one_line(error)}; {advice}, and call again{kept}") from error


def not_a_book(name: str, reason: Exception | str) -> DamagedBook:
    """Return the error for a database or file that is not a book, or no longer."""
    return DamagedBook(
        f"expected a book made by oxobook; {name!r} is not one ({in_one_line(reason)}): "
        "name another file, or make a book with: oxobook generate RULES"
    )


def in_one_line(error: Exception | str) -> str:
    """Return an error in one line; of a message that is not text, the readable part."""
    error = getattr(error, "orig", None) or error  # SQLAlchemy's own has the driver's in it
    message = error.object.decode(errors="replace") if isinstance(error, UnicodeDecodeError) else str(error)
    return printable(" ".join(message.split())) or type(error).__name__
