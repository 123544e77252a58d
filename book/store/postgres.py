"""A book in a PostgreSQL server, shared by many readers; psycopg is imported nowhere else.

A *reader* sees one state of the database for as long as it is open: all it asks is one read-only transaction of the
level REPEATABLE READ. So an open book answers from the book that it opened, as with a file, also when another takes its
place. A *writer* replaces the rows of all tables in one transaction, so that who opens the book meanwhile gets the old
one or the new one. The rows are deleted and not truncated, which would have to wait for every reader.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any

from book.errors import BookError, CannotWrite, DamagedBook, MissingBook, MissingExtra, NoAnswer
from book.game.rules import Cell, Key
from book.info import BookInfo
from book.store.address import masked
from book.store.tables import PositionRow, info_row, layer_row, located, server_ddl, server_tables

if TYPE_CHECKING:
    import psycopg

_DEFAULTS = {"application_name": "oxobook", "connect_timeout": "10"}
"""What a URL may say otherwise; the time is in seconds."""
_LOCK = 0x6F786F62  # "oxob": books' own among a database's advisory locks
_COLUMNS = """
    SELECT a.attname, upper(replace(format_type(a.atttypid, a.atttypmod), 'bigint', 'integer')), a.attnotnull,
           coalesce(a.attnum = ANY(i.indkey), false)
    FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
    WHERE a.attrelid = to_regclass(%s) AND a.attnum > 0 AND NOT a.attisdropped
