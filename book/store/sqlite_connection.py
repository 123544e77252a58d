"""Read-only connections to SQLite files, by the standard library so that a lookup from the shell starts fast."""

import os.path
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

from oxobook.book.errors import BookError, MissingBook, NoAnswer
from oxobook.book.store.queries import OTHER_ERRORS, DatabaseConnection, in_one_line
from oxobook.book.store.tables import TABLES, Schema, is_own

JOURNALS = ("-journal", "-wal", "-shm")
"""Ends of the names of files that SQLite puts beside one it writes to. No book has any: none is written to."""
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_MOST_BYTES = 1 << 20  # largest number of bytes in a value or row: a block has some 66,000 at most
_STEPS = 10_000  # number of steps of SQLite's machine from one check of a query's progress to the next
_OPENING = 10  # number of checks within which the queries of opening a file end: they take some hundred steps
_CHECKING = 2  # number of checks within which SQLite's own check is done with a page that is on the disk
_MOST_THINGS = 100  # number of tables, indices and the like that are looked at: a book has some ten
_TRIES = 20  # number of times that a file is opened again whose size is not that of its pages: it may just be replaced
_REFUSED = {sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}


class FileConnection(DatabaseConnection):
    """Read-only connection to an SQLite file; raises MissingBook, or BookError if it cannot be read.

    Its exclusive locking mode keeps one shared lock between lookups, which saves system calls.

    The file may come from anyone. A table of a book must be made by the very statement that oxobook makes it with, so
    that no view, generated column or condition computes an answer; no value may be larger than a book's; and a query
    ends that takes more steps than its rows can need, whatever the size of the file.
    """

    placeholder = "?"
    error = sqlite3.Error

    def __init__(self, path: Path, name: str) -> None:
        super().__init__(name)
        self._path = path
        self._require_file()
        self.looks_left = _OPENING
        self._connect()
        try:
            for _ in range(_TRIES):
                if self._is_whole():
                    break
                self.close()
                self._connect()
            self.tables = self._prepare()
        except (sqlite3.Error, *OTHER_ERRORS) as error:
            raise self.refused(error) from error

    def _look(self) -> bool:
        """Return whether a query has run for longer than any should."""
        self.looks_left -= 1
        return self.looks_left < 0

    def trouble(self, error: Exception) -> BookError | str:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        kind, reason = code & 0xFF, in_one_line(error)
        if kind in _BUSY:
            return NoAnswer(f"another program has locked the book {self.name!r} ({reason}): wait until it has finished")
        if kind in {*_REFUSED, sqlite3.SQLITE_IOERR} and (journal := self._journal()):
            return NoAnswer(
                f"expected the book {self.name!r} alone; beside it is {journal!r}, left by a program that was stopped "
                "while it wrote into the book: move that file away, then see what the book holds with oxobook verify"
            )
        if kind in _REFUSED:
            return self._cannot_open(error)
        if kind == sqlite3.SQLITE_INTERRUPT and self.looks_left < 0:
            return "its tables lead in circles"
        if kind == sqlite3.SQLITE_INTERRUPT:
            return NoAnswer(f"reading the book {self.name!r} was interrupted: ask again")
        if kind == sqlite3.SQLITE_IOERR and code != sqlite3.SQLITE_IOERR_SHORT_READ:  # which is a file cut short
            return NoAnswer(f"cannot read the book {self.name!r}: {reason}; check the disk that it is on")
        return reason

    def _journal(self) -> str | None:
        """Return the name of a file with changes that SQLite would make before it reads, or None."""
        return next((self._path.name + end for end in JOURNALS if os.path.lexists(f"{self._path}{end}")), None)

    def check(self) -> tuple[str, list[str]]:
        """Run SQLite's check of pages, order of keys and types; return what it looked at and found wrong."""
        page, pages = self._pages()
        # pages may share their children, and a file may claim pages without end: only those on the disk are waited for
        self.looks_left = _OPENING + _CHECKING * min(pages, self._stored // page)
        messages = [" ".join(str(message).split()) for (message,) in self._connection.execute("PRAGMA integrity_check")]
        wrong = [message for message in messages if message != "ok"]
        with suppress(FileNotFoundError):
            status = self._path.stat()
            if (status.st_dev, status.st_ino) == self._identity:  # else the book was replaced, and is as it was opened
                self._size = status.st_size
        if self._size != pages * page:
            wrong.append(f"the file has {self._size:,} bytes, and its {pages:,} pages are {pages * page:,}")
        return f"every page by SQLite's own integrity check, {pages:,} of them", wrong

    def schema(self) -> Schema:
        things = sorted(self._things(), key=lambda thing: str(thing[1]))
        others = [f"{kind} {name}" for kind, name, sql in things if kind != "table" and (kind != "index" or sql)]
        made = {str(name): sql for kind, name, sql in things if kind == "table"}
        altered = [name for name, sql in made.items() if name in TABLES and not is_own(name, sql)]
        return Schema({name: self._columns(name) for name in made}, others, altered)

    def _columns(self, table: str) -> list[str]:
        """Return the columns of a table, as ``Schema`` has them."""
        sql = 'SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo(?)'
        return [
            f"{name} {kind}{'*' if key else '' if required else '?'}{' hidden' if hidden else ''}"
            for name, kind, required, key, hidden in self._connection.execute(sql, (table,))
        ]

    def _require_file(self) -> None:
        path, name = self._path, self.name
        try:
            is_folder, is_there, is_file = path.is_dir(), path.exists(), path.is_file()
        except OSError as error:
            raise self._cannot_open(error.strerror) from error
        if is_folder:
            raise BookError(f"expected a book file; {name!r} is a folder: name the file in it")
        if is_there and not is_file:  # a pipe would be waited for
            raise BookError(f"expected a book file; {name!r} is a device or pipe: name another")
        if not is_there:
            raise MissingBook(
                f"expected a book at {name!r}; there is no such file: make one with oxobook generate --out FILE, "
                "or let open_book(make=True) find or make the library's"
            )

    def _connect(self) -> None:
        one_thread = sqlite3.threadsafety < 3  # a rare build of SQLite that does not take threads in turn
        try:
            self._connection = sqlite3.connect(
                f"{self._path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=one_thread
            )
        except sqlite3.Error as error:
            raise self._cannot_open(error) from error

    def _is_whole(self) -> bool:
        """Set the connection up; return whether the path's file, perhaps another by now, is as long as its pages."""
        ask: Any = self._connection.execute
        self._connection.set_progress_handler(self._look, _STEPS)
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_BYTES)
        ask("PRAGMA locking_mode = EXCLUSIVE")
        ask("PRAGMA cache_size = -32768")
        page, pages = self._pages()
        try:
            status = self._path.stat()
        except FileNotFoundError:  # it has lost its name since it was opened, and is as good as before
            self._identity, self._size = None, page * pages
            self._stored: int = self._size
        else:
            self._identity, self._size = (status.st_dev, status.st_ino), status.st_size
            self._stored = 512 * getattr(status, "st_blocks", self._size // 512)
        return self._size == page * pages

    def _things(self) -> list[tuple[Any, ...]]:
        """Return the type, name and statement of each table, index and the like."""
        found = self._connection.execute("SELECT type, name, sql FROM sqlite_master LIMIT ?", (_MOST_THINGS,))
        return list(found)

    def _pages(self) -> tuple[int, int]:
        ((page,),) = self._connection.execute("PRAGMA page_size")
        ((pages,),) = self._connection.execute("PRAGMA page_count")
        return page, pages

    def _prepare(self) -> frozenset[str]:
        """Return the names of the file's tables, once it is known to be no part of a book."""
        page, pages = self._pages()
        if self._size % page:  # SQLite would read the missing end of the last page as zeros
            raise sqlite3.DatabaseError("the file is cut off in the middle of a page")
        if self._size != page * pages:
            raise sqlite3.DatabaseError(f"the file has {self._size:,} bytes, and {pages:,} pages are {page * pages:,}")
        things = self._things()
        for kind, name, sql in things:
            if str(name).lower() not in TABLES or kind in ("index", "trigger"):  # which answer no question
                continue
            if kind != "table" or not is_own(name, sql):
                raise sqlite3.DatabaseError(f"{kind} {name!r} is not a part of a book as oxobook makes it")
        return frozenset(name for kind, name, _ in things if kind == "table")

    def _cannot_open(self, reason: Exception | str | None) -> NoAnswer:
        return NoAnswer(f"cannot open the book {self.name!r}: {reason}; check that you may read it")
