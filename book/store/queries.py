"""Queries in SQL that stores share: a book's tables, read through a connection that knows its database."""

import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from itertools import chain
from math import comb
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeVar

from oxobook.book.errors import BookError, ClosedBook, DamagedBook, IllegalRules, NoAnswer, printable
from oxobook.book.game.reachability import placements
from oxobook.book.game.rules import Cell, Key, Mask
from oxobook.book.info import FORMAT_VERSION, BookInfo, StoredStrategy
from oxobook.book.store.row_checks import key_law, row_law
from oxobook.book.store.tables import HEADER, LAYER, MOST_LAYERS, Schema, info_of, is_label

if TYPE_CHECKING:
    from oxobook.book.store.store import Row, Searched


class DatabaseConnection(ABC):
    """Read-only connection, shared among threads."""

    error: type[Exception]
    """Base of the driver's errors."""
    placeholder: str
    """Text that stands for a value in a query of this database."""
    tables: frozenset[str]
    """Names of the database's tables that a book may have."""
    looks_left: int
    """Number of checks after which the running query is stopped; the caller sets it before each step of a query."""

    def __init__(self, name: str) -> None:
        self.name = name
        """Book's path or URL, without a password."""
        self._connection: Any = None
        """The driver's connection."""

    def cursor(self) -> Any:
        """Return a new cursor."""
        return self._connection.cursor()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def check(self) -> tuple[str, list[str]]:
        """Return what the database's own check of its files looked at, in words, and what it found wrong."""
        return "left to the database", []

    @abstractmethod
    def trouble(self, error: Any) -> BookError | str:
        """Return the error for the driver's exception, or, if the book is damaged, how, in one line."""

    def trouble_of(self, error: Exception) -> BookError | str:
        """Return what is wrong, as ``trouble`` does, for the driver's exceptions and for ``OTHER_ERRORS``."""
        if isinstance(error, MemoryError):
            return NoAnswer(f"cannot read the book {self.name!r}: out of memory; close other programs, or allow more")
        return self.trouble(error) if isinstance(error, self.error) else in_one_line(error)

    def refused(self, error: Exception) -> BookError:
        """Close the connection, and return the error for the driver's exception while the book was opened."""
        trouble = self.trouble_of(error)  # which may ask whether the connection was lost
        self.close()
        return not_a_book(self.name, trouble) if isinstance(trouble, str) else trouble

    @abstractmethod
    def schema(self) -> Schema:
        """Return the tables as they are."""


T = TypeVar("T")

_AT_ONCE = 100  # number of rows fetched at a time; other threads wait meanwhile
_MOST_ROWS = 1_000  # number of rows that a query gives at most, if it states no other
_LOOKS = 100
"""Number of checks within which ``_AT_ONCE`` rows arrive: a million steps of SQLite's machine; a row takes fifty."""
_LOOKS_WHILE_COUNTING = 20_000
"""Number of checks within which the moves of all strategies are counted; SQLite takes some seconds for them."""
_MOST_STRATEGIES = 1_000
_SHORTEST_RUN = 1_000  # lower bound of the number of masks in a run of X-masks, but for the last run

_COLUMNS = "value, remoteness, best, safe, pick, orbit"
OTHER_ERRORS = (UnicodeDecodeError, MemoryError)
"""Exceptions of drivers besides their own: their message quotes a damaged file, or memory has run out."""


