"""Checks that the proofs of all layouts share, and the order in which they are made."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

import numpy as np

from oxobook.book.book import Book
from oxobook.book.entry import Entry
from oxobook.book.errors import MissingPosition
from oxobook.book.game.score import Value
from oxobook.book.store.reader import Store
from oxobook.book.verify.counts import check_published, compare_with_rules
from oxobook.book.verify.file_checks import check_schema
from oxobook.book.verify.forward import random_positions
from oxobook.book.verify.geometry import Ints, geometry_of
from oxobook.book.verify.row_table import Rows
from oxobook.book.verify.strategies import check_strategies
from oxobook.book.verify.verdict import Findings

Look = Callable[[], str]
"""Method that gives a check its name: it adds to ``Proof.found``, and returns what it has checked, in words."""
MOST_ASKED = 2_000
"""Number of positions that are looked up in a larger book."""


def some_of(keys: Ints, seed: int | None) -> Ints:
    """Return the keys of the positions to look up, ascending: all of a small book, else a random sample."""
    if len(keys) <= MOST_ASKED:
        return keys
    return np.sort(np.random.default_rng(seed).choice(keys, MOST_ASKED, replace=False))


def _said(entry: Entry) -> str:
    best, safe = (" ".join(names) or "none" for names in (entry.best, entry.safe))
    return _in_words(int(entry.value), entry.remoteness, entry.orbit, best, safe, entry.pick or "none")


def _in_words(value: int, remoteness: int, orbit: int, best: str, safe: str, pick: str) -> str:
    return f"{Value(value).word} in {remoteness}, best {best}, safe {safe}, pick {pick}, {orbit} alike"


class Proof(ABC):
    """Checks of a book in one layout; each uses what earlier ones have worked out."""

    LAYOUT: ClassVar[str]
    TABLES: ClassVar[frozenset[str]]
    """Tables of the layout, beside those of every book."""

    def __init__(self, store: Store, sample: int | None, seed: int | None) -> None:
        self.store = store
        self.info = store.info
        self.geometry = geometry_of(store.info.rules)
        self.sample = sample
        self.seed = seed
        self.chosen = None if sample is None else random_positions(self.geometry, sample, seed)
        """Keys of the sample's positions, ascending; None if the whole book is checked."""
        self.found = Findings()
        """Findings of the check that runs."""
        self.refuted = False
        """True if a position or an answer was found wrong."""

    @abstractmethod
    def checks(self) -> list[Look]:
        """Return the checks in their order, of a whole book or of a sample.

        The first, ``tables``, must pass before the others run: other tables may answer each query differently.
        """

    @abstractmethod
    def rows_at(self, keys: Ints) -> Rows:
        """Return the answers at canonical keys as rows of a position table, without those that are missing."""

    @abstractmethod
    def asked(self) -> Ints:
        """Return the canonical keys of the positions to look up."""

    def tables(self) -> str:
        """Check the schema and the header."""
        return check_schema(self.store, self.TABLES, self.found)

    def file(self) -> str:
        """Run the database's own check of its files, if it has one."""
        looked_at, wrong = self.store.database.check()
        for message in wrong:
            self.found.add(None, "file", "sound", message)
        return looked_at

    def lookups(self) -> str:
        """Compare lookups, of texts in random orientations, with the answers, once these are proved."""
        if self.refuted:
            return "not asked, as the answers are wrong"
        geometry, rows = self.geometry, self.rows_at(self.asked())
        turns = np.random.default_rng(self.seed).integers(0, len(geometry.ways), len(rows))
        asked = geometry.images(rows.key)[np.arange(len(rows)), turns]
        ways = geometry.images(asked).argmin(axis=1)
        picks = np.where(rows.no_pick, 0, geometry.bits(rows.pick.clip(0, 2 * geometry.cells - 1)))
        masks = (geometry.masks_back(column, ways) for column in (rows.best, rows.safe, picks))
        names = (map(geometry.cell_names, column.tolist()) for column in masks)
        numbers = (column.tolist() for column in (rows.value, rows.remoteness, rows.orbit))
        expectations = map(_in_words, *numbers, *names)
        book = Book(self.store)
        for place, (board, expected) in enumerate(zip(geometry.boards(asked).tolist(), expectations, strict=True)):
            self.found.tell(place, len(rows))
            text = board.decode()
            try:
                said = _said(book.probe(text))
            except MissingPosition as error:
                said = str(error)
            if said != expected:
                self.found.add(text, "lookup", expected, said)
        return f"{len(rows):,} positions as a lookup answers them, each turned at random"

    def exact_counts(self) -> str:
        """Check the counts that follow from the rules alone."""
        return f"{compare_with_rules(self.info.rules, self.info, self.found)} plies by formula"

    def published(self) -> str:
        """Compare the counts, the result and the digest with published ones."""
        start = self.rows_at(np.zeros(1, self.geometry.dtype))
        result = int(start.value.sum()), int(start.remoteness.sum())  # 0 and 0 if the empty board is missing
        return check_published(self.info, self.LAYOUT, result, self.found)

    def strategies(self) -> str:
        """Walk the stored strategies against every reply."""
        return check_strategies(self.store, self.geometry, self.rows_at, self.sample, self.seed, self.found)
