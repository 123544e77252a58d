"""Symmetries acting on NumPy arrays of keys: the batch path of the canonical form.

It gives for arrays what ``book.game.symmetry`` gives for one position, by the same order of symmetries; a test holds
the two equal. Keys are int64, one a position, in any order.
"""

from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import KEY_CELLS, Rules, require_keys
from oxobook.book.game.symmetry import chunk_shifts

Keys = NDArray[np.int64]
Masks = NDArray[np.int64]
_Scalar = TypeVar("_Scalar", bound=np.generic)

_CHUNK_BITS = 11  # tables of 16 KiB: they stay in the first-level cache, and many symmetries take few MB
_BLOCK = 1 << 14  # keys handled at once, so that the temporary arrays stay in the second-level cache


class BatchSymmetry:
    """Symmetry group of one board, acting on arrays.

    Keys are for boards whose keys fit an int64, else the methods that take them raise TooLarge; a pair of masks does
    for any board.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._cells = rules.cells
        permutations = rules.board.symmetries
        self.order = len(permutations)
        """Number of distinct symmetries."""
        goes_to = np.array(permutations, dtype=np.int64)
        self._inverse_cells = np.argsort(goes_to, axis=1)
        self._inverse_numbers = [permutations.index(tuple(inverse)) for inverse in self._inverse_cells.tolist()]
        fits = rules.cells <= KEY_CELLS  # else images are those of masks, the lower half of a key
        bits = np.concatenate([goes_to, goes_to + rules.cells], axis=1) if fits else goes_to
        width, self._shifts = chunk_shifts(bits.shape[1], _CHUNK_BITS)
        self._tables = [_subset_images(bits[:, shift : shift + width]) for shift in self._shifts]

    @property
    def nbytes(self) -> int:
        """Bytes of its tables."""
        return sum(table.nbytes for table in self._tables)

    def _parts(self, keys: Keys) -> list[Keys]:
        """Return the chunks of each key or mask, the places in the tables."""
        return [keys >> shift & table.shape[1] - 1 for shift, table in zip(self._shifts, self._tables, strict=True)]

    def _image(self, parts: list[Keys], symmetry: int) -> Keys:
        image: Keys = self._tables[0][symmetry].take(parts[0])
        for table, part in zip(self._tables[1:], parts[1:], strict=True):
            image |= table[symmetry].take(part)
        return image

    def key_image(self, keys: Keys, symmetry: int) -> Keys:
        """Return the key of each position's image, or the image of each mask or set of moves."""
        return self._image(self._parts(keys), symmetry)

    def canonical(self, keys: Keys) -> Keys:
        """Return the canonical key of each position; ``keys``: int64, shape (p,). Raises TooLarge."""
        require_keys(self._rules)
        least = keys.copy()
        for block in _blocks(least):
            parts = self._parts(block)
            for symmetry in range(1, self.order):
                np.minimum(block, self._image(parts, symmetry), out=block)
        return least

    def canonical_with_symmetry(self, keys: Keys) -> tuple[Keys, NDArray[np.uint8]]:
        """Return the canonical keys, and for each the first symmetry that gives it (uint8, shape (p,)).

        Raises TooLarge.
        """
        require_keys(self._rules)
        least = keys.copy()
        first = np.zeros(len(keys), dtype=np.uint8)
        for block, numbers in zip(_blocks(least), _blocks(first), strict=True):
            parts = self._parts(block)
            for symmetry in range(1, self.order):
                image = self._image(parts, symmetry)
                numbers[image < block] = symmetry
                np.minimum(block, image, out=block)
        return least, first

    def orbits(self, *masks: Masks) -> NDArray[np.uint8]:
        """Return the number of distinct images of each position, by its key, or by the masks of X and O (uint8)."""
        fixed = np.ones(len(masks[0]), dtype=np.uint8)
        for counts, blocks in zip(_blocks(fixed), zip(*map(_blocks, masks), strict=True), strict=True):
            parts = [self._parts(block) for block in blocks]
            for symmetry in range(1, self.order):
                alike = [self._image(part, symmetry) == block for part, block in zip(parts, blocks, strict=True)]
                counts += np.logical_and.reduce(alike)
        return np.uint8(self.order) // fixed

    def canonical_stones(self, x: Masks, o: Masks) -> tuple[Masks, Masks, NDArray[np.uint8]]:
        """Return the same for positions as the masks of X and O: canonical masks, and the first symmetries."""
        least_x, least_o, first = x.copy(), o.copy(), np.zeros(len(x), dtype=np.uint8)
        parts_x, parts_o = self._parts(x), self._parts(o)
        for symmetry in range(1, self.order):
            image_x, image_o = self._image(parts_x, symmetry), self._image(parts_o, symmetry)
            less = (image_o < least_o) | ((image_o == least_o) & (image_x < least_x))
            least_x[less], least_o[less], first[less] = image_x[less], image_o[less], symmetry
        return least_x, least_o, first

    def masks_back(self, masks: Masks, numbers: NDArray[np.uint8]) -> Masks:
        """Return moves on canonical boards as moves on the boards that the symmetries ``numbers`` took there."""
        images = np.zeros_like(masks)
        for symmetry, inverse in enumerate(self._inverse_numbers):
            chosen = np.flatnonzero(numbers == symmetry)
            images[chosen] = self.key_image(masks[chosen], inverse)
        return images

    def cells_back(self, cells: NDArray[np.int8], numbers: NDArray[np.uint8]) -> NDArray[np.int8]:
        """Return one cell each as ``masks_back`` does; -1 stays -1."""
        back = self._inverse_cells[numbers, cells % self._cells].astype(np.int8)
        back += (cells // self._cells * self._cells).astype(np.int8)
        back[cells < 0] = -1
        return back


def _subset_images(images: NDArray[np.int64]) -> Masks:
    """Return the images of all subsets of some bits, given where each goes under each symmetry, one a row.

    Shape (symmetries, 2 ** bits).
    """
    table = np.zeros((len(images), 1), dtype=np.int64)
    for image in images.T:
        table = np.concatenate([table, table | np.left_shift(1, image)[:, None]], axis=1)
    return table


def _blocks(array: NDArray[_Scalar]) -> list[NDArray[_Scalar]]:
    return [array[start : start + _BLOCK] for start in range(0, len(array), _BLOCK)]


@lru_cache(maxsize=16)
def batch_symmetry(rules: Rules) -> BatchSymmetry:
    """Return the group of these rules, built once."""
    return BatchSymmetry(rules)
