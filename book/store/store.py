"""Records that go into a store, where a book's tables lie, and come out of it."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from oxobook.book.game.rules import Cell, Key, Mask
from oxobook.book.info import BookInfo, LayerCounts


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
