"""Reading a book's tables: one read-only connection, one keyed fetch a lookup.

A book is an SQLite file, read through the standard library so that a lookup from the shell starts fast, or in a
PostgreSQL server, which ``book.store.postgres`` asks. ``book.store.tables`` describes the tables and writes them.
"""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple

from book.errors import BookError, DamagedBook, IllegalRules, MissingBook
from book.game.rules import Cell, Key, Mask, Rules
from book.info import BookInfo, GameCounts, LayerCounts
from book.store.address import masked

if TYPE_CHECKING:
    from book.store.postgres import Reader

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
_BELOW_ALL_KEYS = -1 << 63
_COLUMNS = "value, remoteness, best, safe, pick, orbit"
_LAYER_COLUMNS = tuple(LayerCounts.__dataclass_fields__)
_GAME_COLUMNS = tuple(GameCounts.__dataclass_fields__)


_OTHER_ERRORS = (UnicodeDecodeError, MemoryError)
"""What the driver raises besides its own errors: where its message quotes a damaged file, or a length is absurd."""


class Store:
    """An open book's tables, on one connection, so that all answers come from the book that was opened.

    Safe to share among threads: each has a cursor of its own, and the driver takes them in turn. Raises MissingBook,
    or BookError when the target is not a book of this format version.
    """

    def __init__(self, target: str | Path) -> None:
        self.address = str(target)
        """The target as it was given, to open it again. It may hold a password: to be shown, there is ``name``."""
        connection = self._connection = _connect(target)
        self._server: Reader | None = None if isinstance(connection, sqlite3.Connection) else connection
        self.is_sqlite = self._server is None
        self.name = self._server.name if self._server else masked(target)
        self.placeholder = self._server.placeholder if self._server else "?"
        self._errors = (self._server.error if self._server else sqlite3.Error, *_OTHER_ERRORS)
        self._fetch_sql = f"SELECT {_COLUMNS} FROM position WHERE key = {self.placeholder}"
        self._thread = threading.local()
        try:
            self.info = self._read_info()
            self._cells, self._off_board = self.info.rules.cells, ~self.info.rules.full
            self.has_blocks = self._has_blocks()
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
            cursor = self._thread.cursor = self._cursor()
        try:
            cursor.execute(self._fetch_sql, (key,))
            row: Row | None = cursor.fetchone()
        except self._errors as error:
            raise self._damaged(error) from error
        if row is not None and not self._is_sound(key, row):
            raise self._damaged(f"the row of key {key} holds what no row can")
        return row

    def _is_sound(self, key: Key, row: Row) -> bool:
        """Whether a row could be one of this position's: numbers of the right range, moves on free cells.

        A damaged file may hold anything; what this lets pass may be wrong, but is an answer.
        """
        value, remoteness, best, safe, pick, orbit = row
        try:
            return (
                -2 < (value | 0) < 2
                and -1 < (remoteness | orbit) < 128
                and not (best | safe) & (key | key >> self._cells | self._off_board)
                and (not best if pick is None else best >> pick & 1 == 1)
            )
        except (TypeError, ValueError, OverflowError):
            return False

    def rows(self) -> Iterator[tuple[Key, Row]]:
        """Every position's key and row, by ascending key."""
        for key, *columns in self.all_positions(f"key, {_COLUMNS}"):
            value, remoteness, best, safe, pick, orbit = columns
            row = (value, remoteness, best, safe, pick, orbit)
            if not (type(key) is int and self._is_sound(key, row)):
                raise self._damaged(f"the row of key {key!r} holds what no row can")
            yield key, row

    def all_positions(self, columns: str) -> Iterator[Any]:
        """These columns of every position by ascending key; the first must be the key.

        A server is asked for some at a time, lest it give the whole table at once.
        """
        if self.is_sqlite:
            yield from self.select(f"SELECT {columns} FROM position ORDER BY key")
            return
        sql = f"SELECT {columns} FROM position WHERE key > %s ORDER BY key LIMIT {_BATCH}"
        last: Key | None = _BELOW_ALL_KEYS
        while last is not None:
            key = None
            for key, *others in self.select(sql, (last,)):
                yield key, *others
            last = key

    def block(self, ply: int, number: int) -> bytes | None:
        """A block of scores as it is stored, or None; ``book.layout.blocks`` reads it."""
        sql = "SELECT data FROM block WHERE ply = ? AND number = ?"
        return next((data for (data,) in self.select(sql, (ply, number))), None)

    def first_x_masks(self, stones: int) -> list[Mask]:
        """The first X-mask of each run of those with so many stones, ascending."""
        return [
            first for (first,) in self.select("SELECT first FROM x_masks WHERE stones = ? ORDER BY first", (stones,))
        ]

    def x_masks(self, stones: int, first: Mask) -> bytes | None:
        """A run of X-masks as it is stored, or None."""
        sql = "SELECT masks FROM x_masks WHERE stones = ? AND first = ?"
        return next((masks for (masks,) in self.select(sql, (stones, first))), None)

    def strategies(self) -> list[StoredStrategy]:
        """The strategies that are kept, by name and side."""
        counted = "SELECT count(*) FROM strategy WHERE strategy.name = bound.name AND strategy.side = bound.side"
        rows = list(self.select(f"SELECT name, side, ({counted}), least FROM bound ORDER BY name, side"))
        if not all(type(name) is type(side) is str and type(least) in (int, NoneType) for name, side, _, least in rows):
            raise self._damaged("its bound table holds what no row can")
        return [StoredStrategy(*row) for row in rows]

    def strategy_moves(self, side: str, name: str) -> dict[Key, Cell]:
        """The moves of one of them, by canonical key."""
        mark = self.placeholder
        sql = f"SELECT key, move FROM strategy WHERE side = {mark} AND name = {mark} ORDER BY key"
        moves = dict(self.select(sql, (side, name)))
        if not all(type(key) is type(move) is int for key, move in moves.items()):
            raise self._damaged("its strategy table holds what no row can")
        return moves

    def select(self, sql: str, parameters: tuple[str | int, ...] = ()) -> Iterator[Any]:
        """The rows of a query, fetched in batches by a cursor of its own."""
        cursor = self._cursor()
        try:
            cursor.execute(sql, parameters)
            while batch := cursor.fetchmany(_BATCH):
                yield from batch
        except self._errors as error:
            raise self._damaged(error) from error

    def server_columns(self, table: str) -> Iterator[tuple[str, str, bool, bool]]:
        """A table's columns in a server: name, INTEGER or TEXT or another type, NOT NULL, part of the primary key."""
        assert self._server is not None, "a file is asked in SQLite's own way"
        return self.select(self._server.columns_sql, (table,))

    def _cursor(self) -> Any:
        """A new cursor."""
        try:
            return self._connection.cursor()
        except self._errors as error:
            raise self._damaged(error) from error

    def _has_blocks(self) -> bool:
        """Whether the answers stand in blocks of scores instead of rows: the book of a large board."""
        return self.is_sqlite and bool(list(self.select("SELECT 1 FROM sqlite_master WHERE name = 'block'")))

    def _read_info(self) -> BookInfo:
        """The book's header and counts, checked before anything else is believed."""
        columns = "rows, columns, k, misere, gravity, format_version, rules, generator_version, positions, digest"
        try:
            version = next(self.select("SELECT format_version FROM book"))[0]
        except (DamagedBook, StopIteration) as error:
            raise _not_a_book(self.name, str(error) or "its book table is empty") from error
        if version != FORMAT_VERSION:
            raise DamagedBook(
                f"expected a book of format version {FORMAT_VERSION}; {self.name!r} has version {version!r}: "
                "make it again with: oxobook generate --force"
            )
        header = list(self.select(f"SELECT {columns}, {', '.join(_GAME_COLUMNS)} FROM book"))
        rows = list(self.select(f"SELECT {', '.join(_LAYER_COLUMNS)} FROM layer ORDER BY ply"))
        try:
            return _info(header[0], rows)
        except (IllegalRules, IndexError, TypeError, ValueError) as error:
            raise self._damaged(error) from error

    def _damaged(self, error: Exception | str) -> BookError:
        """The error for a file that turns out not to hold what it should, or for what a server says."""
        if self._server and isinstance(error, self._server.error):
            return self._server.trouble(error)
        return DamagedBook(
            f"cannot read the book {self.name!r}: {_reason(error)}; make it again with: oxobook generate --force"
        )


