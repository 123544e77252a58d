"""Lookups of a book, held to the answers that were proved."""

import numpy as np

from oxobook.book.book import Book
from oxobook.book.entry import Entry
from oxobook.book.errors import MissingPosition
from oxobook.book.game.score import Value
from oxobook.book.store.reader import Store
from oxobook.book.verify.answers import Answers
from oxobook.book.verify.geometry import Geometry, Ints
from oxobook.book.verify.verdict import Findings
from oxobook.book.verify.walk import random_positions, walk

MOST_ASKED = 2_000
"""Number of positions that are looked up in a larger book."""


def asked(geometry: Geometry, last: int, seed: int | None) -> Ints:
    """Return canonical keys of positions up to a ply, ascending: all of a small board, else some of random games."""
    keys = np.zeros(0, geometry.dtype)
    for layer in walk(geometry, last):
        keys = np.concatenate([keys, layer.keys])
        if len(keys) > MOST_ASKED:
            return random_positions(geometry, MOST_ASKED, seed, 0, last)
    return np.sort(keys)


def check_lookups(store: Store, geometry: Geometry, answers: Answers | None, seed: int | None, found: Findings) -> None:
    """Compare lookups, of texts in random orientations, with answers; None if these were found wrong."""
    if answers is None:
        found.checked = "not asked, as the answers are wrong"
        return
    turns = np.random.default_rng(seed).integers(0, len(geometry.ways), len(answers.keys))
    asked = geometry.images(answers.keys)[np.arange(len(turns)), turns]
    ways = geometry.images(asked).argmin(axis=1)
    picks = np.where(answers.pick < 0, 0, geometry.bits(answers.pick.clip(min=0)))
    masks = (geometry.masks_back(column, ways) for column in (answers.best, answers.safe, picks))
    names = (map(geometry.cell_names, column.tolist()) for column in masks)
    outcomes = np.sign(answers.scores), answers.remoteness(geometry.cells), geometry.orbits(answers.keys)
    expectations = map(_in_words, *(column.tolist() for column in outcomes), *names)
    book = Book(store)
    for place, (board, expected) in enumerate(zip(geometry.boards(asked).tolist(), expectations, strict=True)):
        found.tell(place, len(turns))
        text = board.decode()
        try:
            said = _said(book.probe(text))
        except MissingPosition as error:
            said = str(error)
        if said != expected:
            found.add(text, "lookup", expected, said)
    found.checked = f"{len(turns):,} positions as a lookup answers them, each turned at random"


def _said(entry: Entry) -> str:
    best, safe = (" ".join(names) or "none" for names in (entry.best, entry.safe))
    return _in_words(int(entry.value), entry.remoteness, entry.orbit, best, safe, entry.pick or "none")


def _in_words(value: int, remoteness: int, orbit: int, best: str, safe: str, pick: str) -> str:
    return f"{Value(value).word} in {remoteness}, best {best}, safe {safe}, pick {pick}, {orbit} alike"
