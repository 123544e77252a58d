"""Exactly uniform samples of the positions of a ply in which the game goes on, up to symmetry.

A slot of a book of blocks is drawn with equal odds, and dropped unless the game goes on there and it is the position's
own slot (``book.layout.rank``): so every position has the same odds. Drawing goes on until there are enough different
ones, and of these as many as asked for are chosen, all sets of that size with equal odds.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Mask
from oxobook.book.game.symmetry_arrays import Masks
from oxobook.book.layout.column_sets import ARRAYS
from oxobook.book.layout.rank import stones_at

_DRAWS = 1 << 20  # slots drawn at once


class Slots(Protocol):
    """Slots of the plies of a book."""

    def slots(self, ply: int) -> int:
        """Return their number."""

    def own_slots(self, ply: int, slots: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return those of some slots that are the own ones of positions in which the game goes on."""


def sampled_slots(table: Slots, ply: int, count: int, randomness: np.random.Generator) -> NDArray[np.int64]:
    """Return own slots, ascending, of ``count`` positions of a ply, or of all if there are fewer."""
    slots = table.slots(ply)
    if slots <= 4 * count:
        starts = range(0, slots, _DRAWS)
        parts = [table.own_slots(ply, np.arange(start, min(start + _DRAWS, slots))) for start in starts]
        kept = np.concatenate([np.zeros(0, np.int64), *parts])
    else:
        kept = np.zeros(0, np.int64)
        while len(kept) < count:
            drawn = randomness.integers(slots, size=min(_DRAWS, 2 * (count - len(kept)) + 100))
            kept = np.union1d(kept, table.own_slots(ply, np.unique(drawn)))
    return np.sort(randomness.choice(kept, min(count, len(kept)), replace=False))


def stones_at_slots(
    x_masks: Masks, full: Mask, ply: int, slots: NDArray[np.int64], columns: int
) -> tuple[Masks, Masks]:
    """Return the stones at slots of a ply, whose rows have these X-masks; ``columns``: number of slots of a row."""
    rows, rank = np.divmod(slots, columns)
    x = x_masks[rows]
    free, o, left = full & ~x, np.zeros_like(x), np.full(len(x), stones_at(ply)[1])
    for cell in reversed(range(full.bit_length())):
        stone = np.int64(1 << cell)
        below = ARRAYS.choose[left, ARRAYS.bits(free & stone - 1)]
        taken = (free & stone != 0) & (left > 0) & (rank >= below)
        o |= np.where(taken, stone, 0)
        rank = rank - np.where(taken, below, 0)
        left = left - taken
    return x, o
