"""Books in servers, through SQLAlchemy: PostgreSQL and MariaDB.

An open book is one read-only transaction of the level REPEATABLE READ. So it answers from the book that it opened, as
with a file, even after another has replaced it.
"""

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, NoSuchModuleError, SQLAlchemyError

from oxobook.book.errors import BookError, CannotWrite, MissingBook, MissingExtra, NoAnswer, masked
from oxobook.book.store.address import not_a_database, parsed_url
from oxobook.book.store.database import Database, in_one_line, writing
from oxobook.book.store.tables import TABLES

_MYSQL = ("mysql", "mariadb")  # kinds of URLs of MariaDB
_OPTIONS = {"postgresql": {"application_name": "oxobook", "client_encoding": "UTF8"}}
"""Options that a URL may state otherwise, by the kind of the database; all have the seconds to connect, too."""
_LEVEL = "TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
_READING = {"postgresql": f"SET SESSION CHARACTERISTICS AS {_LEVEL}"} | dict.fromkeys(_MYSQL, f"SET SESSION {_LEVEL}")
"""Statement that begins a connection that reads."""
_LOCK = {"postgresql": "LOCK TABLE book IN EXCLUSIVE MODE"}
"""Statement that lets one writer work at a time, where deleting the old rows does not."""
_DRIVERS = {"postgresql": ("psycopg", "'oxobook[postgres]'")} | dict.fromkeys(_MYSQL, ("pymysql", "pymysql"))
"""Driver that is used with each kind of database, and what to install for it."""
_AT_ONCE = 1_000  # rows that go to a server at once
_text = cache(sa.text)


class Server(Database):
    """Connection to a book in a server, to read it; raises NoAnswer."""

    def __init__(self, url: str) -> None:
        super().__init__(masked(url), SQLAlchemyError)  # also what it says of a connection that was lost
        engine = _engine_of(url)
        try:
            self._connection = engine.connect()
        except DBAPIError as error:
            raise NoAnswer(_unreachable(url, error)) from None
        self._connection.exec_driver_sql(_READING[engine.dialect.name])
        self._connection.commit()
        self.tables = _tables_in(self._connection)
        if "block" in self.tables:  # the tables of the other layout are empty
            self.tables -= {"position"} if self.first("SELECT block.ply FROM block LIMIT 1") else {"block", "x_masks"}

    def run(self, sql: str, values: dict[str, Any]) -> sa.CursorResult[Any]:
        return self._connection.execute(_text(sql), values)

    def end(self) -> None:
        self._connection.close()

    def trouble(self, error: Exception) -> NoAnswer:
        return NoAnswer(f"cannot read the book {self.name!r}: {in_one_line(error)}; open it again")

    def strange(self, tables: Collection[str]) -> list[str]:
        """Name the tables that are missing or have other columns; more may stand beside them."""
        return [f"table {name} with other columns" for name in sorted({*tables} - _tables_in(self._connection))]

    def no_book(self) -> BookError:
        return MissingBook(
            f"expected a book in {self.name!r}; there is none: make one with oxobook generate RULES --out URL"
        )


def require_free(url: str, replace: bool) -> None:
    """Raise CannotWrite unless a book may go into a database: none is there, or it is to be replaced."""
    with _changing(url, replace):
        pass


def write_book(url: str, file: sqlite3.Connection, replace: bool) -> None:
    """Write the book in a file into a database, in one transaction; raises CannotWrite."""
    with _changing(url, replace) as server:
        made = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for name, table in _declared().tables.items():
            server.execute(sa.delete(table))
            rows = file.execute(f"SELECT * FROM {name}") if name in made else file.execute("SELECT 1 WHERE 0")
            while some := rows.fetchmany(_AT_ONCE):
                server.execute(sa.insert(table), [dict(zip(table.columns.keys(), row, strict=True)) for row in some])


@contextmanager
def _changing(url: str, replace: bool) -> Iterator[sa.Connection]:
    """Begin a transaction in a database that has all tables of a book, and is locked against other writers."""
    engine, name = _engine_of(url), masked(url)
    try:
        connection = engine.connect()
    except DBAPIError as error:
        raise CannotWrite(_unreachable(url, error)) from None
    with connection, writing(name, DBAPIError):
        _declared().create_all(connection)
        connection.commit()
        if others := {*TABLES} - _tables_in(connection):
            raise CannotWrite(
                f"{name!r} has a table {min(others)!r} that does not belong to a book; it is left as it is: "
                "choose another schema or database"
            )
        if lock := _LOCK.get(engine.dialect.name):
            connection.exec_driver_sql(lock)
        if not replace and connection.execute(sa.text("SELECT book.digest FROM book")).first():
            raise CannotWrite(f"{name!r} holds a book already and is left as it is; --force replaces it")
        yield connection
        connection.commit()


@cache
def _declared() -> sa.MetaData:
    """Return the tables as SQLite has them, in the types of any database: numbers have 64 bits, and blocks fit."""
    declared = sa.MetaData()

    @sa.event.listens_for(declared, "column_reflect")
    def widen(_: object, table: sa.Table, column: Any) -> None:
        whole = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
        kinds = {sa.Integer: whole, sa.LargeBinary: sa.LargeBinary(1 << 20), sa.Text: sa.Text()}
        column["type"] = next(wide for kind, wide in kinds.items() if isinstance(column["type"], kind))
        column["autoincrement"] = False

    with sa.create_engine("sqlite://", poolclass=sa.StaticPool).connect() as connection:
        for statement in TABLES.values():
            connection.exec_driver_sql(statement)
        declared.reflect(connection)
    return declared


def _tables_in(connection: sa.Connection) -> frozenset[str]:
    """Return the names of the tables that have a book's names and columns."""
    tables = _declared().tables
    there = sa.inspect(connection).get_multi_columns(filter_names=[*tables])
    found = {name: [one["name"] for one in columns] for (_, name), columns in there.items()}
    return frozenset(name for name, table in tables.items() if found.get(name) == table.columns.keys())


def _engine_of(url: str) -> sa.Engine:
    """Return the engine of a URL; raises BookError, MissingExtra without its driver."""
    parsed = parsed_url(url)
    if (kind := parsed.get_backend_name()) not in _DRIVERS:
        raise not_a_database(url)
    driver, needed = _DRIVERS[kind]
    parsed = parsed.set(query={"connect_timeout": "10"} | _OPTIONS.get(kind, {}) | dict(parsed.query))
    try:
        return sa.create_engine(parsed, poolclass=sa.NullPool)
    except NoSuchModuleError:
        raise not_a_database(url) from None
    except ModuleNotFoundError as error:
        advice = f"pip install {needed}, and begin the URL with {kind}+{driver}://"
        raise MissingExtra(f"books at {parsed.drivername}:// need the library {error.name}: {advice}") from error


def _unreachable(url: str, error: Exception) -> str:
    return f"cannot reach {masked(url)!r}: {in_one_line(error)}; check the URL, and that the server runs"
