"""Reader of a book's tables, in a file or in a server: every answer comes from the book that was opened."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from math import comb
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any

from oxobook.book.errors import BookError, DamagedBook, IllegalRules, MissingBook
from oxobook.book.game.rules import Cell, Key, Mask, Rules
from oxobook.book.info import FORMAT_VERSION, BookInfo, StoredStrategy
from oxobook.book.store.address import file_of
from oxobook.book.store.database import Database, not_a_book
from oxobook.book.store.header import MOST_LAYERS, VERSION, info_of, is_label
from oxobook.book.store.passwords import masked
from oxobook.book.store.row_checks import key_law, row_law
from oxobook.book.store.sqlite_file import SHARED, journals_of, open_file
from oxobook.book.store.store import Proved

if TYPE_CHECKING:
    from oxobook.book.store.store import Row, Searched

MOST_KEPT = 1 << 22
"""Largest number of moves of a strategy, and of searched positions, that a book keeps."""
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
        self._path = file_of(address)
        if self._path:
            self.database: Database = open_file(self._path, self.name)
        else:
            from oxobook.book.store.server import Server

            self.database = Server(self.address)
        try:
            self.info: BookInfo = self._read_info()
            self.tables = self._tables()
            """Names of the tables of the book's layout, and of what every book has."""
            self._is_sound = row_law(self.info.rules)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the book; later calls raise ClosedBook."""
        self.database.close()

    def fetch(self, key: Key) -> "Row | None":
        """Return the row of a canonical key, or None."""
        row: Any = self.database.first("answer", key)
        if row is not None and not self._is_sound(key, row):
            raise self.database.damaged(f"the row of key {key} cannot be right")
        return row  # type: ignore[no-any-return]

    def rows(self) -> "Iterator[tuple[Key, Row]]":
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
        with self._kept("bound", "strategy") as kept:
            rows = kept.ask("strategies") if kept else []
            if not all(
                is_label(name) and is_label(side) and type(least) in (int, NoneType) for name, side, _, least in rows
            ):
                raise self.database.damaged("its bound table holds a row that cannot be right")
        return [StoredStrategy(*row) for row in rows]

    def strategy_moves(self, side: str, name: str) -> dict[Key, Cell]:
        """Return a stored strategy's moves, by canonical key; none if it is not stored."""
        with self._kept("strategy") as kept:
            moves = kept.ask("moves", side, name, most=MOST_KEPT) if kept else []
            if not {type(number) for row in moves for number in row} <= {int}:
                raise self.database.damaged("its strategy table holds a row that cannot be right")
        return dict(moves)

    def strategies_with_moves(self) -> set[tuple[str, str]]:
        """Return the names and sides of the strategies that have moves, listed or not."""
        with self._kept("strategy") as kept:
            names = set(kept.ask("owners") if kept else [])
        if not all(map(is_label, (one for both in names for one in both))):
            raise self.database.damaged("its strategy table holds a row that cannot be right")
        return names

    def searched(self) -> "Searched":
        """Return what searches below a book of first plies have proved and is kept, by canonical key."""
        with self._kept("searched") as kept:
            return searched_in(kept, self.info.rules) if kept else {}

    @contextmanager
    def _kept(self, *needed: str) -> Iterator[Database | None]:
        """Open what is kept with the book; None if nothing is, or another book has taken this one's place.

        Programs may write it while the book is open, so a file is opened anew for it.
        """
        if not self._path:
            yield self.database
            return
        try:
            kept = open_file(self._path, self.name, SHARED)
        except BookError:  # a program was stopped while it kept something, and the next one undoes that first
            if self._path.exists() and not any(one.exists() for one in journals_of(self._path)):
                raise
            yield None
            return
        with closing(kept):
            header = kept.first("header") if "book" in kept.tables else None
            is_same = header is not None and self.info.digest in header
            yield kept if is_same and kept.tables.issuperset(needed) else None

    def _read_info(self) -> BookInfo:
        """Return the book's header and counts, checked before anything else is read."""
        ask = self.database.ask
        is_there = self.database.tables >= {"book", "layer"}
        if is_there and not self._path and self.database.strange(["book", "layer"]):
            raise not_a_book(self.name, "its table book has other columns")
        header = ask("header", most=2) if is_there else []
        if not header and not self._path:
            raise MissingBook(
                f"expected a book in {self.name!r}; there is none: make one with oxobook generate RULES --out URL"
            )
        if not header:
            raise not_a_book(self.name, "it has no table that says whose book it is")
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

    def _tables(self) -> frozenset[str]:
        """Return the names of tables; without the empty ones of the other layout, which a server has too."""
        if self._path:
            return self.database.tables
        return self.database.tables - ({"position"} if self.database.first("blocks") else {"block", "x_masks"})


def searched_in(database: Database, rules: Rules) -> "Searched":
    """Return the table of searched positions; raises DamagedBook."""
    cells, found = rules.cells, dict[Key, Proved]()
    masks = (1 << cells) - 1
    for x, o, *proved in database.ask("searched", most=MOST_KEPT):
        if {*map(type, (x, o, *proved))} != {int} or not -cells <= proved[0] <= proved[1] <= cells:
            raise database.damaged("its searched table holds a row that cannot be right")
        found[(x & masks) | (o & masks) << cells] = Proved(*proved)
    return found
