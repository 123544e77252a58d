"""The places of scores in a book of blocks under gravity, by the words of FORMAT.md.

Nothing here is shared with ``book.layout`` but the unpacking of a block: rows are listed by trying all heights, and a
set of O's stones has for its column the place where it stands among all sets of as many of the stones, ascending.
"""

from collections.abc import Iterator
from functools import cached_property
from math import comb

import numpy as np

from oxobook.book.verify.block_tables import XMasks
from oxobook.book.verify.geometry import Geometry, Ints
from oxobook.book.verify.score_table import ScoreTable, sets_of


class FallenRows(XMasks):
    """The rows of the tables, by the number of stones: heights as numbers; the first digit is the leftmost column's."""

    def __init__(self, geometry: Geometry) -> None:
        self._geometry = geometry
        rules = geometry.rules
        heights = np.indices([rules.rows + 1] * rules.columns).reshape(rules.columns, -1)
        code, image = self.codes(heights)
        stones = heights.sum(axis=0)
        self.open = [np.sort(code[(stones == count) & (code <= image)]) for count in range(geometry.cells + 1)]
        """Of each pair of mirror images the lesser."""

    def codes(self, heights: Ints) -> tuple[Ints, Ints]:
        """Heights of shape (columns, p) as numbers, and those of their mirror images."""
        rules = self._geometry.rules
        digits = (rules.rows + 1) ** np.arange(rules.columns)
        return digits[::-1] @ heights, digits @ heights

    def slots(self, ply: int) -> int:
        """The scores of a ply's table: for each row the ways to choose O's stones."""
        return len(self.open[ply]) * comb(ply, ply // 2)

    def runs(self) -> Iterator[tuple[int, int, bytes]]:
        """None: there are no X-masks."""
        return iter(())


class StackScores(ScoreTable):
    """The scores, many at a time."""

    @cached_property
    def _fallen(self) -> FallenRows:
        assert isinstance(self._masks, FallenRows)
        return self._masks

    def open_scores(self, ply: int, x: Ints, o: Ints) -> Ints:
        """The scores of positions in which the game goes on; raises DamagedBook where the book does not hold them."""
        rules, taken = self._geometry.rules, x | o
        column = sum(1 << row * rules.columns for row in range(rules.rows))
        heights = np.stack([np.bitwise_count(taken & column << place) for place in range(rules.columns)])
        code, image = self._fallen.codes(heights.astype(np.int64))
        here, there = self._column(ply, taken, o), self._column(ply, *map(self._mirrored, (taken, o)))
        columns = np.where(code < image, here, np.where(code > image, there, np.minimum(here, there)))
        rows = np.searchsorted(self._fallen.open[ply], np.minimum(code, image))
        return self._read(ply, rows * comb(ply, ply // 2) + columns)

    def _column(self, ply: int, taken: Ints, o: Ints) -> Ints:
        """The places of O's stones among the sets of as many stones."""
        numbered, number = np.zeros_like(o), np.zeros_like(o)
        for cell in reversed(range(self._geometry.cells)):
            numbered |= (o >> cell & 1) << number
            number += taken >> cell & 1
        columns: Ints = np.searchsorted(sets_of(ply, ply // 2), numbered)
        return columns

    def _mirrored(self, masks: Ints) -> Ints:
        """The mirror images."""
        columns = self._geometry.rules.columns
        image = np.zeros_like(masks)
        for cell in range(self._geometry.cells):
            row, column = divmod(cell, columns)
            image |= (masks >> cell & 1) << (row + 1) * columns - 1 - column
        return image