def _info(header: tuple[Any, ...], layers: list[tuple[Any, ...]]) -> BookInfo:
    """What the rows of ``book`` and ``layer`` say; raises TypeError or ValueError for what they cannot say."""
    rows, columns, k, misere, gravity, version, text, generator_version, positions, digest, *games = header
    numbers = [*header[:6], positions, *(number for row in layers for number in row[:-2])]
    if any(type(number) is not int for number in numbers):
        raise TypeError("expected whole numbers in its tables of counts")
    if not type(text) is type(generator_version) is type(digest) is str:
        raise TypeError("expected text as its rules, version and digest")
    kind = "-".join(word for word in text.split("-")[1:] if word not in ("misere", "gravity"))
    return BookInfo(
        Rules(rows, columns, k, bool(misere), bool(gravity), kind),
        tuple(LayerCounts(*row[:-2], *map(_whole, row[-2:])) for row in layers),
        GameCounts(*map(_whole, games)),
        version,
        generator_version,
        positions,
        digest,
    )


def _whole(text: str | None) -> int | None:
    """A count from its decimal text."""
    if type(text) not in (str, NoneType):
        raise TypeError("expected decimal text as its counts of games")
    return None if text is None else int(text)


def _connect(target: str | Path) -> "sqlite3.Connection | Reader":
    """A connection to a target."""
    if "://" not in str(target):
        return _connect_sqlite(Path(target))
    from book.store.tables import located  # SQLAlchemy is imported only for a URL

    place = located(str(target))
    if isinstance(place, Path):
        return _connect_sqlite(place)
    from book.store.postgres import Reader

    return Reader(str(target))


