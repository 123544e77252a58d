"""Index arithmetic of slots as tables, which the inner loops read of a layer and of its neighbours."""

from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Rules
from oxobook.book.layout.column_sets import rank_tables
from oxobook.book.layout.gravity_rank import height_rows, stack_columns_at
from oxobook.generator.gravity.block_kernels import (
    Links,
    Masks,
    Neighbour,
    Numbers,
    OtherLayer,
    OwnLayer,
    Scores,
)
from oxobook.generator.gravity.memory import WIDTH
from oxobook.generator.gravity.shape_kernels import CELLS_AT_ONCE, Shapes
from oxobook.generator.kernels.lines import line_shapes

_SHORT = 31
"""Largest number of cells whose masks are integers of 32 bits."""


def width_of(stones: int) -> int:
    """Return the number of low bits; fewer if a row is short, for each row has tables of all their subsets."""
    return min(WIDTH, stones, stones // 2 + 5)


def masks_type(cells: int) -> Any:
    """Return the type of all masks on a board of ``cells`` cells."""
    return np.int32 if cells <= _SHORT else np.int64


def here_of(cells: int, stones: int, colour: int) -> OwnLayer:
    """Return a layer of a board, to add or to take back stones of a colour: 0 for X, 1 for O."""
    width = width_of(stones)
    sets, first = _low_sets(width)
    return OwnLayer(
        stones, colour, stack_columns_at(stones), width, sets.astype(masks_type(cells)), first, _starts(stones, width)
    )


def there_of(here: OwnLayer, step: int) -> OtherLayer:
    """Return the layer with one stone more or fewer than another; with ``step`` 0 there is none to be read."""
    stones, width = here.stones + step, here.width
    other_width = min(max(width + step, 0), stones)
    low, high, rank_width = rank_tables(stones, stones // 2, here.sets.dtype)
    return OtherLayer(
        step,
        stack_columns_at(stones),
        _starts(stones, min(width, stones)),
        _starts(stones, other_width),
        _moved(here, step),
        low,
        high,
        rank_width,
    )


@lru_cache(8)
def _low_sets(width: int) -> tuple[Masks, Numbers]:
    """Return all masks of ``width`` bits, by the number of set bits, ascending, and where each number begins."""
    masks = np.arange(1 << width)
    sizes = np.array([0] + [comb(width, ones) for ones in range(width + 1)])
    ordered = masks[np.argsort(np.bitwise_count(masks), kind="stable")]
    return ordered.astype(np.int32), np.cumsum(sizes).astype(np.int64)


@lru_cache(8)
def _starts(stones: int, width: int) -> Numbers:
    """Return the first slot of the block of each value of the high bits, and the number of slots."""
    ones = stones // 2 - np.bitwise_count(np.arange(1 << stones - width)).astype(np.int64)
    sizes = np.array([comb(width, count) for count in range(width + 1)])
    fits = (ones >= 0) & (ones <= width)
    blocks = np.where(fits, sizes[ones.clip(0, width)], 0)
    return np.concatenate([[0], np.cumsum(blocks)]).astype(np.int64)


def _moved(here: OwnLayer, step: int) -> Masks:
    width, sets = here.width, here.sets.astype(np.int64)
    moved = np.zeros((width, len(sets)), here.sets.dtype)
    if not step:
        return moved
    others, first = _low_sets(width + step)
    places = np.empty(len(others), np.int64)
    places[others] = np.arange(len(others)) - first[np.bitwise_count(others)]
    for place in range(width):
        below = sets & (1 << place) - 1
        if step > 0:
            moved[place] = places[sets >> place << place + 1 | here.colour << place | below]
        else:
            fits = sets >> place & 1 == here.colour
            moved[place, fits] = places[(sets >> place + 1 << place | below)[fits]]
    return moved


Heights = NDArray[np.int8]
_Codes = NDArray[np.int64]


class HeightRows(NamedTuple):
    """Heights of a layer's columns, of one row of each pair of mirror images."""

    heights: Heights
    """Heights of each row's columns, shape (rows, columns)."""
    orbits: Scores
    """1 if a row is its own mirror image, else 2; shape (rows,)."""
    codes: _Codes
    """Heights of each row as a number, ascending; shape (rows,)."""
    most: int
    """Number of stones that a column holds."""


def mirrored_rows(rules: Rules, stones: int) -> HeightRows:
    """Return the rows of the layer with ``stones`` stones."""
    heights = np.array(height_rows(rules, stones), np.int8)[:, ::-1].copy()
    orbits = np.where((heights == heights[:, ::-1]).all(axis=1), 1, 2)
    return HeightRows(heights, orbits.astype(np.int8), _codes(heights, rules.rows), rules.rows)


def mirror_links(rows: HeightRows, others: HeightRows, step: int) -> Links:
    """Return each row's links by one stone more or fewer in each column, to rows that stand for mirror images too."""
    changed: Heights = rows.heights[:, None, :] + np.eye(rows.heights.shape[1], dtype=np.int8) * np.int8(step)
    possible = np.all((changed >= 0) & (changed <= rows.most), axis=-1)
    codes, mirrored = _codes(changed, rows.most), _codes(changed[..., ::-1], rows.most)
    targets = np.searchsorted(others.codes, np.minimum(codes, mirrored))
    return Links(np.where(possible, targets, -1).astype(np.int32), (codes <= mirrored).astype(np.uint8))


def _codes(heights: Heights, most: int) -> _Codes:
    """Return heights as numbers; shape (..., columns) to (...)."""
    return heights.astype(np.int64) @ (most + 1) ** np.arange(heights.shape[-1])


class PassStep(NamedTuple):
    """Tables that a pass reads of a ply and of the one beside it, in the kernels' form."""

    here: OwnLayer
    rows: HeightRows
    other: Neighbour


@lru_cache(2)
def reaching(rules: Rules, ply: int) -> PassStep:
    """Return the step that finds the slots that play reaches; not of ply 0."""
    here, rows = here_of(rules.cells, ply, (ply - 1) % 2), mirrored_rows(rules, ply)
    before = mirrored_rows(rules, ply - 1)
    return PassStep(here, rows, Neighbour(there_of(here, -1), mirror_links(rows, before, -1)))


@lru_cache(2)
def solving(rules: Rules, ply: int) -> PassStep:
    """Return the step that scores the slots; the last ply has no children."""
    here, rows, last = here_of(rules.cells, ply, ply % 2), mirrored_rows(rules, ply), ply == rules.cells
    after = rows if last else mirrored_rows(rules, ply + 1)
    return PassStep(here, rows, Neighbour(there_of(here, 0 if last else 1), mirror_links(rows, after, 1)))


@lru_cache(2)
def shapes_of(rules: Rules) -> Shapes:
    """Return the lines of a board as shapes, its cells numbered from the last."""
    found = line_shapes(rules, {cell: rules.cells - 1 - cell for cell in range(rules.cells)})
    longest = max(map(len, found), default=1)
    width = 1 + max(1, -(-(longest - 1) // CELLS_AT_ONCE)) * CELLS_AT_ONCE
    offsets = [shape + (0,) * (width - len(shape)) for shape in found]
    masks = masks_type(rules.cells)
    return Shapes(np.array(offsets, masks).reshape(-1, width), np.array(list(found.values()), masks))
