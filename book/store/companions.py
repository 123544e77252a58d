"""Files beside a book's file: its strategies, in ``3x3x3.sqlite.strategies``, and what searches below it have proved.

Readers hold SQLite's lock for as long as a book is open, so a writer in its file would wait for all of them; and
replacing a book of 1.7 GB would copy it all. So both have small SQLite files of their own, which are replaced whole:
readers see the old file or the new one, and writers take turns. Each names its book's digest, is ignored beside any
other book, and has a checksum of its rows. Strategies stand in the tables ``strategy`` and ``bound`` of a book.
"""

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from oxobook.book.errors import BookError, DamagedBook, MissingBook
from oxobook.book.game.notation import board_text
from oxobook.book.game.rules import Cell, Key, Mask, Rules
from oxobook.book.store.address import companion_of
from oxobook.book.store.atomic_file import in_turn
from oxobook.book.store.passwords import masked
from oxobook.book.store.queries import SqlTables, in_one_line
from oxobook.book.store.sqlite_connection import FileConnection
from oxobook.book.store.sqlite_writer import insert, make_tables, new_database
from oxobook.book.store.store import Proved, Searched

MOST = 1 << 22
"""Largest number of searched positions that a file keeps."""

_EARLIER = ("of_book", "strategy", "bound")  # tables of strategies of an earlier version, which has no checksum
_STRATEGIES = (
    "SELECT * FROM of_book ORDER BY digest",
    'SELECT * FROM strategy ORDER BY name, side, "key"',
    "SELECT * FROM bound ORDER BY name, side",
)
_SEARCHED = ("SELECT x, o, least, most, nodes FROM searched ORDER BY x, o",)
"""Queries for the rows under the checksum of each kind of file, in its order."""


class _Beside(SqlTables):
    """Tables of a file beside a book: ``what`` it keeps, and how to get that again; raises MissingBook."""

    def __init__(self, file: Path, what: str, again: str) -> None:
        self._sentence = f"cannot read the {what} in {masked(file)!r}", f"delete that file{again}"
        try:
            super().__init__(FileConnection(file, masked(file)))
        except DamagedBook as error:
            raise self._damaged("it is no SQLite file") from error

    def is_of(self, digest: str) -> bool:
        """Return whether the file belongs to the book with this digest."""
        return (digest,) in self.select("SELECT digest FROM of_book")

    def has_checksum(self, checksum: str) -> bool:
        """Return whether this is the checksum that the file states."""
        return [*self.select("SELECT checksum FROM content")] == [(checksum,)]

    def _damaged(self, reason: Exception | str) -> DamagedBook:
        return DamagedBook(f"{self._sentence[0]}: {in_one_line(reason)}; {self._sentence[1]}")


def _strategies(path: Path) -> _Beside:
    return _Beside(companion_of(path), "strategies", ", and find them again with: oxobook strategy")


def _checksum(select: Callable[[str], Iterable[object]], queries: Sequence[str]) -> str:
    """Return the SHA-256 of rows, in hexadecimal."""
    digest = hashlib.sha256()
    for query in queries:
        for row in select(query):
            digest.update(f"{row!r}\n".encode())
    return digest.hexdigest()


def _replace(file: Path, digest: str, rows: Mapping[str, Iterable[tuple[object, ...]]], queries: Sequence[str]) -> None:
    """Write a file with these rows of its tables, beside the book with this digest; raises CannotWrite."""
    with new_database(file, replace=True) as connection:
        make_tables(connection, ("of_book", *rows, "content"))
        insert(connection, "of_book", [(digest,)])
        for table, some in rows.items():
            insert(connection, table, some)
        insert(connection, "content", [(_checksum(connection.execute, queries),)])


@contextmanager
def strategies_beside(path: Path, digest: str) -> Iterator[SqlTables | None]:
    """Open the strategies beside the file of the book with this digest, None if there are none; raises BookError."""
    try:
        tables = _strategies(path)
    except MissingBook:
        yield None
        return
    with closing(tables):
        yield tables if tables.is_of(digest) else None


