"""Exact counts past 64 bits, each as its residues modulo 2^64 and modulo 2^56 - 1.

The two moduli have no common divisor, so the residues tell apart all numbers below 2^119. No count of a book comes
near: of games on 31 cells there are fewer than 3 * 31! < 2^115.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Residues = NDArray[np.uint64]
"""Residues of counts, shape (2, p): modulo 2^64, where sums wrap by themselves, and modulo 2^56 - 1."""

_ODD = 2**56 - 1


def alike(number: int, size: int) -> Residues:
    """Return the same small count for each of ``size`` positions."""
    return np.full((2, size), number, dtype=np.uint64)


def reduced(counts: Residues) -> Residues:
    """Reduce sums of at most 255 residues to residues, in place."""
    counts[1] %= np.uint64(_ODD)
    return counts


def spread(counts: Residues, places: NDArray[np.integer[Any]], more: Residues) -> None:
    """Add each of some counts at its place, in place; ``reduced`` takes up to 255 at one place."""
    for residue, added in zip(counts, more, strict=True):
        np.add.at(residue, places, added)


def whole(counts: Residues) -> int:
    """Return the sum of all counts as an integer."""
    wrapped = int(counts[0].sum(dtype=np.uint64))
    odd = (int((counts[1] >> np.uint64(32)).sum()) << 32) + int((counts[1] & np.uint64(0xFFFFFFFF)).sum())
    return wrapped + (odd - wrapped) * pow(2**64, -1, _ODD) % _ODD * 2**64
