"""Layers in chunk files, read to compute the layer before them."""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from threading import Event, Lock

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import DamagedBook
from oxobook.book.layout.block_reader import BLOCK, decompressor
from oxobook.generator.work.chunk_file import Cut, DamagedChunk, OpenChunk
from oxobook.generator.work.chunk_folder import Folder

Scores = NDArray[np.int8]
Indices = NDArray[np.int64]

_OPEN = 4096
_FEW = 16  # fewer than one piece in this number is found faster by sorting than by a pass over all


@lru_cache(_OPEN)
def _open_chunk(folder: Folder, name: str) -> OpenChunk:
    """Open a chunk file; heads that were read are cached."""
    return OpenChunk(folder, name)


class ChunkedLayer:
    """Layer in chunk files; its methods raise DamagedChunk."""

    def __init__(self, folder: Folder, cut: Cut) -> None:
        self._folder = folder
        self._cut = cut

    def run(self, start: int, stop: int) -> Scores:
        """Return the scores of the slots from ``start`` up to ``stop``."""
        scores, block_size = np.empty(stop - start, np.int8), self._cut.block
        for first, block in self.blocks(range(start // block_size, -(-stop // block_size)) if stop > start else []):
            begin, end = max(first, start), min(first + len(block), stop)
            scores[begin - start : end - start] = block[begin - first : end - first]
        return scores

    def rows(self, rows: Indices, columns: int) -> Scores:
        """Return the scores of ``rows``, which ascend, one row after the other; each has ``columns`` scores."""
        scores = np.empty(len(rows) * columns, np.int8)
        starts = rows * columns
        spans = np.stack([starts, starts + columns], axis=1)
        for first, block in self.blocks(touched(spans, BLOCK, self._cut.size).tolist()):
            stop = first + len(block)
            low = int(np.searchsorted(starts, first - columns, "right"))
            high = int(np.searchsorted(starts, stop, "left"))
            for place, slot in enumerate(starts[low:high].tolist(), low):
                begin, end = max(first, slot), min(stop, slot + columns)
                scores[place * columns + begin - slot : place * columns + end - slot] = block[
                    begin - first : end - first
                ]
        return scores

    def blocks(self, numbers: Sequence[int]) -> Iterator[tuple[int, Scores]]:
        """Yield the blocks with these numbers, which ascend: the slot of the first score of each, and its scores."""
        unpack, size, length = decompressor(), self._cut.size, self._cut.block
        for chunk, group in groupby(numbers, lambda number: number // self._cut.blocks):
            name, some = self._cut.name(chunk), list(group)
            opened = _open_chunk(self._folder, name)
            try:
                packed = opened.blocks([number - chunk * self._cut.blocks for number in some])
                for number, block in zip(some, packed, strict=True):
                    first = number * length
                    yield first, np.frombuffer(unpack(block, min(length, size - first)), np.int8)
            except (IndexError, DamagedBook) as error:
                _open_chunk.cache_clear()  # it is made again, with other lengths perhaps
                raise DamagedChunk(name, str(error)) from error


def touched(spans: Indices, length: int, size: int) -> Indices:
    """Return the numbers, ascending, of the pieces of ``length`` of ``size`` slots that spans, shape (n, 2), touch."""
    first, last = spans[:, 0] // length, (spans[:, 1] - 1) // length
    counts, pieces = last - first + 1, -(-size // length)
    ends = np.cumsum(counts)
    if len(ends) and ends[-1] < pieces // _FEW:
        return np.unique(np.repeat(first - ends + counts, counts) + np.arange(ends[-1]))
    bounds = np.zeros(pieces + 1, np.int64)
    np.add.at(bounds, first, 1)
    np.add.at(bounds, last + 1, -1)
    return np.flatnonzero(np.cumsum(bounds)[:-1])


class WholeLayer:
    """Layer read from its chunks into an array, ``scores``, by all threads that need it, together."""

    def __init__(self, layer: ChunkedLayer, cut: Cut, scores: Scores) -> None:
        self._layer = layer
        self._cut = cut
        self._scores = scores
        self._to_read = deque(range(cut.chunks))
        self._missing = cut.chunks
        self._lock = Lock()
        self._read = Event()
        self._damage: DamagedChunk | None = None

    def scores(self) -> Scores:
        """Help to read the layer and return its scores, one dimension, when all are there; raises DamagedChunk."""
        while number := self._next():
            start, stop = self._cut.slots(number[0])
            try:
                self._scores[start:stop] = self._layer.run(start, stop)
            except DamagedChunk as damage:
                self._damage = damage
                self._read.set()
            with self._lock:
                self._missing -= 1
                if not self._missing:
                    self._read.set()
        self._read.wait()
        if self._damage:
            raise DamagedChunk(*self._damage.args)
        return self._scores

    @property
    def is_damaged(self) -> bool:
        """True if the layer could not be read."""
        return self._damage is not None

    def _next(self) -> tuple[int] | None:
        """Return the number of a chunk that no thread reads yet, as a tuple; None if there is none."""
        with self._lock:
            return (self._to_read.popleft(),) if self._to_read and not self._damage else None
