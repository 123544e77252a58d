"""Positions that play reaches, ply by ply: their moves, and the positions after them.

Moves are matrices of shape (m, p): a position has a column, with its moves by ascending cell. m is the most moves of
any of the p positions; ``NO_MOVE`` stands where a position has fewer.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.verify.geometry import NO_SCORE, Flags, Geometry, Ints, Scores
from oxobook.book.verify.residues import Residues, alike, reduced, spread

NO_MOVE = -1

_AT_ONCE = 1 << 14


class Part(NamedTuple):
    """Moves of consecutive positions of a layer."""

    span: slice
    """Places of the positions in the layer."""
    cells: NDArray[np.int8]
    """Cell of each move; a move with O, where either sign may be set, has the number of its cell after all cells."""
    places: NDArray[np.int32]
    """Place of the position after each move among the layer's children."""


class Layer(NamedTuple):
    """Positions of one ply, and all moves from them."""

    ply: int
    keys: Ints
    """Canonical keys, ascending; shape (p,)."""
    lines: Flags
    """True if the last mover has completed a line."""
    over: Flags
    parts: list[Part]
    children: Ints
    """Canonical keys after all moves, ascending, each once."""

    def best_scores(self, final: Scores, after: Scores) -> Scores:
        """Return the greatest score of each position's moves, given those of the children; ``final`` if it is over."""
        scores = final.copy()
        for span, _, places in self.parts:
            if len(places):
                worth = np.where(places == NO_MOVE, NO_SCORE, -after[places])
                scores[span] = np.where(self.over[span], final[span], worth.max(axis=0))
        return scores

    def ways_after(self, ways: Residues, chosen: "Chosen | None" = None) -> Residues:
        """Return the number of ways to reach each child, given those of the positions; by all moves, or by some.

        Fewer than 255 moves lead to a child: from no more positions than it has stones, on the cells that are free.
        """
        after = alike(0, len(self.children))
        for part in self.parts:
            every, going = chosen(part) if chosen else (part.places, part.places != NO_MOVE)
            for places, there in zip(every, going, strict=True):
                spread(after, places[there], ways[:, part.span][:, there])
        return reduced(after)


Chosen = Callable[[Part], tuple[NDArray[np.int32], Flags]]
"""Function that returns places after moves of a part, and which of these moves are chosen."""


def steps(part: Part) -> tuple[NDArray[np.int32], Flags]:
    """Choose one of several moves that lead to one canonical position."""
    ordered = np.sort(part.places, axis=0)
    chosen = ordered != NO_MOVE
    chosen[1:] &= ordered[1:] != ordered[:-1]
    return ordered, chosen


def layer_of(geometry: Geometry, ply: int, keys: Ints) -> Layer:
    """Return the layer of ascending canonical keys, all of ``ply`` stones."""
    layer = last_layer(geometry, ply, keys)
    found = []
    for start in range(0, len(keys), _AT_ONCE):
        span = slice(start, start + _AT_ONCE)
        free = np.where(layer.over[span], 0, geometry.moves(keys[span]))
        cells, children = _moves(geometry, ply, keys[span], free)
        different, places = distinct(children.ravel())
        layer.parts.append(Part(span, cells, places.reshape(cells.shape)))
        found.append(different)
    if not found:
        return layer
    every = np.sort(np.concatenate(found))
    every = every[_is_new(every) & (every != NO_MOVE)]
    for (_, _, places), different in zip(layer.parts, found, strict=True):
        among = np.searchsorted(every, different).astype(np.int32)
        among[different == NO_MOVE] = NO_MOVE
        places[:] = among[places]
    return layer._replace(children=every)


def last_layer(geometry: Geometry, ply: int, keys: Ints) -> Layer:
    """Return the layer without moves."""
    parts = (slice(start, start + _AT_ONCE) for start in range(0, len(keys), _AT_ONCE))
    lines = np.concatenate([np.zeros(0, np.bool_), *(geometry.ended(ply, keys[part]) for part in parts)])
    return Layer(ply, keys, lines, lines | (ply == geometry.cells), [], np.zeros(0, geometry.dtype))


def _moves(geometry: Geometry, ply: int, keys: Ints, free: Ints) -> tuple[NDArray[np.int8], Ints]:
    """Return the cells of all moves, and the canonical keys after them; ``free``: masks of moves."""
    shape = int(np.bitwise_count(free).max(initial=0)), len(keys)
    cells, children = np.full(shape, NO_MOVE, np.int8), np.full(shape, NO_MOVE, geometry.dtype)
    for number in range(shape[0]):
        playing = np.flatnonzero(free)
        lowest = free[playing] & -free[playing]
        cells[number, playing] = np.bitwise_count(lowest - 1)
        children[number, playing] = geometry.canonical(keys[playing] | lowest << geometry.shift(ply))
        free[playing] ^= lowest
    return cells, children


def distinct(keys: Ints) -> tuple[Ints, NDArray[np.int32]]:
    """Return keys ascending, each once, and the place of each among them."""
    order = np.argsort(keys)
    ordered, places = keys[order], np.empty(len(keys), np.int32)
    new = _is_new(ordered)
    places[order] = np.cumsum(new) - 1
    return ordered[new], places


def _is_new(ascending: Ints) -> Flags:
    """Return whether each key differs from the one before it."""
    new = np.ones(len(ascending), np.bool_)
    new[1:] = ascending[1:] != ascending[:-1]
    return new


def walk(geometry: Geometry, last: int) -> Iterator[Layer]:
    """Yield the layers that play reaches from the empty board, up to a last ply."""
    keys = np.zeros(1, geometry.dtype)
    for ply in range(last):
        layer = layer_of(geometry, ply, keys)
        yield layer
        keys = layer.children
        if not len(keys):
            return
    yield last_layer(geometry, last, keys)


def random_positions(geometry: Geometry, count: int, seed: int | None, least: int, most: int) -> Ints:
    """Return canonical keys of up to ``count`` positions of random games, ascending.

    Each game is stopped at a random ply from ``least`` to ``most``, unless it ends before.
    """
    random = np.random.default_rng(seed)
    keys = np.zeros(count, geometry.dtype)
    until = random.integers(least, most + 1, count)
    cells = np.arange((1 + geometry.endings.either) * geometry.cells).astype(geometry.dtype)
    for ply in range(most):
        going = np.flatnonzero(until > ply)
        over = geometry.ended(ply, keys[going])
        until[going[over]] = ply
        going = going[~over]
        free = geometry.moves(keys[going])
        weights = random.random((len(going), len(cells))) * (free[:, None] >> cells & 1)
        keys[going] |= geometry.bits(weights.argmax(axis=1) + geometry.shift(ply))
    return distinct(geometry.canonical(keys))[0]
