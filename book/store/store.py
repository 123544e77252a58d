"""Protocols of stores: where a book's tables lie, to be read, and the target that a new book is written to.

``book.store.stores`` finds the one that an address names. A store says which tables it has, and by them
``book.layout.layouts`` finds the layout of its answers; that layout asks the store for what it needs, and for no more.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, Protocol

from oxobook.book.game.rules import Cell, Key, Mask, Rules
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


class BlockWriter(Protocol):
    """Writer of a book of blocks, layer by layer; a killed solve continues after the last whole layer."""

    folder: Path
    """Folder beside the unfinished book, made when it is needed, removed when the book is finished."""
    token: int
    """Random number kept in the unfinished book; no other book has it, not even on another machine."""

    def layers(self) -> list[FinishedLayer]:
        """Return the finished layers, from the last ply down; raises DamagedBook if they cannot be continued."""

    def begin_anew(self) -> None:
        """Discard the finished layers."""

    def blocks(self, ply: int) -> Iterator[bytes]:
        """Yield the blocks of a finished layer in their order; raises DamagedBook."""

    def some_blocks(self, ply: int, numbers: Iterable[int]) -> list[bytes]:
        """Return the blocks of a finished layer by their numbers; raises DamagedBook."""

    def write_layer(self, layer: NewLayer) -> FinishedLayer:
        """Write a layer as its blocks come, whole or not at all."""

    def finish(self, info: BookInfo, runs: Iterable[tuple[int, Mask, bytes]]) -> None:
        """Write the header and the X-masks, and give the book its name.

        ``runs``: number of stones, first mask, and the run's masks as int32, little-endian.
        """


class Target(Protocol):
    """Destination of a new book, or of a strategy for an old one. Every method raises CannotWrite."""

    name: str
    """Path or URL, without a password."""
    folder: Path | None
    """Folder on whose disk a book goes; None if that is another machine's."""

    def require_new(self, rules: Rules, replace: bool) -> None:
        """Check, before any work is done for it, that a book of these rules can go here.

        Raises TooLarge if the board has more cells than the store can hold, CannotWrite if a book is there that may not
        be replaced, or if none can be written.
        """

    def sweep(self) -> list[str]:
        """Remove what killed makers have left here; return a sentence for each thing removed."""

    def rows(self, replace: bool) -> AbstractContextManager[WriteRows]:
        """Open a writer of a book of rows; other writers wait or fail if they would be in its way."""

    def blocks(self, rules: Rules, replace: bool) -> AbstractContextManager[BlockWriter]:
        """Return a writer of a book of blocks, which continues where an earlier one stopped."""

    def require_writable(self) -> None:
        """Check, before any work is done for it, that the book here can keep a strategy."""

    def keep(self, digest: str, name: str, side: str, moves: Mapping[Key, Cell], least: int | None) -> None:
        """Keep a strategy of the book with this digest, replacing one of the same name and side.

        ``moves``: by canonical key; ``least``: its proved bound. The strategy is kept whole or not at all.
        """
