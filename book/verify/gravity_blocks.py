"""Checks of a book of blocks under gravity, whose positions are found by playing.

The scores are proved as in ``book.verify.blocks``. The ways to reach positions are counted with them. Where a score
stands is found by the words of FORMAT.md; nothing is shared with ``book.layout`` but the unpacking of a block: rows are
listed by trying all heights, and a set of O's stones has for its column the place where it stands among all sets of as
many of the stones, ascending.
"""

from collections.abc import Iterator
from functools import cached_property
from math import comb

import numpy as np

from oxobook.book.info import GameCounts, LayerCounts
from oxobook.book.store.queries import SqlStore
from oxobook.book.verify.block_tables import ScoreTable, XMasks, sets_of
from oxobook.book.verify.blocks import BlockChecks, BlockLooks
from oxobook.book.verify.counts import compare_counts
from oxobook.book.verify.forward import NO_MOVE, moves_of
from oxobook.book.verify.geometry import Geometry, Ints, geometry_of
from oxobook.book.verify.lookups import MOST_ASKED
from oxobook.book.verify.residues import Residues, alike, reduced, whole
from oxobook.book.verify.verdict import Findings, Look


class FallenRows(XMasks):
    """Rows of the tables by number of stones: heights as numbers, the leftmost column's digit first."""

    def __init__(self, geometry: Geometry) -> None:
        self._geometry = geometry
        rules = geometry.rules
        heights = np.indices([rules.rows + 1] * rules.columns).reshape(rules.columns, -1)
        code, image = self.codes(heights)
        stones = heights.sum(axis=0)
        self.open = [np.sort(code[(stones == count) & (code <= image)]) for count in range(geometry.cells + 1)]
        """Lesser of each pair of mirror images."""

    def codes(self, heights: Ints) -> tuple[Ints, Ints]:
        """Return heights of shape (columns, p) as numbers, and those of their mirror images."""
        rules = self._geometry.rules
        digits = (rules.rows + 1) ** np.arange(rules.columns)
        return digits[::-1] @ heights, digits @ heights

    def slots(self, ply: int) -> int:
        """Return the number of scores of a ply's table: for each row the ways to choose O's stones."""
        return len(self.open[ply]) * comb(ply, ply // 2)

    def runs(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield nothing: there are no X-masks."""
        return iter(())


class StackScores(ScoreTable):
    """Reader of scores, many at a time."""

    @cached_property
    def _fallen(self) -> FallenRows:
        assert isinstance(self._masks, FallenRows)
        return self._masks

    def open_scores(self, ply: int, x: Ints, o: Ints) -> Ints:
        """Return the scores of positions in which the game goes on.

        Raises DamagedBook where the book does not hold them.
        """
        rules, taken = self._geometry.rules, x | o
        column = sum(1 << row * rules.columns for row in range(rules.rows))
        heights = np.stack([np.bitwise_count(taken & column << place) for place in range(rules.columns)])
        code, image = self._fallen.codes(heights.astype(np.int64))
        here, there = self._column(ply, taken, o), self._column(ply, *map(self._mirrored, (taken, o)))
        columns = np.where(code < image, here, np.where(code > image, there, np.minimum(here, there)))
        rows = np.searchsorted(self._fallen.open[ply], np.minimum(code, image))
        return self._read(ply, rows * comb(ply, ply // 2) + columns)

    def _column(self, ply: int, taken: Ints, o: Ints) -> Ints:
        """Return the places of O's stones among the sets of as many stones."""
        numbered, number = np.zeros_like(o), np.zeros_like(o)
        for cell in reversed(range(self._geometry.cells)):
            numbered |= (o >> cell & 1) << number
            number += taken >> cell & 1
        columns: Ints = np.searchsorted(sets_of(ply, ply // 2), numbered)
        return columns

    def _mirrored(self, masks: Ints) -> Ints:
        """Return the mirror images."""
        columns = self._geometry.rules.columns
        image = np.zeros_like(masks)
        for cell in range(self._geometry.cells):
            row, column = divmod(cell, columns)
            image |= (masks >> cell & 1) << (row + 1) * columns - 1 - column
        return image


_AT_ONCE = 1 << 16


def prove_stacks(store: SqlStore, sample: int | None, seed: int | None) -> dict[str, Look]:
    """Return the checks by name, in their order: of everything, or of ``sample`` random positions."""
    return BlockLooks(store, StackChecks(store, geometry_of(store.info.rules))).looks(sample, seed)


class StackChecks(BlockChecks):
    """Checks; each uses what earlier ones have worked out."""

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
        """Compare the counts that the book states with those of ``answers``."""
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
        """Rows of the tables."""
        return FallenRows(self._geometry)

    def _play(
        self, ply: int, keys: Ints, sequences: Residues, found: Findings
    ) -> tuple[LayerCounts, tuple[Ints, Residues]]:
        """Check and count the positions of a ply; return the counts, the next ply's keys and the ways to them."""
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
        """Return the canonical keys of the next ply, and the ways to reach each."""
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
        """Yield the canonical keys after moves in batches; see ``book.verify.forward.Moves``."""
        for part in parts:
            yield moves_of(self._geometry, ply, keys[part]).children
