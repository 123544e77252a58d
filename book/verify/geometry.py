"""Geometry of a board for arrays of masks, derived again from the words of FORMAT.md.

Lines are found by shifting the stones onto one another, not by a list of lines; images by tables made from the three
steps of a symmetry. Nothing here is shared with the rules and symmetries of ``book.game``, so that a mistake there
shows; ``book.game.notation`` only names cells in what is reported.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.notation import cells_of, coordinates
from oxobook.book.game.rules import KEY_CELLS, Rules

Ints = NDArray[np.int64]
"""Masks, keys or cells; on boards of more than ``KEY_CELLS`` cells an array of Python's integers, which are slow."""
Flags = NDArray[np.bool_]


ANIMALS = {
    "domino": (0, 1),
    "tic": (-1, 0, 1),
    "el": (1, 0, 1j),
    "fatty": (0, 1, 1j, 1 + 1j),
    "knobby": (-1, 0, 1, 1j),
    "skinny": (0, 1, 2, 3),
    "elly": (0, 1, 2, 2 + 1j),
    "tippy": (-1, 0, 1j, 1 + 1j),
}
"""Cells of each polyomino, as complex numbers: to the right, and up with j."""
WRAPS = {"": (False, False), "cylinder": (False, True), "torus": (True, True)}
"""For each kind of board, whether its top and bottom meet, and its left and right edge."""


