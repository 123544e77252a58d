"""Writer of SQLite files: new ones that appear whole or not at all, and a book's tables in them."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from shutil import copyfileobj
from typing import Any, BinaryIO

from oxobook.book.errors import CannotWrite
from oxobook.book.info import BookInfo
from oxobook.book.store.atomic_file import forget, has_its_name, open_random, whole_file
from oxobook.book.store.passwords import masked
from oxobook.book.store.sqlite_connection import JOURNALS
from oxobook.book.store.store import PositionColumns
from oxobook.book.store.tables import POSITION_BOOK, TABLES, create_in_file, info_row, layer_row

_SETTINGS = ("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE")
"""Settings for a scratch file, which need not survive a crash: no journal, no waiting for the disk."""

_ROWS_AT_ONCE = 100  # per statement: no SQLite refuses as many values


@contextmanager
def new_database(path: Path, replace: bool) -> Iterator[sqlite3.Connection]:
    """Open a new, empty database that gets the name ``path`` if the block ends well, and vanishes otherwise.

    SQLite fills a scratch file, whose name is gone some microseconds after it got one. Raises CannotWrite.
    """
    try:
        with whole_file(path, replace) as file, open_random(path, "scratch") as scratch:
            try:
                connection = connect(scratch)
            finally:
                forget(scratch)
            with closing(connection):
                for setting in _SETTINGS:
                    connection.execute(f"PRAGMA {setting}")
                yield connection
                connection.commit()
                copyfileobj(scratch, file)
        forget_journals(path)
    except sqlite3.Error as error:
        raise CannotWrite(f"cannot write {masked(path)!r}: {error}; free some space or choose another place") from error


def connect(file: BinaryIO) -> sqlite3.Connection:
    """Return SQLite's connection to a hidden file that we have made and locked; raises CannotWrite if it is another.

    Our lock is the only one: on NFS, SQLite's own would be of the same kind, and collide with ours.
    """
    name = Path(str(file.name))
    connection = sqlite3.connect(f"{name.absolute().as_uri()}?mode=rw&nolock=1", uri=True)
    if not has_its_name(file):
        connection.close()
        raise CannotWrite(f"cannot write {masked(name)!r}: another file was put in its place; call again")
    return connection


def forget_journals(path: Path) -> None:
    """Remove SQLite's files beside a file that was replaced: they would be undone in the new one."""
    for end in JOURNALS:
        with suppress(OSError):  # readers of the book report what remains
            path.with_name(path.name + end).unlink()


def write_book(path: Path, info: BookInfo, rows: Iterable[PositionColumns], replace: bool = False) -> None:
    """Write a book of rows, which come in batches by ascending key, whole or not at all; raises CannotWrite."""
    with new_database(path, replace) as connection:
        make_tables(connection, POSITION_BOOK)
        insert(connection, "book", [info_row(info)])
        insert(connection, "layer", map(layer_row, info.layers))
        for columns in rows:
            _insert_positions(connection, columns)


def make_tables(connection: sqlite3.Connection, tables: Iterable[str]) -> None:
    """Make those tables that are not there."""
    held = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for table in tables:
        if table not in held:
            connection.execute(create_in_file(table))


def insert(connection: sqlite3.Connection, table: str, rows: Iterable[tuple[object, ...]]) -> None:
    """Insert rows into a table, their values in the order of its columns."""
    connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(TABLES[table]))})", rows)


def _insert_positions(connection: sqlite3.Connection, columns: PositionColumns) -> None:
    """Insert rows into ``position``, many with each statement: that takes half the time of one with each."""
    lists: tuple[list[Any], ...] = columns
    width = len(lists)
    values = [None] * (width * len(columns.key))
    for place, column in enumerate(lists):
        values[place::width] = column
    for start in range(0, len(values), width * _ROWS_AT_ONCE):
        some = values[start : start + width * _ROWS_AT_ONCE]
        connection.execute(_insertion(width, len(some) // width), some)


@cache
def _insertion(width: int, rows: int) -> str:
    """Return the statement that inserts this many rows into ``position``."""
    row = f"({', '.join('?' * width)})"
    return f"INSERT INTO position VALUES {', '.join([row] * rows)}"
