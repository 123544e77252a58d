"""Sizes of the layers and memory of a solve, computed from the rules alone."""

from functools import cache
from math import ceil, comb

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Rules
from oxobook.book.layout.rank import columns_at, stones_at
from oxobook.generator.layers.layer import chunk_size
from oxobook.generator.layers.memory import Needs, largest_two
from oxobook.generator.machine import PROCESS
from oxobook.generator.position_counts import fillings, open_share

Masks32 = NDArray[np.int32]
Scores = NDArray[np.int8]
Counts = NDArray[np.int64]
Flags = NDArray[np.bool_]

_ROW, _KEY = 12, 8
"""Bytes of a row, its mask and its orbit, and of a set of cells while rows are found."""


@cache
def needs_of(rules: Rules) -> Needs:
    """Return what a solve takes: two layers if they stay in memory, and the rows and two flags a set of cells."""
    sizes = layer_sizes(rules)
    whole, rows = largest_two(sizes), sum(_rows(rules)) * _ROW
    finding = 2 * 2**rules.cells + 2 * comb(rules.cells, rules.cells // 2) * _KEY
    fixed = PROCESS + finding + rows
    return Needs(fixed + whole, fixed, finding + rows, ceil(max(_task(rules, ply) for ply in range(rules.cells + 1))))


def layer_sizes(rules: Rules) -> list[int]:
    """Return the estimated number of scores of each ply's table."""
    rows = _rows(rules)
    return [rows[stones_at(ply)[0]] * columns_at(rules, ply) for ply in range(rules.cells + 1)]


@cache
def _rows(rules: Rules) -> list[int]:
    """Return the estimated number of rows of the tables, by the number of X's stones."""
    counts = fillings(rules)[: (rules.cells + 1) // 2 + 1]
    return [ceil(count * open_share(rules, stones)) for stones, count in enumerate(counts)]


def _task(rules: Rules, ply: int) -> float:
    """Return the bytes of a chunk of a ply, with the most that it can read of the next layer."""
    sizes, columns = [*layer_sizes(rules), 0], columns_at(rules, ply)
    scores = min(sizes[ply], max(chunk_size(sizes[ply]), columns))
    if ply % 2 == 0:
        return scores + min(scores * (rules.cells - ply), sizes[ply + 1])
    return scores + (scores * columns_at(rules, ply + 1) / columns if ply < rules.cells else 0)
