"""Reading a book's tables: one read-only connection, one keyed fetch a lookup.

A book is an SQLite file, read through the standard library so that a lookup from the shell starts fast, or any
other database named by an SQLAlchemy URL. ``book.tables`` describes the tables and writes them.
"""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from book.counts import BookInfo, GameCounts, LayerCounts
from book.errors import BookError, IllegalRules, MissingBook
from book.rules import Cell, Key, Rules

FORMAT_VERSION = 1
"""The version of the tables that this package reads and writes."""

Row = tuple[int, int, int, int, int | None, int]
"""value, remoteness, best, safe, pick, orbit of a canonical position; the masks and the cell in its orientation."""


class StoredStrategy(NamedTuple):
    """A strategy that a book holds."""

    name: str
    side: str
    positions: int
    bound: int | None
    """The proved lower bound of what its kind makes least; None for a kind that makes nothing least."""


_BATCH = 10_000
_COLUMNS = "value, remoteness, best, safe, pick, orbit"
_LAYER_COLUMNS = tuple(LayerCounts.__dataclass_fields__)
_GAME_COLUMNS = tuple(GameCounts.__dataclass_fields__)


class Store:
    """An open book's tables, on one connection, so that all answers come from the file that was opened.

    Safe to share among threads: each has a cursor of its own, and the driver takes them in turn. Raises MissingBook,
    or BookError when the target is not a book of this format version.
    """

    def __init__(self, target: str | Path) -> None:
        self.name = str(target)
        self._connection, self._placeholder, self._driver_error = _connect(target)
        self._fetch_sql = f"SELECT {_COLUMNS} FROM position WHERE key = {self._placeholder}"
        self._thread = threading.local()
        try:
            self.info = self._read_info()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection; the store answers no more."""
        self._connection.close()

    def fetch(self, key: Key) -> Row | None:
        """The row of a canonical key, or None; raises BookError when the file is damaged."""
        try:
            cursor = self._thread.cursor
        except AttributeError:
            cursor = self._thread.cursor = self._connection.cursor()
        try:
            cursor.execute(self._fetch_sql, (key,))
            row: Row | None = cursor.fetchone()
        except self._driver_error as error:
            raise self._damaged(error) from error
        return row

    def rows(self) -> Iterator[tuple[Key, Row]]:
        """Every position's key and row, by ascending key."""
        for key, *row in self._select(f"SELECT key, {_COLUMNS} FROM position ORDER BY key"):
            yield key, tuple(row)

    def strategies(self) -> list[StoredStrategy]:
        """The strategies that are kept, by name and side."""
        counted = "SELECT count(*) FROM strategy WHERE strategy.name = bound.name AND strategy.side = bound.side"
        rows = self._select(f"SELECT name, side, ({counted}), least FROM bound ORDER BY name, side")
        return [StoredStrategy(*row) for row in rows]

    def strategy_moves(self, side: str, name: str) -> dict[Key, Cell]:
        """The moves of one of them, by canonical key."""
        mark = self._placeholder
        sql = f"SELECT key, move FROM strategy WHERE side = {mark} AND name = {mark} ORDER BY key"
        return dict(self._select(sql, (side, name)))

    def _select(self, sql: str, parameters: tuple[str, ...] = ()) -> Iterator[Any]:
        """The rows of a query, fetched in batches by a cursor of its own."""
        try:
            cursor = self._connection.cursor()
            cursor.execute(sql, parameters)
            while batch := cursor.fetchmany(_BATCH):
                yield from batch
        except self._driver_error as error:
            raise self._damaged(error) from error

    def _read_info(self) -> BookInfo:
        """The book's header and counts, checked before anything else is believed."""
        columns = "rows, columns, k, misere, gravity, format_version, generator_version, positions, digest"
        try:
            (version,) = next(self._select("SELECT format_version FROM book"))
        except (BookError, StopIteration) as error:
            raise _not_a_book(self.name, str(error) or "its book table is empty") from error
        if version != FORMAT_VERSION:
            raise BookError(
                f"expected a book of format version {FORMAT_VERSION}; {self.name!r} has version {version!r}: "
                "make it again with: oxobook generate --force"
            )
        header = next(self._select(f"SELECT {columns}, {', '.join(_GAME_COLUMNS)} FROM book"))
        rows = self._select(f"SELECT {', '.join(_LAYER_COLUMNS)} FROM layer ORDER BY ply")
        try:
            rules = Rules(header[0], header[1], header[2], bool(header[3]), bool(header[4]))
            layers = tuple(LayerCounts(*row[:-2], *map(_whole, row[-2:])) for row in rows)
            games = GameCounts(*map(_whole, header[9:]))
        except (IllegalRules, TypeError, ValueError) as error:
            raise self._damaged(error) from error
        return BookInfo(rules, layers, games, *header[5:9])

    def _damaged(self, error: Exception) -> BookError:
        """The error for a file that turns out not to hold what it should."""
        return BookError(f"cannot read the book {self.name!r}: {error}; make it again with: oxobook generate --force")


def _whole(text: str | None) -> int | None:
    """A count from its decimal text."""
    return None if text is None else int(text)


def _connect(target: str | Path) -> tuple[Any, str, type[Exception]]:
    """A connection to a target, its parameter placeholder, and the base of its driver's errors."""
    if "://" not in str(target):
        return _connect_sqlite(Path(target)), "?", sqlite3.Error
    from book.tables import open_engine  # SQLAlchemy is imported only for a URL

    engine = open_engine(str(target))
    if engine.dialect.name == "sqlite":
        return _connect_sqlite(Path(engine.url.database or "")), "?", sqlite3.Error
    placeholder = "?" if engine.dialect.paramstyle == "qmark" else "%s"
    return engine.raw_connection(), placeholder, engine.dialect.loaded_dbapi.Error


def _connect_sqlite(path: Path) -> sqlite3.Connection:
    """Open an SQLite file read-only; raises MissingBook, or BookError for a folder.

    The exclusive locking mode of a read-only connection keeps its one shared lock between lookups, which
    saves the system calls that would take and drop it each time.
    """
    if path.is_dir():
        raise BookError(f"expected a book file; {str(path)!r} is a folder: name the file in it")
    if not path.exists():
        raise MissingBook(f"expected a book at {str(path)!r}; there is no such file: make one with oxobook generate")
    one_thread = sqlite3.threadsafety < 3  # a rare build of SQLite that does not take threads in turn
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=one_thread)
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA cache_size = -32768")
    except sqlite3.OperationalError as error:
        raise BookError(f"cannot open the book {str(path)!r}: {error}; check that you may read it") from error
    except sqlite3.DatabaseError as error:
        raise _not_a_book(str(path), str(error)) from error
    return connection


def _not_a_book(name: str, reason: str) -> BookError:
    """The error for a database or file that was never a book."""
    return BookError(
        f"expected a book made by oxobook; {name!r} is not one ({reason}): "
        "name another file, or make a book with: oxobook generate"
    )
