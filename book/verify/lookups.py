"""Lookups compared with the verifier's answers: what is proved is also what a reader gets.

Positions are asked as anybody asks: as texts, in any orientation, through ``Book.probe``.
"""

import numpy as np

from oxobook.book.book import Book
from oxobook.book.entry import Entry
from oxobook.book.errors import MissingPosition
from oxobook.book.game.score import Value
from oxobook.book.store.queries import SqlStore
from oxobook.book.verify.geometry import Flags, Geometry, Ints
from oxobook.book.verify.row_table import Rows
from oxobook.book.verify.verdict import Findings

MOST_ASKED = 2_000
"""Number of positions that are looked up in a larger book."""
NOT_ASKED = "not asked, as the answers are wrong"


def some_of(keys: Ints, seed: int | None) -> Ints:
    """Return the keys of the positions to look up, ascending: all of a small book, else a random sample."""
    if len(keys) <= MOST_ASKED:
        return keys
    return np.sort(np.random.default_rng(seed).choice(keys, MOST_ASKED, replace=False))


def check_lookups(store: SqlStore, geometry: Geometry, rows: Rows, seed: int | None, found: Findings) -> str:
    """Find positions whose lookup differs from these rows, each asked in a random orientation."""
    turns = np.random.default_rng(seed).integers(0, geometry.symmetries, len(rows))
    asked = geometry.turned(rows.key, turns)
    ways = geometry.ways(asked)
    picks = _as_masks(rows.no_pick != 0, rows.pick)
    best, safe, pick = (geometry.masks_back(masks, ways) for masks in (rows.best, rows.safe, picks))
    book = Book(store)
    for place, text in enumerate(map(bytes.decode, geometry.boards(asked).tolist())):
        found.tell(place, len(rows))
        moves, keeping, picked = (geometry.cell_names(int(masks[place])) for masks in (best, safe, pick))
        expected = int(rows.value[place]), int(rows.remoteness[place]), int(rows.orbit[place]), moves, keeping, picked
        try:
            said = _said(book.probe(text))
        except MissingPosition as error:
            found.add(text, "lookup", _in_words(expected), str(error))
            continue
        if said != expected:
            found.add(text, "lookup", _in_words(expected), _in_words(said))
    return f"{len(rows):,} positions as a lookup answers them, each turned at random"


def _as_masks(none: Flags, picks: Ints) -> Ints:
    """Return picks as masks of one cell, 0 if there is none."""
    masks: Ints = np.where(none, 0, 1 << picks.clip(0, 62))
    return masks


_Said = tuple[int, int, int, str, str, str]


def _said(entry: Entry) -> _Said:
    """Return an entry's answer in the form of the book's rows."""
    best, safe = (" ".join(names) or "none" for names in (entry.best, entry.safe))
    return int(entry.value), entry.remoteness, entry.orbit, best, safe, entry.pick or "none"


def _in_words(said: _Said) -> str:
    """Return an answer as a finding shows it."""
    value, remoteness, orbit, best, safe, pick = said
    return f"{Value(value).word} in {remoteness}, best {best}, safe {safe}, pick {pick}, {orbit} alike"
