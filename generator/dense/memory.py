"""Memory: how much of two layers is held at once, and how much of one is computed at once.

Where both layers fit, they are held, which is fastest. Otherwise half of what may be taken goes to the layers that
fit into a quarter, and half to the chunks under way: a chunk of scores, and the rows of the next layer that it reads.
"""

from dataclasses import dataclass
from functools import cache
from math import ceil, comb, inf

from book.game.rules import Rules
from book.game.symmetry_arrays import Keys
from book.layout.rank import columns_at, stones_at
from generator.array_bytes import item_bytes
from generator.dense.array_types import Counts, Flags, Masks32, Scores
from generator.placements import open_share, x_placements
from generator.work.workers import Workers

SCORES_AT_ONCE = 1 << 22
"""Scores of a chunk, where memory is no matter: long enough to be worth it, short enough to show progress."""
_MOST_AT_ONCE, _FEWEST_AT_ONCE = 1 << 25, 1 << 20
"""Scores of a chunk where a layer is read from the file: the more, the fewer of its rows are read again by others."""
_BASE = 200_000_000
"""Bytes: Python with NumPy, Numba and the compiled kernels."""
_WAITING = 2.0
"""What the chunks under way take, as a multiple of those being computed: the others are packed."""


@dataclass(frozen=True)
class Room:
    """What may be in memory at once."""

    rules: Rules
    held: float
    """Bytes of the largest layer that is held."""
    chunk: float
    """Bytes that a chunk may take while it is computed."""

    def scores_at_once(self, ply: int) -> int:
        """How many scores of a ply a chunk computes."""
        if self.chunk == inf:
            return SCORES_AT_ONCE
        return max(_FEWEST_AT_ONCE, min(_MOST_AT_ONCE, int(self.chunk / (1 + _read_for_each(self.rules, ply)))))


def room_for(rules: Rules, workers: Workers) -> Room:
    """What of a game's layers may be in memory at once, by what its workers may take."""
    if whole_memory(rules) <= workers.memory:
        return Room(rules, inf, inf)
    free = workers.memory - _fixed(rules)
    return Room(rules, free / 4, free / 2 / workers.jobs / _WAITING)


def least_memory(rules: Rules, jobs: int) -> int:
    """The bytes without which the smallest chunks do not fit."""
    largest = max(_read_for_each(rules, ply) for ply in range(rules.cells + 1))
    return _fixed(rules) + ceil(2 * jobs * _WAITING * _FEWEST_AT_ONCE * (1 + largest))


def whole_memory(rules: Rules) -> int:
    """The bytes that hold two layers at once."""
    return _fixed(rules) + two_layers(rules)


def layer_sizes(rules: Rules) -> list[int]:
    """The scores of each ply's table, estimated."""
    rows = _rows(rules)
    return [rows[stones_at(ply)[0]] * columns_at(rules, ply) for ply in range(rules.cells + 1)]


def two_layers(rules: Rules) -> int:
    """The bytes of the largest two layers that follow one another."""
    sizes = layer_sizes(rules)
    scores: int = max(map(sum, zip(sizes, [*sizes[1:], 0], strict=True)))
    return scores * item_bytes(Scores)


def _fixed(rules: Rules) -> int:
    """The bytes that every solve takes: of the rows, and of a flag for each set of cells, by which they are found."""
    finding: int = 2**rules.cells * item_bytes(Flags) + 2 * comb(rules.cells, rules.cells // 2) * item_bytes(Keys)
    a_row = item_bytes(Masks32) + item_bytes(Counts)
    return _BASE + finding + sum(_rows(rules)) * a_row


@cache
def _rows(rules: Rules) -> list[int]:
    """The rows of the tables by how many stones X has, estimated."""
    return [ceil(count * open_share(rules, stones)) for stones, count in enumerate(x_placements(rules))]


def _read_for_each(rules: Rules, ply: int) -> float:
    """The most scores of the next layer that are read for each score of a ply."""
    if ply == rules.cells:
        return 0
    return rules.cells - ply if ply % 2 == 0 else columns_at(rules, ply + 1) / columns_at(rules, ply)
