"""Solve of a game under gravity: its layers, cut into parts, and what a part reads of another layer.

There are two layers for each ply: the flags of the slots in which play goes on, eight a byte, and the scores. A chunk
of either is a part: some rows, or some blocks of a long row.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Rules
from oxobook.generator.gravity.block_kernels import Flags8, OwnLayer, Part
from oxobook.generator.gravity.indexing import here_of
from oxobook.generator.gravity.memory import RECENT, SLOTS_AT_ONCE
from oxobook.generator.layers.layer import Cut, Layer, Layers, Values
from oxobook.generator.position_counts import fillings


class Source(NamedTuple):
    """Values of a ply's slots, part by part."""

    cut: Cut
    """Cut of the ply's slots."""
    dtype: Any
    part: Callable[[int], NDArray[Any]]
    """Function that returns the values of a part; raises DamagedChunk."""


@dataclass(frozen=True)
class Solve:
    """Solve as each task gets it; whatever else it needs it makes from the rules."""

    rules: Rules
    layers: Layers

    def flags(self, ply: int) -> Source:
        """Return the flags of a ply's slots where play goes on, a byte each."""
        cut, packed = score_cut(self.rules, ply), flag_cut(self.rules, ply)

        def part(number: int) -> Flags8:
            start, stop = cut.slots(number)
            return np.unpackbits(self._chunk(packed, number).view(np.uint8), count=stop - start)

        return Source(cut, np.uint8, part)

    def all_flags(self, ply: int) -> Flags8:
        """Return the flags of all slots of a ply."""
        source = self.flags(ply)
        return np.concatenate([source.part(number) for number in range(source.cut.chunks)])

    def scores(self, ply: int) -> Layer:
        """Return the layer of a ply's scores; slots where play does not go on are lost by a line."""
        return self.layers.layer(score_cut(self.rules, ply))

    def known(self, ply: int) -> Source:
        """Return the scores of a ply that is solved."""
        cut = score_cut(self.rules, ply)
        return Source(cut, np.int8, partial(self._chunk, cut))

    def _chunk(self, cut: Cut, number: int) -> Values:
        return self.layers.layer(cut).chunk(number) if self.layers.in_memory else _recent(self, cut, number)

    def over(self, ply: int) -> int:
        """Return the score of a position of a ply in which the last stone has completed a line."""
        return self.rules.terms.line_score(ply, self.rules.cells)


@lru_cache(RECENT)
def _recent(solve: Solve, cut: Cut, number: int) -> Values:
    """Return a chunk from a store, once for neighbours, which read much the same chunks."""
    return solve.layers.layer(cut).chunk(number)


def release() -> None:
    """Free the chunks that were read last."""
    _recent.cache_clear()


@lru_cache(128)
def parts_of(rules: Rules, ply: int) -> tuple[Part, ...]:
    """Return the parts of a ply's layer, in their order."""
    here, rows = here_of(rules.cells, ply, 0), fillings(rules)[ply]
    highs = len(here.starts) - 1
    if here.columns <= SLOTS_AT_ONCE:
        some = SLOTS_AT_ONCE // here.columns
        starts = range(0, rows, some)
        return tuple(_part(here, start, min(rows, start + some), 0, highs) for start in starts)
    cuts = np.searchsorted(here.starts, np.arange(0, here.columns, SLOTS_AT_ONCE), side="right") - 1
    bounds = [*np.unique(cuts).tolist(), highs]
    return tuple(_part(here, row, row + 1, low, high) for row in range(rows) for low, high in pairwise(bounds))


def _part(here: OwnLayer, start: int, stop: int, high_start: int, high_stop: int) -> Part:
    first, end = start * here.columns + int(here.starts[high_start]), (stop - 1) * here.columns
    return Part(start, stop, high_start, high_stop, first, end + int(here.starts[high_stop]) - first)


@lru_cache(128)
def score_cut(rules: Rules, ply: int) -> Cut:
    """Return the cut of a ply's scores into parts, each with the counts WON and LOST."""
    parts = parts_of(rules, ply)
    return Cut(f"ply-{ply:02}", np.array([*(part.first for part in parts), parts[-1].first + parts[-1].size]), 2)


@lru_cache(128)
def flag_cut(rules: Rules, ply: int) -> Cut:
    """Return the cut of a ply's flags, each part of whole bytes, with the counts of its positions."""
    sizes = [-(-part.size // 8) for part in parts_of(rules, ply)]
    return Cut(f"open-{ply:02}", np.cumsum([0, *sizes]), 4)
