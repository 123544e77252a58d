"""The arithmetic of slots as tables: what the inner loops read of a layer and of its neighbours."""

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np

from oxobook.book.layout.column_sets import rank_tables
from oxobook.book.layout.gravity_rank import stack_columns_at
from oxobook.generator.gravity.kernels import Here, Masks, Numbers, There
from oxobook.generator.gravity.memory import WIDTH

_SHORT = 31
"""The most cells of which masks are integers of 32 bits."""


def width_of(stones: int) -> int:
    """How many bits are low; fewer where a row is short, for each row has tables of all subsets of them."""
    return min(WIDTH, stones, stones // 2 + 5)


def masks_type(cells: int) -> Any:
    """The type of all masks on a board of so many cells."""
    return np.int32 if cells <= _SHORT else np.int64


def here_of(cells: int, stones: int, colour: int) -> Here:
    """A layer of a board of so many cells, to add or to take back stones of a colour: 0 for X, 1 for O."""
    width = width_of(stones)
    sets, first = _low_sets(width)
    return Here(
        stones, colour, stack_columns_at(stones), width, sets.astype(masks_type(cells)), first, _starts(stones, width)
    )


def there_of(here: Here, step: int) -> There:
    """The layer with a stone more or less than another, or as many."""
    stones, width = here.stones + step, here.width
    other_width = min(max(width + step, 0), stones)
    low, high, rank_width = rank_tables(stones, stones // 2, here.sets.dtype)
    return There(
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
    """All masks of so many bits, by how many are set, ascending; and where those with 0, 1, 2, ... begin, and end."""
    masks = np.arange(1 << width)
    sizes = np.array([0] + [comb(width, ones) for ones in range(width + 1)])
    ordered = masks[np.argsort(np.bitwise_count(masks), kind="stable")]
    return ordered.astype(np.int32), np.cumsum(sizes).astype(np.int64)


@lru_cache(8)
def _starts(stones: int, width: int) -> Numbers:
    """The first slot of the block of each value of the high bits, and the number of slots."""
    ones = stones // 2 - np.bitwise_count(np.arange(1 << stones - width)).astype(np.int64)
    sizes = np.array([comb(width, count) for count in range(width + 1)])
    fits = (ones >= 0) & (ones <= width)
    blocks = np.where(fits, sizes[ones.clip(0, width)], 0)
    return np.concatenate([[0], np.cumsum(blocks)]).astype(np.int64)


def _moved(here: Here, step: int) -> Masks:
    """See ``There.moved``."""
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
