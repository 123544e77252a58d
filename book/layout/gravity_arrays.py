"""Slots of arrays of positions under gravity, as ``book.layout.gravity_rank`` gives them for one."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Rules
from oxobook.book.game.symmetry_arrays import Masks, batch_symmetry
from oxobook.book.layout.column_sets import ARRAYS
from oxobook.book.layout.gravity_rank import codes_of, row_codes, stack_columns_at
from oxobook.book.layout.rank import column_from_end


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
