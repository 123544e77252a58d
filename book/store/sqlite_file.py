"""SQLite files, opened by the standard library with the statements that SQLAlchemy has compiled.

A file may come from anyone. Nothing is written for reading it, no lock is taken and no journal followed (*immutable*);
no table may compute what it answers, no value may be larger than a book's, and a statement that does not end is ended.
"""

import os
import re
import sqlite3
import stat
from collections.abc import Collection, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from oxobook.book.errors import BookError, MissingBook, NoAnswer
from oxobook.book.store.database import LOOKS, LOOKS_AT_KEPT, PASSED_OVER, Database, in_one_line, not_a_book

IMMUTABLE, SHARED, WRITABLE, OWN = "mode=ro&immutable=1", "mode=ro", "mode=rw", "mode=rw&nolock=1"
"""Options of a connection: it asks what nobody changes; what others may change; changes it; or has its own lock."""
_MOST_BYTES = 1 << 20  # largest number of bytes in a value or row: a block has some 66,000 at most
_STEPS = 10_000  # number of steps of SQLite's machine from one look at a running statement to the next
_MOST_THINGS = 100  # number of tables, indices and the like that are looked at: a book has some ten
_TRIES = 20  # number of times that a file is opened whose size is not that of pages: it may just be replaced
_PATIENCE = 10.0  # seconds to wait for another program that writes into the file
_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_REFUSED = {sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}


@cache
def statements() -> dict[str, str]:
    """Return the statements for SQLite by name, as ``book.store.tables`` compiles them."""
    content = Path(__file__).with_name("sqlite.sql").read_text(encoding="utf-8")
    return {name: text.strip().rstrip(";") for name, text in (part.split("\n", 1) for part in content.split("-- ")[1:])}


