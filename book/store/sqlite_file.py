"""SQLite files, opened by the standard library.

A file may come from anyone. Nothing is written for reading it, no lock is taken and no journal followed (*immutable*);
no function of the file's own runs, no value may be larger than a book's, and a statement that does not end is ended.
Whether the file is right, ``book.verify`` finds out.
"""

import os
import re
import sqlite3
import stat
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

from oxobook.book.errors import BookError, MissingBook, NoAnswer
from oxobook.book.store.database import Database, in_one_line, not_a_book
from oxobook.book.store.tables import TABLES

LOOKS = 200
"""Number of looks at a running statement after which it is ended; SQLite takes a tenth of a second for them.

They count its steps, not time, so that a right book on a slow disk is not refused.
"""
_STEPS = 10_000  # number of steps of SQLite's machine from one look to the next
_MOST_BYTES = 1 << 20  # largest number of bytes in a value or row: a block has some 66,000 at most
_THINGS = "SELECT sqlite_master.type, sqlite_master.name, sqlite_master.sql FROM sqlite_master LIMIT 100"


class SQLiteFile(Database):
    """Connection to a book in a file; raises MissingBook, or BookError if it cannot be read."""

    def __init__(self, path: Path, name: str) -> None:
        super().__init__(name, sqlite3.Error)
        self._path, self._status = path, _status_of(path, name)
        one_thread = sqlite3.threadsafety < 3  # a rare build of SQLite that does not take threads in turn
        try:
            uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
            self._connection = sqlite3.connect(uri, uri=True, check_same_thread=one_thread)
        except sqlite3.Error as error:
            raise self.trouble(error) from error
        self._connection.set_progress_handler(self._look, _STEPS)
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_BYTES)
        self._cursor, self._most_looks = self._connection.cursor(), LOOKS
        try:
            self.first("PRAGMA trusted_schema = OFF")
            self.first("PRAGMA cache_size = -32768")
            ((page,),) = self.ask("PRAGMA page_size")
            if self._status.st_size % page and self._is_the_same(path.stat()):  # else it was just replaced
                raise not_a_book(name, "the file is cut off in the middle of a page")
            self.tables = frozenset(name for kind, name, _ in self.ask(_THINGS) if kind == "table")
        except BaseException:
            self.close()
            raise

    def run(self, sql: str, values: dict[str, Any]) -> sqlite3.Cursor:
        self._looks = self._most_looks
        return self._cursor.execute(sql, values)

    def end(self) -> None:
        self._cursor.close()  # else SQLite keeps the file
        self._connection.close()

    def trouble(self, error: Exception) -> BookError:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        kind, reason = code & 0xFF, in_one_line(error)
        if kind in (sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_CANTOPEN):
            return _cannot_open(self.name, error)
        if kind == sqlite3.SQLITE_IOERR and code != sqlite3.SQLITE_IOERR_SHORT_READ:  # which is a file cut short
            return NoAnswer(f"cannot read the book {self.name!r}: {reason}; check the disk that it is on")
        if kind == sqlite3.SQLITE_NOTADB:
            return not_a_book(self.name, error)
        return self.damaged("its tables lead in circles" if kind == sqlite3.SQLITE_INTERRUPT else reason)

    def strange(self, tables: Collection[str]) -> list[str]:
        """Compare the words of each table's statement, which leave no room for another column or condition."""
        things = sorted(self.ask(_THINGS), key=lambda thing: str(thing[1]))
        made = {name: sql for kind, name, sql in things if kind == "table"}
        wrong = [f"{kind} {name}" for kind, name, sql in things if name not in tables and (kind != "index" or sql)]
        return wrong + [
            f"table {name} as {made.get(name)}" for name in tables if _words(made.get(name)) != _words(TABLES[name])
        ]

    def check(self) -> tuple[str, list[str]]:
        """Run SQLite's check of pages, order of keys and types, up to the first finding."""
        (page,), (pages,) = self.ask("PRAGMA page_size") + self.ask("PRAGMA page_count")
        self._most_looks = LOOKS + pages  # a page takes some thousand steps
        ((found,),) = self.ask("PRAGMA integrity_check(1)")
        self._most_looks = LOOKS
        wrong = [] if found == "ok" else [" ".join(found.split())]
        with suppress(FileNotFoundError):
            now = self._path.stat()
            if self._is_the_same(now) and now.st_size != pages * page:
                wrong.append(f"the file has {now.st_size:,} bytes, and its {pages:,} pages are {pages * page:,}")
        return f"every page by SQLite's own integrity check, {pages:,} of them", wrong

    def _is_the_same(self, now: os.stat_result) -> bool:
        return os.path.samestat(now, self._status)

    def _look(self) -> bool:
        """Return whether a statement has run for longer than any should."""
        self._looks -= 1
        return self._looks < 0


def _status_of(path: Path, name: str) -> os.stat_result:
    """Return the status of a file; raises MissingBook, or BookError if there is another thing."""
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise MissingBook(
            f"expected a book at {name!r}; there is no such file: make one with oxobook generate --out FILE, "
            "or let open_book(make=True) find or make the library's"
        ) from None
    except OSError as error:
        raise _cannot_open(name, error.strerror) from error
    if not stat.S_ISREG(status.st_mode):  # a pipe would be waited for
        what = "folder: name the file in it" if stat.S_ISDIR(status.st_mode) else "device or pipe: name another"
        raise BookError(f"expected a book file; {name!r} is a {what}")
    return status


def _words(statement: object) -> list[str]:
    return re.findall(r"\w+|[^\w\s]", str(statement))


def _cannot_open(name: str, reason: Exception | str | None) -> NoAnswer:
    return NoAnswer(f"cannot open the book {name!r}: {reason}; check that you may read it")
