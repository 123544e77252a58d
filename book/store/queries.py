"""The SQL that stores share: a book's tables, read through a connection that knows its database."""

import threading
from collections.abc import Callable, Iterator
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeVar

from book.errors import BookError, ClosedBook, DamagedBook, IllegalRules
from book.game.rules import KEY_CELLS, Cell, Key, Mask, Rules
from book.info import FORMAT_VERSION, BookInfo, GameCounts, LayerCounts, StoredStrategy

if TYPE_CHECKING:
    from book.store.connection import Connection, Schema
    from book.store.store import Row

T = TypeVar("T")

AT_ONCE = 10_000
"""How many rows are fetched at a time."""

_COLUMNS = "value, remoteness, best, safe, pick, orbit"
_BOOK_COLUMNS = "rows, columns, k, misere, gravity, format_version, rules, generator_version, positions, digest"
_LAYER_COLUMNS = LayerCounts._fields
_GAME_COLUMNS = GameCounts._fields

OTHER_ERRORS = (UnicodeDecodeError, MemoryError)
"""What a driver raises besides its own errors: where its message quotes a damaged file, or a length is absurd."""


class SqlTables:
    """Tables that are asked in SQL, on one connection: all answers come from the book that was opened."""

    def __init__(self, connection: "Connection") -> None:
        self.connection = connection
        self.name = connection.name
        self.tables = connection.tables
        self._errors = (connection.error, *OTHER_ERRORS)
        self._is_closed = False

    def close(self) -> None:
        """Close the connection; it answers no more."""
        self._is_closed = True
        self.connection.close()

    def select(self, sql: str, parameters: tuple[str | int, ...] = ()) -> Iterator[Any]:
        """The rows of a query, fetched in batches by a cursor of its own."""
        cursor = self._cursor()
        try:
            cursor.execute(sql, parameters)
            while batch := cursor.fetchmany(AT_ONCE):
                yield from batch
        except self._errors as error:
            raise self._trouble(error) from error

    def strategies(self) -> list[StoredStrategy]:
        """The strategies that are kept, by name and side."""
        counted = "SELECT count(*) FROM strategy WHERE strategy.name = bound.name AND strategy.side = bound.side"
        rows = list(self.select(f"SELECT name, side, ({counted}), least FROM bound ORDER BY name, side"))
        if not all(type(name) is type(side) is str and type(least) in (int, NoneType) for name, side, _, least in rows):
            raise self._damaged("its bound table holds a row that cannot be right")
        return [StoredStrategy(*row) for row in rows]

    def strategy_moves(self, side: str, name: str) -> dict[Key, Cell]:
        """The moves of one of them, by canonical key; none where it is not kept."""
        mark = self.connection.placeholder
        sql = f"SELECT key, move FROM strategy WHERE side = {mark} AND name = {mark} ORDER BY key"
        moves = dict(self.select(sql, (side, name)))
        if not all(type(key) is type(move) is int for key, move in moves.items()):
            raise self._damaged("its strategy table holds a row that cannot be right")
        return moves

    def strategies_with_moves(self) -> set[tuple[str, str]]:
        """The names and sides of the strategies that have moves, whether they are listed or not."""
        names = set(self.select("SELECT DISTINCT name, side FROM strategy"))
        if not all(type(name) is type(side) is str for name, side in names):
            raise self._damaged("its strategy table holds a row that cannot be right")
        return names

    def check(self) -> tuple[str, list[str]]:
        """What the database's own check of its files has looked at, in words, and what it has found wrong."""
        return self._told(self.connection.check)

    def schema(self) -> "Schema":
        """The tables as they are."""
        return self._told(self.connection.schema)

    def _cursor(self) -> Any:
        """A new cursor."""
        return self._told(self.connection.cursor)

    def _told(self, ask: "Callable[[], T]") -> "T":
        """What a call gives, the driver's errors turned into ours."""
        try:
            return ask()
        except self._errors as error:
            raise self._trouble(error) from error

    def _trouble(self, error: Exception) -> BookError:
        """The error for what the driver has raised."""
        if self._is_closed:
            return ClosedBook(f"the book {self.name!r} is closed: open it again")
        if isinstance(error, self.connection.error):
            trouble = self.connection.trouble(error)
            return self._damaged(trouble) if isinstance(trouble, str) else trouble
        return self._damaged(error)

    def _damaged(self, reason: Exception | str) -> DamagedBook:
        """The error for a book that turns out not to hold what it should."""
        return DamagedBook(
            f"cannot read the book {self.name!r}: {in_one_line(reason)}; make it again with: oxobook generate --force"
        )


