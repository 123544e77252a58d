"""Checks that the proofs of all layouts share: of the tables, the header and lookups, and the order of all."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

import numpy as np

from oxobook.book.book import Book
from oxobook.book.entry import Entry
from oxobook.book.errors import MissingPosition
from oxobook.book.game.rules import Rules
from oxobook.book.game.score import Value
from oxobook.book.store.database import PASSED_OVER
from oxobook.book.store.reader import Store
from oxobook.book.verify.counts import check_published, compare_with_rules
from oxobook.book.verify.forward import random_positions
from oxobook.book.verify.geometry import Ints, geometry_of
from oxobook.book.verify.row_table import Rows
from oxobook.book.verify.strategies import check_strategies
from oxobook.book.verify.verdict import Findings

Look = Callable[[], str]
"""Method that gives a check its name: it adds to ``Proof.found``, and returns what it has checked, in words."""
MOST_ASKED = 2_000
"""Number of positions that are looked up in a larger book."""

_SHARED = {"book", "layer", "strategy", "bound"}  # tables of every book; each layout adds its own
_GAMES = 10  # place of the first count of games in a row of ``book``


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


def check_schema(store: Store, tables: frozenset[str], found: Findings) -> str:
    """Check the tables and columns, ``tables`` the layout's own; what they hold is asked only where they are right."""
    documented = sorted(_SHARED | tables)
    for stranger in store.database.strange(documented):
        found.add(None, "tables", f"just {', '.join(documented)}, as documented", stranger)
    if not found.count:
        _check_header(store, found)
    passed_over = "".join(f"; table {name} of an earlier oxobook is passed over" for name in store.tables & PASSED_OVER)
    return f"{len(documented)} tables as documented, format version {store.info.format_version}{passed_over}"


def _check_header(store: Store, found: Findings) -> None:
    """Check the row of ``book``, as far as no other check recomputes it."""
    header = store.database.ask("header", most=2)
    found.unless_equal("rows of the book table", 1, len(header))
    text, height, width, k, misere, gravity, _, version, _, _, *games = header[0]
    known = store.info.rules
    rules = Rules(height, width, k, bool(misere), bool(gravity), *known[5:])
    found.unless_equal("rules", rules.header, text)
    for name, flag in (("misere", misere), ("gravity", gravity)):
        if flag not in (0, 1):
            found.add(None, name, "0 or 1", flag)
    counts = [games, *(row[-2:] for row in store.database.ask("layers"))]
    for count in (one for row in counts for one in row if one is not None):
        if not re.fullmatch("0|[1-9][0-9]*", count, re.ASCII):
            found.add(None, "count of games", "a number in the digits 0 to 9, without zeros before it", repr(count))
    if not re.fullmatch(r"[0-9]+(\.[0-9a-z]+)+", str(version)):
        found.add(None, "generator_version", "a version such as 0.1.0", repr(version))


def header_of(store: Store) -> bytes:
    """Return the first part of what the digest covers: the counts as text."""
    info = store.info
    header = [("oxobook", info.format_version, info.rules.header)]
    header += store.database.ask("layers")
    header += [row[_GAMES:] for row in store.database.ask("header")]
    return "".join(" ".join("-" if word is None else str(word) for word in line) + "\n" for line in header).encode()
