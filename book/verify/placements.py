"""Scores of a plain board with too many positions to list by play: those of every placement of stones, row by row.

X's stones may have come in any order, and O's. So play reaches each placement without a line, and each in which one of
the last mover's stones has completed all of his lines. There are as many ways to reach it as orders that end so.
"""

from collections.abc import Iterator
from math import factorial

import numpy as np

from oxobook.book.info import LayerCounts
from oxobook.book.verify.counts import Tally, layer_counts
from oxobook.book.verify.geometry import Geometry, Ints
from oxobook.book.verify.scores import ScoreReader, check_scores
from oxobook.book.verify.slots import grown, sets_of, spread_out
from oxobook.book.verify.verdict import Findings

_AT_ONCE = 1 << 16


def check_placements(reader: ScoreReader, found: Findings) -> tuple[list[LayerCounts], int]:
    """Check the scores of all placements by those of their children; return the counts of all plies and drawn games."""
    geometry, layers, done, drawn = reader.geometry, list[LayerCounts](), 0, 0
    for ply in range(geometry.cells + 1):
        tally, last_stones = Tally(), 0
        for keys in _placements(reader, ply):
            last_stones += _check(reader, ply, keys, tally, found)
            found.tell(done + tally.positions, reader.store.info.positions)
        done += tally.positions
        if not tally.positions:
            break
        own, other = (ply + 1) // 2, ply // 2
        going_on = (tally.raw_positions - tally.raw_lines) * factorial(own) * factorial(other)
        last = own if ply % 2 else other
        by_line = last_stones * factorial(max(last - 1, 0)) * factorial(ply - last)
        drawn = going_on if ply == geometry.cells else 0
        layers.append(layer_counts(geometry.rules, ply, tally, going_on + by_line, by_line + drawn))
    return layers, drawn


def _placements(reader: ScoreReader, ply: int) -> Iterator[Ints]:
    """Yield the keys of a ply's placements that play may reach, X's stones up to symmetry, some at a time."""
    geometry, x_stones = reader.geometry, (ply + 1) // 2
    cells = geometry.cells
    sets = sets_of(cells - x_stones, ply // 2)
    rows = reader.slots.rows
    masks = grown(geometry, rows[x_stones - 1]) if ply % 2 else rows[x_stones]  # X may just have completed a line
    step = max(1, _AT_ONCE // len(sets))
    for start in range(0, len(masks), step):
        for first in range(0, len(sets), _AT_ONCE):
            x, some = masks[start : start + step], sets[first : first + _AT_ONCE]
            every_x, numbers = np.repeat(x, len(some)), np.tile(some, len(x))
            yield every_x | spread_out(numbers, ~every_x & geometry.full, cells) << cells


def last_stones(geometry: Geometry, masks: Ints) -> Ints:
    """Return, for each mask, the number of stones whose removal leaves no line."""
    counts = np.zeros(len(masks), dtype=np.int64)
    for cell in range(geometry.cells):
        held = masks >> cell & 1 == 1
        counts[held] += ~geometry.has_line(masks[held] ^ 1 << cell)
    return counts


def _check(reader: ScoreReader, ply: int, keys: Ints, tally: Tally, found: Findings) -> int:
    """Check and count placements of a ply; return the number of stones that can have completed their lines."""
    geometry = reader.geometry
    x, o = keys & geometry.full, keys >> geometry.cells
    last, other = (x, o) if ply % 2 else (o, x)
    swapped = o | x << geometry.cells
    own = (geometry.canonical(swapped) == swapped) & ~geometry.has_line(other)
    keys, last = keys[own], last[own]
    lines, stones = geometry.has_line(last), np.zeros(len(keys), np.int64)
    stones[lines] = last_stones(geometry, last[lines])
    reached = ~lines | (stones > 0)
    layer, scores = check_scores(reader, ply, keys[reached], found)
    orbits = geometry.orbits(layer.keys)
    tally.add(orbits, layer.lines, scores)
    return int((orbits * stones[reached]).sum())
