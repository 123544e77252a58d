"""Slots of scores in the tables of a book of blocks, by the words of FORMAT.md: one arithmetic for all boards.

A row of a ply's table is a *base*: X's stones, none of them a line, or under gravity the heights of the columns. A
base is a number, the sum of its stones' numbers: the bits of their cells, or the powers of their columns. Of all images
of a position the one with the least base has the slot, and of these the one with the least set of O's stones. The set's
place is that among all sets of as many of the cells beside the base, or in it, in ascending order.

So where a score stands is arithmetic. Nothing is read from the file to say how much should be there, and nothing is
shared with the readers of ``book.layout``.
"""

from functools import reduce
from math import comb

import numpy as np

from oxobook.book.errors import DamagedBook
from oxobook.book.game.rules import MAX_CELLS
from oxobook.book.layout.block_reader import BLOCK
from oxobook.book.verify.geometry import BitSums, Geometry, Ints
from oxobook.book.verify.walk import distinct

_MOST_HEIGHTS = 1 << 20


class Slots:
    """Slots in the tables of some rules; each ply up to the last has a table, stored row by row."""

    def __init__(self, geometry: Geometry, last: int, room: int = 1 << 40) -> None:
        """Take the rows from the rules; raises DamagedBook for more bases than there is room for in a book."""
        self.last = last
        self._geometry = geometry
        cells, rules = geometry.cells, geometry.rules
        if geometry.stacked:
            # the first stone of a set is that of the last cell
            base = [(rules.rows + 1) ** (rules.columns - 1 - cell % rules.columns) for cell in range(cells)]
            places = range(cells)[::-1]
        else:
            base, places = [1 << cell for cell in range(cells)], range(cells)
        x = [[base[cell] << cells for cell in way] for way in geometry.ways]
        o = [
            [(geometry.stacked and base[cell] << cells) + (1 << places[cell]) for cell in way] for way in geometry.ways
        ]
        self._images = BitSums([[*one, *other] for one, other in zip(x, o, strict=True)], geometry.dtype)
        listed = _stacks(geometry, last, places) if geometry.stacked else _open_masks(geometry, (last + 1) // 2, room)
        self.rows, self._fields = [rows for rows, _ in listed], [fields for _, fields in listed]
        """Bases by their number of stones, ascending, and the cells that O may take with each."""

    def _shape(self, ply: int) -> tuple[int, int, int]:
        """Return the number of stones of a ply's bases, of cells that O may take, and of O's stones."""
        stones = ply if self._geometry.stacked else (ply + 1) // 2
        return stones, stones if self._geometry.stacked else self._geometry.cells - stones, ply // 2

    def count(self, ply: int) -> int:
        """Return the number of slots of a ply."""
        stones, *sets = self._shape(ply)
        return len(self.rows[stones]) * comb(*sets)

    @property
    def total(self) -> int:
        """Number of slots of all plies."""
        return sum(map(self.count, range(self.last + 1)))

    def blocks(self, ply: int) -> int:
        """Return the number of blocks of a ply."""
        return -(-self.count(ply) // BLOCK)

    def size(self, ply: int, number: int) -> int:
        """Return the number of scores of a block."""
        return min(BLOCK, self.count(ply) - number * BLOCK)

    def of(self, ply: int, keys: Ints) -> Ints:
        """Return the slots of positions of a ply in which the game goes on, in any orientation."""
        stones, *sets = self._shape(ply)
        standing: Ints = reduce(np.minimum, self._images.of(keys))
        rows = np.searchsorted(self.rows[stones], standing >> self._geometry.cells)
        column = places(standing & self._geometry.full, self._fields[stones][rows], ply // 2)
        slots: Ints = rows * comb(*sets) + column
        return slots


def _open_masks(geometry: Geometry, most: int, room: int) -> list[tuple[Ints, Ints]]:
    """Return X's stones without a line, with the cells that they leave free."""
    rows = [np.zeros(1, np.int64)]
    for _ in range(most):
        free = ((cell, rows[-1][rows[-1] >> cell & 1 == 0]) for cell in range(geometry.cells))
        masks = distinct(np.concatenate([geometry.canonical(some | 1 << cell) for cell, some in free]))[0]
        rows.append(masks[~geometry.has_line(masks)])
        if sum(map(len, rows)) > room:
            raise DamagedBook(
                f"expected X-masks of {geometry.rules}; the book has room for {room:,}, which are too few"
            )
    return [(masks, ~masks & geometry.full) for masks in rows]


def _stacks(geometry: Geometry, most: int, places: range) -> list[tuple[Ints, Ints]]:
    """Return the heights of columns, of each pair of mirror images the lesser, with the places of their stones."""
    rules, heights = geometry.rules, np.zeros((0, 1), np.int64)
    for _ in range(rules.columns):
        heights = np.concatenate([np.insert(heights, 0, height, axis=0) for height in range(rules.rows + 1)], axis=1)
        heights = heights[:, heights.sum(axis=0) <= most]
        if heights.shape[1] > _MOST_HEIGHTS:
            raise DamagedBook(
                f"expected fewer ways to fill the columns of {rules} with {most} stones than any book has"
            )
    digits = (rules.rows + 1) ** np.arange(rules.columns)
    code, image, stones = digits[::-1] @ heights, digits @ heights, heights.sum(axis=0)
    heights, code, stones = (one[..., code <= image] for one in (heights, code, stones))
    taken = np.zeros(len(code), geometry.dtype)
    for cell in range(geometry.cells):
        row, column = divmod(cell, rules.columns)
        taken |= (heights[column] >= rules.rows - row).astype(geometry.dtype) << places[cell]
    order = np.argsort(code)
    by_stones = [order[stones[order] == count] for count in range(most + 1)]
    return [(code[some], taken[some]) for some in by_stones]


_CHOOSE = np.array([[comb(n, size) for n in range(MAX_CELLS + 1)] for size in range(MAX_CELLS // 2 + 1)])


def places(members: Ints, fields: Ints, stones: int) -> Ints:
    """Return the places of sets of ``stones`` cells among all such sets of the fields, as masks in ascending order.

    The members c1 < c2 < ..., numbered within the fields, have the place C(c1, 1) + C(c2, 2) + ...
    """
    found: Ints = np.zeros(len(members), np.int64)
    for size in range(1, stones + 1):
        lowest = members & -members
        found += _CHOOSE[size][np.bitwise_count(fields & lowest - 1).astype(np.intp)]
        members = members ^ lowest
    return found