def _connect_sqlite(path: Path) -> sqlite3.Connection:
    """Open an SQLite file read-only; raises MissingBook, or BookError for what is no file.

    The exclusive locking mode of a read-only connection keeps its one shared lock between lookups, which
    saves the system calls that would take and drop it each time.
    """
    try:
        is_folder, is_there, is_file = path.is_dir(), path.exists(), path.is_file()
    except OSError as error:
        raise _cannot_open(path, error.strerror) from error
    if is_folder:
        raise BookError(f"expected a book file; {masked(path)!r} is a folder: name the file in it")
    if is_there and not is_file:  # a pipe would be waited for
        raise BookError(f"expected a book file; {masked(path)!r} is a device or pipe: name another")
    if not is_there:
        raise MissingBook(f"expected a book at {masked(path)!r}; there is no such file: make one with oxobook generate")
    one_thread = sqlite3.threadsafety < 3  # a rare build of SQLite that does not take threads in turn
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=one_thread)
    except sqlite3.Error as error:
        raise _cannot_open(path, error) from error
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA cache_size = -32768")
        (page,) = connection.execute("PRAGMA page_size").fetchone()
        if path.stat().st_size % page:  # SQLite would take what is lacking of the last page for zeros
            raise sqlite3.DatabaseError("the file is cut off in the middle of a page")
    except FileNotFoundError:  # it has lost its name since it was opened, and is as good as before
        return connection
    except (sqlite3.Error, *_OTHER_ERRORS) as error:
        connection.close()
        raise _not_a_book(masked(path), error) from error
    return connection


def _cannot_open(path: Path, reason: Exception | str | None) -> BookError:
    """The error for a file that the system does not let us read."""
    return BookError(f"cannot open the book {masked(path)!r}: {reason}; check that you may read it")


def _reason(error: Exception | str) -> str:
    """An error in one line; of a message that is no text, what can be read of it."""
    message = error.object.decode(errors="replace") if isinstance(error, UnicodeDecodeError) else str(error)
    return " ".join(message.split()) or type(error).__name__


def _not_a_book(name: str, reason: Exception | str) -> DamagedBook:
    """The error for a database or file that is no book, or no longer."""
    return DamagedBook(
        f"expected a book made by oxobook; {name!r} is not one ({_reason(reason)}): "
        "name another file, or make a book with: oxobook generate"
    )
