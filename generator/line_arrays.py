"""Lines in arrays of masks."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Rules

_Whole = TypeVar("_Whole", bound=np.integer)


def completes_line(rules: Rules, masks: NDArray[_Whole]) -> NDArray[np.bool_]:
    """Whether each mask holds a whole line; masks of 64 cells are unsigned."""
    found = np.zeros(len(masks), dtype=np.bool_)
    for line in np.array(rules.lines, dtype=masks.dtype):
        found |= masks & line == line
    return found