class SqlTables:
    """Tables queried in SQL on one connection: all answers come from the book that was opened.

    Threads share it and take turns, and closing is one of the turns. A driver may make threads take turns itself, but
    not the one that closes the connection while others use it.
    """

    def __init__(self, connection: DatabaseConnection) -> None:
        self.connection = connection
        self.name = connection.name
        self.tables = connection.tables
        self._errors = (connection.error, *OTHER_ERRORS)
        self._is_closed = False
        self._turn = threading.RLock()  # the garbage collector may close a book during another thread's turn

    def close(self) -> None:
        """Close the connection once the running query is answered; later calls raise ClosedBook."""
        with self._turn:
            self._is_closed = True
            self.connection.close()

    def select(
        self, sql: str, parameters: tuple[str | int, ...] = (), most: int = _MOST_ROWS, looks: int = _LOOKS
    ) -> Iterator[Any]:
        """Yield the rows of a query, in which ? stands for a parameter, fetched in batches by a cursor of its own.

        Raises DamagedBook for more than ``most`` rows, and for a batch that takes more than ``looks`` checks: a file
        may be made to have rows, or steps to the next row, without end.
        """
        return chain.from_iterable(
            self._batches(sql.replace("?", self.connection.placeholder), parameters, most, looks)
        )

    def _batches(self, sql: str, parameters: tuple[str | int, ...], most: int, looks: int) -> Iterator[list[Any]]:
        cursor = self._in_turn(self.connection.cursor)
        self._in_turn(lambda: cursor.execute(sql, parameters), looks)
        while batch := self._in_turn(lambda: cursor.fetchmany(_AT_ONCE), looks):
            most -= len(batch)
            if most < 0:
                raise self._damaged("a table has more rows than any book of its game")
            yield batch

    def strategies(self) -> list[StoredStrategy]:
        """Return the stored strategies, by name and side."""
        counted = "SELECT count(*) FROM strategy WHERE strategy.name = bound.name AND strategy.side = bound.side"
        sql = f"SELECT name, side, ({counted}), least FROM bound ORDER BY name, side LIMIT {_MOST_STRATEGIES}"
        rows = list(self.select(sql, looks=_LOOKS_WHILE_COUNTING))
        if not all(_is_name(name, side) and type(least) in (int, NoneType) for name, side, _, least in rows):
            raise self._damaged("its bound table holds a row that cannot be right")
        return [StoredStrategy(*row) for row in rows]

    def strategy_moves(self, side: str, name: str) -> dict[Key, Cell]:
        """Return a stored strategy's moves, by canonical key; none if it is not stored."""
        moves: dict[Key, Cell] = {}
        sql = "SELECT key, move FROM strategy WHERE side = ? AND name = ? ORDER BY key"
        for key, move in self.select(sql, (side, name), most=sys.maxsize):  # each key once, which ends
            if not type(key) is type(move) is int or key in moves:
                raise self._damaged("its strategy table holds a row that cannot be right")
            moves[key] = move
        return moves

    def strategies_with_moves(self) -> set[tuple[str, str]]:
        """Return the names and sides of the strategies that have moves, listed or not."""
        sql = f"SELECT DISTINCT name, side FROM strategy LIMIT {_MOST_STRATEGIES}"
        names = set(self.select(sql, looks=_LOOKS_WHILE_COUNTING))
        if not all(_is_name(name, side) for name, side in names):
            raise self._damaged("its strategy table holds a row that cannot be right")
        return names

    def check_strategies(self) -> list[str]:
        """Return what is wrong with strategies that are kept apart from the book."""
        return []

    def check(self) -> tuple[str, list[str]]:
        """Return what the database's own check of its files looked at, in words, and what it found wrong."""
        return self._in_turn(self.connection.check)

    def schema(self) -> Schema:
        """Return the tables as they are."""
        return self._in_turn(self.connection.schema)

    def _in_turn(self, ask: "Callable[[], T]", looks: int = _LOOKS) -> "T":
        """Return a call's result once it has its turn, with the driver's errors turned into ours."""
        with self._turn:
            self.connection.looks_left = looks
            try:
                return ask()
            except self._errors as error:
                raise self._trouble(error) from error

    def _trouble(self, error: Exception) -> BookError:
        if self._is_closed:
            return ClosedBook(f"the book {self.name!r} is closed: open it again")
        trouble = self.connection.trouble_of(error)
        return self._damaged(trouble) if isinstance(trouble, str) else trouble

    def _damaged(self, reason: Exception | str) -> DamagedBook:
        return DamagedBook(
            f"cannot read the book {self.name!r}: {in_one_line(reason)}; make it again with: "
            "oxobook generate RULES --force"
        )