def check_beside(path: Path) -> list[str]:
    """Return what is wrong with the strategies beside a book, whichever book they say that they belong to."""
    try:
        tables = _strategies(path)
    except MissingBook:
        return []
    except DamagedBook as error:
        return [str(error)]
    with closing(tables):
        _, wrong = tables.check()
        schema, documented = tables.schema(), (*_EARLIER, "content")
        if schema.others or sorted(schema.columns) not in (sorted(_EARLIER), sorted(documented)):
            wrong.append(f"expected the tables {', '.join(documented)}; got {', '.join(schema.columns)}")
        elif "content" in schema.columns and not wrong:
            every = partial(tables.select, most=sys.maxsize)  # SQLite's check has shown that the tables end
            if not tables.has_checksum(_checksum(every, _STRATEGIES)):
                wrong.append("its content is not that of its checksum")
        return [f"{tables.name!r}: {one}" for one in wrong]


def keep_beside(path: Path, digest: str, name: str, side: str, moves: Mapping[Key, Cell], least: int | None) -> None:
    """Write a strategy of the book with this digest, replacing one of the same name and side; raises CannotWrite."""
    with in_turn(path.parent):
        kept: dict[tuple[str, str], tuple[Mapping[Key, Cell], int | None]] = {}
        with strategies_beside(path, digest) as beside:
            if beside:
                for one in beside.strategies():
                    kept[one.name, one.side] = beside.strategy_moves(one.side, one.name), one.bound
        kept[name, side] = moves, least
        strategy = ((*of, key, cell) for of, (cells, _) in sorted(kept.items()) for key, cell in sorted(cells.items()))
        bound = ((*of, one) for of, (_, one) in sorted(kept.items()))
        _replace(companion_of(path), digest, {"strategy": strategy, "bound": bound}, _STRATEGIES)


def read_searched(file: Path, rules: Rules, digest: str) -> Searched:
    """Return what a file keeps for the book with this digest, nothing if there is no such file; raises DamagedBook."""
    try:
        tables = _Beside(file, "searched positions", "")
    except MissingBook:
        return {}
    with closing(tables):
        if not tables.is_of(digest):
            return {}
        rows = list(tables.select(*_SEARCHED, most=MOST))
        if not tables.has_checksum(_checksum(lambda _: rows, _SEARCHED)):
            raise tables._damaged("its content is not that of its checksum")
    masks = (1 << rules.cells) - 1
    return {(x & masks) | (o & masks) << rules.cells: Proved(*proved) for x, o, *proved in rows}


def keep_searched(file: Path, rules: Rules, digest: str, found: Mapping[Key, Proved]) -> int:
    """Add proved bounds to the file of the book with this digest; return the number of positions it has now.

    Raises CannotWrite, and BookError if bounds contradict those in the file: one of the two is wrong.
    """
    with in_turn(file.parent):
        kept = read_searched(file, rules, digest)
        for key, proved in found.items():
            known = kept.get(key, proved)
            both = Proved(max(known.least, proved.least), min(known.most, proved.most), max(known.nodes, proved.nodes))
            if both.least > both.most:
                board = board_text(rules, key & rules.full, key >> rules.cells)
                raise BookError(
                    f"{masked(file)!r} contradicts what is proved of {board!r}: see what oxobook verify says"
                )
            kept[key] = both
        rows = ((_word(key & rules.full), _word(key >> rules.cells), *proved) for key, proved in sorted(kept.items()))
        _replace(file, digest, {"searched": rows}, _SEARCHED)
    return len(kept)


def _word(mask: Mask) -> int:
    """Return a mask of up to 64 cells as SQLite keeps it: with a sign."""
    return mask - (1 << 64) if mask >> 63 else mask
