"""Results of searches below a book of first plies, kept beside it: those of ``a.sqlite`` in ``a.sqlite.searched``.

It is an SQLite file with the table ``searched``, and is replaced whole, as the file of strategies is. It names its
book's digest, and is ignored beside any other book.
"""

import hashlib
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

from oxobook.book.errors import BookError, DamagedBook, MissingBook
from oxobook.book.game.notation import board_text
from oxobook.book.game.rules import Key, Mask, Rules
from oxobook.book.store.atomic_file import in_turn
from oxobook.book.store.passwords import masked
from oxobook.book.store.queries import SqlTables, in_one_line
from oxobook.book.store.sqlite_connection import FileConnection
from oxobook.book.store.sqlite_writer import insert, make_tables, new_database
from oxobook.book.store.store import Proved, Searched

_TABLES = ("of_book", "searched", "content")
_ROWS = "SELECT x, o, least, most, nodes FROM searched ORDER BY x, o"
MOST = 1 << 22
"""Largest number of positions that a file keeps."""


class _Tables(SqlTables):
    """Tables of the file beside a book."""

    def _damaged(self, reason: Exception | str) -> DamagedBook:
        return DamagedBook(
            f"cannot read the searched positions in {self.name!r}: {in_one_line(reason)}; delete that file"
        )


def read_searched(file: Path, rules: Rules, digest: str) -> Searched:
    """Return what a file keeps for the book with this digest, nothing if there is no such file; raises DamagedBook."""
    try:
        tables = _Tables(FileConnection(file, masked(file)))
    except MissingBook:
        return {}
    with closing(tables):
        if (digest,) not in tables.select("SELECT digest FROM of_book"):
            return {}
        rows = list(tables.select(_ROWS, most=MOST))
        if [*tables.select("SELECT checksum FROM content")] != [(_checksum(rows),)]:
            raise tables._damaged("its content is not that of its checksum")
    masks = (1 << rules.cells) - 1
    return {(x & masks) | (o & masks) << rules.cells: Proved(*proved) for x, o, *proved in rows}


def keep_searched(file: Path, rules: Rules, digest: str, found: Mapping[Key, Proved]) -> int:
    """Add proved bounds to the file of the book with this digest; return the number of positions it has now.

    Readers see the old file or the new one, never a mixture; others who add at the same time wait. Raises CannotWrite,
    and BookError if bounds contradict those in the file: one of the two is wrong.
    """
    with in_turn(file.parent):
        kept = read_searched(file, rules, digest)
        for key, proved in found.items():
            kept[key] = both = _narrower(kept.get(key, proved), proved)
            if both.least > both.most:
                board = board_text(rules, key & rules.full, key >> rules.cells)
                raise BookError(
                    f"{masked(file)!r} contradicts what is proved of {board!r}: see what oxobook verify says"
                )
        rows = sorted((_word(key & rules.full), _word(key >> rules.cells), *proved) for key, proved in kept.items())
        with new_database(file, replace=True) as connection:
            make_tables(connection, _TABLES)
            insert(connection, "of_book", [(digest,)])
            insert(connection, "searched", rows)
            insert(connection, "content", [(_checksum(rows),)])
    return len(kept)


def _narrower(one: Proved, other: Proved) -> Proved:
    """Return the bounds that follow from both, and the larger number of nodes."""
    return Proved(max(one.least, other.least), min(one.most, other.most), max(one.nodes, other.nodes))


def _word(mask: Mask) -> int:
    """Return a mask of up to 64 cells as SQLite keeps it: with a sign."""
    return mask - (1 << 64) if mask >> 63 else mask


def _checksum(rows: Iterable[object]) -> str:
    """Return the SHA-256 of the rows, in hexadecimal."""
    return hashlib.sha256("".join(f"{row!r}\n" for row in rows).encode()).hexdigest()
