"""Connection to a book's database. The same text of SQL is asked of a file and of a server, with ``:name`` for a value.

Every column in it is qualified, as ``position.key``: some of their names are words of SQL.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from oxobook.book.errors import BookError, CannotWrite, ClosedBook, DamagedBook, NoAnswer, printable

MOST_ROWS = 1_000
"""Largest number of rows that a statement gives, if it states no other."""


class Database(ABC):
    """Connection to a database with a book; threads share it and take turns."""

    tables: frozenset[str]
    """Names of its tables."""

    def __init__(self, name: str, *errors: type[Exception]) -> None:
        self.name = name
        # drivers raise two of others' too: a message quotes a damaged file, or memory has run out
        self._errors: tuple[type[Exception], ...] = (*errors, UnicodeDecodeError, MemoryError)
        self._is_closed = False
        self._turn = threading.RLock()  # the garbage collector may close a book during another thread's turn

    def first(self, sql: str, **values: Any) -> tuple[Any, ...] | None:
        """Return the first row that a statement gives, or None; raises BookError."""
        rows = self._fetched(sql, 1, values)
        return rows[0] if rows else None

    def ask(self, sql: str, most: int = MOST_ROWS, **values: Any) -> list[tuple[Any, ...]]:
        """Return all rows that a statement gives; raises BookError, DamagedBook for more than ``most`` of them."""
        rows = self._fetched(sql, most + 1, values)
        if len(rows) > most:
            raise self.damaged("a table has more rows than any book of its game")
        return rows

    def _fetched(self, sql: str, most: int, values: dict[str, Any]) -> list[tuple[Any, ...]]:
        with self._turn:
            try:
                return [*map(tuple, self.run(sql, values).fetchmany(most))]
            except self._errors as error:
                raise self._trouble(error) from error

    @abstractmethod
    def run(self, sql: str, values: dict[str, Any]) -> Any:
        """Run a statement in a turn of its own, and return what fetches its rows; raises the driver's error."""

    @abstractmethod
    def strange(self, tables: Collection[str]) -> list[str]:
        """Name what differs from tables as documented."""

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
                self.end()

    @abstractmethod
    def end(self) -> None:
        """Close the driver's connection."""

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
        return self.damaged(error) if isinstance(error, UnicodeDecodeError) else self.trouble(error)


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
