"""The next layer, whose scores a layer is computed from: in memory, or in the file and read part by part.

Where O is to move, some rows of a layer are computed from the same rows of the next one; where X is to move, from all
rows that the X-stones of theirs lead to, scattered over the next layer. Either way the blocks that hold them are read
from the file, and unpacked by whoever computes.
"""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from book.game.rules import Rules
from book.game.symmetry_arrays import batch_symmetry
from book.layout.block_reader import BLOCK, decompressor
from book.store.store import BlockWriter
from generator.dense.array_types import Masks32, Scores
from generator.dense.kernels import NextRows

Indices = NDArray[np.int64]


class Part(Protocol):
    """Some rows of the next layer, on their way to whoever computes."""

    def rows(self) -> NextRows:
        """Them, to be read."""


class NextLayer(Protocol):
    """The layer after the one that is computed."""

    def same_rows(self, start: int, stop: int) -> Part:
        """Rows ``start`` to ``stop``, by the same numbers, for O to move."""

    def child_rows(self, masks: Masks32) -> Part:
        """The rows that one more X-stone leads to from these X-masks, for X to move."""


class HeldPart(NamedTuple):
    """Rows in memory."""

    held: NextRows

    def rows(self) -> NextRows:
        return self.held


class HeldLayer:
    """A layer in memory; ``scores``: shape (rows, columns)."""

    def __init__(self, masks: Masks32, scores: Scores) -> None:
        self._columns = scores.shape[1]
        self._all = NextRows(masks, np.arange(len(scores)) * self._columns, scores.reshape(-1))

    def same_rows(self, start: int, stop: int) -> Part:
        """See ``NextLayer``."""
        masks, starts, scores = self._all
        some = scores[start * self._columns : stop * self._columns]
        return HeldPart(NextRows(masks[start:stop], starts[: stop - start], some))

    def child_rows(self, masks: Masks32) -> Part:
        """See ``NextLayer``."""
        return HeldPart(self._all)


class PackedPart(NamedTuple):
    """Rows with the blocks that hold them."""

    masks: Masks32
    starts: Indices
    """Where each begins in the blocks, unpacked one after the other."""
    blocks: list[bytes]
    sizes: list[int]
    """How many scores each block holds."""

    def rows(self) -> NextRows:
        scores, unpack = np.empty(sum(self.sizes), np.int8), decompressor()
        begin = 0
        for block, size in zip(self.blocks, self.sizes, strict=True):
            scores[begin : begin + size] = np.frombuffer(unpack(block, size), np.int8)
            begin += size
        return NextRows(self.masks, self.starts, scores)


class StoredLayer:
    """A layer that the file has; ``masks``: of its rows, ``columns``: of its table."""

    def __init__(self, rules: Rules, file: BlockWriter, ply: int, masks: Masks32, columns: int) -> None:
        self._rules = rules
        self._file = file
        self._ply = ply
        self._masks = masks
        self._columns = columns

    def same_rows(self, start: int, stop: int) -> Part:
        """See ``NextLayer``."""
        return self._part(np.arange(start, stop))

    def child_rows(self, masks: Masks32) -> Part:
        """See ``NextLayer``."""
        return self._part(np.flatnonzero(np.isin(self._masks, children(self._rules, masks))))

    def _part(self, rows: Indices) -> Part:
        """Some rows, ascending, with all blocks in which any of their scores lie."""
        begins = rows * self._columns
        size = len(self._masks) * self._columns
        bounds = np.zeros(size // BLOCK + 2, np.int64)
        np.add.at(bounds, begins // BLOCK, 1)
        np.add.at(bounds, (begins + self._columns - 1) // BLOCK + 1, -1)
        wanted = np.cumsum(bounds)[:-1] > 0
        numbers = np.flatnonzero(wanted)
        place = np.cumsum(wanted) - 1  # of each block among those that are wanted
        starts = place[begins // BLOCK] * BLOCK + begins % BLOCK
        sizes = [min(BLOCK, size - number * BLOCK) for number in numbers.tolist()]
        blocks = self._file.some_blocks(self._ply, numbers.tolist())
        return PackedPart(self._masks[rows], starts, blocks, sizes)


def children(rules: Rules, masks: Masks32) -> Masks32:
    """The X-masks, up to symmetry and in no order, that one more stone leads to, with repetitions."""
    return np.concatenate(list(_children(rules, masks))).astype(np.int32)


def _children(rules: Rules, masks: Masks32) -> Iterator[NDArray[np.int64]]:
    """Them, by the cell of the stone."""
    symmetry, wide = batch_symmetry(rules), masks.astype(np.int64)
    for cell in range(rules.cells):
        yield symmetry.canonical(wide[wide >> cell & 1 == 0] | 1 << cell)
