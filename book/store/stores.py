"""Registry of stores: which one an address leads to, to read a book there or to write one.

An address is a path or an SQLAlchemy URL; the URL's first word names the store. Another kind of store is a module of
its own and one line in ``STORES``. What it needs is imported when it is first used.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from oxobook.book.errors import BookError
from oxobook.book.store.address import expected, is_url, parsed_url

if TYPE_CHECKING:
    from oxobook.book.store.store import Store, Target


class StoreKind(NamedTuple):
    """Kind of store, by two functions of an address."""

    open: "Callable[[str], Store]"
    """Function that opens the book there, to read; raises MissingBook or BookError."""
    target: "Callable[[str], Target]"
    """Function that returns the target there, to write a book to."""


def open_store(address: str | Path) -> "Store":
    """Return the tables of the book at an address; raises MissingBook, BookError, or MissingExtra for a library."""
    return _kind(address).open(str(address))


def target_at(address: str | Path) -> "Target":
    """Return the target at an address, to write a book to; raises BookError for a URL that leads nowhere."""
    return _kind(address).target(str(address))


def _kind(address: str | Path) -> StoreKind:
    """Return the store that an address leads to."""
    text = str(address)
    name = parsed_url(text).get_backend_name() if is_url(text) else "sqlite"
    if name not in STORES:
        raise BookError(f"{expected(text)}: books are kept in SQLite files, and in PostgreSQL by postgresql+psycopg://")
    return STORES[name]


def _open_file(address: str) -> "Store":
    from oxobook.book.store.sqlite_reader import SQLiteStore

    return SQLiteStore(address)


def _file_target(address: str) -> "Target":
    from oxobook.book.store.sqlite_target import SQLiteTarget

    return SQLiteTarget(address)


def _open_server(address: str) -> "Store":
    from oxobook.book.store.postgres_reader import PostgresStore

    return PostgresStore(address)


def _server_target(address: str) -> "Target":
    from oxobook.book.store.postgres_target import PostgresTarget

    return PostgresTarget(address)


STORES = {"sqlite": StoreKind(_open_file, _file_target), "postgresql": StoreKind(_open_server, _server_target)}
