"""Random positions for a book too large to check whole."""

import numpy as np

from oxobook.book.store.queries import SqlStore
from oxobook.book.verify.backward import Following, answers_of, compare, stored_ranks
from oxobook.book.verify.forward import MISSING, NO_MOVE, Moves, moves_of, places_of
from oxobook.book.verify.geometry import Geometry, Ints
from oxobook.book.verify.row_table import Rows, rows_at
from oxobook.book.verify.verdict import Findings


def random_positions(geometry: Geometry, count: int, seed: int | None) -> Ints:
    """Return the canonical keys of up to ``count`` random positions of random plies, ascending.

    A game that ends before its ply gives the position in which it ended.
    """
    random = np.random.default_rng(seed)
    keys = np.zeros(count, dtype=np.int64)
    until = random.integers(0, geometry.cells + 1, count)
    for ply in range(geometry.cells):
        going = np.flatnonzero(until > ply)
        x, o = keys[going] & geometry.full, keys[going] >> geometry.cells
        over = geometry.has_line(o if ply % 2 == 0 else x)
        until[going[over]] = ply
        going, free = going[~over], geometry.playable((x | o)[~over])
        weights = random.random((len(going), geometry.cells)) * (free[:, None] >> np.arange(geometry.cells) & 1)
        keys[going] |= np.int64(1) << weights.argmax(axis=1) + geometry.cells * (ply % 2)
    return np.unique(geometry.canonical(keys))


def check_sample(store: SqlStore, geometry: Geometry, rows: Rows, keys: Ints, found: Findings) -> str:
    """Find sampled positions and children that are missing, and answers that the children refute."""
    for key in np.setdiff1d(keys, rows.key).tolist():
        found.add(geometry.board(key), "reached by random play", "in the book", "missing")
    stones, looked_up = np.bitwise_count(rows.key), 0
    for ply in np.unique(stones).tolist():
        parents = rows.taken(np.flatnonzero(stones == ply))
        moves = moves_of(geometry, ply, parents.key)
        wanted = np.unique(moves.children[moves.children != NO_MOVE])
        looked_up += len(wanted)
        _check_ply(geometry, parents, moves, rows_at(store, wanted, geometry), found)
    return f"answers of {len(rows):,} positions against those of their {looked_up:,} children"


def _check_ply(geometry: Geometry, parents: Rows, moves: Moves, children: Rows, found: Findings) -> None:
    """Check the answers of sampled positions of one ply by the rows of all their children."""
    places = places_of(moves.children, children.key)
    for slot, parent in np.argwhere(places == MISSING):
        child = geometry.board(int(moves.children[slot, parent]))
        found.add(child, "reached from " + geometry.board(int(moves.keys[parent])), "in the book", "missing")
    free = np.bitwise_count(geometry.playable(children.key & geometry.full | children.key >> geometry.cells))
    shares = np.bitwise_count(children.safe) / np.maximum(free, 1)
    following = Following.of(stored_ranks(children, moves.ply + 1), shares)
    compare(geometry, parents, answers_of(geometry, moves.ply, moves.lines, moves.cells, places, following), found)
