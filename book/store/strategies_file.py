"""Strategies of a book's file, which are kept beside it: those of ``3x3x3.sqlite`` in ``3x3x3.sqlite.strategies``.

A strategy is found when the book has long been made, and may be open: readers hold SQLite's lock for as long as they
are, so a writer in the same file would wait for all of them, and if it were killed, a reader without the right to write
could not roll back its changes. Replacing the whole file is safe, but copies 1.7 GB to add a few kilobytes. So
strategies have a small file of their own, which is replaced whole. It is an SQLite file with the book's tables
``strategy`` and ``bound``. It names its book's digest, and is ignored beside any other book.
"""

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from oxobook.book.errors import DamagedBook, MissingBook
from oxobook.book.game.rules import Cell, Key
from oxobook.book.store.address import companion_of
from oxobook.book.store.atomic_file import in_turn
from oxobook.book.store.passwords import masked
from oxobook.book.store.queries import SqlTables, in_one_line
from oxobook.book.store.sqlite_connection import FileConnection
from oxobook.book.store.sqlite_writer import insert, make_tables, new_database
from oxobook.book.store.tables import TABLES

_EARLIER = ("of_book", "strategy", "bound")
"""Tables in the order of the checksum; a file of an earlier version has no others."""
_TABLES = (*_EARLIER, "content")


class _Companion(SqlTables):
    """Tables of the file beside a book."""

    def _damaged(self, reason: Exception | str) -> DamagedBook:
        return _damaged(self.name, reason)


@contextmanager
def strategies_beside(path: Path, digest: str) -> Iterator[SqlTables | None]:
    """Open the strategies beside the file of the book with this digest, None if there are none; raises BookError."""
    try:
        tables = _opened(path)
    except MissingBook:
        yield None
        return
    with closing(tables):
        is_of_book = (digest,) in tables.select("SELECT digest FROM of_book")
        yield tables if is_of_book else None


def check_beside(path: Path) -> list[str]:
    """Return what is wrong with the file beside a book, whichever book it says that it belongs to."""
    try:
        tables = _opened(path)
    except MissingBook:
        return []
    except DamagedBook as error:
        return [str(error)]
    with closing(tables):
        _, wrong = tables.check()
        schema = tables.schema()
        if schema.others or sorted(schema.columns) not in (sorted(_EARLIER), sorted(_TABLES)):
            wrong.append(f"expected the tables {', '.join(_TABLES)}; got {', '.join(schema.columns)}")
        elif "content" in schema.columns and not wrong:
            kept = [*tables.select("SELECT checksum FROM content")]
            every = partial(tables.select, most=sys.maxsize)  # SQLite's check has shown that the tables end
            if kept != [(_checksum(every),)]:
                wrong.append("its content is not that of its checksum")
        return [f"{tables.name!r}: {one}" for one in wrong]


def _opened(path: Path) -> _Companion:
    """Open the file beside a book; raises MissingBook or DamagedBook."""
    companion = companion_of(path)
    try:
        return _Companion(FileConnection(companion, masked(companion)))
    except DamagedBook as error:
        raise _damaged(masked(companion), "it is no SQLite file") from error


def _checksum(select: Callable[[str], Iterable[object]]) -> str:
    """Return the SHA-256 of the rows of a file's tables, in hexadecimal."""
    digest = hashlib.sha256()
    for table in _EARLIER:
        keys = ", ".join(f'"{column.name}"' for column in TABLES[table] if column.in_key)
        for row in select(f"SELECT * FROM {table} ORDER BY {keys}"):
            digest.update(f"{row!r}\n".encode())
    return digest.hexdigest()


def keep_beside(path: Path, digest: str, name: str, side: str, moves: Mapping[Key, Cell], least: int | None) -> None:
    """Write a strategy beside the file of the book with this digest, replacing one of the same name and side.

    Readers see the old file or the new one, never a mixture; others who write at the same time wait. Raises
    CannotWrite.
    """
    with in_turn(path.parent):
        kept: dict[tuple[str, str], tuple[Mapping[Key, Cell], int | None]] = {}
        with strategies_beside(path, digest) as beside:
            if beside:
                for one in beside.strategies():
                    kept[one.name, one.side] = beside.strategy_moves(one.side, one.name), one.bound
        kept[name, side] = moves, least
        with new_database(companion_of(path), replace=True) as connection:
            make_tables(connection, _TABLES)
            insert(connection, "of_book", [(digest,)])
            for names, (cells, bound) in sorted(kept.items()):
                insert(connection, "bound", [(*names, bound)])
                insert(connection, "strategy", ((*names, key, cell) for key, cell in sorted(cells.items())))
            insert(connection, "content", [(_checksum(connection.execute),)])


def _damaged(name: str, reason: Exception | str) -> DamagedBook:
    """Return the error for a file of strategies with wrong content."""
    return DamagedBook(
        f"cannot read the strategies in {name!r}: {in_one_line(reason)}; delete that file, and find them again with: "
        "oxobook strategy"
    )
