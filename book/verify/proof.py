"""Checks that the proofs of all layouts share, and the order in which they are made."""

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np

from oxobook.book.store.queries import SqlStore
from oxobook.book.verify.counts import check_published, compare_with_rules
from oxobook.book.verify.file_checks import check_schema
from oxobook.book.verify.forward import random_positions
from oxobook.book.verify.geometries import geometry_of
from oxobook.book.verify.geometry import Ints
from oxobook.book.verify.lookups import check_lookups
from oxobook.book.verify.row_table import Rows
from oxobook.book.verify.strategies import check_strategies
from oxobook.book.verify.verdict import Findings, Look

FIRST = "tables"
"""Name of the check that must pass before the others run: other tables may answer each query differently."""


class Proof(ABC):
    """Checks of a book in one layout; each uses what earlier ones have worked out."""

    LAYOUT: ClassVar[str]
    TABLES: ClassVar[frozenset[str]]
    """Tables of the layout, beside those of every book."""
    WHOLE: tuple[str, ...]
    """Names of the checks of a whole book, in their order; each is a method."""
    SAMPLE: tuple[str, ...]
    """Names of the checks of some positions."""

    def __init__(self, store: SqlStore, sample: int | None, seed: int | None) -> None:
        self.store = store
        self.info = store.info
        self.geometry = geometry_of(store.info.rules)
        self.sample = sample
        self.seed = seed
        self.chosen = None if sample is None else random_positions(self.geometry, sample, seed)
        """Keys of the sample's positions, ascending; None if the whole book is checked."""
        self.refuted = False
        """True if a position or an answer was found wrong."""

    def looks(self) -> dict[str, Look]:
        """Return the checks by name, in their order."""
        return {name: getattr(self, name) for name in (self.WHOLE if self.sample is None else self.SAMPLE)}

    @abstractmethod
    def rows_at(self, keys: Ints) -> Rows:
        """Return the answers at canonical keys as rows of a position table, without those that are missing."""

    @abstractmethod
    def asked(self) -> Ints:
        """Return the canonical keys of the positions to look up."""

    def tables(self, found: Findings) -> str:
        """Check the schema and the header."""
        return check_schema(self.store, self.TABLES, found)

    def file(self, found: Findings) -> str:
        """Run the database's own check of its files, if it has one."""
        looked_at, wrong = self.store.check()
        for message in wrong:
            found.add(None, "file", "sound", message)
        return looked_at

    def lookups(self, found: Findings) -> str:
        """Compare lookups with the answers, once these are proved."""
        if self.refuted:
            return "not asked, as the answers are wrong"
        return check_lookups(self.store, self.geometry, self.rows_at(self.asked()), self.seed, found)

    def exact_counts(self, found: Findings) -> str:
        """Check the counts that follow from the rules alone."""
        return f"{compare_with_rules(self.info.rules, self.info, found)} plies by formula"

    def published(self, found: Findings) -> str:
        """Compare the counts, the result and the digest with published ones."""
        start = self.rows_at(np.zeros(1, self.geometry.dtype))
        result = int(start.value.sum()), int(start.remoteness.sum())  # 0 and 0 if the empty board is missing
        return check_published(self.info, self.LAYOUT, result, found)

    def strategies(self, found: Findings) -> str:
        """Walk the stored strategies against every reply."""
        return check_strategies(self.store, self.geometry, self.rows_at, self.sample, self.seed, found)
