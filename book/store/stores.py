"""Registry of stores: which one an address leads to, to read a book there or to write one.

An address is a path or an SQLAlchemy URL; the URL's first word names the store. Another kind of store is a module of
its own and one line in ``STORES``. What it needs is imported when it is first used.
"""

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from oxobook.book.errors import BookError
from oxobook.book.store.address import expected, is_url, parsed_url

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oxobook.book.game.rules import Cell, Key, Rules
    from oxobook.book.store.block_writer import BlockFile
    from oxobook.book.store.store import Store, WriteRows


class Target(Protocol):
    """Destination of a new book, or of a strategy for an old one. Every method raises CannotWrite."""

    name: str
    """Path or URL, without a password."""
    folder: Path | None
    """Folder on whose disk a book goes; None if that is another machine's."""

    def require_new(self, rules: "Rules", replace: bool) -> None:
        """Check, before any work, that a book of these rules can go here; raises TooLarge or CannotWrite."""

    def sweep(self) -> list[str]:
        """Remove what killed makers have left here; return a sentence for each thing removed."""

    def rows(self, replace: bool) -> AbstractContextManager["WriteRows"]:
        """Open a writer of a book of rows; other writers wait or fail if they would be in its way."""

    def blocks(self, rules: "Rules", replace: bool) -> AbstractContextManager["BlockFile"]:
        """Return a writer of a book of blocks, which continues where an earlier one stopped."""

    def require_writable(self) -> None:
        """Check, before any work is done for it, that the book here can keep a strategy."""

    def keep(self, digest: str, name: str, side: str, moves: "Mapping[Key, Cell]", least: int | None) -> None:
        """Keep a strategy (moves by canonical key, proved bound) of the book with this digest, whole or not at all."""


class StoreKind(NamedTuple):
    """Kind of store, by two functions of an address."""

    open: "Callable[[str], Store]"
    """Function that opens the book there, to read; raises MissingBook or BookError."""
    target: Callable[[str], Target]
    """Function that returns the target there, to write a book to."""


def open_store(address: str | Path) -> "Store":
    """Return the tables of the book at an address; raises MissingBook, BookError, or MissingExtra for a library."""
    return _kind(address).open(str(address))


def target_at(address: str | Path) -> Target:
    """Return the target at an address, to write a book to; raises BookError for a URL that leads nowhere."""
    return _kind(address).target(str(address))


def _kind(address: str | Path) -> StoreKind:
    text = str(address)
    if not is_url(text) and not _is_name(text):
        raise BookError(f"{expected(text)}: no file can have this name")
    name = parsed_url(text).get_backend_name() if is_url(text) else "sqlite"
    if name not in STORES:
        raise BookError(f"{expected(text)}: books are kept in SQLite files, and in PostgreSQL by postgresql+psycopg://")
    return STORES[name]


def _is_name(text: str) -> bool:
    """Return whether a path can be a file's on this system."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:  # half of a character
        return False


def _open_file(address: str) -> "Store":
    from oxobook.book.store.sqlite_reader import SQLiteStore

    return SQLiteStore(address)


def _file_target(address: str) -> Target:
    from oxobook.book.store.sqlite_target import SQLiteTarget

    return SQLiteTarget(address)


def _open_server(address: str) -> "Store":
    from oxobook.book.store.postgres_reader import PostgresStore

    return PostgresStore(address)


def _server_target(address: str) -> Target:
    from oxobook.book.store.postgres_target import PostgresTarget

    return PostgresTarget(address)


STORES = {"sqlite": StoreKind(_open_file, _file_target), "postgresql": StoreKind(_open_server, _server_target)}
