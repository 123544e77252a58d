"""What a store is: where a book's tables lie, to be read, and the target that a new book is written to.

``book.store.stores`` finds the one that an address names. A store says which tables it has, and by them
``book.layout.layouts`` finds the layout of its answers; that layout asks the store for what it needs, and for no more.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, Protocol

from oxobook.book.game.rules import Cell, Key, Mask, Rules
from oxobook.book.info import BookInfo, LayerCounts, StoredStrategy

Row = tuple[int, int, Mask, Mask, Cell | None, int]
"""value, remoteness, best, safe, pick, orbit of a canonical position; the masks and the cell in its orientation."""


class PositionColumns(NamedTuple):
    """Some rows of the position table as its columns in their order: lists, as long as there are rows."""

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
"""What writes a book of rows, which come some at a time by ascending key; it appears whole or not at all."""


class Store(Protocol):
    """An open book's tables; to be shared among threads.

    All questions raise BookError: DamagedBook for what no book holds, NoAnswer where the book may be sound but cannot
    be read now, ClosedBook after ``close``.
    """

    name: str
    """Its path or URL, without a password."""
    address: str
    """Its path or URL as it was given, to open it again; it may hold a password."""
    info: BookInfo
    tables: frozenset[str]
    """The names of the tables it has, as far as a book may have them."""

    def strategies(self) -> list[StoredStrategy]:
        """The strategies that are kept, by name and side."""

    def strategy_moves(self, side: str, name: str) -> dict[Key, Cell]:
        """The moves of one of them, by canonical key; none where it is not kept."""

    def close(self) -> None:
        """Close it; it answers no more."""


class RowStore(Store, Protocol):
    """A store that has the table ``position``."""

    def fetch(self, key: Key) -> Row | None:
        """The row of a canonical key, or None."""

    def rows(self) -> Iterator[tuple[Key, Row]]:
        """Every key with its row, ascending."""


class BlockStore(Store, Protocol):
    """A store that has the tables ``block`` and ``x_masks``."""

    def block(self, ply: int, number: int) -> bytes | None:
        """A block as it is stored, or None where there is none."""

    def first_x_masks(self, stones: int) -> list[Mask]:
        """The first X-mask of each run of those with so many stones, ascending."""

    def x_masks(self, stones: int, first: Mask) -> bytes | None:
        """A run of X-masks: int32, little-endian; None where there is none."""


class PackedBlock(NamedTuple):
    """A block, ready to be written."""

    data: bytes
    digest: bytes
    """SHA-256 of its scores, unpacked."""


class FinishedLayer(NamedTuple):
    """What is known of a layer that is on the disk."""

    counts: LayerCounts
    drawn_games: int
    """Games that end at this ply without a line."""
    digest: bytes
    """SHA-256 of its blocks' digests in their order."""


class NewLayer(Protocol):
    """A layer that is computed while it is written."""

    ply: int

    def blocks(self) -> Iterator[list[PackedBlock]]:
        """Its blocks in their order, some at a time."""

    def counts(self) -> LayerCounts:
        """What it counts, when all blocks have come."""

    def drawn_games(self) -> int:
        """Games that end at this ply without a line, when all blocks have come."""


class BlockWriter(Protocol):
    """A book of blocks in the making, layer by layer, so that a killed solve can go on from the last whole one."""

    folder: Path
    """A folder beside it, to be made by whoever needs one, that goes when the book is finished."""

    def layers(self) -> list[FinishedLayer]:
        """The finished layers, from the last ply down; raises DamagedBook where nothing can be gone on from."""

    def begin_anew(self) -> None:
        """Throw away what is finished."""

    def blocks(self, ply: int) -> Iterator[bytes]:
        """The blocks of a finished layer in their order; raises DamagedBook."""

    def some_blocks(self, ply: int, numbers: Iterable[int]) -> list[bytes]:
        """The blocks of a finished layer by their numbers; raises DamagedBook."""

    def write_layer(self, layer: NewLayer) -> FinishedLayer:
        """Write a layer as its blocks come; it is there whole or not at all."""

    def finish(self, info: BookInfo, runs: Iterable[tuple[int, Mask, bytes]]) -> None:
        """Write the header and the X-masks, and put the book in its place.

        ``runs``: how many stones, the first mask, and the run's masks as int32, little-endian.
        """


class Target(Protocol):
    """Where a new book goes, or an old one is to keep a strategy. Every method raises CannotWrite."""

    name: str
    """Its path or URL, without a password."""
    folder: Path | None
    """The folder whose disk a book takes; None where that is another machine's."""

    def require_new(self, rules: Rules, replace: bool) -> None:
        """See, before anybody works for it, that a book of these rules can go here.

        Raises TooLarge where the board has more cells than the place can hold, CannotWrite where a book is there that
        is not to be replaced, or none can be written.
        """

    def sweep(self) -> list[str]:
        """Remove what makers that were killed have left here; returns what was removed, each in a sentence."""

    def rows(self, replace: bool) -> AbstractContextManager[WriteRows]:
        """What writes a book of rows here; where writers would be in each other's way, it is held for this one."""

    def blocks(self, rules: Rules, replace: bool) -> AbstractContextManager[BlockWriter]:
        """What writes a book of blocks here, going on where an earlier one was stopped."""

    def require_writable(self) -> None:
        """See, before anybody works for it, that the book here can keep a strategy."""

    def keep(self, digest: str, name: str, side: str, moves: Mapping[Key, Cell], least: int | None) -> None:
        """Keep a strategy of the book of this digest, instead of one of the same name and side.

        ``moves``: by canonical key; ``least``: its proved bound. The strategy is kept whole or not at all.
        """
