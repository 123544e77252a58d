"""Answers from blocks under gravity, for arrays of positions.

``book.layout.gravity_rank`` says where scores lie.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.reachability import is_reachable
from oxobook.book.game.rules import Rules
from oxobook.book.game.symmetry_arrays import Masks, batch_symmetry
from oxobook.book.layout.block_arrays import BlockTable, Flags, ply_of
from oxobook.book.layout.column_sets import ARRAYS
from oxobook.book.layout.gravity_rank import codes_of, row_codes, stack_columns_at
from oxobook.book.layout.rank import column_from_end
from oxobook.book.store.reader import Store


def stack_slots(rules: Rules, ply: int, x: Masks, o: Masks) -> NDArray[np.int64]:
    """Return the slots of positions of one ply, in any orientation, as int64; see ``book.layout.gravity_rank``."""
    symmetry = batch_symmetry(rules)
    image_x, image_o = (symmetry.key_image(masks, symmetry.order - 1) for masks in (x, o))
    own = column_from_end(x | o, o, ply // 2, ARRAYS)
    image = column_from_end(image_x | image_o, image_o, ply // 2, ARRAYS)
    code, image_code = codes_of(rules, x | o, ARRAYS)
    column = np.where(code < image_code, own, np.where(code > image_code, image, np.minimum(own, image)))
    rows = np.searchsorted(_rows(rules, ply), np.minimum(code, image_code))
    slots: NDArray[np.int64] = rows * stack_columns_at(ply) + column
    return slots


@lru_cache(maxsize=64)
def _rows(rules: Rules, ply: int) -> NDArray[np.int64]:
    return np.array(row_codes(rules, ply), dtype=np.int64)


class StackTable(BlockTable):
    """Scores of a book under gravity, many at a time."""

    def _slots(self, x: Masks, o: Masks) -> NDArray[np.int64]:
        return stack_slots(self._rules, ply_of(x, o), x, o)

    def _one_ending(self, last: Masks, other: Masks) -> Flags:
        """Return whether play in turn reaches these stones, which come in the numbers that the ply needs."""
        reached = super()._one_ending(last, other)
        x_last = np.bitwise_count(last) > np.bitwise_count(other)
        x, o = np.where(x_last, last, other), np.where(x_last, other, last)
        for place in np.flatnonzero(reached).tolist():
            reached[place] = is_reachable(self._rules, int(x[place]), int(o[place]))
        return reached


def table_of(rules: Rules, source: Store, plies: int | None) -> BlockTable:
    """Return the scores of a book, many at a time; ``plies``: those of a book of first plies."""
    last = rules.cells if plies is None else plies
    return StackTable(rules, source, last) if rules.stacked else BlockTable(rules, source, last)
