"""Rows of another layer that a part reads: all of them in memory, from a store only the runs that it needs.

The rows follow one another in one array, as they do in the layer. Parts that are not read are not filled in, and the
system gives no memory for them.
"""

import sys
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.generator.gravity.block_kernels import Links, Neighbour
from oxobook.generator.gravity.solve import Source
from oxobook.generator.gravity.spans import Spans

_LARGE = 1 << 28  # bytes
_NO_RESERVE = 0x4000 if sys.platform == "linux" else 0
"""Flag for mappings whose pages the system need not all have memory for; not in Python's mmap before 3.13."""


class Rows(NamedTuple):
    """Rows of a layer."""

    values: NDArray[Any]
    """Values, one row after the other."""
    other: Neighbour
    """Neighbour whose links lead to the rows' places among them."""


def fetch(source: Source, other: Neighbour, spans: Spans) -> Rows:
    """Return the rows in which spans of slots lie, filled at least there; raises DamagedChunk."""
    columns, bounds = other.there.columns, source.cut.bounds
    rows = _touched(spans, np.arange(0, source.cut.size + 1, columns))
    links = _among(other.links, rows)
    if not len(rows):
        return Rows(np.zeros(1, source.dtype), Neighbour(other.there, links))
    # a run of rows that follow one another in the layer does so among them
    breaks = np.flatnonzero(np.diff(rows) > 1) + 1
    first_rows, places = rows[np.concatenate([[0], breaks])], np.concatenate([[0], breaks])
    starts, stops = first_rows * columns, (rows[np.concatenate([breaks - 1, [-1]])] + 1) * columns
    values = unfilled(len(rows) * columns + 1, source.dtype)  # one more: a list has slots for stones that do not fit
    for number in _touched(spans, bounds).tolist():
        first, end = source.cut.slots(number)
        part = source.part(number)
        for run in range(int(np.searchsorted(stops, first, "right")), int(np.searchsorted(starts, end, "left"))):
            start, stop = int(max(first, starts[run])), int(min(end, stops[run]))
            place = int(places[run]) * columns - int(starts[run])
            values[start + place : stop + place] = part[start - first : stop - first]
    return Rows(values, Neighbour(other.there, links))


def _touched(spans: Spans, bounds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of the pieces with these bounds in which spans of slots lie, ascending."""
    spans = spans[spans[:, 0] < spans[:, 1]]
    marks = np.zeros(len(bounds) + 1, np.int64)
    np.add.at(marks, np.searchsorted(bounds, spans[:, 0], "right") - 1, 1)
    np.add.at(marks, np.searchsorted(bounds, spans[:, 1], "left"), -1)
    return np.flatnonzero(np.cumsum(marks))


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
