"""Writers of books, whole or not at all, and of what is kept with a book; in files and in servers.

A book grows in a hidden file. That gets the book's name when it is whole, or its tables are copied into the server.
"""

import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO
from zlib import crc32

from oxobook.book.errors import CannotWrite, masked
from oxobook.book.game.rules import Cell, Key, Rules, require_keys
from oxobook.book.info import BookInfo
from oxobook.book.store.address import file_of
from oxobook.book.store.block_writer import BlockFile, fill
from oxobook.book.store.database import AT_ONCE, Database, writing
from oxobook.book.store.new_file import make_folder, name_file, new_file, require_new
from oxobook.book.store.sqlite_file import OWN, WRITABLE, SQLiteFile, forget_journals

WriteRows = Callable[[BookInfo, Iterable[Sequence[Sequence[Any]]]], None]
"""Function that writes a book of rows, whole or not at all; they come in batches by ascending key, as their columns."""
_ROWS = ("book", "layer", "position", "strategy", "bound")  # tables of a new book of rows
_SCRATCH = "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA locking_mode = EXCLUSIVE"


class Target(ABC):
    """Destination of a new book, or of what is kept with an old one. Every method raises CannotWrite."""

    folder: Path | None = None
    """Folder on whose disk a book goes; None if that is another machine's."""

    def __init__(self, address: str | Path, path: Path) -> None:
        self.address, self.name = str(address), masked(address)
        self.path = path
        """Path of the book, or of a file beside which a book grows that goes into a server."""

    @abstractmethod
    def finish(self, file: BinaryIO, book: SQLiteFile, replace: bool) -> None:
        """Put the book that has grown in a hidden file where it belongs, and close it."""

    @abstractmethod
    def changing(self) -> AbstractContextManager[Database]:
        """Open the book that is here, to change it in one transaction, which other writers wait for."""

    def require_new(self, rules: Rules, replace: bool) -> None:
        """Check, before any work, that a book of these rules can go here; raises TooLarge or CannotWrite."""
        if not rules.stacked:  # else it may be a book of blocks, in which columns' heights stand for keys
            require_keys(rules)

    def rows(self, replace: bool) -> WriteRows:
        """Return a writer of a book of rows, which takes it whole or not at all."""
        return partial(self._write, replace)

    def _write(self, replace: bool, info: BookInfo, rows: Iterable[Sequence[Sequence[Any]]]) -> None:
        with (
            new_file(self.path) as file,
            writing(self.name, sqlite3.Error),
            closing(SQLiteFile(Path(file.name), self.name, OWN)) as book,
        ):
            for setting in _SCRATCH:
                book.connection.execute(setting)
            book.create(_ROWS)
            fill(book, info)
            for columns in rows:
                book.insert_columns("position", columns)
            self.finish(file, book, replace)

    def blocks(self, rules: Rules, replace: bool) -> AbstractContextManager[BlockFile]:
        """Open a writer of a book of blocks, which continues where an earlier one stopped."""
        return BlockFile(self.path, rules, replace, self.finish).opened()

    def keep(self, digest: str, name: str, side: str, moves: Mapping[Key, Cell], least: int | None) -> None:
        """Keep a strategy (moves by canonical key, proved bound) of the book with this digest, whole or not at all."""
        with self._of_book(digest) as database:
            database.create(("strategy", "bound"))
            for table in ("strategy", "bound"):
                database.run(f"forget {table}", name, side)
            database.insert("bound", [(name, side, least)])
            database.insert("strategy", [(name, side, key, cell) for key, cell in sorted(moves.items())])

    @contextmanager
    def _of_book(self, digest: str) -> Iterator[Database]:
        with self.changing() as database:
            if digest not in (database.first("header") or ()):
                raise CannotWrite(f"{self.name!r} holds another book by now: do the same again")
            yield database


class FileTarget(Target):
    """Target in an SQLite file."""

    def __init__(self, address: str | Path, path: Path) -> None:
        super().__init__(address, path)
        self.folder = path.parent

    def finish(self, file: BinaryIO, book: SQLiteFile, replace: bool) -> None:
        book.connection.commit()
        book.close()
        name_file(file, self.path, replace)
        forget_journals(self.path)

    def require_new(self, rules: Rules, replace: bool) -> None:
        super().require_new(rules, replace)
        require_new(self.path, replace)

    @contextmanager
    def changing(self) -> Iterator[Database]:
        for path, what in ((self.path.parent, "folder"), (self.path, "file")):
            if not os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
                raise CannotWrite(f"cannot write {masked(path)!r}: choose a {what} that you may write to")
        with writing(self.name, sqlite3.Error), closing(SQLiteFile(self.path, self.name, WRITABLE)) as database:
            database.connection.isolation_level = None
            for statement in ("PRAGMA cache_spill = OFF", "BEGIN IMMEDIATE"):
                database.connection.execute(statement)
            yield database
            database.connection.execute("COMMIT")


class ServerTarget(Target):
    """Target in a server."""

    def finish(self, file: BinaryIO, book: SQLiteFile, replace: bool) -> None:
        with self.changing(replace) as server:
            for table in server.tables:
                server.run(f"delete {table}")
            for table in server.tables.intersection(name for _, name, _ in book.things()):
                rows = book.connection.execute(f"SELECT * FROM {table}")
                while some := rows.fetchmany(AT_ONCE):
                    server.insert_columns(table, [*zip(*some, strict=True)])
        book.close()
        Path(file.name).unlink()

    def require_new(self, rules: Rules, replace: bool) -> None:
        super().require_new(rules, replace)
        make_folder(self.path.parent)
        with self.changing(replace):
            pass

    @contextmanager
    def changing(self, replace: bool = True) -> Iterator[Database]:
        """Open the database, with all tables; raises CannotWrite if it has a book that may not be replaced."""
        from oxobook.book.store.server import Server

        with closing(Server(self.address, changing=True)) as server, writing(self.name, *server.errors):
            server.create()
            if not replace and server.first("header"):
                raise CannotWrite(f"{self.name!r} holds a book already and is left as it is; --force replaces it")
            yield server
            server.connection.commit()


def target_at(address: str | Path) -> Target:
    """Return the target at an address, to write a book to; raises BookError for a URL that leads nowhere."""
    if path := file_of(address):
        return FileTarget(address, path)
    from platformdirs import user_cache_path

    number = crc32(str(address).encode())
    return ServerTarget(address, user_cache_path("oxobook", appauthor=False) / f"book-{number:08x}")
