"""Slots of another layer that a part reads from a store: only those pages, of one array as long as the layer."""

import sys
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Rules
from oxobook.generator.gravity.block_kernels import Flags8, Part
from oxobook.generator.gravity.indexing import PassStep, shapes_of
from oxobook.generator.gravity.kernels import PAGE_BITS, mark_pages
from oxobook.generator.gravity.solve import Source

_LARGE = 1 << 28  # bytes
_NO_RESERVE = 0x4000 if sys.platform == "linux" else 0
"""Flag for mappings whose pages the system need not all have memory for; not in Python's mmap before 3.13."""


def fetch(rules: Rules, step: PassStep, part: Part, source: Source, wanted: Flags8) -> NDArray[Any]:
    """Return the values of a layer, filled at least where a part reads them; raises DamagedChunk.

    ``wanted``: see ``mark_pages``.
    """
    bounds = source.cut.bounds
    pages = np.zeros((source.cut.size >> PAGE_BITS) + 1, np.uint8)
    mark_pages(shapes_of(rules), step.here, step.other, step.rows.heights, wanted, part, pages)
    values = unfilled(source.cut.size + 1, source.dtype)  # one more: a list has slots for stones that do not fit
    firsts, lasts = bounds[:-1] >> PAGE_BITS, bounds[1:] - 1 >> PAGE_BITS
    for number in np.flatnonzero(np.maximum.reduceat(pages, firsts) | pages[lasts]).tolist():
        start, stop = source.cut.slots(number)
        chunk, read = source.part(number), pages[firsts[number] : lasts[number] + 1]
        for first, end in np.flatnonzero(np.diff(read, prepend=0, append=0)).reshape(-1, 2).tolist():
            low, high = (max(start, min(stop, int(firsts[number]) + page << PAGE_BITS)) for page in (first, end))
            values[low:high] = chunk[low - start : high - start]
    return values


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
