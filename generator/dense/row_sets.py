"""Rows of the tables: the X-masks that play reaches, by number of stones, found once in each process."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.bits import has_line
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.symmetry_arrays import batch_symmetry
from oxobook.book.layout.block_reader import RUN
from oxobook.generator.dense.row_kernels import MaskRows

_AT_ONCE = 1 << 22  # masks


@dataclass
class RowSets:
    """X-masks with the same number of stones, up to symmetry, that play reaches."""

    open: MaskRows
    """X-masks without a line: the rows of the tables."""
    won: MaskRows
    """X-masks whose lines share a stone."""


def row_sets(rules: Rules) -> Iterator[RowSets]:
    """Yield the X-masks by their number of stones, from none up to X's last."""
    found = np.zeros(1, dtype=np.int64)
    for stones in range((rules.cells + 1) // 2 + 1):
        won = has_line(rules.lines, found)
        yield RowSets(_rows(rules, found[~won]), _rows(rules, found[won]))
        if stones < (rules.cells + 1) // 2:
            found = _children(rules, found[~won])


@lru_cache(1)
def all_row_sets(rules: Rules) -> list[RowSets]:
    """Return the X-masks by their number of stones, found once a process."""
    return list(row_sets(rules))


def _children(rules: Rules, masks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the X-masks up to symmetry with one more stone, ascending; works on a part of them at a time."""
    symmetry = batch_symmetry(rules)
    reached, least = np.zeros((2, 1 << rules.cells), dtype=np.bool_)
    for some in (masks[start : start + _AT_ONCE] for start in range(0, len(masks), _AT_ONCE)):
        for cell in range(rules.cells):
            reached[some[some >> cell & 1 == 0] | 1 << cell] = True
    for start in range(0, len(reached), _AT_ONCE):
        least[symmetry.canonical(np.flatnonzero(reached[start : start + _AT_ONCE]) + start)] = True
    return np.flatnonzero(least)


def some_rows(rows: MaskRows, start: int, stop: int) -> MaskRows:
    """Return the rows from ``start`` up to ``stop``."""
    return MaskRows(rows.masks[start:stop], rows.orbits[start:stop])


def _rows(rules: Rules, masks: NDArray[np.int64]) -> MaskRows:
    return MaskRows(masks.astype(np.int32), batch_symmetry(rules).orbits(masks).astype(np.int64))


def packed_masks(rules: Rules) -> Iterator[tuple[int, Mask, bytes]]:
    """Yield the X-masks as the book stores them: number of stones, a run's first mask, and the run."""
    for stones, one in enumerate(all_row_sets(rules)):
        masks = one.open.masks
        for start in range(0, len(masks), RUN):
            run = masks[start : start + RUN]
            yield stones, int(run[0]), run.astype("<i4").tobytes()
