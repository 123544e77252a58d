"""Proof of a book of blocks under gravity, whose positions are found by playing.

The scores are proved as in ``book.verify.block_proof``. The ways to reach positions are counted with them. Of a board
too large for keys there is a proof by samples only.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from oxobook.book.errors import BookError
from oxobook.book.game.rules import KEY_CELLS
from oxobook.book.info import LayerCounts
from oxobook.book.store.reader import Store
from oxobook.book.verify.block_proof import BlockProof
from oxobook.book.verify.counts import Tally, layer_counts
from oxobook.book.verify.forward import NO_MOVE, moves_of
from oxobook.book.verify.geometry import Ints
from oxobook.book.verify.proof import Look
from oxobook.book.verify.residues import Residues, alike, spread, whole
from oxobook.book.verify.score_table import Slots, StackSlots

_AT_ONCE = 1 << 16


class GravityProof(BlockProof):
    """Checks of a book of blocks under gravity; raises BookError for all of a board too large for keys."""

    def __init__(self, store: Store, sample: int | None, seed: int | None) -> None:
        super().__init__(store, sample, seed)
        if self.geometry.wide and self.info.plies is None and sample is None:
            raise BookError(
                f"expected a board of at most {KEY_CELLS} cells to check every position of its book; "
                f"{self.info.rules} has {self.geometry.cells}: check some, with oxobook verify --sample 1000"
            )

    def checks(self) -> list[Look]:
        if self.geometry.wide:  # a strategy is kept by keys
            return [self.tables, self.answers, self.lookups, self.counts, self.published]
        return super().checks()

    @cached_property
    def slots(self) -> Slots:
        return StackSlots(self.geometry)

    def walked(self) -> Iterator[LayerCounts]:
        """Check the positions of each ply that play reaches, and yield their counts."""
        geometry, keys, sequences = self.geometry, np.zeros(1, self.geometry.dtype), alike(1, 1)
        for ply in range(self.last_ply + 1):
            if not len(keys):
                return
            self.remember(keys)
            x, o = keys & geometry.full, keys >> geometry.cells
            ended, tally = geometry.has_line(x if ply % 2 else o), Tally()
            parts = [slice(start, start + _AT_ONCE) for start in range(0, len(keys), _AT_ONCE)]
            scores = np.concatenate([self.scores(ply, x[part], o[part], ended[part]) for part in parts])
            tally.add(geometry.orbits(keys), ended, scores)
            over = ended | (ply == geometry.cells)
            self.drawn_games += whole(sequences[:, over & ~ended])
            yield layer_counts(self.info.rules, ply, tally, whole(sequences), whole(sequences[:, over]))
            if ply < self.last_ply:
                keys, sequences = self._following(ply, keys, sequences, parts)

    def _following(self, ply: int, keys: Ints, sequences: Residues, parts: list[slice]) -> tuple[Ints, Residues]:
        """Return the canonical keys of the next ply, and the ways to reach each."""
        found = [np.unique(children[children != NO_MOVE]) for children in self._children(ply, keys, parts)]
        following = np.unique(np.concatenate(found))
        ways = alike(0, len(following))
        for part, children in zip(parts, self._children(ply, keys, parts), strict=True):
            for moved in children:
                going = moved != NO_MOVE
                spread(ways, np.searchsorted(following, moved[going]), sequences[:, part][:, going])
        return following, ways

    def _children(self, ply: int, keys: Ints, parts: list[slice]) -> Iterator[Ints]:
        for part in parts:
            yield moves_of(self.geometry, ply, keys[part]).children
