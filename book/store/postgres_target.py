"""Target of a book in a PostgreSQL server.

A *writer* replaces the rows of all tables in one transaction, so that a reader who opens the book meanwhile gets the
old one or the new one. The rows are deleted and not truncated, which would have to wait for every reader.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oxobook.book.errors import CannotWrite
from oxobook.book.game.rules import Cell, Key, Rules, require_keys
from oxobook.book.info import BookInfo
from oxobook.book.store.passwords import masked
from oxobook.book.store.postgres_reader import COLUMNS, arguments_of, connect, driver, reason_of, schemas_of
from oxobook.book.store.store import PositionColumns, WriteRows
from oxobook.book.store.tables import POSITION_BOOK, TABLES, create, info_row, layer_row

if TYPE_CHECKING:
    import psycopg

    from oxobook.book.store.block_writer import BlockFile

_LOCK = 0x6F786F62  # "oxob": books' own among a database's advisory locks
SERVER_TYPES = {"TEXT": "TEXT", "INTEGER": "INTEGER", "WIDE": "BIGINT"}
_COPIED = {"TEXT": "text", "INTEGER": "int4", "WIDE": "int8"}


_FOREIGN = """
    SELECT c.oid::regclass FROM unnest(%s::text[]) AS name JOIN pg_class c ON c.oid = to_regclass(name)
    WHERE c.relowner <> current_user::regrole OR c.relkind <> 'r'
       OR EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.oid)
       OR EXISTS (SELECT FROM pg_rewrite WHERE ev_class = c.oid)
    LIMIT 1
"""
"""Query for a table that is another role's, or on which something runs when it is written."""


class PostgresTarget:
    """Target in a server; see ``book.store.stores.Target``."""

    folder: Path | None = None
    """None: the disk is the server's."""

    def __init__(self, address: str) -> None:
        arguments_of(address)
        self._address = address
        self.name = masked(address)

    def require_new(self, rules: Rules, replace: bool) -> None:
        require_keys(rules)
        with writing(self._address, replace):
            pass

    def sweep(self) -> list[str]:
        """Return nothing: the server undoes a killed writer's work."""
        return []

    @contextmanager
    def rows(self, replace: bool) -> Iterator[WriteRows]:
        with writing(self._address, replace) as writer:
            yield writer.write

    def blocks(self, rules: Rules, replace: bool) -> AbstractContextManager["BlockFile"]:
        """Raise CannotWrite: books of blocks are not kept in servers."""
        raise CannotWrite(
            f"{rules} is to be a book of blocks, and such books are files: expected a path to write it to; "
            f"got {self.name!r}"
        )

    def require_writable(self) -> None:
        with writing(self._address, replace=True):
            pass

    def keep(self, digest: str, name: str, side: str, moves: Mapping[Key, Cell], least: int | None) -> None:
        with writing(self._address, replace=True) as writer:
            writer.keep(digest, name, side, moves, least)


@contextmanager
def writing(url: str, replace: bool) -> Iterator["Writer"]:
    """Hold the exclusive right to write a server's book; if that fails or is killed, the old book stays as it is.

    Raises:
        CannotWrite: another process has the right, there is a book and it may not be replaced, or the database would
            not take one.
        MissingExtra: psycopg is not installed.
    """
    name = masked(url)
    with closing(connect(url, CannotWrite)) as connection:
        connection.autocommit = True
        writer = Writer(connection, name)
        try:
            writer.take(replace)
            yield writer
        except driver().Error as error:
            reason = reason_of(error)
            raise CannotWrite(f"cannot write the book {name!r}: {reason}; what was there is unchanged") from error
        finally:
            with suppress(driver().Error):  # the server notices that a connection is closed in its own time
                connection.execute("SELECT pg_advisory_unlock_all()")