class SQLiteFile(Database):
    """Connection to a file; raises sqlite3.Error."""

    status: os.stat_result
    """Status of the file when it was opened to be read."""

    def __init__(self, path: Path, name: str, options: str) -> None:
        one_thread = sqlite3.threadsafety < 3  # a rare build of SQLite that does not take threads in turn
        uri = f"{path.absolute().as_uri()}?{options}"
        connection = sqlite3.connect(uri, uri=True, check_same_thread=one_thread, timeout=_PATIENCE)
        super().__init__(name, connection, statements(), sqlite3.Error)
        self._path = path

    def limit(self) -> Any:
        """Set limits for a file from anyone, see which tables there are, and return the size of its pages."""
        ask: Any = self.connection.execute
        self.connection.set_progress_handler(self._look, _STEPS)
        self.connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_BYTES)
        ask("PRAGMA trusted_schema = OFF")
        ask("PRAGMA cache_size = -32768")
        self.tables = frozenset(name for kind, name, sql in self.things() if kind == "table" and _is_plain(sql))
        return self._pragma("page_size")

    @contextmanager
    def kept(self) -> Iterator[Database | None]:
        try:
            file = open_file(self._path, self.name, SHARED)
        except BookError:  # a program was stopped while it kept something, and the next one undoes that first
            if self._path.exists() and not any(one.exists() for one in journals_of(self._path)):
                raise
            yield None
            return
        file.most_looks = LOOKS_AT_KEPT
        with closing(file):
            yield file

    def trouble(self, error: Exception) -> BookError:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        kind, reason = code & 0xFF, in_one_line(error)
        if kind in _LOCKED:
            return NoAnswer(f"another program has locked the book {self.name!r} ({reason}): wait until it has finished")
        if kind in _REFUSED:
            return _cannot_open(self.name, error)
        if kind == sqlite3.SQLITE_IOERR and code != sqlite3.SQLITE_IOERR_SHORT_READ:  # which is a file cut short
            return NoAnswer(f"cannot read the book {self.name!r}: {reason}; check the disk that it is on")
        if kind == sqlite3.SQLITE_NOTADB:
            return not_a_book(self.name, error)
        return self.damaged("its tables lead in circles" if kind == sqlite3.SQLITE_INTERRUPT else reason)

    def strange(self, tables: Collection[str]) -> list[str]:
        """Compare the words of each table's statement, which leave no room for another column or condition."""
        with self.in_turn():
            things = sorted(self.things(), key=lambda thing: str(thing[1]))
        made = {name: sql for kind, name, sql in things if kind == "table"}
        own = {name: _words(statements()[f"create {name}"].replace("IF NOT EXISTS ", "")) for name in tables}
        known = {*own, *PASSED_OVER}
        wrong = [f"{kind} {name}" for kind, name, sql in things if name not in known and (kind != "index" or sql)]
        return wrong + [f"table {name} as {made.get(name)}" for name in own if _words(made.get(name)) != own[name]]

    def check(self) -> tuple[str, list[str]]:
        """Run SQLite's check of pages, order of keys and types, up to the first finding."""
        with self.in_turn():
            page, pages = self._pragma("page_size"), self._pragma("page_count")
            self.looks = LOOKS + pages  # a page takes some thousand steps
            found = self._pragma("integrity_check(1)")
        wrong = [] if found == "ok" else [" ".join(found.split())]
        with suppress(FileNotFoundError):
            status = self._path.stat()
            if os.path.samestat(status, self.status) and status.st_size != pages * page:  # else it was replaced
                wrong.append(f"the file has {status.st_size:,} bytes, and its {pages:,} pages are {pages * page:,}")
        journals = (one.name for one in journals_of(self._path) if one.exists())
        wrong += [f"beside it is {one!r}, left by a program that was stopped" for one in journals]
        return f"every page by SQLite's own integrity check, {pages:,} of them", wrong

    def _look(self) -> bool:
        """Return whether a statement has run for longer than any should."""
        self.looks -= 1
        return self.looks < 0

    def _pragma(self, name: str) -> Any:
        return self.connection.execute(f"PRAGMA {name}").fetchone()[0]

    def things(self) -> list[tuple[Any, ...]]:
        """Return the type, name and statement of each table, index and the like."""
        return list(self.connection.execute("SELECT type, name, sql FROM sqlite_master LIMIT ?", (_MOST_THINGS,)))


def open_file(path: Path, name: str, options: str = IMMUTABLE) -> SQLiteFile:
    """Return a connection to a file from anyone; raises MissingBook, or BookError if it cannot be read."""
    for _ in range(_TRIES):
        status = _status(path, name)
        try:
            file = SQLiteFile(path, name, options)
        except sqlite3.Error as error:
            raise _cannot_open(name, error) from error
        file.status = status
        with ExitStack() as failed:
            failed.callback(file.close)
            with file.in_turn():
                is_whole = status.st_size % file.limit() == 0
            if is_whole:
                failed.pop_all()
                return file
    raise not_a_book(name, "the file is cut off in the middle of a page")


def _status(path: Path, name: str) -> os.stat_result:
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


def journals_of(path: Path) -> list[Path]:
    """Return the files that SQLite may put beside one that it writes to."""
    return [path.with_name(path.name + end) for end in ("-journal", "-wal", "-shm")]


def forget_journals(path: Path) -> None:
    """Remove them beside a file that was replaced: they would be undone in the new one."""
    for journal in journals_of(path):
        journal.unlink(missing_ok=True)


def _is_plain(statement: object) -> bool:
    """Return whether a statement makes a table that only holds what it answers: it has no AS to compute a column."""
    return re.fullmatch(r"(?is)CREATE\s+TABLE\b(?!.*\bAS\b).*", str(statement)) is not None


def _words(statement: object) -> list[str]:
    return re.findall(r"\w+|[^\w\s]", str(statement))


def _cannot_open(name: str, reason: Exception | str | None) -> NoAnswer:
    return NoAnswer(f"cannot open the book {name!r}: {reason}; check that you may read it")
