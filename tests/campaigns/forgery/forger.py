"""Wrong books by a seed, and the fate of each: caught by a check, right after all, or passed wrongly.

A book passes wrongly when verify finds nothing and yet some answer of it, in any orientation, one at a time or many at
once, is not that of the rules that it states; or when a count that it states is not the true one.
Wide books, of boards with more cells than keys have room for, hold the first plies: verify takes their last ply as it
is and samples it by searches, here of all its positions.
"""

import sqlite3
import struct
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from oxobook import handed_down as handed_down
from oxobook.book import Book, BookError, OxobookError, Rules
from oxobook.book.info import BookInfo
from oxobook.book.verify import checks_of
from oxobook.generator.generate import generate_book
from tests.campaigns.forgery.changes import chosen
from tests.campaigns.forgery.game import Game
from tests.campaigns.forgery.sealing import has_blocks, seal

UNFIT = (sqlite3.Error, struct.error, LookupError, ValueError, TypeError, OverflowError, OxobookError)
"""Exceptions of a change that does not fit the book, or what an earlier change has left of it."""
WIDE, PLIES, SAMPLE = "search", 3, 300
"""Engine of wide books, the number of plies that they keep, and of positions that a sample searches again."""
TRIES = 5
"""Number of tries at a change."""
PASSED, HARMLESS, UNBUILT = "passed wrongly", "right after all", "not built"
REFUSED, CRASHED = "refused in one line", "traceback"


class Forgery(NamedTuple):
    """Book that was built, with its fate."""

    game: str
    layout: str
    changes: tuple[str, ...]
    seed: str
    fate: str
    """Check that found it first, or else one of the words above; ``CRASHED`` with what it was."""


class Forger:
    """Builder and judge of wrong books made from a right one. A context manager."""

    def __init__(self, rules: str, engine: str) -> None:
        self._folder = tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None)
        self._path = Path(self._folder.name) / "book.sqlite"
        self.rules, self.wide = Rules.parse(rules), engine == WIDE
        self.game = Game(self.rules)
        self._truths: dict[Rules, Truth] = {}
        generate_book(self.rules, self._path, **{"plies": PLIES} if self.wide else {"engine": engine})
        self.right = self._path.read_bytes()
        with closing(sqlite3.connect(self._path)) as book:
            self.layout = "blocks" if has_blocks(book) else "rows"

    def __enter__(self) -> "Forger":
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def forgeries(self, numbers: Iterator[int] | range) -> Iterator[Forgery]:
        """Yield the books of these numbers, each built, judged and thrown away."""
        for number in numbers:
            seed = f"{self.rules} {self.layout} {number}"
            changes = self.build(seed)
            try:
                fate = self.judge() if changes else UNBUILT
            except Exception as error:  # the campaign goes on, and names it in its table
                fate = f"{CRASHED}: {error!r}"
            yield Forgery(str(self.rules), self.layout, changes, seed, fate)

    def build(self, seed: str) -> tuple[str, ...]:
        """Write the book of a seed; return the names of its changes, none if it could not be built."""
        chance, names = Random(seed), list[str]()
        self._path.write_bytes(self.right)
        with closing(sqlite3.connect(self._path)) as book:
            for name, change in chosen(book, chance).items():
                for _ in range(TRIES):
                    try:
                        change(book, chance, self.game)
                        book.commit()
                        names.append(name)
                        break
                    except UNFIT:
                        book.rollback()
        if names and chance.random() < 0.9:
            try:
                seal(self._path)
            except UNFIT:
                names.append("no digest")
        content = self._path.read_bytes()
        if chance.random() < 0.02:
            content += bytes(chance.choice((1, 512, 4096, 100_000)))
            names.append("a tail")
        elif chance.random() < 0.02:
            at = chance.randrange(len(content))
            content = content[:at] + bytes([content[at] ^ 1 << chance.randrange(8)]) + content[at + 1 :]
            names.append("a bit of the file")
        self._path.write_bytes(content)
        return tuple(names) if content != self.right else ()

    def judge(self) -> str:
        """Return the fate of the book that was built last."""
        try:
            for check in chain(checks_of(self._path), checks_of(self._path, SAMPLE, 1) if self.wide else ()):
                if check.wrong:
                    return check.name
        except BookError:  # of a later version, for one
            return REFUSED
        with Book.open(self._path) as book:
            if book.rules not in self._truths:
                if self.wide and book.rules != self.rules:  # of which no answer is known here
                    return PASSED
                self._truths[book.rules] = Truth(Game(book.rules), Path(self._folder.name), self.wide)
            return HARMLESS if self._truths[book.rules].holds_of(book) else PASSED


class Truth:
    """Answers to every lookup in a right book of some game."""

    def __init__(self, game: Game, folder: Path, wide: bool) -> None:
        path, self.wide = folder / f"right-{game.rules}.sqlite", wide
        generate_book(game.rules, path, **{"plies": PLIES} if wide else {"engine": "frontier"})
        self._positions = [position for position in game.raw() if not wide or position.ply <= PLIES]
        with Book.open(path) as book:
            self._said, self._info = list(self._answers(book)), book.info

    def _answers(self, book: Book) -> Iterator[object]:
        """Yield what a book says, without the work behind it."""
        for position in self._positions:
            yield book.probe(position)._replace(nodes=0, seconds=0.0)
        if not self.wide:
            keys = np.array([position.key for position in self._positions], dtype=np.int64)
            yield [np.asarray(one).tolist() for one in book.lookup_many(keys)]
            yield list(book.layout.rows())

    def holds_of(self, book: Book) -> bool:
        """Return whether every answer of a book is right, and every count that it states."""
        try:
            return list(self._answers(book)) == self._said and counts_hold(book.info, self._info)
        except OxobookError:
            return False


def counts_hold(stated: BookInfo, true: BookInfo) -> bool:
    """Return whether each count that a book states is the true one; None states nothing."""
    counts, truths = ([*info.games, *(count for layer in info.layers for count in layer)] for info in (stated, true))
    if len(counts) != len(truths) or stated.positions != true.positions:
        return False
    return all(one is None or one == other for one, other in zip(counts, truths, strict=True))
