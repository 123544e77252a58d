"""The rows of a layer and the ways from one layer's rows to another's, as arrays.

Columns are numbered from the right, as the kernels do: ``book.layout.gravity_rank`` writes heights from the left. So
the tuple of a row's heights is a number whose least digit is column 0.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Rules
from oxobook.book.layout.gravity_rank import height_rows
from oxobook.generator.gravity.kernels import Links, Numbers, Scores

Heights = NDArray[np.int8]
_Codes = NDArray[np.int64]


class Rows(NamedTuple):
    """The heights of a layer's columns."""

    heights: Heights
    """Shape (rows, columns)."""
    orbits: Scores
    """1 where they are their own mirror image, else 2; shape (rows,)."""
    codes: _Codes
    """Each as a number, ascending; shape (rows,)."""
    most: int
    """How many stones a column holds."""


class Orders(NamedTuple):
    """Rows whose heights descend, each once for every row that has the same heights in some order."""

    heights: Heights
    """Shape (orders, columns)."""
    numbers: Numbers
    """Of the rows whose heights descend, ascending; shape (orders,)."""
    orbits: Scores
    """Of the others."""
    links: Links
    """To the others, of shape (orders, 1)."""


def mirrored_rows(rules: Rules, stones: int) -> Rows:
    """The rows of the layer with so many stones: one of each pair of mirror images."""
    return _rows(rules, np.array(height_rows(rules, stones), np.int8)[:, ::-1])


def sorted_rows(rules: Rules, stones: int) -> Rows:
    """The rows whose heights descend: what takes no notice of lines is alike in all orders of the columns."""
    return _rows(rules, np.unique(_descending(mirrored_rows(rules, stones).heights), axis=0))


def mirror_links(rows: Rows, others: Rows, step: int) -> Links:
    """From each row the ways by a stone more or less, by its column, to rows that stand for their mirror images too."""
    changed, possible = _changed(rows, step)
    columns = np.arange(changed.shape[-1])
    flipped = _codes(changed, rows.most) > _codes(changed[..., ::-1], rows.most)
    places = np.where(flipped[..., None], columns[::-1], columns)
    return _links(changed, places, possible, others)


def sorted_links(rows: Rows, others: Rows, step: int) -> Links:
    """The same to rows that stand for all orders of their columns."""
    changed, possible = _changed(rows, step)
    order = np.argsort(-changed, axis=-1, kind="stable")
    return _links(changed, np.argsort(order, axis=-1), possible, others)


def row_orders(descending: Rows, rows: Rows) -> Orders:
    """From the rows whose heights descend to those that have the same heights in some order."""
    order = np.argsort(-rows.heights, axis=-1, kind="stable")
    heights = np.take_along_axis(rows.heights, order, axis=-1)
    numbers = np.searchsorted(descending.codes, _codes(heights, rows.most))
    by_number = np.argsort(numbers, kind="stable")
    places = order[by_number, None, :].astype(np.int8)
    straight = (places == np.arange(places.shape[-1])).all(axis=-1)
    links = Links(by_number[:, None].astype(np.int32), straight.astype(np.uint8), places)
    return Orders(heights[by_number], numbers[by_number], rows.orbits[by_number], links)


def _rows(rules: Rules, heights: Heights) -> Rows:
    """Heights as rows, in their order."""
    codes = _codes(heights, rules.rows)
    order = np.argsort(codes)
    heights = np.ascontiguousarray(heights[order])
    orbits = np.where((heights == heights[:, ::-1]).all(axis=1), 1, 2)
    return Rows(heights, orbits.astype(np.int8), codes[order], rules.rows)


def _descending(heights: Heights) -> Heights:
    """The columns in the order of their heights."""
    return -np.sort(-heights, axis=-1)


def _codes(heights: NDArray[np.int8], most: int) -> _Codes:
    """Heights as numbers; shape (..., columns) to (...)."""
    return heights.astype(np.int64) @ (most + 1) ** np.arange(heights.shape[-1])


def _changed(rows: Rows, step: int) -> tuple[Heights, NDArray[np.bool_]]:
    """The heights with a stone more or less in each column, shape (rows, ways, columns), and whether they can be."""
    changed: Heights = rows.heights[:, None, :] + np.eye(rows.heights.shape[1], dtype=np.int8) * np.int8(step)
    possible: NDArray[np.bool_] = np.all((changed >= 0) & (changed <= rows.most), axis=-1)
    return changed, possible


def _links(changed: Heights, places: NDArray[np.int64], possible: NDArray[np.bool_], others: Rows) -> Links:
    """The ways to other rows; ``places``: where each column stands there."""
    placed = np.empty_like(changed)
    np.put_along_axis(placed, places, changed, axis=-1)
    targets = np.searchsorted(others.codes, _codes(placed, others.most))
    straight = (places == np.arange(changed.shape[-1])).all(axis=-1)
    return Links(np.where(possible, targets, -1).astype(np.int32), straight.astype(np.uint8), places.astype(np.int8))
