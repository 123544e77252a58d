"""Lookups compared with the verifier's answers: what is proved is also what a reader gets.

Positions are looked up as a reader would: as texts, in any orientation, through ``Book.probe``.
"""

import numpy as np

from oxobook.book.book import Book
from oxobook.book.entry import Entry
from oxobook.book.errors import MissingPosition
from oxobook.book.game.score import Value
from oxobook.book.store.queries import SqlStore
from oxobook.book.verify.geometry import Geometry, Ints
from oxobook.book.verify.row_table import Rows
from oxobook.book.verify.verdict import Findings

MOST_ASKED = 2_000
"""Number of positions that are looked up in a larger book."""


def some_of(keys: Ints, seed: int | None) -> Ints:
    """Return the keys of the positions to look up, ascending: all of a small book, else a random sample."""
    if len(keys) <= MOST_ASKED:
        return keys
    return np.sort(np.random.default_rng(seed).choice(keys, MOST_ASKED, replace=False))


def check_lookups(store: SqlStore, geometry: Geometry, rows: Rows, seed: int | None, found: Findings) -> str:
    """Find positions whose lookup differs from these rows, each asked in a random orientation."""
    turns = np.random.default_rng(seed).integers(0, geometry.symmetries, len(rows))
    asked = geometry.images(rows.key)[np.arange(len(rows)), turns]
    ways = geometry.images(asked).argmin(axis=1)
    picks = np.where(rows.no_pick, 0, geometry.bits(rows.pick.clip(0, 2 * geometry.cells - 1)))
    masks = (geometry.masks_back(column, ways) for column in (rows.best, rows.safe, picks))
    names = (map(geometry.cell_names, column.tolist()) for column in masks)
    numbers = (column.tolist() for column in (rows.value, rows.remoteness, rows.orbit))
    expectations = map(_in_words, *numbers, *names)
    book = Book(store)
    for place, (board, expected) in enumerate(zip(geometry.boards(asked).tolist(), expectations, strict=True)):
        found.tell(place, len(rows))
        text = board.decode()
        try:
            said = _said(book.probe(text))
        except MissingPosition as error:
            said = str(error)
        if said != expected:
            found.add(text, "lookup", expected, said)
    return f"{len(rows):,} positions as a lookup answers them, each turned at random"


def _said(entry: Entry) -> str:
    best, safe = (" ".join(names) or "none" for names in (entry.best, entry.safe))
    return _in_words(int(entry.value), entry.remoteness, entry.orbit, best, safe, entry.pick or "none")


def _in_words(value: int, remoteness: int, orbit: int, best: str, safe: str, pick: str) -> str:
    return f"{Value(value).word} in {remoteness}, best {best}, safe {safe}, pick {pick}, {orbit} alike"
