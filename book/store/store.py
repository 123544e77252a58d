"""Protocols of stores, where a book's tables lie, and what is read from them and written to them.

``book.store.stores`` finds the one that an address names. A store says which tables it has, and by them
``book.layout.layouts`` finds the layout of its answers; that layout asks the store for what it needs, and for no more.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from oxobook.book.game.rules import Cell, Key, Mask
from oxobook.book.info import BookInfo, LayerCounts, StoredStrategy


class Proved(NamedTuple):
    """Bounds of a score that a search has proved, and how many nodes that took."""

    least: int
    most: int
    nodes: int

    @property
    def sign(self) -> int | None:
        """Sign of the score, if the bounds tell it."""
        signs = {(bound > 0) - (bound < 0) for bound in (self.least, self.most)}
        return signs.pop() if len(signs) == 1 else None


Searched = dict[Key, Proved]
"""Proved bounds by canonical key."""
Row = tuple[int, int, Mask, Mask, Cell | None, int]
"""Value, remoteness, best, safe, pick and orbit of a canonical position; masks and cell in its orientation."""


class PositionColumns(NamedTuple):
    """Rows of the position table as columns in their order: lists, as long as there are rows."""

    key: list[Key]
    board: list[str]
    ply: list[int]
    value: list[int]
    remoteness: list[int]
    best: list[Mask]
    safe: list[Mask]
    pick: list[Cell | None]
    orbit: list[int]


WriteRows = Callable[[BookInfo, Iterable[PositionColumns]], None]
"""Function that writes a book of rows, which come in batches by ascending key, whole or not at all."""


class Store(Protocol):
    """Tables of an open book; shared among threads.

    All methods raise BookError: DamagedBook for content that no book holds, NoAnswer if the book may be sound but
    cannot be read now, ClosedBook after ``close``.
    """

    name: str
    """Path or URL, without a password."""
    address: str
    """Path or URL as given, to open the book again; it may hold a password."""
    info: BookInfo
    tables: frozenset[str]
    """Names of the store's tables that a book may have."""

    def strategies(self) -> list[StoredStrategy]:
        """Return the stored strategies, by name and side."""

    def strategy_moves(self, side: str, name: str) -> dict[Key, Cell]:
        """Return a stored strategy's moves, by canonical key; none if it is not stored."""

    def close(self) -> None:
        """Close the store; later calls raise ClosedBook."""


class RowStore(Store, Protocol):
    """Store with the table ``position``."""

    def fetch(self, key: Key) -> Row | None:
        """Return the row of a canonical key, or None."""

    def rows(self) -> Iterator[tuple[Key, Row]]:
        """Yield every key with its row, ascending."""


class BlockStore(Store, Protocol):
    """Store with the tables ``block`` and ``x_masks``."""

    def block(self, ply: int, number: int) -> bytes | None:
        """Return a block as it is stored, or None if there is none."""

    def first_x_masks(self, stones: int) -> list[Mask]:
        """Return the first X-mask of each run with ``stones`` stones, ascending."""

    def searched(self) -> "Searched":
        """Return what searches below a book of first plies have proved and is kept, by canonical key."""

    def x_masks(self, stones: int, first: Mask) -> bytes | None:
        """Return a run of X-masks: int32, little-endian; None if there is none."""


class PackedBlock(NamedTuple):
    """Block ready to be written."""

    data: bytes
    digest: bytes
    """SHA-256 of its unpacked scores."""


class FinishedLayer(NamedTuple):
    """Counts and digest of a layer that is on the disk."""

    counts: LayerCounts
    drawn_games: int
    """Games that end at this ply without a line."""
    digest: bytes
    """SHA-256 of its blocks' digests in their order."""


class NewLayer(Protocol):
    """Layer that is computed while it is written."""

    ply: int

    def blocks(self) -> Iterator[list[PackedBlock]]:
        """Yield the layer's blocks in their order, in batches."""

    def counts(self) -> LayerCounts:
        """Return the layer's counts, once all blocks have come."""

    def drawn_games(self) -> int:
        """Return the number of games that end at this ply without a line, once all blocks have come."""
