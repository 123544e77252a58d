"""Geometry of a board for arrays of masks, derived again from the words of FORMAT.md.

Lines are found by shifting the stones onto one another, not by a list of lines; images by tables made from the three
steps of a symmetry. Nothing here is shared with the rules and symmetries of ``book.game``, so that a mistake there
shows; ``book.game.notation`` only names cells in what is reported.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import BookError
from oxobook.book.game.notation import cells_of, coordinates
from oxobook.book.game.rules import Rules

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

_CHUNK = 16
"""Largest number of a key's bits that one table of images takes."""


class Geometry:
    """Geometry of some rules. Masks and keys are int64 of shape (p,)."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cells = rules.rows * rules.columns
        self.full = 2**self.cells - 1
        self._floor = self.full ^ (2 ** (self.cells - rules.columns) - 1)
        self._directions = [
            (down * rules.columns + right, starts)
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
            if (starts := self._starts(down, right))
        ]
        width = -(-2 * self.cells // -(-2 * self.cells // _CHUNK))
        self._chunks = [(start, min(width, 2 * self.cells - start)) for start in range(0, 2 * self.cells, width)]
        self._tables = [self._image_tables(number) for number in self._symmetries()]

    def _starts(self, down: int, right: int) -> int:
        """Return the cells from which a line in a direction stays on the board."""
        rules, reach = self.rules, self.rules.k - 1
        return sum(
            1 << row * rules.columns + column
            for row in range(rules.rows)
            for column in range(rules.columns)
            if row + down * reach < rules.rows and 0 <= column + right * reach < rules.columns
        )

    def has_line(self, masks: Ints) -> Flags:
        """Return whether k stones of a mask stand in a straight line."""
        found = np.zeros(masks.shape, dtype=np.bool_)
        for step, starts in self._directions:
            begins = masks & starts
            for place in range(1, self.rules.k):
                begins = begins & masks >> step * place
            found |= begins != 0
        return found

    def playable(self, occupied: Ints) -> Ints:
        """Return the free cells; under gravity only those on the floor or on a stone."""
        free: Ints = ~occupied & self.full
        if not self.rules.gravity:
            return free
        resting: Ints = free & (occupied >> self.rules.columns | self._floor)
        return resting

    def _symmetries(self) -> list[int]:
        """Return the numbers of FORMAT.md; duplicates do not change a least image or a set of images."""
        if self.rules.gravity:
            return [0, 1]
        return list(range(8 if self.rules.rows == self.rules.columns else 4))

    def _image_tables(self, number: int) -> list[Ints]:
        """Return, for each chunk of a key's bits, the images of all its subsets."""
        tables = []
        for start, width in self._chunks:
            subsets = np.arange(1 << width, dtype=np.int64)
            image = np.zeros_like(subsets)
            for place in range(width):
                side, cell = divmod(start + place, self.cells)
                image |= (subsets >> place & 1) << side * self.cells + self._goes_to(cell, number)
            tables.append(image)
        return tables

    def _goes_to(self, cell: int, number: int) -> int:
        """Return the cell that a symmetry takes a cell to."""
        rules = self.rules
        row, column = cell // rules.columns, cell % rules.columns
        if number & 4:
            row, column = column, row
        if number & 2:
            row = rules.rows - 1 - row
        if number & 1:
            column = rules.columns - 1 - column
        return row * rules.columns + column

    @property
    def symmetries(self) -> int:
        """Number of symmetries, numbered from 0; some may move the cells alike."""
        return len(self._tables)

    def turned(self, keys: Ints, numbers: Ints) -> Ints:
        """Return the image of each position under the symmetry of its number."""
        images: Ints = np.stack(list(self._images(keys)))[numbers, np.arange(len(keys))]
        return images

    def ways(self, keys: Ints) -> Ints:
        """Return, for each position, the number of the first symmetry that leads to its canonical one."""
        first: Ints = np.stack(list(self._images(keys))).argmin(axis=0)
        return first

    def masks_back(self, masks: Ints, numbers: Ints) -> Ints:
        """Return the cells that the symmetry of each mask's number takes to the cells of the mask."""
        back = np.zeros_like(masks)
        for cell in range(self.cells):
            images = np.array([self._goes_to(cell, number) for number in range(self.symmetries)])
            back |= (masks >> images[numbers] & 1) << cell
        return back

    def _images(self, keys: Ints) -> Iterator[Ints]:
        """Yield the key of each position's image, under one symmetry after the other."""
        parts = [keys >> start & (1 << width) - 1 for start, width in self._chunks]
        for tables in self._tables:
            image = tables[0][parts[0]]
            for table, part in zip(tables[1:], parts[1:], strict=True):
                image |= table[part]
            yield image

    def canonical(self, keys: Ints) -> Ints:
        """Return the least key among each position's images."""
        least = keys.copy()
        for image in self._images(keys):
            np.minimum(least, image, out=least)
        return least

    def orbits(self, keys: Ints) -> Ints:
        """Return the number of different images of each position."""
        images = np.stack(list(self._images(keys)), axis=1)
        images.sort(axis=1)
        different: Ints = 1 + np.count_nonzero(np.diff(images, axis=1), axis=1)
        return different

    def boards(self, keys: Ints) -> NDArray[np.bytes_]:
        """Return the board texts."""
        width = self.cells + self.rules.rows - 1
        texts = np.full((len(keys), width), ord("/"), dtype=np.uint8)
        for cell in range(self.cells):
            stones = (keys >> cell & 1) + 2 * (keys >> self.cells + cell & 1)
            texts[:, cell + cell // self.rules.columns] = np.frombuffer(b".XO?", dtype=np.uint8)[stones]
        return texts.view(f"S{width}").ravel()

    def board(self, key: int) -> str:
        """Return one board text."""
        return bytes(self.boards(np.array([key], dtype=np.int64))[0]).decode()

    def cell_names(self, mask: int) -> str:
        """Return cells as coordinates; a mask that does not fit the board as a number."""
        if not 0 <= mask <= self.full:
            return f"mask {mask}"
        names = coordinates(self.rules)
        return " ".join(names[cell] for cell in cells_of(mask)) or "none"


@lru_cache(maxsize=4)
def geometry_of(rules: Rules) -> Geometry:
    """Return the geometry of these rules, built once; raises BookError for an unknown kind of board."""
    if rules.kind:
        raise BookError(f"the verifier knows the plain board only; the book is of {rules}")
    return Geometry(rules)
