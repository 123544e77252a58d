"""Lookups of a book, held to the answers that were proved."""

import numpy as np

from oxobook.book.book import Book
from oxobook.book.errors import MissingPosition, counted
from oxobook.book.game.score import Value
from oxobook.book.store.reader import Store
from oxobook.book.verify.answers import Answers
from oxobook.book.verify.geometry import Geometry, Ints
from oxobook.book.verify.verdict import Findings
from oxobook.book.verify.walk import random_positions, walk

MOST_ASKED = 2_000
"""Number of positions that are looked up in a larger book."""


def keys_to_ask(geometry: Geometry, last: int, seed: int | None) -> Ints:
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
    numbers = np.sign(answers.scores), answers.remoteness(geometry.cells), geometry.orbits(answers.keys), *masks
    expectations, book = zip(*(column.tolist() for column in numbers), strict=True), Book(store)
    for place, (board, expected) in enumerate(zip(geometry.boards(asked).tolist(), expectations, strict=True)):
        found.tell(place, len(turns))
        text = board.decode()
        try:
            entry = book.probe(text)
        except MissingPosition as error:
            found.add(text, "lookup", _in_words(geometry, *expected), str(error))
            continue
        pick = 0 if entry.pick_cell is None else 1 << entry.pick_cell
        said = int(entry.value), entry.remoteness, entry.orbit, entry.best_mask, entry.safe_mask, pick
        if said != expected:
            found.add(text, "lookup", _in_words(geometry, *expected), _in_words(geometry, *said))
    found.checked = f"{counted(len(turns), 'position')} as a lookup answers them, each turned at random"


def _in_words(geometry: Geometry, value: int, remoteness: int, orbit: int, *masks: int) -> str:
    best, safe, pick = map(geometry.cell_names, masks)
    return f"{Value(value).word} in {remoteness}, best {best}, safe {safe}, pick {pick}, {orbit} alike"
