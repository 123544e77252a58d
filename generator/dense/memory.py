"""Memory of a solve: how much of two layers is held at once, and how much of one is computed at once.

If both layers fit, they are held, which is fastest. Otherwise the next layer is held, if it fits, and the one that is
computed goes to its chunks' files. If not even that fits, a run of chunks is computed at a time, with the rows of the
next layer that they read: the more memory there is, the longer the run, and the fewer rows are read again.
"""

from functools import cache
from math import ceil, comb, inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Rules
from oxobook.book.game.symmetry_arrays import Keys
from oxobook.book.layout.block_reader import BLOCK
from oxobook.book.layout.rank import columns_at, stones_at
from oxobook.generator.machine import PROCESS, item_bytes
from oxobook.generator.position_counts import open_share, x_placements
from oxobook.generator.work.chunk_file import LEAST_BLOCKS, MOST_CHUNKS, Cut
from oxobook.generator.work.workers import Workers

Masks32 = NDArray[np.int32]
Scores = NDArray[np.int8]
Counts = NDArray[np.int64]
Flags = NDArray[np.bool_]


_ROWS = 64
"""Smallest number of rows of a chunk, so that few are computed twice."""


class MemoryLimits(NamedTuple):
    """Limits of what one process holds of the layers."""

    whole: float
    """Bytes of whole layers."""
    rows: float
    """Bytes of the rows that each of its threads has read."""


def cut_of(rules: Rules, ply: int, rows: int) -> Cut:
    """Return how a layer is cut, independent of memory: a process that goes on with a solve may have more or less."""
    columns = columns_at(rules, ply)
    size = rows * columns
    return Cut(ply, size, max(LEAST_BLOCKS, ceil(_ROWS * columns / BLOCK), ceil(size / BLOCK / MOST_CHUNKS)))


def limits_for(rules: Rules, workers: Workers) -> MemoryLimits:
    """Return the limits of a worker's memory, by what all workers may take."""
    if workers.share_memory and whole_memory(rules) <= workers.memory:
        return MemoryLimits(inf, inf)
    free: float = workers.memory - _fixed(rules)
    threads = workers.jobs / workers.processes
    if not workers.share_memory:
        workers.require_memory(rules, _fixed(rules), worker_memory(rules, threads))
        free = free / workers.processes - PROCESS - _rows_memory(rules)
    free = max(0, free - threads * _a_chunk(rules))
    return MemoryLimits(free, free / threads)


def least_memory(rules: Rules, jobs: int) -> int:
    """Return the number of bytes that the smallest chunks need."""
    return _fixed(rules) + ceil(jobs * (_a_chunk(rules) + _most_read(rules)))


def worker_memory(rules: Rules, threads: float) -> int:
    """Return the number of bytes that the smallest chunks need in a worker's process."""
    return ceil(threads * (_a_chunk(rules) + _most_read(rules)) + PROCESS + _rows_memory(rules))


def whole_memory(rules: Rules) -> int:
    """Return the number of bytes that hold two layers at once."""
    return _fixed(rules) + two_layers(rules)


def layer_sizes(rules: Rules) -> list[int]:
    """Return the estimated number of scores of each ply's table."""
    rows = _rows(rules)
    return [rows[stones_at(ply)[0]] * columns_at(rules, ply) for ply in range(rules.cells + 1)]


def two_layers(rules: Rules) -> int:
    """Return the bytes of the two largest consecutive layers."""
    sizes = layer_sizes(rules)
    scores: int = max(map(sum, zip(sizes, [*sizes[1:], 0], strict=True)))
    return scores * item_bytes(Scores)


def _fixed(rules: Rules) -> int:
    """Return the bytes that every solve takes: for the rows, and two flags a set of cells to find them."""
    finding: int = 2 * 2**rules.cells * item_bytes(Flags) + 2 * comb(rules.cells, rules.cells // 2) * item_bytes(Keys)
    return PROCESS + finding + _rows_memory(rules)


def _rows_memory(rules: Rules) -> int:
    return sum(_rows(rules)) * (item_bytes(Masks32) + item_bytes(Counts))


@cache
def _rows(rules: Rules) -> list[int]:
    """Return the estimated number of rows of the tables, by the number of X's stones."""
    return [ceil(count * open_share(rules, stones)) for stones, count in enumerate(x_placements(rules))]


def _chunk_scores(rules: Rules, ply: int) -> int:
    """Return the number of scores of a chunk, with the rows that it shares with its neighbours."""
    columns = columns_at(rules, ply)
    cut = cut_of(rules, ply, _rows(rules)[stones_at(ply)[0]])
    return min(cut.size, cut.blocks * BLOCK + 2 * columns)


@cache
def _most_read(rules: Rules) -> float:
    """Return the bytes of the rows of the next layer that one chunk can need if X is to move."""
    sizes = layer_sizes(rules)
    return max(
        min(_chunk_scores(rules, ply) * _read_for_each(rules, ply), sizes[ply + 1]) for ply in range(0, rules.cells, 2)
    )


@cache
def _a_chunk(rules: Rules) -> float:
    """Return the bytes of the largest chunk while it is computed and packed, with its rows of the next layer."""
    return max(
        _chunk_scores(rules, ply) * (2 + (_read_for_each(rules, ply) if ply % 2 else 0))
        for ply in range(rules.cells + 1)
    )


def _read_for_each(rules: Rules, ply: int) -> float:
    """Return the largest number of scores of the next layer read for each score of a ply."""
    if ply == rules.cells:
        return 0
    return rules.cells - ply if ply % 2 == 0 else columns_at(rules, ply + 1) / columns_at(rules, ply)
