"""Proof of a book that keeps blocks of scores.

Every placement of stones that play can reach is listed anew, from ``geometry``: which of them are one position up to
symmetry, where the game is over, and with which score. Where it goes on, the stored score must be the best of what
the moves lead to. As the scores of finished games are not read from the book but follow from the rules, that proves all
of them, from the last ply to the first.
"""

import hashlib
from collections.abc import Iterator
from functools import cached_property
from itertools import zip_longest
from math import factorial

import numpy as np

from oxobook.book.errors import DamagedBook
from oxobook.book.info import LayerCounts
from oxobook.book.store.reader import Store
from oxobook.book.verify.counts import Tally, compare_counts, game_counts, layer_counts
from oxobook.book.verify.forward import random_positions
from oxobook.book.verify.geometry import Flags, Ints
from oxobook.book.verify.proof import MOST_ASKED, Look, Proof, header_of
from oxobook.book.verify.row_table import Rows
from oxobook.book.verify.score_table import PlacementSlots, ScoreTable, Slots, sets_of

_AT_ONCE = 1 << 17


class BlockProof(Proof):
    """Checks of a book of blocks: of all scores, or of some positions at random."""

    LAYOUT = "blocks"
    TABLES = frozenset({"block", "x_masks"})
    few_keys: Ints | None = np.zeros(0, dtype=np.int64)
    """Canonical keys of the positions walked; None once they are too many to look each up."""
    layers: tuple[LayerCounts, ...] = ()
    """Counts of the plies walked."""
    drawn_games = 0

    def __init__(self, store: Store, sample: int | None, seed: int | None) -> None:
        super().__init__(store, sample, seed)
        self.last_ply = self.geometry.cells if self.info.plies is None else self.info.plies
        """Last ply that the book has scores of."""

    def checks(self) -> list[Look]:
        if self.sample is not None:
            return [self.tables, self.answers, self.lookups, self.counts, self.strategies]
        positions = [self.tables, self.file, self.digest, self.masks, self.answers]
        return [*positions, self.lookups, self.counts, self.published, self.strategies]

    @cached_property
    def slots(self) -> Slots:
        """Slots of the scores."""
        return PlacementSlots(self.geometry)

    @cached_property
    def table(self) -> ScoreTable:
        """Stored scores."""
        return ScoreTable(self.store, self.slots)

    def rows_at(self, keys: Ints) -> Rows:
        return self.table.rows_at(keys)

    def asked(self) -> Ints:
        if self.chosen is not None:
            return self.chosen
        return random_positions(self.geometry, MOST_ASKED, self.seed) if self.few_keys is None else self.few_keys

    def digest(self) -> str:
        """Recompute the digest as FORMAT.md describes; check that there are just the blocks, of their sizes."""
        digests: dict[int, list[bytes]] = {}
        count = 0
        blocks = list(self.slots.blocks())
        stored = self.store.database.ask("blocks", most=len(blocks) + 1)
        for expected, place in zip_longest(blocks, stored):
            if expected is None or expected[:2] != place:
                self.found.add(None, "blocks, by ply and number", expected and expected[:2], place)
                break
            ply, number, size = expected
            try:
                scores = self.table.unpacked(ply, number, size)
            except DamagedBook as error:
                self.found.add(None, f"block {number} of ply {ply}", f"{size:,} scores", str(error))
                continue
            digests.setdefault(ply, []).append(hashlib.sha256(scores).digest())
            count += 1
            self.found.tell(count, len(blocks))
        digest = hashlib.sha256(header_of(self.store))
        for layer in self.info.layers:
            digest.update(hashlib.sha256(b"".join(digests.get(layer.ply, []))).digest())
        self.found.unless_equal("digest", digest.hexdigest(), self.info.digest)
        return f"SHA-256 of the counts and {count:,} blocks"

    def masks(self) -> str:
        """Check that the runs of X-masks are those of the rules, byte for byte, and that there are no others."""
        runs = list(self.slots.runs())
        stored = self.store.database.ask("runs", most=len(runs) + 1)
        for expected, place in zip_longest(runs, stored):
            if expected is None or expected[:2] != place:
                self.found.add(None, "runs of X-masks, by stones and first mask", expected and expected[:2], place)
                break
            if self.store.x_masks(*place) != expected[2]:
                stones, first, run = expected
                self.found.add(
                    None, f"masks of {stones} stones from {first}", f"{len(run):,} bytes by the rules", "others"
                )
        return f"{sum(map(len, self.slots.rows)):,} rows"

    def answers(self) -> str:
        """Check the scores of all positions by those of their children, or of the sample."""
        if self.chosen is None:
            positions = 0
            for layer in self.walked():
                self.layers += (layer,)
                positions += layer.positions
                self.found.tell(positions, self.info.positions)
        else:
            plies, positions = np.bitwise_count(self.chosen), len(self.chosen)
            for ply in np.unique(plies).tolist():
                keys = self.chosen[plies == ply]
                x, o = keys & self.geometry.full, keys >> self.geometry.cells
                self.scores(ply, x, o, self.geometry.has_line(x if ply % 2 else o))
        self.refuted |= self.found.count > 0
        return f"the scores of {positions:,} positions against those of their children"

    def counts(self) -> str:
        """Compare the counts that the book states with those of ``answers``; of a sample only those by the rules."""
        if self.chosen is not None:
            return self.exact_counts()
        layers = [*self.layers]
        compare_counts(self.info, layers, game_counts(self.info.rules, layers, self.drawn_games), self.found)
        return f"{len(layers)} plies counted again; {self.exact_counts()}"

    def walked(self) -> Iterator[LayerCounts]:
        """Check the positions of each ply, and yield their counts."""
        positions = 0
        for ply in range(self.geometry.cells + 1):
            tally, last_stones = Tally(), 0
            for x, o in self._placements(ply):
                last_stones += self._take(ply, x, o, tally)
                self.found.tell(positions + tally.positions, self.info.positions)
            positions += tally.positions
            if not tally.positions:
                return
            # without a line, X's stones may have come in any order, and O's; else one that completed it comes last
            own, other = -(-ply // 2), ply // 2
            going_on = (tally.raw_positions - tally.raw_lines) * factorial(own) * factorial(other)
            last = own if ply % 2 else other
            by_line = last_stones * factorial(max(last - 1, 0)) * factorial(ply - last)
            full = ply == self.geometry.cells
            self.drawn_games += going_on if full else 0
            yield layer_counts(self.info.rules, ply, tally, going_on + by_line, by_line + (going_on if full else 0))

    def _placements(self, ply: int) -> Iterator[tuple[Ints, Ints]]:
        """Yield all ways to place a ply's stones, X's up to symmetry, a limited number at a time."""
        assert isinstance(self.slots, PlacementSlots)
        cells, x_stones = self.geometry.cells, (ply + 1) // 2
        open_masks, ended = self.slots.rows[x_stones], self.slots.ended[x_stones]
        sets = sets_of(cells - x_stones, ply // 2)
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

    def _take(self, ply: int, x: Ints, o: Ints, tally: Tally) -> int:
        """Check and count placements of a ply; return the number of stones that can have completed their lines."""
        geometry = self.geometry
        assert isinstance(self.slots, PlacementSlots)
        last, other = (x, o) if ply % 2 else (o, x)
        swapped = o | x << geometry.cells
        own = np.flatnonzero((geometry.canonical(swapped) == swapped) & ~geometry.has_line(other))
        x, o, last = x[own], o[own], last[own]
        ended = geometry.has_line(last)
        last_stones = np.zeros(len(own), dtype=np.int64)
        last_stones[ended] = self.slots.last_stones(last[ended])
        kept = ~ended | (last_stones > 0)
        x, o, ended, last_stones = x[kept], o[kept], ended[kept], last_stones[kept]
        keys = x | o << geometry.cells
        orbits = geometry.orbits(keys)
        self.remember(geometry.canonical(keys) if self.few_keys is not None else keys)
        tally.add(orbits, ended, self.scores(ply, x, o, ended))
        return int((orbits * last_stones).sum())

    def remember(self, keys: Ints) -> None:
        """Remember canonical keys for lookups, unless they have become too many."""
        if self.few_keys is not None:
            few = len(self.few_keys) + len(keys) <= MOST_ASKED
            self.few_keys = np.concatenate([self.few_keys, keys]) if few else None

    def scores(self, ply: int, x: Ints, o: Ints, ended: Flags) -> Ints:
        """Return the scores of positions, after comparing stored scores with those of the children."""
        geometry = self.geometry
        scores = np.where(ended, self.line_score(ply), 0)
        open_places = np.flatnonzero(~ended)
        if ply == geometry.cells or not len(open_places):
            return scores
        x, o = x[open_places], o[open_places]
        expected = np.full(len(x), -128)
        playable = geometry.playable(x | o)
        for cell in range(geometry.cells):
            free = np.flatnonzero(playable >> cell & 1)
            if len(free):
                worth = self._after(ply, x[free], o[free], 1 << cell)
                expected[free] = np.maximum(expected[free], worth)
        stored = self.table.open_scores(ply, x, o)
        for place in np.flatnonzero(stored != expected).tolist():
            board = geometry.board(int(x[place] | o[place] << geometry.cells))
            self.found.add(board, "score", expected[place], stored[place])
        scores[open_places] = stored
        return scores

    def _after(self, ply: int, x: Ints, o: Ints, stone: int) -> Ints:
        """Return the value of a move as a score for the mover: by the rules if it ends the game, else as stored."""
        x, o = (x, o | stone) if ply % 2 else (x | stone, o)
        ended = self.geometry.has_line(o if ply % 2 else x)
        worth = np.where(ended, -self.line_score(ply + 1), 0)
        if ply + 1 < self.geometry.cells and not ended.all():
            worth[~ended] = -self.table.open_scores(ply + 1, x[~ended], o[~ended])
        return worth

    def line_score(self, ply: int) -> int:
        """Return the score, for the side to move, of a game that a line ended at this ply."""
        score = self.geometry.cells + 1 - ply
        return score if self.info.rules.misere else -score
