"""Stored scores of a book of blocks, many at a time; the rules alone give those of finished games."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import DamagedBook
from oxobook.book.layout.block_reader import BLOCK, decompressor
from oxobook.book.store.reader import Store
from oxobook.book.verify.geometry import Geometry, Ints, Scores
from oxobook.book.verify.slots import Slots
from oxobook.book.verify.verdict import Findings
from oxobook.book.verify.walk import Layer

_KEPT = 512
_AT_ONCE = 1 << 16


class ScoreReader:
    """Reader of scores; positions are keys in any orientation, shape (p,), all of one ply."""

    def __init__(self, store: Store, geometry: Geometry, slots: Slots) -> None:
        self.store, self.geometry, self.slots = store, geometry, slots
        self._unpack = decompressor()
        self._block = lru_cache(maxsize=_KEPT)(self._read_block)

    def unpacked(self, ply: int, number: int) -> bytes:
        """Return the scores of a block; raises DamagedBook."""
        return self._unpack(self.store.block(ply, number) or b"", self.slots.size(ply, number))

    def _read_block(self, ply: int, number: int) -> NDArray[np.int8]:
        try:
            return np.frombuffer(self.unpacked(ply, number), dtype=np.int8)
        except DamagedBook as error:
            raise DamagedBook(f"block {number} of ply {ply}: {error}") from error

    def scores(self, ply: int, keys: Ints) -> Scores:
        """Return the scores of reachable positions; raises DamagedBook, which names the block."""
        parts = [self._some(ply, keys[start : start + _AT_ONCE]) for start in range(0, len(keys), _AT_ONCE)]
        return np.concatenate([np.zeros(0, np.int16), *parts])

    def _some(self, ply: int, keys: Ints) -> Scores:
        lines = self.geometry.ended(ply, keys)
        scores = self.geometry.final_scores(ply, lines)
        if ply < self.geometry.cells and not lines.all():
            going = np.flatnonzero(~lines)
            scores[going] = self._stored(ply, keys[going])
        return scores

    def _stored(self, ply: int, keys: Ints) -> NDArray[np.int8]:
        """Return the scores of positions in which the game goes on, each block read once."""
        slots = self.slots.of(ply, keys)
        order = np.argsort(slots)
        numbers, starts = np.unique(slots[order] // BLOCK, return_index=True)
        scores = np.empty(len(slots), np.int8)
        for number, part in zip(numbers.tolist(), np.split(order, starts[1:]), strict=True):
            scores[part] = self._block(ply, number)[slots[part] % BLOCK]
        return scores


def compare(geometry: Geometry, layer: Layer, scores: Scores, after: Scores, found: Findings) -> None:
    """Add a finding for each stored score of a layer that those of its children refute."""
    expected = layer.best_scores(geometry.final_scores(layer.ply, layer.lines), after)
    for place in np.flatnonzero(scores != expected).tolist():
        found.add(geometry.board(int(layer.keys[place])), "score", expected[place], scores[place])
