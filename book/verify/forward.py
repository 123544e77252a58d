"""Positions ply by ply: their moves, the positions after them, and the ways to reach them.

A position has a column of *slots*, one for each cell it may play, by ascending cell: matrices of shape (s, p), where s
is the most moves of any of the p positions.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from oxobook.book.verify.geometry import Flags, Geometry, Ints
from oxobook.book.verify.residues import Residues, alike, spread
from oxobook.book.verify.verdict import Findings

NO_MOVE = -1
MISSING = -2

_BLOCK = 1 << 14


@dataclass
class Moves:
    """Positions of one ply and their moves."""

    ply: int
    keys: Ints
    lines: Flags
    """True if the last mover has completed a line."""
    over: Flags
    cells: NDArray[np.int8]
    """Cell of each slot, shape (s, p); ``NO_MOVE`` if a position has fewer moves."""
    children: Ints
    """Canonical key after each move, shape (s, p); ``NO_MOVE`` likewise."""


def moves_of(geometry: Geometry, ply: int, keys: Ints) -> Moves:
    """Return the moves of positions that all have ``ply`` stones."""
    lines = geometry.ended(ply, keys)
    free = np.where(lines, 0, geometry.moves(keys))
    slots = int(np.bitwise_count(free).max(initial=0))
    cells = np.full((slots, len(keys)), NO_MOVE, dtype=np.int8)
    children = np.full((slots, len(keys)), NO_MOVE, dtype=geometry.dtype)
    side = geometry.shift(ply)
    over = free == 0
    for slot in range(slots):
        playing = np.flatnonzero(free)
        lowest = free[playing] & -free[playing]
        cells[slot, playing] = np.bitwise_count(lowest - 1)
        children[slot, playing] = geometry.canonical(keys[playing] | lowest << side)
        free[playing] ^= lowest
    return Moves(ply, keys, lines, over, cells, children)


def places_of(children: Ints, keys: Ints) -> NDArray[np.int32]:
    """Return the indices of child keys, shape (s, p), among ascending keys; ``NO_MOVE`` stays, others ``MISSING``."""
    if not len(keys):
        return np.where(children == NO_MOVE, NO_MOVE, MISSING).astype(np.int32)
    places = np.searchsorted(keys, children).clip(max=len(keys) - 1)
    places[keys[places] != children] = MISSING
    places[children == NO_MOVE] = NO_MOVE
    return places.astype(np.int32)


def add_missing(geometry: Geometry, moves: Moves, places: NDArray[np.int32], found: Findings) -> None:
    """Add a finding for each child that ``places`` say is missing."""
    for slot, parent in np.argwhere(places == MISSING):
        child = geometry.board(int(moves.children[slot, parent]))
        found.add(child, "reached from " + geometry.board(int(moves.keys[parent])), "in the book", "missing")


def random_positions(geometry: Geometry, count: int, seed: int | None, ply: int | None = None) -> Ints:
    """Return the canonical keys of up to ``count`` positions of random games, of any ply or of one, ascending."""
    random = np.random.default_rng(seed)
    keys = np.zeros(count, geometry.dtype)
    until = random.integers(0, geometry.cells + 1, count) if ply is None else np.full(count, ply)
    cells = np.arange((1 + geometry.endings.either) * geometry.cells).astype(geometry.dtype)
    for number in range(geometry.cells):
        going = np.flatnonzero(until > number)
        over = geometry.ended(number, keys[going])
        until[going[over]] = number
        going = going[~over]
        free = geometry.moves(keys[going])
        weights = random.random((len(going), len(cells))) * (free[:, None] >> cells & 1)
        keys[going] |= geometry.bits(weights.argmax(axis=1) + geometry.shift(number))
    return np.unique(geometry.canonical(keys))


@dataclass
class BookPly:
    """Positions of the book at one ply, p of them."""

    ply: int
    rows: NDArray[np.intp]
    """Indices of the positions among the book's rows."""
    keys: Ints
    """Canonical keys, ascending."""
    lines: Flags
    over: Flags
    sequences: Residues
    """Ways to reach the positions, symmetric ones counted apart."""
    blocks: list[tuple[slice, NDArray[np.int8], NDArray[np.int32]]] = field(default_factory=list)
    """Slices of the positions, with their slots: the cells, and the children as ``places_of`` gives them."""


def walk_forward(geometry: Geometry, keys: Ints, found: Findings) -> list[BookPly]:
    """Return the plies of a book's keys; find positions that are missing or should not be there.

    A position belongs in the book when it is the empty board, or when a position that belongs there, and in which
    the game goes on, leads to it. So a book is complete, and holds nothing that no game reaches, when it has the
    empty board, every child of every position, and nothing else.
    """
    stones = np.bitwise_count(keys)
    if not len(keys) or keys.min() != 0:
        found.add(geometry.board(0), "the empty board", "in the book", "missing")
    plies: list[BookPly] = []
    reached = keys[stones == 0] == 0
    sequences = alike(1, len(reached))
    for number in range(geometry.cells + 1):
        found.tell(sum(len(ply.keys) for ply in plies), len(keys))
        rows = np.flatnonzero(stones == number)
        rows = rows[np.argsort(keys[rows], kind="stable")]
        lines, over = np.zeros((2, len(rows)), dtype=np.bool_)
        ply = BookPly(number, rows, keys[rows], lines, over, sequences)
        for index in np.flatnonzero(~reached):
            found.add(geometry.board(int(ply.keys[index])), "in the book", "only what a game can reach", "unreachable")
        following = np.sort(keys[stones == number + 1])
        reached, sequences = _step(geometry, ply, following, found)
        plies.append(ply)
    while len(plies) > 1 and not len(plies[-1].keys):
        plies.pop()
    return plies


def _step(geometry: Geometry, ply: BookPly, following: Ints, found: Findings) -> tuple[Flags, Residues]:
    """Fill in a ply's moves; return which positions of the next ply they reach, and in how many ways."""
    reached = np.zeros(len(following), dtype=np.bool_)
    sequences = alike(0, len(following))
    for start in range(0, len(ply.keys), _BLOCK):
        moves = moves_of(geometry, ply.ply, ply.keys[start : start + _BLOCK])
        places = places_of(moves.children, following)
        block = slice(start, start + places.shape[1])
        ply.lines[block], ply.over[block] = moves.lines, moves.over
        ply.blocks.append((block, moves.cells, places))
        add_missing(geometry, moves, places, found)
        for children in places:
            going = children >= 0
            reached[children[going]] = True
            spread(sequences, children[going], ply.sequences[:, block][:, going])
    return reached, sequences
