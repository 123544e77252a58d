"""Proofs of books of blocks under gravity, whose positions are found by playing, and of books of first plies.

The scores are proved as in ``book.verify.block_proof``. The ways to reach positions are counted with them. Of a board
too large for keys there is a proof by samples only.

A book of first plies is checked as others are, except that the scores of the last ply are taken as they are. A sample
is of that ply: each position is searched again, with an empty table and the moves in another order, by two questions:
is the score at least what the book says, and is it at most that?
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from oxobook.book.errors import BookError
from oxobook.book.game.rules import KEY_CELLS
from oxobook.book.info import LEAST_PLIES, LayerCounts
from oxobook.book.layout import search as deep
from oxobook.book.layout.search import Search
from oxobook.book.store.reader import Store
from oxobook.book.verify.block_proof import BlockProof
from oxobook.book.verify.counts import Tally, layer_counts
from oxobook.book.verify.forward import NO_MOVE, moves_of, random_positions
from oxobook.book.verify.geometry import Flags, Ints
from oxobook.book.verify.proof import Look, some_of
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


class FirstPliesProof(GravityProof):
    """Checks of a book of the first plies under gravity."""

    def __init__(self, store: Store, sample: int | None, seed: int | None) -> None:
        super().__init__(store, None, seed)
        self.sample = sample
        if sample is not None:
            self.chosen = random_positions(self.geometry, sample, seed, self.last_ply)
        self._asked: Ints = np.zeros(0, self.geometry.dtype)

    def checks(self) -> list[Look]:
        if self.sample is not None:
            return [self.tables, self.searches, self.counts, self.published]
        positions = [self.tables, self.file, self.digest, self.masks, self.answers]
        return [*positions, self.lookups, self.counts, self.published]

    @cached_property
    def slots(self) -> StackSlots:
        return StackSlots(self.geometry, self.last_ply)

    def tables(self) -> str:
        """Check the schema and the header, and that the book has enough plies for an answer."""
        if self.last_ply < LEAST_PLIES:
            self.found.add(None, "plies", f"at least {LEAST_PLIES}", self.last_ply)
        return super().tables()

    def asked(self) -> Ints:
        return self._asked

    def remember(self, keys: Ints) -> None:
        """Remember canonical keys for lookups, unless a move or a reply leads below the book."""
        if int(keys[0]).bit_count() <= self.last_ply - 2:
            self._asked = some_of(np.concatenate([self._asked, keys]), self.seed)

    def scores(self, ply: int, x: Ints, o: Ints, ended: Flags) -> Ints:
        """Return the scores of positions, after comparing them with those of the children; the last ply's as stored."""
        if ply < self.last_ply:
            return super().scores(ply, x, o, ended)
        going = np.flatnonzero(~ended)
        scores = np.where(ended, self.line_score(ply), 0)
        scores[going] = stored = self.table.open_scores(ply, x[going], o[going])
        # a win takes an odd number of further plies, a loss an even one, and in misere the other way round
        left = self.geometry.cells + 1 - np.abs(stored) - ply
        ends_by_move = (stored > 0) != self.info.rules.misere
        wrong = (stored != 0) & ((left < 1) | ((left % 2 == 1) != ends_by_move))
        for place in going[wrong].tolist():
            board = self.geometry.board(int(x[place] | o[place] << self.geometry.cells))
            self.found.add(board, "score", "of a game that goes on", scores[place])
        return scores

    def searches(self) -> str:
        """Search positions of the last ply again."""
        assert self.chosen is not None
        geometry, search, searched = self.geometry, self._search(), 0
        x, o = self.chosen & geometry.full, self.chosen >> geometry.cells
        open_games = [ply == self.last_ply for ply in map(int.bit_count, map(int, self.chosen))]
        going = np.flatnonzero(np.array(open_games, np.bool_) & ~geometry.has_line(o if self.last_ply % 2 == 0 else x))
        stored = self.table.open_scores(self.last_ply, x[going], o[going])
        for place, score in zip(going.tolist(), stored.tolist(), strict=True):
            self.found.tell(searched, len(going))
            searched += 1
            if not search.confirms(int(x[place]), int(o[place]), score, score):
                self.found.add(geometry.board(int(self.chosen[place])), "score", "as searched again", score)
        return f"{searched:,} positions of ply {self.last_ply}, each searched again"

    def _search(self) -> Search:
        if deep.search_for is None:
            raise BookError("expected a search to check searched scores by; this program has none: import oxobook")
        return deep.search_for(self.info.rules)