class Writer:
    """Writer of a server's book, as ``writing`` opens it."""

    def __init__(self, connection: "psycopg.Connection[Any]", name: str) -> None:
        self._connection = connection
        self.name = name
        self._schema = ""
        """Schema of the book, quoted; every table is named with it."""

    def write(self, info: BookInfo, rows: Iterable[PositionColumns]) -> None:
        """Write a book, replacing the old one; readers see it when all of it is there."""
        with self._connection.transaction():
            self._make_tables()
            for table in POSITION_BOOK:
                self._connection.execute(f"DELETE FROM {self._schema}.{table}".encode())
            self._copy("book", [info_row(info)])
            self._copy("layer", map(layer_row, info.layers))
            self._copy("position", (row for columns in rows for row in zip(*columns, strict=True)))
            for table in POSITION_BOOK:
                self._connection.execute(f"ANALYZE {self._schema}.{table}".encode())

    def keep(self, digest: str, name: str, side: str, moves: Mapping[Key, Cell], least: int | None) -> None:
        with self._connection.transaction():
            self._require_own()
            if self._asked(f"SELECT digest FROM {self._schema}.book") != digest:
                raise CannotWrite(f"{self.name!r} holds another book by now: find the strategy again")
            for table in ("strategy", "bound"):
                sql = f"DELETE FROM {self._schema}.{table} WHERE name = %s AND side = %s"
                self._connection.execute(sql.encode(), (name, side))
            self._copy("bound", [(name, side, least)])
            self._copy("strategy", ((name, side, key, cell) for key, cell in sorted(moves.items())))

    def take(self, replace: bool) -> None:
        """Take the right, and check that a book can be written, before any work is done for it."""
        schemas = schemas_of(self._connection)
        if not schemas:
            raise CannotWrite(f"{self.name!r} names a schema that does not exist: make it with CREATE SCHEMA")
        self._schema = schemas[0]
        if not self._asked("SELECT pg_try_advisory_lock(%s, hashtext(%s))", (_LOCK, self._schema)):
            raise CannotWrite(f"another process is writing the book {self.name!r}: wait for it, or end it")
        for table in POSITION_BOOK:
            asked = self._connection.execute(COLUMNS, {"schema": self._schema, "table": table})
            found = {column for column, *_ in asked}
            if found and found != {column.name for column in TABLES[table]}:
                raise CannotWrite(
                    f"{self.name!r} has a table {table!r} that does not belong to a book; it is left as it is: "
                    "choose another schema or database"
                )
        with self._connection.transaction(force_rollback=True):
            self._make_tables()
            if self._asked(f"SELECT EXISTS (SELECT FROM {self._schema}.book)") and not replace:
                raise CannotWrite(f"{self.name!r} holds a book already and is left as it is; --force replaces it")

    def _make_tables(self) -> None:
        for table in POSITION_BOOK:
            if self._asked("SELECT to_regclass(%s)", (f"{self._schema}.{table}",)) is None:
                self._connection.execute(create(table, SERVER_TYPES, schema=f"{self._schema}.").encode())
        self._require_own()

    def _require_own(self) -> None:
        """Lock the tables, and raise CannotWrite if others own them or have put something on them that would run."""
        tables = [f"{self._schema}.{table}" for table in POSITION_BOOK]
        self._connection.execute(f"LOCK TABLE {', '.join(tables)} IN ROW EXCLUSIVE MODE".encode())
        foreign = self._asked(_FOREIGN, (tables,))
        if foreign:
            raise CannotWrite(
                f"{self.name!r} has a table {foreign} of another role, or with a trigger or rule, which would run with "
                "your rights; it is left as it is: choose another schema or database"
            )

    def _asked(self, sql: str, parameters: Sequence[object] = ()) -> Any:
        """Return the single value of a query, or None."""
        row = self._connection.execute(sql.encode(), parameters).fetchone()
        return row and row[0]

    def _copy(self, table: str, rows: Iterable[Sequence[object]]) -> None:
        """Insert rows in the order of the columns; in psycopg's binary form with given types, the fastest way."""
        columns = TABLES[table]
        sql = f"COPY {self._schema}.{table} ({', '.join(column.name for column in columns)}) FROM STDIN (FORMAT BINARY)"
        with self._connection.cursor().copy(sql.encode()) as copy:
            copy.set_types([_COPIED[column.kind] for column in columns])
            for row in rows:
                copy.write_row(row)