"""


class Reader:
    """A read-only connection to a server's book, which sees what was committed when it was opened.

    Threads may share it, each with a cursor of its own: psycopg takes their questions in turn. Raises MissingBook
    where there is no book, NoAnswer where the server cannot be reached, MissingExtra without psycopg.
    """

    placeholder = "%s"
    columns_sql = _COLUMNS
    """A query for the columns of a table."""

    def __init__(self, url: str) -> None:
        self.name = masked(url)
        self._connection = _connect(url, NoAnswer)
        self.error = _psycopg().Error
        self._first: str | None = None
        try:
            self._connection.isolation_level = _psycopg().IsolationLevel.REPEATABLE_READ
            self._connection.read_only = True
            found = self._connection.execute("SELECT to_regclass('book') IS NOT NULL").fetchone()
        except self.error as error:
            self.close()
            raise self.trouble(error) from error
        if found != (True,):
            self.close()
            raise MissingBook(
                f"expected a book in {self.name!r}; there is none: make one with oxobook generate RULES --out URL"
            )

    def cursor(self) -> "psycopg.Cursor[Any]":
        """A new cursor; numbers come in PostgreSQL's binary form, which saves some 15 % of a lookup's time."""
        return self._connection.cursor(binary=True)

    def close(self) -> None:
        """End the transaction and leave the server."""
        self._connection.close()

    def trouble(self, error: Exception) -> BookError:
        """The error for what the driver has raised."""
        reason, kinds = _reason(error), _psycopg().errors
        if self._connection.closed:
            return NoAnswer(f"lost the connection to the book {self.name!r}: {reason}; open it again")
        if self._first is None:  # after one error the server refuses all that follows, and says only so
            self._first = reason
        if isinstance(error, kinds.InsufficientPrivilege):
            return NoAnswer(f"cannot read the book {self.name!r}: {reason}; its owner can GRANT SELECT on its tables")
        if isinstance(error, (kinds.OperationalError, kinds.InFailedSqlTransaction)):
            return NoAnswer(f"cannot read the book {self.name!r}: {self._first}; open it again")
        return DamagedBook(
            f"cannot read the book {self.name!r}: {reason}; make it again with: oxobook generate --force --out URL"
        )


class Writer:
    """The right to write a server's book, which nobody else has at the same time; a context manager.

    Raises CannotWrite where another process has it, where there is a book and it is not to be replaced, or where the
    database would not take one; MissingExtra without psycopg. What fails or is killed leaves the old book as it is.
    """

    def __init__(self, url: str, replace: bool) -> None:
        self.name = masked(url)
        self._url = url
        self._replace = replace

    def __enter__(self) -> "Writer":
        self._connection = _connect(self._url, CannotWrite)
        self._connection.autocommit = True
        try:
            with self._told():
                self._take()
        except BaseException:
            self._connection.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._connection.close()

    def write(self, info: BookInfo, rows: Iterable[PositionRow]) -> None:
        """Write a book in the place of the one that is there, if any; readers see it when all of it is there."""
        tables = server_tables()
        with self._told(), self._connection.transaction():
            self._make_tables()
            for table in tables:
                self._connection.execute(f"DELETE FROM {table}".encode())
            self._copy("book", [tuple(info_row(info).values())])
            self._copy("layer", (tuple(layer_row(counts).values()) for counts in info.layers))
            self._copy("position", rows)
            for table in tables:
                self._connection.execute(f"ANALYZE {table}".encode())

    def keep(self, digest: str, name: str, side: str, moves: Mapping[Key, Cell], least: int | None) -> None:
        """Write a strategy of the book of this digest, in the place of one of the same name and side."""
        with self._told(), self._connection.transaction():
            if self._asked("SELECT digest FROM book") != digest:
                raise CannotWrite(f"{self.name!r} holds another book by now; find its strategy anew")
            for table in ("strategy", "bound"):
                self._connection.execute(f"DELETE FROM {table} WHERE name = %s AND side = %s".encode(), (name, side))
            self._copy("bound", [(name, side, least)])
            self._copy("strategy", ((name, side, key, cell) for key, cell in sorted(moves.items())))

    def _take(self) -> None:
        """Take the right, and see that a book can be written, before anybody works for it."""
        if self._asked("SELECT current_schema()") is None:
            raise CannotWrite(f"{self.name!r} names no schema that is there: CREATE SCHEMA makes one")
        self._asked("SELECT set_config('search_path', quote_ident(current_schema()), false)")
        if not self._asked("SELECT pg_try_advisory_lock(%s, hashtext(current_schema()))", (_LOCK,)):
            raise CannotWrite(f"another process is writing the book {self.name!r}: wait for it, or end it")
        for table, columns in server_tables().items():
            found = {column for column, *_ in self._connection.execute(_COLUMNS, (table,))}
            if found and found != set(columns):
                raise CannotWrite(
                    f"{self.name!r} has a table {table!r} that is no book's, and is left as it is: "
                    "choose another schema or database"
                )
        with self._connection.transaction(force_rollback=True):
            self._make_tables()
            self._connection.execute(f"LOCK TABLE {', '.join(server_tables())} IN ROW EXCLUSIVE MODE".encode())
            if self._asked("SELECT EXISTS (SELECT FROM book)") and not self._replace:
                raise CannotWrite(f"{self.name!r} holds a book already and is left as it is; --force replaces it")

    def _make_tables(self) -> None:
        for statement in server_ddl():
            self._connection.execute(statement.encode())

    def _asked(self, sql: str, parameters: Sequence[object] = ()) -> Any:
        """The one value of a query, or None."""
        row = self._connection.execute(sql.encode(), parameters).fetchone()
        return row and row[0]

    def _copy(self, table: str, rows: Iterable[Sequence[object]]) -> None:
        """Add rows, their values in the order of the columns.

        With the types given beforehand, psycopg's binary form takes half the time of text made in bulk.
        """
        columns = server_tables()[table]
        sql = f"COPY {table} ({', '.join(columns)}) FROM STDIN (FORMAT BINARY)"
        with self._connection.cursor().copy(sql.encode()) as copy:
            copy.set_types(list(columns.values()))
            for row in rows:
                copy.write_row(row)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn the driver's errors into one line."""
        try:
            yield
        except _psycopg().Error as error:
            raise CannotWrite(f"cannot write the book {self.name!r}: {_reason(error)}; what was there stays") from error


def _connect(url: str, kind: type[NoAnswer] | type[CannotWrite]) -> "psycopg.Connection[Any]":
    """A connection; raises an error of that kind in one line."""
    arguments, driver = located(url), _psycopg()
    assert isinstance(arguments, dict), "files are opened by the standard library"
    try:
        connection: psycopg.Connection[Any] = driver.connect(**_DEFAULTS | arguments)
    except (driver.Error, ValueError) as error:
        reason, password = _reason(error), arguments.get("password")
        if password and password in reason:  # no known message quotes it
            reason = type(error).__name__
        raise kind(f"cannot reach {masked(url)!r}: {reason}; check the URL, and that the server runs") from None
    return connection


def _psycopg() -> Any:
    """The driver; raises MissingExtra where it is not installed."""
    try:
        import psycopg
    except ImportError as error:
        raise MissingExtra("books in PostgreSQL need the library psycopg: pip install 'oxobook[postgres]'") from error
    return psycopg


def _reason(error: Any) -> str:
    """What the server says, in one line."""
    diagnosis = getattr(error, "diag", None)
    message = diagnosis and diagnosis.message_primary
    return " ".join(str(message or error).split()) or type(error).__name__
