"""A reader's answers against the verifier's: that what is proved is what a lookup says.

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
"""The positions that are asked of a whole book that has more."""
NOT_ASKED = "not asked, as the answers are wrong"


def some_of(keys: Ints, seed: int | None) -> Ints:
    """The keys of the positions to ask, ascending: all of a small book, or so many at random."""
    if len(keys) <= MOST_ASKED:
        return keys
    return np.sort(np.random.default_rng(seed).choice(keys, MOST_ASKED, replace=False))


def check_lookups(store: SqlStore, geometry: Geometry, rows: Rows, seed: int | None, found: Findings) -> str:
    """Find positions that a lookup answers otherwise than these rows, each asked in an orientation chosen at random."""
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
    """Picks as masks of one cell, 0 where there is none."""
    masks: Ints = np.where(none, 0, 1 << picks.clip(0, 62))
    return masks


_Said = tuple[int, int, int, str, str, str]


def _said(entry: Entry) -> _Said:
    """What an entry says, as a row of the book would say it."""
    best, safe = (" ".join(names) or "none" for names in (entry.best, entry.safe))
    return int(entry.value), entry.remoteness, entry.orbit, best, safe, entry.pick or "none"


def _in_words(said: _Said) -> str:
    """An answer as a finding shows it."""
    value, remoteness, orbit, best, safe, pick = said
    return f"{Value(value).word} in {remoteness}, best {best}, safe {safe}, pick {pick}, {orbit} alike"
