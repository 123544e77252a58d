"""Sums of all subsets of some bits, by which tables renumber masks."""

from typing import Any

from numpy.typing import NDArray

from oxobook.generator.compilation import part


@part
def sum_subsets(bits: NDArray[Any], table: NDArray[Any]) -> None:
    """Write the sum of every subset of some bits, shape (2 ** len(bits),), of their type."""
    table[0] = 0
    for b in range(len(bits)):
        without, within, bit = table[: 1 << b], table[1 << b : 2 << b], bits[b]
        for t in range(1 << b):
            within[t] = without[t] | bit