class SqlStore(SqlTables):
    """An open book's tables.

    To be shared among threads: each has a cursor of its own, and the driver takes them in turn. Raises BookError when
    they are not a book's of this format version.
    """

    def __init__(self, connection: "Connection", address: str) -> None:
        super().__init__(connection)
        self.address = address
        self._fetch_sql = f"SELECT {_COLUMNS} FROM position WHERE key = {connection.placeholder}"
        self._thread = threading.local()
        try:
            self.info = self._read_info()
        except BaseException:
            self.close()
            raise
        self._cells, self._off_board = self.info.rules.cells, ~self.info.rules.full

    def fetch(self, key: Key) -> "Row | None":
        """The row of a canonical key, or None; raises BookError when the row cannot be right."""
        try:
            cursor = self._thread.cursor
        except AttributeError:
            cursor = self._thread.cursor = self._cursor()
        try:
            cursor.execute(self._fetch_sql, (key,))
            row: Row | None = cursor.fetchone()
        except self._errors as error:
            raise self._trouble(error) from error
        if row is not None and not self._is_sound(key, row):
            raise self._damaged(f"the row of key {key} cannot be right")
        return row

    def _is_sound(self, key: Key, row: "Row") -> bool:
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

    def rows(self) -> "Iterator[tuple[Key, Row]]":
        """Every position's key and row, by ascending key."""
        for key, *columns in self.all_positions(f"key, {_COLUMNS}"):
            value, remoteness, best, safe, pick, orbit = columns
            row = (value, remoteness, best, safe, pick, orbit)
            if not (type(key) is int and self._is_sound(key, row)):
                raise self._damaged(f"the row of key {key!r} cannot be right")
            yield key, row

    def all_positions(self, columns: str) -> Iterator[Any]:
        """These columns of every position by ascending key; the first must be the key."""
        return self.select(f"SELECT {columns} FROM position ORDER BY key")

    def block(self, ply: int, number: int) -> bytes | None:
        """A block of scores as it is stored, or None; ``book.layout.blocks`` reads it."""
        mark = self.connection.placeholder
        sql = f"SELECT data FROM block WHERE ply = {mark} AND number = {mark}"
        return next((data for (data,) in self.select(sql, (ply, number))), None)

    def first_x_masks(self, stones: int) -> list[Mask]:
        """The first X-mask of each run of those with so many stones, ascending."""
        sql = f"SELECT first FROM x_masks WHERE stones = {self.connection.placeholder} ORDER BY first"
        return [first for (first,) in self.select(sql, (stones,))]

    def x_masks(self, stones: int, first: Mask) -> bytes | None:
        """A run of X-masks as it is stored, or None."""
        mark = self.connection.placeholder
        sql = f"SELECT masks FROM x_masks WHERE stones = {mark} AND first = {mark}"
        return next((masks for (masks,) in self.select(sql, (stones, first))), None)

    def _read_info(self) -> BookInfo:
        """The book's header and counts, checked before anything else is believed."""
        try:
            version = next(self.select("SELECT format_version FROM book"))[0]
        except (DamagedBook, StopIteration) as error:
            raise not_a_book(self.name, str(error) or "its book table is empty") from error
        if version != FORMAT_VERSION:
            raise DamagedBook(
                f"expected a book of format version {FORMAT_VERSION}; {self.name!r} has version {version!r}: "
                "make it again with: oxobook generate --force"
            )
        header = list(self.select(f"SELECT {_BOOK_COLUMNS}, {', '.join(_GAME_COLUMNS)} FROM book"))
        rows = list(self.select(f"SELECT {', '.join(_LAYER_COLUMNS)} FROM layer ORDER BY ply"))
        try:
            return _info(header[0], rows)
        except (IllegalRules, IndexError, TypeError, ValueError) as error:
            raise self._damaged(error) from error


def _info(header: tuple[Any, ...], layers: list[tuple[Any, ...]]) -> BookInfo:
    """What the rows of ``book`` and ``layer`` say; raises TypeError or ValueError for what they cannot say."""
    rows, columns, k, misere, gravity, version, text, generator_version, positions, digest, *games = header
    numbers = [*header[:6], positions, *(number for row in layers for number in row[:-2])]
    if any(type(number) is not int for number in numbers):
        raise TypeError("expected whole numbers in its tables of counts")
    if not type(text) is type(generator_version) is type(digest) is str:
        raise TypeError("expected text as its rules, version and digest")
    kind = "-".join(word for word in text.split("-")[1:] if word not in ("misere", "gravity"))
    rules = Rules(rows, columns, k, bool(misere), bool(gravity), kind)
    if rules.cells > KEY_CELLS:
        raise ValueError(f"a book's board has at most {KEY_CELLS} cells, and {rules} has {rules.cells}")
    layer_counts = tuple(map(counts_of, layers))
    return BookInfo(rules, layer_counts, GameCounts(*map(_whole, games)), version, generator_version, positions, digest)


def counts_of(row: tuple[Any, ...]) -> LayerCounts:
    """The counts in a row of ``layer``; raises TypeError or ValueError for what no such row holds."""
    return LayerCounts(*row[:-2], *map(_whole, row[-2:]))


def _whole(text: str | None) -> int | None:
    """A count from its decimal text."""
    if type(text) not in (str, NoneType):
        raise TypeError("expected decimal text as its counts of games")
    return None if text is None else int(text)


def not_a_book(name: str, reason: Exception | str) -> DamagedBook:
    """The error for a database or file that is no book, or no longer."""
    return DamagedBook(
        f"expected a book made by oxobook; {name!r} is not one ({in_one_line(reason)}): "
        "name another file, or make a book with: oxobook generate"
    )


def in_one_line(error: Exception | str) -> str:
    """An error in one line; of a message that is no text, what can be read of it."""
    message = error.object.decode(errors="replace") if isinstance(error, UnicodeDecodeError) else str(error)
    return " ".join(message.split()) or type(error).__name__
