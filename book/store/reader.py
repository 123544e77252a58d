"""Reader of a book's tables, in a file or in a server: every answer comes from the book that was opened.

A book from somebody else may hold anything. A row that obeys the laws here may be wrong, but it is an answer: each
number in its range, each move one that can be played, and moves exactly if the game goes on. ``book.verify`` proves it
right.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial
from math import comb
from pathlib import Path
from typing import Any

from oxobook.book.errors import BookError, DamagedBook, IllegalRules, masked
from oxobook.book.game import bits
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Key, Mask, Rules
from oxobook.book.info import FORMAT_VERSION, MOST_LAYERS, VERSION, BookInfo, StoredStrategy, info_of, is_label
from oxobook.book.store.address import file_of
from oxobook.book.store.database import MOST_ROWS, Database
from oxobook.book.store.sqlite_file import open_file

Row = tuple[int, int, Mask, Mask, Cell | None, int]
"""Value, remoteness, best, safe, pick and orbit of a canonical position; masks and cell in its orientation."""
_KEPT_LINES = 1 << 16  # number of sets of stones whose lines are cached
MOST_KEPT = 1 << 22
"""Largest number of moves of a strategy that a book keeps."""
_BELOW_ALL_KEYS = -1 << 63
_SHORTEST_RUN = 1_000  # lower bound of the number of masks in a run of X-masks, but for the last run


class Store:
    """Tables of an open book; shared among threads.

    All methods raise BookError: DamagedBook for content that no book holds, NoAnswer if the book may be sound but
    cannot be read now, ClosedBook after ``close``.
    """

    def __init__(self, address: str | Path) -> None:
        self.address = str(address)
        """Path or URL as given, to open the book again; it may hold a password."""
        self.name = masked(address)
        """Path or URL, without a password."""
        self.database = _database_at(address)
        self.tables = self.database.tables
        """Names of the tables of the book's layout, and of what every book has."""
        try:
            self.info: BookInfo = self._read_info()
            self._is_sound = row_law(self.info.rules)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the book; later calls raise ClosedBook."""
        self.database.close()

    def fetch(self, key: Key) -> Row | None:
        """Return the row of a canonical key, or None."""
        row: Any = self.database.first("answer", key)
        if row is not None and not self._is_sound(key, row):
            raise self.database.damaged(f"the row of key {key} cannot be right")
        return row  # type: ignore[no-any-return]

    def rows(self) -> Iterator[tuple[Key, Row]]:
        """Yield every key with its row, ascending."""
        is_key, is_sound = key_law(self.info.rules), self._is_sound
        for key, *answer in self.pages("answers"):
            row: Any = tuple(answer)
            if not (is_key(key) and is_sound(key, row)):
                raise self.database.damaged(f"the row of key {key!r} cannot be right")
            yield key, row

    def pages(self, statement: str) -> Iterator[Any]:
        """Yield the rows that a statement gives page by page, by ascending key, which comes first."""
        last = _BELOW_ALL_KEYS
        while page := self.database.ask(statement, last):
            for row in page:
                if not (type(row[0]) is int and row[0] > last):
                    raise self.database.damaged(f"the row of key {row[0]!r} cannot be right")
                last = row[0]
            yield from page

    def block(self, ply: int, number: int) -> bytes | None:
        """Return a block as it is stored, or None if there is none; ``book.layout.blocks`` reads it."""
        found = self.database.first("data", ply, number)
        return found[0] if found else None

    def first_x_masks(self, stones: int) -> list[Mask]:
        """Return the first X-mask of each run with ``stones`` stones, ascending."""
        most = comb(self.info.rules.cells, stones) // _SHORTEST_RUN + 9  # a few more, so that a wrong run is named
        return [first for (first,) in self.database.ask("firsts", stones, most=most)]

    def x_masks(self, stones: int, first: Mask) -> bytes | None:
        """Return a run of X-masks: int32, little-endian; None if there is none."""
        found = self.database.first("run", stones, first)
        return found[0] if found else None

    def strategies(self) -> list[StoredStrategy]:
        """Return the stored strategies, by name and side."""
        with self._kept("strategy", "bound") as kept:
            return [StoredStrategy(*row) for row in kept_rows(kept, "strategies")] if kept else []

    def strategy_moves(self, side: str, name: str) -> dict[Key, Cell]:
        """Return a stored strategy's moves, by canonical key; none if it is not stored."""
        with self._kept("strategy") as kept:
            return dict(kept_rows(kept, "moves", side, name)) if kept else {}

    def strategies_with_moves(self) -> set[tuple[str, str]]:
        """Return the names and sides of the strategies that have moves, listed or not."""
        with self._kept("strategy") as kept:
            return set(kept_rows(kept, "owners")) if kept else set()

    @contextmanager
    def _kept(self, *tables: str) -> Iterator[Database | None]:
        """Open the book as it is by now; yield None if a table is missing or another book has taken its place."""
        with self.database.kept() as kept:
            is_same = kept and kept.tables >= {"book", *tables} and self.info.digest in (kept.first("header") or ())
            yield kept if is_same else None

    def _read_info(self) -> BookInfo:
        """Return the book's header and counts, checked before anything else is read."""
        ask = self.database.ask
        header = ask("header", most=2) if self.tables >= {"book", "layer"} else []
        if not header:
            raise self.database.no_book()
        version = header[0][VERSION]
        if type(version) is int and version > FORMAT_VERSION:
            raise BookError(
                f"expected a book of format version {FORMAT_VERSION}; {self.name!r} has version {version}, of a later "
                "oxobook: pip install --upgrade oxobook"
            )
        if version != FORMAT_VERSION:
            raise DamagedBook(
                f"expected a book of format version {FORMAT_VERSION}; {self.name!r} has version {version!r}: "
                "make it again with: oxobook generate RULES --force"
            )
        try:
            return info_of(header[0], ask("layers", most=MOST_LAYERS))
        except (IllegalRules, TypeError, ValueError) as error:
            raise self.database.damaged(error) from error


