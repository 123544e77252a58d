"""Loader of rows of another layer that a chunk reads: only the runs that it needs, from chunks' files.

The rows follow one another in one array, as they do in the layer. Parts that are not read are not filled in, and the
system gives no memory for them.
"""

import sys
from collections.abc import Iterator, Sequence
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from oxobook.book.layout.block_reader import BLOCK
from oxobook.generator.gravity.kernels import Flags8, Links, Neighbour
from oxobook.generator.gravity.memory import GravitySolve
from oxobook.generator.gravity.spans import Spans
from oxobook.generator.work.chunked_layer import ChunkedLayer, touched

_LARGE = 1 << 28  # bytes
_NO_RESERVE = 0x4000 if sys.platform == "linux" else 0
"""Flag for mappings whose pages the system need not all have memory for; not in Python's mmap before 3.13."""


class LayerSource(Protocol):
    """Layer in files; a block holds 65,536 slots."""

    size: int
    """Number of its slots."""
    dtype: Any
    """Type of the values in its slots."""

    def blocks(self, numbers: Sequence[int]) -> Iterator[tuple[int, NDArray[Any]]]:
        """Yield the first slot and the values of blocks by their numbers, ascending; raises DamagedChunk."""


class OpenSource:
    """Flags of slots where play goes on, a byte each; see ``LayerSource``."""

    dtype = np.uint8

    def __init__(self, solve: GravitySolve, ply: int) -> None:
        self._layer = ChunkedLayer(solve.folder, solve.open[ply])
        self.size = solve.scores[ply].size

    def blocks(self, numbers: Sequence[int]) -> Iterator[tuple[int, NDArray[Any]]]:
        for first, block in self._layer.blocks(numbers):
            yield 8 * first, np.unpackbits(block.view(np.uint8), count=min(BLOCK, self.size - 8 * first))

    def run(self, start: int, stop: int) -> Flags8:
        """Return the slots from ``start`` up to ``stop``."""
        first = start // 8
        bits = self._layer.run(first, -(-stop // 8)).view(np.uint8)
        return np.unpackbits(bits, count=stop - 8 * first)[start - 8 * first :]


class ScoreSource:
    """Scores; slots where play does not go on are lost by a line; see ``LayerSource``."""

    dtype = np.int8

    def __init__(self, solve: GravitySolve, ply: int) -> None:
        rules = solve.rules
        self._layer = ChunkedLayer(solve.folder, solve.scores[ply])
        self._open = OpenSource(solve, ply)
        self._over = np.int8(rules.terms.line_score(ply, rules.cells))
        self.size = solve.scores[ply].size

    def blocks(self, numbers: Sequence[int]) -> Iterator[tuple[int, NDArray[Any]]]:
        both = zip(self._open.blocks(numbers), self._layer.blocks(numbers), strict=True)
        for (_, going_on), (first, scores) in both:
            yield first, scores + (going_on ^ 1).view(np.int8) * self._over  # where it does not go on there is a 0


class Fetched(NamedTuple):
    """Rows of a layer."""

    values: NDArray[Any]
    """Values, one row after the other."""
    other: Neighbour
    """Neighbour whose links lead to the rows' places among them."""


def fetch(source: LayerSource, other: Neighbour, spans: Sequence[Spans]) -> Fetched:
    """Return the rows in which slots lie, filled at least at those slots; raises DamagedChunk."""
    columns, wanted = other.there.columns, np.concatenate(spans)
    rows = touched(wanted, columns, source.size)
    if not len(rows):
        return Fetched(np.zeros(1, source.dtype), Neighbour(other.there, _among(other.links, rows)))
    # a run of rows that follow one another in the layer does so among them
    breaks = np.flatnonzero(np.diff(rows) > 1) + 1
    first_rows, places = rows[np.concatenate([[0], breaks])], np.concatenate([[0], breaks])
    starts, stops = first_rows * columns, (rows[np.concatenate([breaks - 1, [-1]])] + 1) * columns
    values = unfilled(len(rows) * columns + 1, source.dtype)  # what fits nowhere may be looked for behind the last one
    for first, block in source.blocks(touched(wanted, BLOCK, source.size).tolist()):
        end = first + len(block)
        for run in range(int(np.searchsorted(stops, first, "right")), int(np.searchsorted(starts, end, "left"))):
            start, stop = int(max(first, starts[run])), int(min(end, stops[run]))
            place = int(places[run]) * columns - int(starts[run])
            values[start + place : stop + place] = block[start - first : stop - first]
    return Fetched(values, Neighbour(other.there, _among(other.links, rows)))


def unfilled(size: int, dtype: Any) -> NDArray[Any]:
    """Return an array of which only pages that are written to take memory.

    All such arrays together may be larger than the memory.
    """
    length = size * np.dtype(dtype).itemsize
    if length < _LARGE:
        return np.empty(size, dtype)
    try:
        return np.frombuffer(mmap(-1, length, MAP_PRIVATE | MAP_ANONYMOUS | _NO_RESERVE), dtype)
    except OSError as error:
        raise MemoryError(str(error)) from error


def _among(links: Links, rows: NDArray[np.int64]) -> Links:
    """Return the links to rows by their places among some; links to others lead nowhere."""
    places = np.full(max(int(links.targets.max(initial=0)), int(rows.max(initial=0))) + 2, -1, np.int32)
    places[rows] = np.arange(len(rows))
    return links._replace(targets=places[links.targets])  # -1 is the last place, where there is no row
