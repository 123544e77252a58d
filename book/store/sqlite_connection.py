"""Read-only connections to SQLite files, through the standard library so that a lookup from the shell starts fast."""

import os.path
import sqlite3
from pathlib import Path
from typing import Any

from oxobook.book.errors import BookError, MissingBook, NoAnswer
from oxobook.book.store.queries import OTHER_ERRORS, Schema, in_one_line, not_a_book
from oxobook.book.store.tables import TABLES, is_own

JOURNALS = ("-journal", "-wal", "-shm")
"""What SQLite puts beside a file that it writes to, by the end of the name. No book has any, for none is written to."""
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_MOST_BYTES = 1 << 20
"""In one value or row: a block has some 66,000 at most."""
_STEPS = 10_000
"""Steps of SQLite's machine from one look at how far a question has come to the next."""
_OPENING = 1_000
"""Looks within which the questions of opening a book are answered: the header has a few dozen rows."""
_REFUSED = {sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}


class FileConnection:
    """A read-only connection to an SQLite file; raises MissingBook, or BookError for what is no file or cannot be read.

    The exclusive locking mode of a read-only connection keeps its one shared lock between lookups, which
    saves the system calls that would take and drop it each time.

    The file may be anybody's. A table that a book has must be made by the very statement that oxobook makes it with, so
    that no view, generated column or condition computes what is asked; no value may be larger than a book's; and a
    question ends that takes more steps than a file of this size can ask for.
    """

    placeholder = "?"
    error = sqlite3.Error

    def __init__(self, path: Path, name: str) -> None:
        self.name = name
        self._path = path
        self._require_file()
        one_thread = sqlite3.threadsafety < 3  # a rare build of SQLite that does not take threads in turn
        try:
            self._connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=one_thread
            )
        except sqlite3.Error as error:
            raise self._cannot_open(error) from error
        self.looks = 0
        self._most_looks = _OPENING
        try:
            self.tables = self._prepare()
        except (sqlite3.Error, *OTHER_ERRORS) as error:
            self._connection.close()
            trouble = self.trouble(error)
            raise not_a_book(name, trouble) if isinstance(trouble, str) else trouble from error

    def cursor(self) -> sqlite3.Cursor:
        """A new cursor."""
        return self._connection.cursor()

    def close(self) -> None:
        """Close it."""
        self._connection.close()

    def expect_all(self) -> None:
        """Let a question read the whole file: that takes a few steps a row, and no row has under ten bytes."""
        self._most_looks = _OPENING + 10 * self._size // _STEPS

    def _look(self) -> bool:
        """Whether a question has gone on for longer than any should."""
        self.looks += 1
        return self.looks > self._most_looks

    def trouble(self, error: Exception) -> BookError | str:
        """The error for what SQLite has raised, or, where it means that the file is damaged, how, in one line."""
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
        if kind == sqlite3.SQLITE_INTERRUPT and self.looks > self._most_looks:
            return "its tables lead in circles"
        if kind == sqlite3.SQLITE_INTERRUPT:
            return NoAnswer(f"reading the book {self.name!r} was interrupted: ask again")
        if kind == sqlite3.SQLITE_IOERR and code != sqlite3.SQLITE_IOERR_SHORT_READ:  # which is a file cut short
            return NoAnswer(f"cannot read the book {self.name!r}: {reason}; check the disk that it is on")
        return reason

    def _journal(self) -> str | None:
        """What SQLite would have to undo or to carry out before it reads, by its name, or None."""
        return next((self._path.name + end for end in JOURNALS if os.path.lexists(f"{self._path}{end}")), None)

    def check(self) -> tuple[str, list[str]]:
        """SQLite's check of every page, of the order of keys, and of each value's type; nothing follows them."""
        messages = [" ".join(str(message).split()) for (message,) in self._connection.execute("PRAGMA integrity_check")]
        (pages,) = self._connection.execute("PRAGMA page_count").fetchone()
        (page,) = self._connection.execute("PRAGMA page_size").fetchone()
        wrong = [message for message in messages if message != "ok"]
        if (size := self._path.stat().st_size) != pages * page:
            wrong.append(f"the file has {size:,} bytes, and its {pages:,} pages are {pages * page:,}")
        return f"every page by SQLite's own integrity check, {pages:,} of them", wrong

    def schema(self) -> Schema:
        """The tables as they are."""
        ask = self._connection.execute
        things = ask("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
        others = [f"{kind} {name}" for kind, name, sql in things if kind != "table" and (kind != "index" or sql)]
        made = {str(name): sql for kind, name, sql in things if kind == "table"}
        altered = [name for name, sql in made.items() if name in TABLES and not is_own(name, sql)]
        return Schema({name: self._columns(name) for name in made}, others, altered)

    def _columns(self, table: str) -> list[str]:
        """The columns of a table, as ``Schema`` has them."""
        sql = 'SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo(?)'
        return [
            f"{name} {kind}{'*' if key else '' if required else '?'}{' hidden' if hidden else ''}"
            for name, kind, required, key, hidden in self._connection.execute(sql, (table,))
        ]

    def _require_file(self) -> None:
        """Raise where there is no file to be opened."""
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

    def _prepare(self) -> frozenset[str]:
        """Set the connection up; returns the names of the file's tables."""
        ask: Any = self._connection.execute
        self._connection.set_progress_handler(self._look, _STEPS)
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_BYTES)
        ask("PRAGMA locking_mode = EXCLUSIVE")
        ask("PRAGMA cache_size = -32768")
        (page,) = ask("PRAGMA page_size").fetchone()
        try:
            size = self._path.stat().st_size
        except FileNotFoundError:  # it has lost its name since it was opened, and is as good as before
            size = page
        if size % page:  # SQLite would take what is lacking of the last page for zeros
            raise sqlite3.DatabaseError("the file is cut off in the middle of a page")
        self._size = size
        return self._tables(ask("SELECT type, name, sql FROM sqlite_master").fetchall())

    def _tables(self, things: list[tuple[Any, ...]]) -> frozenset[str]:
        """The names of the tables, after a look at whether those that a book has are as oxobook makes them."""
        for kind, name, sql in things:
            if str(name).lower() not in TABLES or kind in ("index", "trigger"):  # which answer no question
                continue
            if kind != "table" or not is_own(name, sql):
                raise sqlite3.DatabaseError(f"{kind} {name!r} is not a part of a book as oxobook makes it")
        return frozenset(name for kind, name, _ in things if kind == "table")

    def _cannot_open(self, reason: Exception | str | None) -> NoAnswer:
        """The error for a file that the system does not let us read."""
        return NoAnswer(f"cannot open the book {self.name!r}: {reason}; check that you may read it")
