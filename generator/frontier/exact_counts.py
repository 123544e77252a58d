"""Exact counts past 64 bits, as NumPy arrays of limbs.

A count is cut into limbs of 26 bits, least first: an array of p counts is int64 of shape (limbs, p). With 26 bits a
sum of up to 2**27 limbs is still exact in a double, which is what ``numpy.bincount`` adds in.
"""

from itertools import pairwise
from math import factorial

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Rules

Limbs = NDArray[np.int64]

BITS = 26


def width(rules: Rules) -> int:
    """Return the number of limbs for a board's sequences: at most N factorial, times the choices of signs."""
    return -(-(factorial(rules.cells).bit_length() + rules.move_bits - rules.cells) // BITS)


def ones(count: int, rules: Rules) -> Limbs:
    """Return ``count`` counts of one."""
    limbs = np.zeros((width(rules), count), dtype=np.int64)
    limbs[0] = 1
    return limbs


def scatter_sum(limbs: Limbs, sources: NDArray[np.integer], targets: NDArray[np.integer], size: int) -> Limbs:
    """Return counts summed along edges: result[:, t] is the sum of limbs[:, s] over the edges (s, t).

    Shape (limbs, size).
    """
    sums = [np.bincount(targets, weights=row[sources], minlength=size).astype(np.int64) for row in limbs]
    return carried(np.array(sums))


def carried(limbs: Limbs) -> Limbs:
    """Return the same counts with every limb but the last below 2**26; works in place."""
    for low, high in pairwise(limbs):
        high += low >> BITS
        low &= (1 << BITS) - 1
    return limbs


def total(limbs: Limbs) -> int:
    """Return the sum of all the counts, as an exact integer."""
    return sum(int(row.sum()) << BITS * place for place, row in enumerate(limbs))
