"""Writer of books, whole or not at all, in files and in servers.

A book grows in a hidden file. That gets the book's name when it is whole, or its tables are copied into the server.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any
from zlib import crc32

from oxobook.book.errors import masked
from oxobook.book.game.rules import Rules, require_keys
from oxobook.book.info import BookInfo
from oxobook.book.store.address import file_of
from oxobook.book.store.block_writer import BlockFile, write_header
from oxobook.book.store.database import writing
from oxobook.book.store.new_file import make_folder, name_file, new_file, require_new
from oxobook.book.store.tables import TABLES, insertion

_AT_ONCE = 100  # rows that a statement inserts
_SETTINGS = "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA locking_mode = EXCLUSIVE"


class Target:
    """Place of a new book: a file. Every method raises CannotWrite."""

    def __init__(self, address: str | Path, path: Path) -> None:
        self.address, self.name = str(address), masked(address)
        self.path = path
        """Path of the book, or of a file beside which a book grows that goes into a server."""
        self.folder: Path | None = path.parent
        """Folder on whose disk a book goes; None if that is another machine's."""

    def require_new(self, rules: Rules, replace: bool) -> None:
        """Check, before any work, that a book of these rules can go here; raises TooLarge or CannotWrite."""
        if not rules.stacked:  # else it may be a book of blocks, in which columns' heights stand for keys
            require_keys(rules)
        self.require_free(replace)

    def require_free(self, replace: bool) -> None:
        """Check that nothing is here that may not be replaced."""
        require_new(self.path, replace)

    def finish(self, hidden: Path, replace: bool) -> None:
        """Put the book that has grown in a hidden file where it belongs."""
        name_file(hidden, self.path, replace)

    def write_rows(self, replace: bool, info: BookInfo, rows: Iterable[Sequence[Sequence[Any]]]) -> None:
        """Write a book of rows, whole or not at all; they come in batches by ascending key, as their columns."""
        with new_file(self.path) as hidden, writing(self.name, sqlite3.Error):
            with closing(sqlite3.connect(hidden)) as connection:
                for statement in (*_SETTINGS, TABLES["book"], TABLES["layer"], TABLES["position"]):
                    connection.execute(statement)
                write_header(connection, info)
                for columns in rows:
                    _insert(connection, columns)
                connection.commit()
            self.finish(hidden, replace)

    def blocks(self, rules: Rules, replace: bool) -> AbstractContextManager[BlockFile]:
        """Open a writer of a book of blocks, which continues where an earlier one stopped."""
        return BlockFile(self.path, rules, replace, self.finish).opened()


class ServerTarget(Target):
    """Place of a new book in a server."""

    def __init__(self, url: str) -> None:
        from platformdirs import user_cache_path

        folder = user_cache_path("oxobook", appauthor=False)
        super().__init__(url, folder / f"book-{crc32(url.encode()):08x}")
        self.folder = None

    def require_free(self, replace: bool) -> None:
        from oxobook.book.store.server import require_free

        make_folder(self.path.parent)
        require_free(self.address, replace)

    def finish(self, hidden: Path, replace: bool) -> None:
        from oxobook.book.store.server import write_book

        with closing(sqlite3.connect(hidden)) as file:
            write_book(self.address, file, replace)
        hidden.unlink()


def _insert(connection: sqlite3.Connection, columns: Sequence[Sequence[Any]]) -> None:
    """Insert rows of positions that come as columns, many with each statement, which takes less time than one each."""
    width = len(columns)
    values: list[Any] = [None] * (width * len(columns[0]))
    for place, column in enumerate(columns):
        values[place::width] = column
    for start in range(0, len(values), width * _AT_ONCE):
        some = values[start : start + width * _AT_ONCE]
        connection.execute(insertion("position", width, len(some) // width), some)


def target_at(address: str | Path) -> Target:
    """Return the target at an address, to write a book to; raises BookError for a URL that leads nowhere."""
    path = file_of(address)
    return Target(address, path) if path else ServerTarget(str(address))
