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
from oxobook.book import Book, BookError, OxobookError, Position, Rules
from oxobook.book.game.score import remoteness_of
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.info import BookInfo
from oxobook.book.verify import checks_of
from oxobook.generator.generate import generate_book
from tests.campaigns.forgery.changes import changes_of, is_small
from tests.campaigns.forgery.game import Game, Twist
from tests.campaigns.forgery.sealing import has_blocks, seal

UNFIT = (sqlite3.Error, struct.error, LookupError, ValueError, TypeError, OverflowError, OxobookError)
"""Exceptions of a change that does not fit the book, or what an earlier change has left of it."""
WIDE, PLIES, SAMPLE = "search", 3, 300
"""Engine of wide books, the number of plies that they keep, and of positions that a sample searches again."""
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
        self._truths: dict[Rules, Truth | WideTruth] = {}
        if self.wide:
            generate_book(self.rules, self._path, plies=PLIES)
            self._truths[self.rules] = WideTruth(self.game, self._path)
        else:
            generate_book(self.rules, self._path, engine=engine)
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
        chance = Random(seed)
        with closing(sqlite3.connect(":memory:")) as book:
            book.deserialize(self.right)
            names = self._change(book, chance)
            if names and chance.random() < 0.9:
                try:
                    seal(book)
                except UNFIT:
                    names = (*names, "no digest")
            book.commit()
            content = book.serialize()
        if chance.random() < 0.02:
            content += bytes(chance.choice((1, 512, 4096, 100_000)))
            names = (*names, "a tail")
        elif chance.random() < 0.02:
            at = chance.randrange(len(content))
            content = content[:at] + bytes([content[at] ^ 1 << chance.randrange(8)]) + content[at + 1 :]
            names = (*names, "a bit of the file")
        self._path.write_bytes(content)
        return names if content != self.right else ()

    def _change(self, book: sqlite3.Connection, chance: Random) -> tuple[str, ...]:
        """Change a book and return the changes' names; changes that refill it come first."""
        changes, names = changes_of(book), list[str]()
        for name in sorted(chance.choices(list(changes), k=chance.choice((1, 1, 1, 2, 2, 3))), key=is_small):
            try:
                changes[name](book, chance, self.game)
                book.commit()
                names.append(name)
            except UNFIT:
                book.rollback()
        return tuple(names)

    def judge(self) -> str:
        """Return the fate of the book that was built last."""
        try:
            for check in chain(checks_of(self._path), checks_of(self._path, SAMPLE, 1) if self.wide else ()):
                if check.wrong:
                    return check.name
        except BookError:  # of a later version, for one
            return REFUSED
        with Book.open(self._path) as book:
            if self.wide and book.rules != self.rules:  # of which no answer is known here
                return PASSED
            if book.rules not in self._truths:
                self._truths[book.rules] = Truth(book.rules, Path(self._folder.name))
            return HARMLESS if self._truths[book.rules].holds_of(book) else PASSED


def said(book: Book, position: Position) -> tuple[object, ...]:
    """Return the answer of a book, without the work behind it."""
    entry = book.probe(position)
    return entry.value, entry.remoteness, entry.best, entry.safe, entry.orbit, entry.pick


class WideTruth:
    """Right answers to lookups in the plies of a wide book: those of a right book, checked by a separate solver."""

    def __init__(self, game: Game, path: Path) -> None:
        answers, group = game.solved(Twist()).answers, symmetry_group(game.rules)
        with Book.open(path) as book:
            self._said = {position: said(book, position) for position in game.raw if position.ply <= PLIES}
            self._info = book.info
        for position, (value, left, *_) in self._said.items():
            score = answers[group.canonical(position.x, position.o)[0]].score
            truth = (score > 0) - (score < 0), remoteness_of(score, position.ply, game.rules.cells)
            assert (value, left) == truth, position

    def holds_of(self, book: Book) -> bool:
        """Return whether every answer of a book is right, and every count that it states."""
        try:
            answers = all(said(book, position) == answer for position, answer in self._said.items())
        except OxobookError:
            return False
        return answers and counts_hold(book.info, self._info)


class Truth:
    """Right answers to every lookup in a book of some rules: from a book of rows, checked by a separate solver."""

    def __init__(self, rules: Rules, folder: Path) -> None:
        self.game = Game(rules)
        solution = self.game.solved(Twist())
        path = folder / f"right-{rules}.sqlite"
        generate_book(rules, path, engine="frontier", replace=True)
        with Book.open(path) as book, closing(sqlite3.connect(path)) as tables:
            rows = tables.execute("SELECT * FROM position ORDER BY key").fetchall()
            assert rows == [solution.row(key) for key in sorted(solution.answers)]
            assert tables.execute("SELECT * FROM layer").fetchall() == solution.layers()
            self._entries = {position: book.probe(position) for position in self.game.raw}
            self._keys = np.array([position.key for position in self.game.raw], dtype=np.int64)
            self._arrays = book.lookup_many(self._keys)
            self._rows = list(book.layout.rows())
            self._info = book.info

    def holds_of(self, book: Book) -> bool:
        """Return whether every answer of a book is right, and every count that it states."""
        try:
            return (
                all(book.probe(position) == entry for position, entry in self._entries.items())
                and all(
                    np.array_equal(np.asarray(one), np.asarray(other))
                    for one, other in zip(book.lookup_many(self._keys), self._arrays, strict=True)
                )
                and list(book.layout.rows()) == self._rows
                and counts_hold(book.info, self._info)
            )
        except OxobookError:
            return False


def counts_hold(stated: BookInfo, true: BookInfo) -> bool:
    """Return whether each count that a book states is the true one; None states nothing."""
    counts, truths = ([*info.games, *(count for layer in info.layers for count in layer)] for info in (stated, true))
    if len(counts) != len(truths) or stated.positions != true.positions:
        return False
    return all(one is None or one == other for one, other in zip(counts, truths, strict=True))
