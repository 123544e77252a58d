"""Reader of a book's tables, in a file or in a server: every answer comes from the book that was opened.

>>> with closing(Store("data/3x3x3.sqlite")) as store:                  # doctest: +SKIP
...     store.fetch(0)
(0, 9, 325, 511, 0, 1)

A book from somebody else may hold anything. What a lookup gets is an answer at least, its numbers in their ranges and
its moves to free cells; ``book.verify`` proves it right.
"""

from collections.abc import Iterator
from math import comb
from pathlib import Path
from typing import Any

from oxobook.book.errors import BookError, DamagedBook, IllegalRules, masked
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Key, Mask
from oxobook.book.info import FORMAT_VERSION, MOST_LAYERS, VERSION, BookInfo, LayerCounts, info_of
from oxobook.book.store.address import file_of
from oxobook.book.store.database import Database
from oxobook.book.store.sqlite_file import SQLiteFile

Row = tuple[int, int, Mask, Mask, Cell | None, int]
"""Value, remoteness, best, safe, pick and orbit of a canonical position; masks and cell in its orientation."""
_ANSWER = ", ".join(f"position.{name}" for name in ("value", "remoteness", "best", "safe", "pick", "orbit"))
_COUNTS = ", ".join(f"layer.{name}" for name in LayerCounts._fields)
_BELOW_ALL_KEYS = -1 << 63
_SHORTEST_RUN = 1_000  # lower bound of the number of masks in a run of X-masks, but for the last run


class Store:
    """Tables of an open book; shared among threads.

    All methods raise BookError: DamagedBook for content that no book holds, NoAnswer if the book may be sound but
    cannot be read now, ClosedBook after ``close``.
    """

    def __init__(self, address: str | Path) -> None:
        self.database: Database
        if path := file_of(address):
            self.database = SQLiteFile(path, masked(address))
        else:
            from oxobook.book.store.server import Server

            self.database = Server(str(address))
        self.address = str(address)
        """Path or URL as given, to open the book again; it may hold a password."""
        self.name = masked(address)
        """Path or URL, without a password."""
        self.tables = self.database.tables
        """Names of the tables of the book's layout, and of what every book has."""
        try:
            self.info: BookInfo = self._read_info()
        except BaseException:
            self.close()
            raise
        self._cells, self._moves = self.info.rules.cells, self.info.rules.moves_to(self.info.rules.full)

    def close(self) -> None:
        """Close the book; later calls raise ClosedBook."""
        self.database.close()

    def header(self) -> list[tuple[Any, ...]]:
        """Return the row of ``book``, as it stands there; a second one would be one too many."""
        return self.database.ask(
            "SELECT book.rules, book.rows, book.columns, book.k, book.misere, book.gravity, book.format_version,"
            " book.generator_version, book.positions, book.digest, book.x_games, book.o_games, book.drawn_games,"
            " book.games_up_to_symmetry, book.perfect_games FROM book",
            most=2,
        )

    def layers(self) -> list[tuple[Any, ...]]:
        """Return the rows of ``layer``, as they stand there."""
        return self.database.ask(f"SELECT {_COUNTS} FROM layer ORDER BY layer.ply", most=MOST_LAYERS)

    def fetch(self, key: Key) -> Row | None:
        """Return the row of a canonical key, or None."""
        row: Any = self.database.first(f"SELECT {_ANSWER} FROM position WHERE position.key = :key", key=key)
        if row is not None and not self._fits(key, row):
            raise self.database.damaged(f"the row of key {key} cannot be right")
        return row  # type: ignore[no-any-return]

    def rows(self) -> Iterator[tuple[Key, Row]]:
        """Yield every key with its row, ascending."""
        above = 1 << 2 * self._cells
        for key, *answer in self.pages(
            f"SELECT position.key, {_ANSWER} FROM position WHERE position.key > :key ORDER BY position.key LIMIT 1000"
        ):
            row: Any = tuple(answer)
            if not (0 <= key < above and self._fits(key, row)):
                raise self.database.damaged(f"the row of key {key!r} cannot be right")
            yield key, row

    def pages(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a statement that gives those after ``:key``, page by page, by ascending key."""
        last = _BELOW_ALL_KEYS
        while page := self.database.ask(sql, key=last):
            for row in page:
                if not (type(row[0]) is int and row[0] > last):
                    raise self.database.damaged(f"the row of key {row[0]!r} cannot be right")
                last = row[0]
            yield from page

    def block(self, ply: int, number: int) -> bytes | None:
        """Return a block as it is stored, or None if there is none; ``book.layout.blocks`` reads it."""
        found = self.database.first(
            "SELECT block.data FROM block WHERE block.ply = :ply AND block.number = :number", ply=ply, number=number
        )
        return found[0] if found else None

    def first_x_masks(self, stones: int) -> list[Mask]:
        """Return the first X-mask of each run with ``stones`` stones, ascending."""
        found = self.database.ask(
            "SELECT x_masks.first FROM x_masks WHERE x_masks.stones = :stones ORDER BY x_masks.first",
            most=comb(self.info.rules.cells, stones) // _SHORTEST_RUN + 9,  # a few more, so that a wrong run is named
            stones=stones,
        )
        return [first for (first,) in found]

    def x_masks(self, stones: int, first: Mask) -> bytes | None:
        """Return a run of X-masks: int32, little-endian; None if there is none."""
        found = self.database.first(
            "SELECT x_masks.masks FROM x_masks WHERE x_masks.stones = :stones AND x_masks.first = :first",
            stones=stones,
            first=first,
        )
        return found[0] if found else None

    def _fits(self, key: Key, row: Row) -> bool:
        """Return whether a row can be an answer at all: numbers in their ranges, and moves unless the game is over."""
        value, remoteness, best, safe, pick, orbit = row
        rules, cells = self.info.rules, self._cells
        try:
            return (
                -1 <= value | 0 <= 1
                and 0 <= remoteness | 0 <= cells
                and 0 < orbit | 0 < 256
                and not (best & ~safe or safe & (key | key >> cells | ~self._moves))
                and (
                    not (remoteness or safe) and Position(rules, key & rules.full, key >> cells).over
                    if pick is None
                    else remoteness > 0 and best >> pick & 1 == 1
                )
            )
        except (TypeError, ValueError, OverflowError):  # no number, or a shift by a negative one
            return False

    def _read_info(self) -> BookInfo:
        """Return the book's header and counts, checked before anything else is read."""
        header = self.header() if self.tables >= {"book", "layer"} else []
        if not header:
            raise self.database.no_book()
        if (version := header[0][VERSION]) != FORMAT_VERSION:
            expected = f"expected a book of format version {FORMAT_VERSION}; {self.name!r} has version {version!r}"
            if type(version) is int and version > FORMAT_VERSION:
                raise BookError(f"{expected}, of a later oxobook: pip install --upgrade oxobook")
            raise DamagedBook(f"{expected}: make it again with: oxobook generate RULES --force")
        try:
            return info_of(header[0], self.layers())
        except (IllegalRules, TypeError, ValueError) as error:
            raise self.database.damaged(error) from error