def _database_at(address: str | Path) -> Database:
    if path := file_of(address):
        return open_file(path, masked(address))
    from oxobook.book.store.server import Server

    return Server(str(address))


def _is_whole(value: object) -> bool:
    return type(value) is int


_MOVE = _is_whole, _is_whole
_NAME = is_label, is_label
_KEPT = {
    "strategies": ("bound", MOST_ROWS, (*_NAME, _is_whole, lambda least: least is None or _is_whole(least))),
    "moves": ("strategy", MOST_KEPT, _MOVE),
    "owners": ("strategy", MOST_ROWS, _NAME),
}
"""By statement the table of what is kept with a book, the largest number of rows, and checks of their columns."""


def kept_rows(database: Database, statement: str, *values: Any) -> list[Any]:
    """Return rows of what is kept with a book; raises DamagedBook if one cannot be right."""
    table, most, checks = _KEPT[statement]
    rows = database.ask(statement, *values, most=most)
    if not all(is_right(value) for row in rows for is_right, value in zip(checks, row, strict=True)):
        raise database.damaged(f"its {table} table holds a row that cannot be right")
    return rows


def row_law(rules: Rules) -> Callable[[Key, Row], bool]:
    """Return a function that says whether a row could be that of a key; it is called for each lookup."""
    cells, full, stacked = rules.cells, rules.full, rules.stacked
    terms, plain, either = rules.terms, rules.plain, rules.either
    off_board = ~rules.moves_to(full)
    quiet = 2 * rules.k - 1 if terms.signs == ("X", "O") else rules.k  # the least number of stones with a line
    last = [[sign == "O" for sign in terms.settable(ply + 1) if sign in terms.counted] for ply in (0, 1)]

    has_line: Callable[[Mask], bool] = lru_cache(maxsize=_KEPT_LINES)(partial(bits.has_line, rules.lines))

    def ended(key: Key, ply: int) -> bool:
        if plain:
            return has_line(key & full if ply & 1 else key >> cells)
        return any(has_line(key >> cells if is_o else key & full) for is_o in last[ply & 1])

    def holds(key: Key, row: Row) -> bool:
        value, remoteness, best, safe, pick, orbit = row
        ply = key.bit_count()
        try:
            if not (-1 <= value | 0 <= 1 and 0 < orbit | 0 < 256):
                return False
            if pick is None:
                return not (remoteness | best | safe) and (ply == cells or ended(key, ply))
            return (
                best >> pick & 1 == 1
                and not (best & ~safe | safe & (key | key >> cells | off_board))
                and not (either and safe >> cells & (key | key >> cells))
                and 0 < remoteness | 0 <= cells - ply
                and (ply < quiet or not ended(key, ply))  # each lookup comes here
                and not (stacked and safe & ~rules.playable((key | key >> cells) & full))
            )
        except (TypeError, ValueError, OverflowError):  # no number, or a shift by a negative one
            return False

    return holds


def key_law(rules: Rules) -> Callable[[Key], bool]:
    """Return a function that says whether a number is the key of stones on different cells, in numbers that fit."""
    cells, full, above = rules.cells, rules.full, 1 << 2 * rules.cells

    def holds(key: Key) -> bool:
        x, o = key & full, key >> cells
        return 0 <= key < above and not x & o and rules.terms.fits(x.bit_count(), o.bit_count())

    return holds


def unplayable(rules: Rules, side: str, moves: Mapping[Key, Cell]) -> list[Key]:
    """Return the keys at which a strategy's side is not to move, or its cell is not free."""
    is_key, full, cells = key_law(rules), rules.full, rules.cells

    def can_play(key: Key, cell: Cell) -> bool:
        x, o = key & full, key >> cells
        position = Position(rules, x, o)
        return position.to_move == side and cell in position.legal_cells

    return [key for key, cell in moves.items() if not (is_key(key) and can_play(key, cell))]
