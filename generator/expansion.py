"""Expansion of arrays of positions: their open moves, the positions after these, and so the count of each ply."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.bits import has_line
from oxobook.book.game.rules import KEY_CELLS, Rules
from oxobook.book.game.symmetry_arrays import Keys, batch_symmetry

Moves = NDArray[np.int32]
"""Sets of moves, by their masks; of 64 bits where a move is a cell and a sign."""


@lru_cache(maxsize=16)
def count_layers(rules: Rules, last: int, most: int) -> tuple[int, ...] | None:
    """Return the exact number of positions of each ply up to ``last``; None if they pass ``most`` or keys do not fit.

    >>> count_layers(Rules(), 9, 765), count_layers(Rules(), 9, 764), count_layers(Rules(), 2, 764)
    ((1, 3, 12, 38, 108, 174, 204, 153, 57, 15), None, (1, 3, 12))
    """
    if rules.cells > KEY_CELLS:
        return None
    keys, counts = np.zeros(1, dtype=np.int64), [1]
    for ply in range(min(last, rules.cells)):
        parents, keys = keys, np.empty(0, dtype=np.int64)
        for children in children_of(rules, ply, parents, open_moves(rules, ply, parents)[1]):
            keys = distinct(np.concatenate([keys, batch_symmetry(rules).canonical(children)]))
            if sum(counts) + len(keys) > most:
                return None
        counts.append(len(keys))
    return tuple(counts)


def distinct(numbers: Keys) -> Keys:
    """Return numbers from 0, ascending, each once; ``numpy.unique`` takes several times as long."""
    ordered = np.sort(numbers)
    once: Keys = ordered[np.diff(ordered, prepend=-1) != 0]
    return once


def moves_type(rules: Rules) -> Any:
    """Return the type of sets of moves."""
    return np.int64 if rules.terms.both else np.int32


def open_moves(rules: Rules, ply: int, keys: Keys) -> tuple[NDArray[np.bool_], Moves]:
    """Return whether the last mover has completed a line, and the moves that may be played, of each position."""
    x, o = keys & rules.full, keys >> rules.cells
    lines = np.zeros(len(keys), dtype=np.bool_)
    for sign, masks in (("X", x), ("O", o)):
        if sign in rules.terms.counted and sign in rules.terms.settable(ply + 1):  # the last mover's
            lines |= has_line(rules.lines, masks)
    playable = rules.playable(x | o)
    playable[lines] = 0
    return lines, rules.moves_to(playable).astype(moves_type(rules))


def children_of(rules: Rules, ply: int, keys: Keys, playable: Moves) -> Iterator[Keys]:
    """Yield the keys after each move, not canonical, in the order of ``PlyPositions.children``."""
    side = rules.cells if rules.terms.settable(ply) == "O" else 0  # of either sign, a move is a key's bit
    for cell in range(rules.move_bits):
        yield keys[playable >> cell & 1 != 0] | 1 << cell + side
