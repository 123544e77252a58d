"""The checks of a book of blocks under gravity: its positions are found by playing, for the lines do not tell them.

The scores are proved as in ``book.verify.blocks``. The ways to reach positions are counted with them.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from oxobook.book.info import GameCounts, LayerCounts
from oxobook.book.store.queries import SqlStore
from oxobook.book.verify.blocks import BlockChecks, BlockLooks
from oxobook.book.verify.counts import compare_counts
from oxobook.book.verify.forward import NO_MOVE, moves_of
from oxobook.book.verify.geometry import Geometry, Ints, geometry_of
from oxobook.book.verify.lookups import MOST_ASKED
from oxobook.book.verify.residues import Residues, alike, reduced, whole
from oxobook.book.verify.stack_tables import FallenRows, StackScores
from oxobook.book.verify.verdict import Findings, Look

_AT_ONCE = 1 << 16


def prove_stacks(store: SqlStore, sample: int | None, seed: int | None) -> dict[str, Look]:
    """The checks by name, in their order: of everything, or of ``sample`` random positions."""
    return BlockLooks(store, StackChecks(store, geometry_of(store.info.rules))).looks(sample, seed)


class StackChecks(BlockChecks):
    """The checks; what one works out, the next ones use."""

    def __init__(self, store: SqlStore, geometry: Geometry) -> None:
        super().__init__(store, geometry)
        self._layers: list[LayerCounts] = []
        self._drawn_games = 0

    def answers(self, found: Findings) -> str:
        """Check the score of every position that play reaches, and count them."""
        keys, sequences = np.zeros(1, dtype=np.int64), alike(1, 1)
        kept, done, total = [keys], 0, self._store.info.positions
        for ply in range(self._geometry.cells + 1):
            layer, following = self._play(ply, keys, sequences, found)
            done += layer.positions
            found.tell(done, total)
            if done > MOST_ASKED:
                self.few_keys = None
            else:
                kept.append(keys)
                self.few_keys = np.unique(np.concatenate(kept))
            self._layers.append(layer)
            keys, sequences = following
            if not len(keys):
                break
        return f"the scores of {done:,} positions against those of their children"

    def counts(self, found: Findings) -> str:
        """Compare the counts that the book states with what ``answers`` has counted."""
        won = [0, 0]
        for layer in self._layers:
            drawn = self._drawn_games if layer.ply == self._geometry.cells else 0
            won[(layer.ply % 2 == 0) != self._rules.misere] += (layer.games or 0) - drawn
        games = GameCounts(won[0], won[1], self._drawn_games, None, None)
        compare_counts(self._store.info, self._layers, games, found)
        return f"{len(self._layers)} plies counted again"

    @cached_property
    def _table(self) -> StackScores:
        return StackScores(self._store, self._geometry, self._masks)

    @cached_property
    def _masks(self) -> FallenRows:
        """The rows."""
        return FallenRows(self._geometry)

    def _play(
        self, ply: int, keys: Ints, sequences: Residues, found: Findings
    ) -> tuple[LayerCounts, tuple[Ints, Residues]]:
        """Check and count the positions of a ply; with them those of the next one, and the ways to reach these."""
        geometry = self._geometry
        x, o = keys & geometry.full, keys >> geometry.cells
        ended, orbits = geometry.has_line(x if ply % 2 else o), geometry.orbits(keys)
        parts = [slice(start, start + _AT_ONCE) for start in range(0, len(keys), _AT_ONCE)]
        scores = np.concatenate([self._scores(ply, x[part], o[part], ended[part], found) for part in parts])
        full, moved_last_is_x = ply == geometry.cells, ply % 2 == 1
        over = ended | full
        won, lost = int((scores > 0).sum()), int((scores < 0).sum())
        lines, other = int(ended.sum()), 0
        if moved_last_is_x == self._rules.misere:
            lines, other = other, lines
        self._drawn_games += whole(sequences[:, ~ended]) if full else 0
        layer = LayerCounts(
            ply=ply,
            positions=len(keys),
            raw_positions=int(orbits.sum()),
            terminals=int(over.sum()),
            raw_terminals=int(orbits[over].sum()),
            x_won=lines,
            o_won=other,
            drawn=int((over & ~ended).sum()),
            x_winning=lost if moved_last_is_x else won,
            o_winning=won if moved_last_is_x else lost,
            drawing=len(keys) - won - lost,
            sequences=whole(sequences),
            games=whole(sequences[:, over]),
        )
        return layer, self._following(ply, keys, sequences, parts)

    def _following(self, ply: int, keys: Ints, sequences: Residues, parts: list[slice]) -> tuple[Ints, Residues]:
        """The canonical keys of the next ply, and the ways to reach each."""
        found = [np.zeros(0, dtype=np.int64)]
        found += [np.unique(children[children != NO_MOVE]) for children in self._children(ply, keys, parts)]
        following = np.unique(np.concatenate(found))
        ways = alike(0, len(following))
        for part, children in zip(parts, self._children(ply, keys, parts), strict=True):
            for moved in children:
                going = moved != NO_MOVE
                places = np.searchsorted(following, moved[going])
                for residue, more in zip(ways, sequences[:, part][:, going], strict=True):
                    np.add.at(residue, places, more)
                reduced(ways)
        return following, ways

    def _children(self, ply: int, keys: Ints, parts: list[slice]) -> Iterator[Ints]:
        """The canonical keys that positions lead to, some at a time; see ``book.verify.forward.Moves``."""
        for part in parts:
            yield moves_of(self._geometry, ply, keys[part]).children
