"""Images of masks of up to 64 cells under a board's symmetries, by tables of the images of each byte."""

from collections.abc import Sequence

import numpy as np

from oxobook.book.game.rules import Cell
from oxobook.generator.compilation import part
from oxobook.generator.instructions import Pointer, Words, signed

IMAGE_WORDS = 8 * 256
"""Number of words of the table of a symmetry."""


@part
def image_of(words: Pointer, table: int, mask: int) -> int:
    """Return the image of a mask under the symmetry whose table is at a place among some words."""
    image = 0
    for byte in range(8):
        image |= words[table + 256 * byte + (mask >> 8 * byte & 255)]
    return image


def image_tables(permutations: Sequence[Sequence[Cell]]) -> Words:
    """Return the tables of some symmetries, in one row; a permutation gives the place to which each bit goes."""
    tables = np.zeros((len(permutations), 8, 256), np.int64)
    for table, permutation in zip(tables, permutations, strict=True):
        for bit, place in enumerate(permutation):
            table[bit // 8, np.arange(256) >> bit % 8 & 1 == 1] |= signed(1 << place)
    return tables.ravel()