class Geometry:
    """Geometry of some rules. Masks and keys are of shape (p,)."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cells = len(self._places())
        self.full = 2**self.cells - 1
        self.wide = self.cells > KEY_CELLS
        """True if the board has more cells than a key of 64 bits has room for."""
        self.dtype: Any = object if self.wide else np.int64
        """Type of masks and keys."""
        self.stacked = rules.gravity and rules.rows > 1
        """True if a cell may have to wait for the one below it."""
        self._wraps = WRAPS.get(rules.kind, (False, False))
        self._lattice = ((0, 1), (1, 0), (1, -1)) if rules.kind == "hex" else ((0, 1), (1, 0), (1, 1), (1, -1))
        turns = rules.rows == rules.columns and self._wraps[0] == self._wraps[1]
        self._steps = 2 if rules.gravity else 8 if turns else 4
        shifts_down, self._shifts_right = (
            size if wraps else 1 for size, wraps in zip((rules.rows, rules.columns), self._wraps, strict=True)
        )
        self._kept = (0, 3, 4, 7)[: self._steps // 2] if rules.kind == "hex" else range(self._steps)
        self._steps = len(self._kept)
        self.symmetries = self._steps * shifts_down * self._shifts_right
        """Number of symmetries, numbered from 0 as in FORMAT.md; some may move the cells alike."""
        self._listed_lines = self._runs() if any(self._wraps) else None
        if rules.kind in ANIMALS:
            self._listed_lines = placed(ANIMALS[rules.kind], self._places())
        """Lines of a board that is not plain."""
        self._empty = "/".join("." * rules.columns for _ in range(rules.rows))
        self.width = len(self._empty)
        """Length of a board's text."""
        self._floor = self.full ^ (2 ** max(self.cells - rules.columns, 0) - 1)
        self._directions = [
            (down * rules.columns + right, starts)
            for down, right in self._lattice
            if (starts := self._starts(down, right))
        ]
        bits, most = 2 * self.cells, 8 if self.wide else 16
        width = -(-bits // -(-bits // most))
        self._chunks = [(start, min(width, bits - start)) for start in range(0, bits, width)]

    def _places(self) -> list[tuple[int, int]]:
        return [divmod(cell, self.rules.columns) for cell in range(self.rules.rows * self.rules.columns)]

    def _starts(self, down: int, right: int) -> int:
        """Return the cells from which a line in a direction stays on the board."""
        rules, reach = self.rules, self.rules.k - 1
        return sum(
            1 << row * rules.columns + column
            for row in range(rules.rows)
            for column in range(rules.columns)
            if row + down * reach < rules.rows and 0 <= column + right * reach < rules.columns
        )

    def _runs(self) -> list[int]:
        """Return the lines of a board whose edges meet: runs of k different cells, by one step at a time."""
        rules, found = self.rules, set()
        for start in range(self.cells):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line, row, column, length = 0, *divmod(start, rules.columns), 0
                while length < rules.k and 0 <= row < rules.rows and 0 <= column < rules.columns:
                    line, length = line | 1 << row * rules.columns + column, length + 1
                    row, column = row + down, column + right
                    row = row % rules.rows if self._wraps[0] else row
                    column = column % rules.columns if self._wraps[1] else column
                if line.bit_count() == rules.k:
                    found.add(line)
        return sorted(found)

    def has_line(self, masks: Ints) -> Flags:
        """Return whether k stones of a mask stand in a straight line."""
        found = np.zeros(masks.shape, dtype=np.bool_)
        if self._listed_lines is not None:
            for line in self._listed_lines:
                found |= masks & line == line
            return found
        for step, starts in self._directions:
            begins = masks & starts
            for place in range(1, self.rules.k):
                begins = begins & masks >> step * place
            found |= begins != 0
        return found

    def playable(self, occupied: Ints) -> Ints:
        """Return the free cells; under gravity only those on the floor or on a stone."""
        free: Ints = ~occupied & self.full
        if not self.stacked:
            return free
        resting: Ints = free & (occupied >> self.rules.columns | self._floor)
        return resting

    def bits(self, cells: NDArray[np.integer[Any]]) -> Ints:
        """Return the mask of each cell; of a cell of O's in a key, counted on from X's, the key."""
        masks: Ints = np.ones(1, self.dtype) << cells.astype(self.dtype)
        return masks

    @cached_property
    def _tables(self) -> list[list[Ints]]:
        """Images of the chunks of a key under each symmetry."""
        return [self._image_tables(number) for number in range(self.symmetries)]

    def _image_tables(self, number: int) -> list[Ints]:
        """Return, for each chunk of a key's bits, the images of all its subsets."""
        tables = []
        for start, width in self._chunks:
            subsets = np.arange(1 << width).astype(self.dtype)
            image = np.zeros_like(subsets)
            for place in range(width):
                side, cell = divmod(start + place, self.cells)
                image |= (subsets >> place & 1) << side * self.cells + self._goes_to(cell, number)
            tables.append(image)
        return tables

    def _goes_to(self, cell: int, number: int) -> int:
        """Return the cell that a symmetry takes a cell to."""
        rules = self.rules
        shift, number = divmod(number, self._steps)
        number = self._kept[number]
        row, column = cell // rules.columns, cell % rules.columns
        if number & 4:
            row, column = column, row
        if number & 2:
            row = rules.rows - 1 - row
        if number & 1:
            column = rules.columns - 1 - column
        down, right = divmod(shift, self._shifts_right)
        return (row + down) % rules.rows * rules.columns + (column + right) % rules.columns

    def permutations(self) -> list[list[int]]:
        """Return the distinct symmetries, each as the cell that it takes each cell to; the identity comes first."""
        ways = ([self._goes_to(cell, number) for cell in range(self.cells)] for number in range(self.symmetries))
        return [list(way) for way in dict.fromkeys(map(tuple, ways))]

    def masks_back(self, masks: Ints, numbers: Ints) -> Ints:
        """Return the moves that the symmetry of each mask's number takes to the moves of the mask.

        A move with O, where either sign may be set, has the number of its cell after all cells.
        """
        back = np.zeros_like(masks)
        for cell in range(self.cells):
            images = np.array([self._goes_to(cell, number) for number in range(self.symmetries)], self.dtype)
            back |= (masks >> images[numbers] & 1) << cell
            if not self.wide:
                back |= (masks >> images[numbers] + self.cells & 1) << cell + self.cells
        return back

    def _images(self, keys: Ints) -> Iterator[Ints]:
        """Yield the key of each position's image, under one symmetry after the other."""
        parts = [(keys >> start & (1 << width) - 1).astype(np.intp, copy=False) for start, width in self._chunks]
        for tables in self._tables:
            image = tables[0][parts[0]]
            for table, part in zip(tables[1:], parts[1:], strict=True):
                image |= table[part]
            yield image

    def images(self, keys: Ints) -> Ints:
        """Return the images of positions, shape (p, symmetries)."""
        return np.stack(list(self._images(keys)), axis=1)

    def canonical(self, keys: Ints) -> Ints:
        """Return the least key among each position's images."""
        least = keys.copy()
        for image in self._images(keys):
            np.minimum(least, image, out=least)
        return least

    def orbits(self, keys: Ints) -> Ints:
        """Return the number of different images of each position."""
        images = self.images(keys)
        images.sort(axis=1)
        different: Ints = 1 + np.count_nonzero(np.diff(images, axis=1), axis=1)
        return different

    def boards(self, keys: Ints) -> NDArray[np.bytes_]:
        """Return the board texts."""
        width = self.width
        signs = np.frombuffer(b".XO?", dtype=np.uint8)
        texts = np.full((len(keys), width), ord("/"), dtype=np.uint8)
        texts[:] = np.frombuffer(self._empty.encode(), np.uint8)
        for cell, place in enumerate(one for one, sign in enumerate(self._empty) if sign == "."):
            stones = (keys >> cell & 1) + 2 * (keys >> self.cells + cell & 1)
            texts[:, place] = signs[stones.astype(np.intp, copy=False)]
        return texts.view(f"S{width}").ravel()

    def board(self, key: int) -> str:
        """Return one board text."""
        return bytes(self.boards(np.array([key], self.dtype))[0]).decode()

    def cell_names(self, mask: int) -> str:
        """Return cells as coordinates; a mask that does not fit the board as a number."""
        either = self.rules.convention in ("wild", "order")
        if not 0 <= mask < 1 << self.cells * (1 + either):
            return f"mask {mask}"
        names: Sequence[str] = coordinates(self.rules)
        if either:
            names = [f"{sign}{name}" for sign in "XO" for name in names]
        return " ".join(names[cell] for cell in cells_of(mask)) or "none"


def placed(shape: Iterable[complex], places: list[tuple[int, int]]) -> list[int]:
    """Return the sets of cells that a polyomino covers, turned and mirrored in all ways."""
    cell_of = {complex(column, -row): cell for cell, (row, column) in enumerate(places)}
    first, *_ = cells = list(shape)
    found = set()
    for turn, mirrored, at in product((1, 1j, -1, -1j), (False, True), cell_of):
        moved = [at + turn * (complex(one - first).conjugate() if mirrored else one - first) for one in cells]
        if all(one in cell_of for one in moved):
            found.add(sum(1 << cell_of[one] for one in moved))
    return sorted(found)
