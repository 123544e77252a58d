"""Proof of a book of first plies: its plies from the scores of the last one, and searches of these.

The whole book is checked as other books are, except that the scores of the last ply are taken as they are. A sample is
of that ply: each position is searched again, with an empty table and the moves in another order, by two questions: is
the score at least what the book says, and is it at most that?
"""

import random
from functools import cached_property

import numpy as np

from oxobook.book.errors import BookError, DamagedBook
from oxobook.book.info import LEAST_PLIES
from oxobook.book.layout import search as deep
from oxobook.book.layout.search import Search
from oxobook.book.store.reader import Store
from oxobook.book.verify.forward import random_positions
from oxobook.book.verify.geometry import Flags, Ints
from oxobook.book.verify.gravity_proof import GravityProof
from oxobook.book.verify.proof import Look, some_of
from oxobook.book.verify.score_table import StackSlots


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
            return [self.tables, self.searches, self.counts, self.published, self.kept]
        positions = [self.tables, self.file, self.digest, self.masks, self.answers]
        return [*positions, self.lookups, self.counts, self.published, self.kept]

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

    def kept(self) -> str:
        """Search again for what is kept beside the book: all of it, or as many positions as a sample has."""
        try:
            kept = self.store.searched()
        except DamagedBook as error:
            self.found.add(None, "kept", "sound", str(error))
            return "not searched, as their file is damaged"
        keys = sorted(kept)
        if self.sample is not None and len(keys) > self.sample:
            keys = random.Random(self.seed).sample(keys, self.sample)
        if not keys:
            return "nothing is kept"
        search = self._search()
        for number, key in enumerate(keys):
            self.found.tell(number, len(keys))
            x, o = key & int(self.geometry.full), key >> self.geometry.cells
            least, most, _ = kept[key]
            if x & o or not search.confirms(x, o, least, most):
                self.found.add(self.geometry.board(key), "kept", "as searched again", f"from {least} to {most}")
        return f"{len(keys):,} of {len(kept):,} positions, each searched again"