class SqlStore(SqlTables):
    """Tables of an open book, with a cursor for each thread; raises BookError for other tables or another version."""

    def __init__(self, connection: DatabaseConnection, address: str) -> None:
        super().__init__(connection)
        self.address = address
        self._fetch_sql = f"SELECT {_COLUMNS} FROM position WHERE key = {connection.placeholder}"
        self._thread = threading.local()
        try:
            self.info = self._read_info()
        except BaseException:
            self.close()
            raise
        self._is_sound = row_law(self.info.rules)

    def fetch(self, key: Key) -> "Row | None":
        """Return the row of a canonical key, or None; raises BookError if the row cannot be right."""
        try:
            cursor = self._thread.cursor
        except AttributeError:
            cursor = self._thread.cursor = self._in_turn(self.connection.cursor)
        try:
            with self._turn:
                self.connection.looks_left = _LOOKS
                cursor.execute(self._fetch_sql, (key,))
                row: Row | None = cursor.fetchone()
        except self._errors as error:
            raise self._trouble(error) from error
        if row is not None and not self._is_sound(key, row):
            raise self._damaged(f"the row of key {key} cannot be right")
        return row

    def rows(self) -> "Iterator[tuple[Key, Row]]":
        """Yield every position's key and row, by ascending key."""
        last, is_key, is_sound = -1, key_law(self.info.rules), self._is_sound
        for key, value, remoteness, best, safe, pick, orbit in self.all_positions(f"key, {_COLUMNS}"):
            row = (value, remoteness, best, safe, pick, orbit)
            if not (type(key) is int and last < key and is_key(key) and is_sound(key, row)):
                raise self._damaged(f"the row of key {key!r} cannot be right")
            last = key
            yield key, row

    def all_positions(self, columns: str) -> Iterator[Any]:
        """Yield these columns of every position by ascending key; the first must be the key."""
        return self.select(f"SELECT {columns} FROM position ORDER BY key", most=placements(self.info.rules))

    def block(self, ply: int, number: int) -> bytes | None:
        """Return a block of scores as it is stored, or None; ``book.layout.blocks`` reads it."""
        found = self.select("SELECT data FROM block WHERE ply = ? AND number = ? LIMIT 1", (ply, number))
        return next((data for (data,) in found), None)

    def first_x_masks(self, stones: int) -> list[Mask]:
        """Return the first X-mask of each run with ``stones`` stones, ascending."""
        most = comb(self.info.rules.cells, stones) // _SHORTEST_RUN + 9  # a few more, so that a wrong run is named
        found = self.select("SELECT first FROM x_masks WHERE stones = ? ORDER BY first", (stones,), most)
        return [first for (first,) in found]

    def x_masks(self, stones: int, first: Mask) -> bytes | None:
        """Return a run of X-masks as it is stored, or None."""
        found = self.select("SELECT masks FROM x_masks WHERE stones = ? AND first = ? LIMIT 1", (stones, first))
        return next((masks for (masks,) in found), None)

    def searched(self) -> "Searched":
        """Return what searches have proved and is kept beside the book: nothing in a database."""
        return {}

    def _read_info(self) -> BookInfo:
        """Return the book's header and counts, checked before anything else is read."""
        try:
            version = next(self.select("SELECT format_version FROM book"))[0]
        except (DamagedBook, StopIteration) as error:
            raise not_a_book(self.name, str(error) or "its book table is empty") from error
        if type(version) is int and version > FORMAT_VERSION:
            raise BookError(
                f"expected a book of format version {FORMAT_VERSION}; {self.name!r} has version {version}, of a later "
                "oxobook: pip install --upgrade oxobook"
            )
        if version != FORMAT_VERSION:
            raise DamagedBook(
                f"expected a book of format version {FORMAT_VERSION}; {self.name!r} has version {version!r}: "
                "make it again with: oxobook generate RULES --force"
            )
        header = list(self.select(f"SELECT {', '.join(HEADER)} FROM book LIMIT 1"))
        rows = list(self.select(f"SELECT {', '.join(LAYER)} FROM layer ORDER BY ply", most=MOST_LAYERS))
        try:
            return info_of(header[0], rows)
        except (IllegalRules, IndexError, TypeError, ValueError) as error:
            raise self._damaged(error) from error


def _is_name(*texts: Any) -> bool:
    return all(type(text) is str and is_label(text) for text in texts)


def not_a_book(name: str, reason: Exception | str) -> DamagedBook:
    """Return the error for a database or file that is not a book, or no longer."""
    return DamagedBook(
        f"expected a book made by oxobook; {name!r} is not one ({in_one_line(reason)}): "
        "name another file, or make a book with: oxobook generate RULES"
    )


def in_one_line(error: Exception | str) -> str:
    """Return an error in one line; of a message that is not text, the readable part."""
    message = error.object.decode(errors="replace") if isinstance(error, UnicodeDecodeError) else str(error)
    return printable(" ".join(message.split())) or type(error).__name__
