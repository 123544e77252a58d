"""Databases in servers, of whatever kind SQLAlchemy knows, through the cursors of their drivers.

An open book is one read-only transaction of the level REPEATABLE READ, where that can be had. So it answers from the
book that it opened, as with a file, even after another has replaced it.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, NullPool, create_engine, inspect
from sqlalchemy.exc import DBAPIError, NoSuchModuleError

from oxobook.book.errors import BookError, CannotWrite, MissingBook, MissingExtra, NoAnswer, masked
from oxobook.book.store import tables
from oxobook.book.store.address import not_a_database, parsed_url
from oxobook.book.store.database import Database, in_one_line

_OPTIONS = {
    "postgresql": {"connect_timeout": "10", "application_name": "oxobook", "client_encoding": "UTF8"},
    "mysql": {"connect_timeout": "10"},
    "mariadb": {"connect_timeout": "10"},
}
"""Options that a URL may state otherwise, by the kind of the database; the time is in seconds."""
_LEVEL = "TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
_PATH = "SELECT pg_catalog.set_config('search_path', 'pg_catalog, ' || current_setting('search_path'), false)"
_READING = {
    "postgresql": f"{_PATH}; SET SESSION CHARACTERISTICS AS {_LEVEL}",
    "mysql": f"SET SESSION {_LEVEL}",
    "mariadb": f"SET SESSION {_LEVEL}",
}
"""Statements that begin a connection that reads; no operator but PostgreSQL's own is to answer."""
_LOCK = {"postgresql": "LOCK TABLE book IN EXCLUSIVE MODE"}
"""Statement that lets one writer work at a time, where deleting the old rows does not."""
_EXTRAS = {"psycopg": "'oxobook[postgres]'"}


class Server(Database):
    """Connection to a database, to read it or, with ``changing``, to write; raises NoAnswer or CannotWrite."""

    def __init__(self, url: str, changing: bool = False) -> None:
        engine = _engine_of(url)
        self._dialect = engine.dialect
        try:
            self._session = engine.connect()
        except DBAPIError as error:
            reason = f"cannot reach {masked(url)!r}: {in_one_line(error)}"
            kind = CannotWrite if changing else NoAnswer
            raise kind(f"{reason}; check the URL, and that the server runs") from None
        errors = self._dialect.loaded_dbapi.Error, DBAPIError
        super().__init__(masked(url), self._session.connection, tables.statements(self._dialect), *errors)
        if not changing and self._dialect.name in _READING:
            self._cursor.execute(_READING[self._dialect.name])
            self.connection.commit()
        self.tables = self._own_tables()
        if "block" in self.tables:  # the tables of the other layout are empty
            self.tables -= {"position"} if self.first("blocks") else {"block", "x_masks"}

    def create(self, names: Collection[str] = tuple(tables.BOOK.tables)) -> None:
        """Make those tables that are not there; raises CannotWrite if others are, which are left as they are."""
        super().create(names)
        self.connection.commit()
        self.tables = self._own_tables()
        if others := {*names} - self.tables:
            raise CannotWrite(
                f"{self.name!r} has a table {min(others)!r} that does not belong to a book; it is left as it is: "
                "choose another schema or database"
            )
        if lock := _LOCK.get(self._dialect.name):
            self._cursor.execute(lock)

    @contextmanager
    def kept(self) -> Iterator[Database]:
        yield self

    def trouble(self, error: Exception) -> NoAnswer:
        return NoAnswer(f"cannot read the book {self.name!r}: {in_one_line(error)}; open it again")

    def strange(self, names: Collection[str]) -> list[str]:
        """Name the tables that are missing or have other columns; more may stand beside them."""
        return [f"table {name} with other columns" for name in sorted({*names} - self._own_tables())]

    def no_book(self) -> BookError:
        return MissingBook(
            f"expected a book in {self.name!r}; there is none: make one with oxobook generate RULES --out URL"
        )

    def close(self) -> None:
        super().close()
        self._session.close()

    def _own_tables(self) -> frozenset[str]:
        """Return the names of the tables that have a book's names and columns."""
        there = inspect(self._session).get_multi_columns(filter_names=[*tables.BOOK.tables])
        found = {name: [one["name"] for one in columns] for (_, name), columns in there.items()}
        return frozenset(name for name, table in tables.BOOK.tables.items() if found.get(name) == table.columns.keys())


def _engine_of(url: str) -> Engine:
    """Return an engine whose driver takes values by their places; raises BookError, MissingExtra without the driver."""
    parsed = parsed_url(url)
    parsed = parsed.set(query=_OPTIONS.get(parsed.get_backend_name(), {}) | dict(parsed.query))
    try:
        engine = create_engine(parsed, poolclass=NullPool)
        return engine if engine.dialect.positional else create_engine(parsed, poolclass=NullPool, paramstyle="format")
    except NoSuchModuleError:
        raise not_a_database(url) from None
    except ModuleNotFoundError as error:
        install = f"pip install {_EXTRAS.get(str(error.name), error.name)}"
        raise MissingExtra(f"books at {parsed.drivername}:// need the library {error.name}: {install}") from error
