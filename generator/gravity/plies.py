"""What the passes read of a ply and of those around it, as the inner loops take it: made when it is asked for."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from oxobook.book.game.rules import Rules
from oxobook.generator.gravity.filled_rows import (
    Orders,
    Rows,
    mirror_links,
    mirrored_rows,
    row_orders,
    sorted_links,
    sorted_rows,
)
from oxobook.generator.gravity.indexing import here_of, masks_type, there_of
from oxobook.generator.gravity.kernels import CELLS_AT_ONCE, Here, Shapes
from oxobook.generator.gravity.tasks import Neighbour


class Counting(NamedTuple):
    """To count in how many ways stones come to lie so."""

    here: Here
    rows: Rows
    """Whose heights descend."""
    parents: Neighbour


class Reaching(NamedTuple):
    """To find what play reaches."""

    here: Here
    rows: Rows
    parents: Neighbour


class Ordering(NamedTuple):
    """To count the ways to reach where play goes on."""

    here: Here
    rows: Orders
    others: Neighbour
    """The layer's rows, in whatever order their columns are."""


class Solving(NamedTuple):
    """To score positions."""

    here: Here
    rows: Rows
    children: Neighbour


@lru_cache(2)
def counting(rules: Rules, ply: int) -> Counting:
    """Of a ply but the first."""
    here, rows, before = here_of(rules.cells, ply, (ply - 1) % 2), sorted_rows(rules, ply), sorted_rows(rules, ply - 1)
    return Counting(here, rows, Neighbour(there_of(here, -1), sorted_links(rows, before, -1)))


@lru_cache(2)
def reaching(rules: Rules, ply: int) -> Reaching:
    """Of a ply but the first."""
    here, rows = here_of(rules.cells, ply, (ply - 1) % 2), mirrored_rows(rules, ply)
    before = mirrored_rows(rules, ply - 1)
    return Reaching(here, rows, Neighbour(there_of(here, -1), mirror_links(rows, before, -1)))


@lru_cache(2)
def ordering(rules: Rules, ply: int) -> Ordering:
    """Of any ply."""
    here, rows = here_of(rules.cells, ply, 0), row_orders(sorted_rows(rules, ply), mirrored_rows(rules, ply))
    return Ordering(here, rows, Neighbour(there_of(here, 0), rows.links))


@lru_cache(2)
def solving(rules: Rules, ply: int) -> Solving:
    """Of any ply: the last one has no children."""
    here, rows, last = here_of(rules.cells, ply, ply % 2), mirrored_rows(rules, ply), ply == rules.cells
    after = rows if last else mirrored_rows(rules, ply + 1)
    return Solving(here, rows, Neighbour(there_of(here, 0 if last else 1), mirror_links(rows, after, 1)))


@lru_cache(2)
def shapes_of(rules: Rules) -> Shapes:
    """The lines of a board as shapes, its cells numbered from the last."""
    found: dict[tuple[int, ...], int] = {}
    for line in rules.lines:
        cells = sorted(rules.cells - 1 - cell for cell in range(rules.cells) if line >> cell & 1)
        shape = tuple(cell - cells[0] for cell in cells)
        found[shape] = found.get(shape, 0) | 1 << cells[0]
    longest = max(map(len, found), default=1)
    width = 1 + max(1, -(-(longest - 1) // CELLS_AT_ONCE)) * CELLS_AT_ONCE
    offsets = [shape + (0,) * (width - len(shape)) for shape in found]
    masks = masks_type(rules.cells)
    return Shapes(np.array(offsets, masks).reshape(-1, width), np.array(list(found.values()), masks))
