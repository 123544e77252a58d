"""Databases in servers, of whatever kind SQLAlchemy knows, through the cursors of their drivers.

An open book is one read-only transaction of the level REPEATABLE READ, where that can be had. So it answers from the
book that it opened, as with a file, even after another has replaced it.
"""

from collections.abc import Collection
from contextlib import closing
from typing import Any

from sqlalchemy import Engine, create_engine, event, inspect
from sqlalchemy.exc import DBAPIError, NoSuchModuleError

from oxobook.book.errors import CannotWrite, MissingExtra, NoAnswer
from oxobook.book.store import tables
from oxobook.book.store.address import not_a_database, parsed_url
from oxobook.book.store.database import Database, in_one_line
from oxobook.book.store.passwords import masked

_OPTIONS = {
    "postgresql": {"connect_timeout": "10", "application_name": "oxobook", "client_encoding": "UTF8"},
    "mysql": {"connect_timeout": "10"},
    "mariadb": {"connect_timeout": "10"},
}
"""Options that a URL may state otherwise, by the kind of the database; the time is in seconds."""
_LEVEL = "TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
_READ_ONLY = {
    "postgresql": (
        "SELECT pg_catalog.set_config('search_path', 'pg_catalog, ' || current_setting('search_path'), false)",
        f"SET SESSION CHARACTERISTICS AS {_LEVEL}",
    ),
    "mysql": (f"SET SESSION {_LEVEL}",),
    "mariadb": (f"SET SESSION {_LEVEL}",),
}
"""Statements for a connection that reads; no operator but PostgreSQL's own is to answer."""
_LOCK = {"postgresql": "LOCK TABLE book IN EXCLUSIVE MODE"}
"""Statement that lets one writer work at a time, where deleting the old rows does not."""
_EXTRAS = {"psycopg": "'oxobook[postgres]'"}


class Server(Database):
    """Connection to a database, to read it or, with ``changing``, to write; raises NoAnswer or CannotWrite."""

    def __init__(self, url: str, changing: bool = False) -> None:
        self._engine = _engine_of(url)
        if not changing:
            event.listen(self._engine, "connect", self._make_read_only)
        try:
            self._session = self._engine.connect()
        except DBAPIError as error:
            reason = f"cannot reach {masked(url)!r}: {in_one_line(error)}"
            kind = CannotWrite if changing else NoAnswer
            raise kind(f"{reason}; check the URL, and that the server runs") from None
        dialect = self._engine.dialect
        errors = dialect.loaded_dbapi.Error, DBAPIError
        super().__init__(masked(url), self._session.connection, tables.statements(dialect), *errors)
        self.tables = self._found()

    def create(self, names: Collection[str] = tuple(tables.BOOK.tables)) -> None:
        """Make those tables that are not there; raises CannotWrite if others are, which are left as they are."""
        for name in self.tables:
            if {column for column, *_ in self._columns(name)} != {*tables.BOOK.tables[name].columns.keys()}:
                raise CannotWrite(
                    f"{self.name!r} has a table {name!r} that does not belong to a book; it is left as it is: "
                    "choose another schema or database"
                )
        tables.BOOK.create_all(self._session, [tables.BOOK.tables[name] for name in names])
        self._session.commit()
        self.tables = self._found()
        if lock := _LOCK.get(self._engine.dialect.name):
            self._cursor.execute(lock)

    def trouble(self, error: Exception) -> NoAnswer:
        return NoAnswer(f"cannot read the book {self.name!r}: {in_one_line(error)}; open it again")

    def _strange(self, names: Collection[str]) -> list[str]:
        """Compare columns, types and keys; other tables may stand beside a book's."""
        declared = {
            name: [
                (one.name, one.type.python_type, one.nullable, one.primary_key, False)
                for one in tables.BOOK.tables[name].columns
            ]
            for name in names
        }
        return [f"table {name} with other columns" for name in names if declared[name] != self._columns(name)]

    def close(self) -> None:
        super().close()
        self._engine.dispose()

    def _found(self) -> frozenset[str]:
        return frozenset(inspect(self._session).get_table_names()) & frozenset(tables.BOOK.tables)

    def _columns(self, table: str) -> list[tuple[Any, ...]]:
        """Return the name and type of each column, whether it may be NULL, is in the key, and is computed."""
        if table not in self.tables:
            return []
        look = inspect(self._session)
        keys = look.get_pk_constraint(table)["constrained_columns"]
        return [
            (one["name"], one["type"].python_type, one["nullable"], one["name"] in keys, "computed" in one)
            for one in look.get_columns(table)
        ]

    def _make_read_only(self, connection: Any, _: object) -> None:
        with closing(connection.cursor()) as cursor:
            for statement in _READ_ONLY.get(self._engine.dialect.name, ()):
                cursor.execute(statement)
        connection.commit()


def _engine_of(url: str) -> Engine:
    """Return an engine whose driver takes values by their places; raises BookError, MissingExtra without the driver."""
    parsed = parsed_url(url)
    parsed = parsed.set(query=_OPTIONS.get(parsed.get_backend_name(), {}) | dict(parsed.query))
    try:
        engine = create_engine(parsed)
        return engine if engine.dialect.positional else create_engine(parsed, paramstyle="format")
    except NoSuchModuleError:
        raise not_a_database(url) from None
    except ModuleNotFoundError as error:
        install = f"pip install {_EXTRAS.get(str(error.name), error.name)}"
        raise MissingExtra(f"books at {parsed.drivername}:// need the library {error.name}: {install}") from error
