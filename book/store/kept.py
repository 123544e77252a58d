"""Strategies kept in a book's file, which are written and read while lookups have it open."""

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from oxobook.book.errors import CannotWrite, MissingBook, masked
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Key, Rules
from oxobook.book.info import StoredStrategy, is_label
from oxobook.book.store.address import file_of
from oxobook.book.store.database import MOST_ROWS, writing
from oxobook.book.store.sqlite_file import SQLiteFile

MOST_KEPT = 1 << 22
"""Largest number of moves of a strategy that a book keeps."""
TABLES = (
    "CREATE TABLE IF NOT EXISTS strategy (name TEXT NOT NULL, side TEXT NOT NULL, key INTEGER NOT NULL, "
    "move INTEGER NOT NULL, PRIMARY KEY (name, side, key)) STRICT",
    "CREATE TABLE IF NOT EXISTS bound (name TEXT NOT NULL, side TEXT NOT NULL, least INTEGER, "
    "PRIMARY KEY (name, side)) STRICT",
)
_LISTED = (
    "SELECT bound.name, bound.side, (SELECT count(*) FROM strategy WHERE strategy.name = bound.name "
    "AND strategy.side = bound.side), bound.least FROM bound ORDER BY bound.name, bound.side"
)
_MOVES = (
    "SELECT strategy.key, strategy.move FROM strategy WHERE strategy.side = :side AND strategy.name = :name "
    "ORDER BY strategy.key"
)
_OWNERS = "SELECT DISTINCT strategy.name, strategy.side FROM strategy"


def _is_whole(value: object) -> bool:
    return type(value) is int


class KeptStrategies:
    """Strategies of the book with a digest, as they are by now: another book may have taken its place."""

    def __init__(self, address: str, digest: str) -> None:
        self._address, self._digest = address, digest

    def listed(self) -> list[StoredStrategy]:
        """Return the strategies, by name and side."""
        checks = (is_label, is_label, _is_whole, lambda least: least is None or _is_whole(least))
        return [StoredStrategy(*row) for row in self._rows(_LISTED, checks, MOST_ROWS)]

    def moves(self, side: str, name: str) -> dict[Key, Cell]:
        """Return a strategy's moves, by canonical key; none if it is not kept."""
        return dict(self._rows(_MOVES, (_is_whole, _is_whole), MOST_KEPT, side=side, name=name))

    def owners(self) -> set[tuple[str, str]]:
        """Return the names and sides of the strategies that have moves, listed or not."""
        return set(self._rows(_OWNERS, (is_label, is_label), MOST_ROWS))

    def _rows(self, sql: str, checks: tuple[Callable[[Any], bool], ...], most: int, **values: str) -> list[Any]:
        path = file_of(self._address)
        try:
            file = SQLiteFile(path, masked(path), "mode=ro") if path else None
        except MissingBook:
            return []
        if file is None:
            return []
        with closing(file):
            if not file.tables >= {"book", "strategy", "bound"}:
                return []
            if self._digest not in (file.first("SELECT book.digest FROM book") or ()):
                return []
            rows = file.ask(sql, most=most, **values)
        if not all(is_right(value) for row in rows for is_right, value in zip(checks, row, strict=True)):
            raise file.damaged("its strategies have a row that cannot be right")
        return rows


def keep(address: str, digest: str, name: str, side: str, moves: Mapping[Key, Cell], least: int | None) -> None:
    """Keep a strategy (moves by canonical key, proved bound) of the book with this digest, whole or not at all."""
    with changing(address) as connection:
        if connection.execute("SELECT digest FROM book").fetchall() != [(digest,)]:
            raise CannotWrite(f"{masked(address)!r} holds another book by now: do the same again")
        for statement in TABLES:
            connection.execute(statement)
        for table in ("strategy", "bound"):
            connection.execute(f"DELETE FROM {table} WHERE name = ? AND side = ?", (name, side))
        connection.execute("INSERT INTO bound VALUES (?, ?, ?)", (name, side, least))
        rows = [(name, side, key, cell) for key, cell in sorted(moves.items())]
        connection.executemany("INSERT INTO strategy VALUES (?, ?, ?, ?)", rows)


@contextmanager
def changing(address: str) -> Iterator[sqlite3.Connection]:
    """Open the book's file, to change it in one transaction, which other writers wait for; raises CannotWrite."""
    path = file_of(address)
    if not path:
        raise CannotWrite(f"cannot keep anything in {masked(address)!r}: a book in a server never changes")
    for place, what in ((path.parent, "folder"), (path, "file")):
        if not os.access(place, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            raise CannotWrite(f"cannot write {masked(place)!r}: choose a {what} that you may write to")
    uri = f"{Path(path).absolute().as_uri()}?mode=rw"
    with writing(masked(address), sqlite3.Error), closing(sqlite3.connect(uri, uri=True, timeout=10)) as connection:
        connection.isolation_level = None
        connection.execute("PRAGMA cache_spill = OFF")
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        connection.execute("COMMIT")


def unplayable(rules: Rules, side: str, moves: Mapping[Key, Cell]) -> list[Key]:
    """Return the keys at which a strategy's side is not to move, or its cell is not free."""

    def can_play(key: Key, cell: Cell) -> bool:
        x, o = key & rules.full, key >> rules.cells
        if not 0 <= key < 1 << 2 * rules.cells or x & o or not rules.terms.fits(x.bit_count(), o.bit_count()):
            return False
        position = Position(rules, x, o)
        return position.to_move == side and cell in position.legal_cells

    return [key for key, cell in moves.items() if not can_play(key, cell)]
