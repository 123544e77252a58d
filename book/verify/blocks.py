"""Checks of a book that keeps blocks of scores.

Every placement of stones that play can reach is listed anew, from ``geometry``: which of them are one position up to
symmetry, where the game is over, and with which score. Where it goes on, the stored score must be the best of what
the moves lead to. As the scores of finished games are not read from the book but follow from the rules, that proves all
of them, from the last ply to the first.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from math import factorial

import numpy as np

from oxobook.book.info import GameCounts, LayerCounts
from oxobook.book.store.queries import SqlStore
from oxobook.book.verify.block_tables import TABLES, ScoreTable, XMasks, check_blocks, check_masks, sets_of
from oxobook.book.verify.counts import check_published, compare_counts, compare_with_rules
from oxobook.book.verify.file_checks import FIRST, check_file, check_schema
from oxobook.book.verify.geometry import Flags, Geometry, Ints, geometry_of
from oxobook.book.verify.lookups import MOST_ASKED, NOT_ASKED, check_lookups
from oxobook.book.verify.row_table import Rows
from oxobook.book.verify.sample import random_positions
from oxobook.book.verify.strategies import EVERYTHING, Part, check_strategies
from oxobook.book.verify.verdict import Findings, Look

_AT_ONCE = 1 << 17


def prove_blocks(store: SqlStore, sample: int | None, seed: int | None) -> dict[str, Look]:
    """Return the checks by name, in their order: of everything, or of ``sample`` random positions."""
    geometry = geometry_of(store.info.rules)
    return BlockLooks(store, BlockChecks(store, geometry)).looks(sample, seed)


@dataclass
class Tally:
    """Counts of a ply; up to symmetry unless raw."""

    positions: int = 0
    raw_positions: int = 0
    ended: int = 0
    raw_ended: int = 0
    won: int = 0
    lost: int = 0
    last_stones: int = 0
    """Stones of ended raw positions that can have been the last."""


class BlockChecks:
    """Checks; each uses what earlier ones have worked out."""

    def __init__(self, store: SqlStore, geometry: Geometry) -> None:
        self._store = store
        self._geometry = geometry
        self._rules = store.info.rules
        self.refuted = False
        """True if any score was found wrong."""
        self.few_keys: Ints | None = np.zeros(0, dtype=np.int64)
        """Canonical keys of all positions; None if they are too many to look each up."""

    def digest(self, found: Findings) -> str:
        """Recompute the digest, and find blocks that should not be there or are of another size."""
        return check_blocks(self._store, self._masks, found)

    def masks(self, found: Findings) -> str:
        """Find rows that are missing or should not be there."""
        return check_masks(self._store, self._masks, found)

    def answers(self, found: Findings) -> str:
        """Check the score of every position, and count the positions."""
        self._tallies = [Tally() for _ in range(self._geometry.cells + 1)]
        total, done = self._store.info.positions, 0
        for ply, tally in enumerate(self._tallies):
            for x, o in self._placements(ply):
                self._take(ply, x, o, tally, found)
                found.tell(done + tally.positions, total)
            done += tally.positions
        positions = sum(tally.positions for tally in self._tallies)
        return f"the scores of {positions:,} positions against those of their children"

    def sample(self, keys: Ints, found: Findings) -> str:
        """Check the scores of some positions, given by their keys."""
        plies = np.bitwise_count(keys)
        for ply in np.unique(plies).tolist():
            part = keys[plies == ply]
            x, o = part & self._geometry.full, part >> self._geometry.cells
            self._scores(ply, x, o, self._geometry.has_line(x if ply % 2 else o), found)
        return f"the scores of {len(keys):,} positions against those of their children"

    def counts(self, found: Findings) -> str:
        """Compare the counts that the book states with those of ``answers``."""
        layers = [self._layer(ply, tally) for ply, tally in enumerate(self._tallies) if tally.positions]
        won, drawn = [0, 0], 0
        for layer, tally in zip(layers, self._tallies, strict=False):
            open_sequences = self._open_sequences(layer.ply, tally) if layer.ply == self._geometry.cells else 0
            drawn += open_sequences
            won[(layer.ply % 2 == 0) != self._rules.misere] += (layer.games or 0) - open_sequences
        compare_counts(self._store.info, layers, GameCounts(won[0], won[1], drawn, None, None), found)
        return f"{len(layers)} plies counted again"

    def start(self) -> tuple[int, int]:
        """Return the value and the remoteness of the empty board."""
        start = self.rows_at(np.zeros(1, dtype=np.int64))
        return int(start.value[0]), int(start.remoteness[0])

    def rows_at(self, keys: Ints) -> Rows:
        """Return the answers at canonical keys as rows of a position table."""
        return self._table.rows_at(keys)

    @cached_property
    def _table(self) -> ScoreTable:
        return ScoreTable(self._store, self._geometry, self._masks)

    @cached_property
    def _masks(self) -> XMasks:
        """X's masks up to symmetry."""
        return XMasks(self._geometry)

    def _placements(self, ply: int) -> Iterator[tuple[Ints, Ints]]:
        """Yield all ways to place a ply's stones, X's up to symmetry, a limited number at a time.

        Some at a time.
        """
        cells = self._geometry.cells
        x_stones, o_stones = (ply + 1) // 2, ply // 2
        open_masks, ended = self._masks.open[x_stones], self._masks.ended[x_stones]
        sets = sets_of(cells - x_stones, o_stones)
        for masks in (open_masks, ended) if ply % 2 else (open_masks,):
            step = max(1, _AT_ONCE // len(sets))
            for start in range(0, len(masks), step):
                x = np.repeat(masks[start : start + step], len(sets))
                o, number = np.zeros_like(x), np.tile(sets, len(x) // len(sets))
                for cell in range(cells):
                    free = x >> cell & 1 == 0
                    o[free] |= (number[free] & 1) << cell
                    number[free] >>= 1
                yield x, o

    def _take(self, ply: int, x: Ints, o: Ints, tally: Tally, found: Findings) -> None:
        """Check and count placements of a ply."""
        geometry = self._geometry
        last, other = (x, o) if ply % 2 else (o, x)
        swapped = o | x << geometry.cells
        own = np.flatnonzero((geometry.canonical(swapped) == swapped) & ~geometry.has_line(other))
        x, o, last = x[own], o[own], last[own]
        ended = geometry.has_line(last)
        last_stones = np.zeros(len(own), dtype=np.int64)
        last_stones[ended] = self._masks.last_stones(last[ended])
        kept = ~ended | (last_stones > 0)
        x, o, ended, last_stones = x[kept], o[kept], ended[kept], last_stones[kept]
        keys = x | o << geometry.cells
        orbits = geometry.orbits(keys)
        if self.few_keys is not None:
            held = np.concatenate([self.few_keys, geometry.canonical(keys)])
            self.few_keys = held if len(held) <= MOST_ASKED else None
        scores = self._scores(ply, x, o, ended, found)
        tally.positions += len(x)
        tally.raw_positions += int(orbits.sum())
        tally.ended += int(ended.sum())
        tally.raw_ended += int(orbits[ended].sum())
        tally.won += int((scores > 0).sum())
        tally.lost += int((scores < 0).sum())
        tally.last_stones += int((orbits * last_stones).sum())

    def _scores(self, ply: int, x: Ints, o: Ints, ended: Flags, found: Findings) -> Ints:
        """Return the scores of positions, after comparing stored scores with those of the children."""
        geometry = self._geometry
        scores = np.where(ended, self._line_score(ply), 0)
        open_places = np.flatnonzero(~ended)
        if ply == geometry.cells or not len(open_places):
            return scores
        x, o = x[open_places], o[open_places]
        expected = np.full(len(x), -128)
        playable = geometry.playable(x | o)
        for cell in range(geometry.cells):
            free = np.flatnonzero(playable >> cell & 1)
            if len(free):
                worth = self._after(ply, x[free], o[free], np.int64(1 << cell))
                expected[free] = np.maximum(expected[free], worth)
        stored = self._table.open_scores(ply, x, o)
        for place in np.flatnonzero(stored != expected).tolist():
            self.refuted = True
            board = geometry.board(int(x[place] | o[place] << geometry.cells))
            found.add(board, "score", expected[place], stored[place])
        scores[open_places] = stored
        return scores

    def _after(self, ply: int, x: Ints, o: Ints, stone: np.int64) -> Ints:
        """Return the value of a move as a score for the mover: by the rules if it ends the game, else as stored."""
        x, o = (x, o | stone) if ply % 2 else (x | stone, o)
        ended = self._geometry.has_line(o if ply % 2 else x)
        worth = np.where(ended, -self._line_score(ply + 1), 0)
        if ply + 1 < self._geometry.cells and not ended.all():
            worth[~ended] = -self._table.open_scores(ply + 1, x[~ended], o[~ended])
        return worth

    def _line_score(self, ply: int) -> int:
        """Return the score, for the side to move, of a game that a line ended at this ply."""
        score = self._geometry.cells + 1 - ply
        return score if self._rules.misere else -score

    def _layer(self, ply: int, tally: Tally) -> LayerCounts:
        """Return the counts of a ply."""
        full, x_moved_last = ply == self._geometry.cells, ply % 2 == 1
        last = (ply + 1) // 2 if x_moved_last else ply // 2
        by_line = tally.last_stones * factorial(max(last - 1, 0)) * factorial(ply - last)
        open_sequences = self._open_sequences(ply, tally)
        x_won = tally.ended if x_moved_last != self._rules.misere else 0
        return LayerCounts(
            ply=ply,
            positions=tally.positions,
            raw_positions=tally.raw_positions,
            terminals=tally.positions if full else tally.ended,
            raw_terminals=tally.raw_positions if full else tally.raw_ended,
            x_won=x_won,
            o_won=tally.ended - x_won,
            drawn=tally.positions - tally.ended if full else 0,
            x_winning=tally.lost if x_moved_last else tally.won,
            o_winning=tally.won if x_moved_last else tally.lost,
            drawing=tally.positions - tally.won - tally.lost,
            sequences=open_sequences + by_line,
            games=by_line + (open_sequences if full else 0),
        )

    def _open_sequences(self, ply: int, tally: Tally) -> int:
        """Return the ways to reach a ply's positions without a line: in any order of X's stones, and of O's."""
        return (tally.raw_positions - tally.raw_ended) * factorial((ply + 1) // 2) * factorial(ply // 2)


class BlockLooks:
    """Checks of a large board's book."""

    def __init__(self, store: SqlStore, checks: BlockChecks) -> None:
        self.store = store
        self.geometry = geometry_of(store.info.rules)
        self.checks = checks

    def looks(self, sample: int | None, seed: int | None) -> dict[str, Look]:
        """Return the checks by name, in their order: of everything, or of ``sample`` random positions."""
        checks = self.checks
        if sample is not None:
            keys = random_positions(self.geometry, sample, seed)
            return {
                FIRST: partial(check_schema, self.store, TABLES),
                "answers": partial(checks.sample, keys),
                "lookups": partial(self._lookups, keys, seed),
                "counts": self._exact_counts,
                "strategies": partial(self._strategies, part=Part(sample, seed)),
            }
        return {
            FIRST: partial(check_schema, self.store, TABLES),
            "file": partial(check_file, self.store),
            "digest": checks.digest,
            "masks": checks.masks,
            "answers": checks.answers,
            "lookups": self._some_lookups,
            "counts": self._counts,
            "published": self._published,
            "strategies": self._strategies,
        }

    def _some_lookups(self, found: Findings) -> str:
        keys = self.checks.few_keys
        return self._lookups(random_positions(self.geometry, MOST_ASKED, None) if keys is None else keys, None, found)

    def _lookups(self, keys: Ints, seed: int | None, found: Findings) -> str:
        if self.checks.refuted:
            return NOT_ASKED
        return check_lookups(self.store, self.geometry, self.checks.rows_at(keys), seed, found)

    def _counts(self, found: Findings) -> str:
        return f"{self.checks.counts(found)}; {self._exact_counts(found)}"

    def _exact_counts(self, found: Findings) -> str:
        return f"{compare_with_rules(self.store.info.rules, self.store.info, found)} plies by formula"

    def _published(self, found: Findings) -> str:
        return check_published(self.store.info, "blocks", self.checks.start(), found)

    def _strategies(self, found: Findings, part: Part = EVERYTHING) -> str:
        return check_strategies(self.store, self.geometry, self.checks.rows_at, found, part)
