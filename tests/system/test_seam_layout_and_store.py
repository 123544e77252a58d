"""The seams of layouts and stores: one more of each, in this file alone, and Book, the commands and verify take them.

The store keeps books in memory, under addresses such as ``memory://books/one``; the layout keeps scores in a
dictionary, and finds a pick only when it is asked for.
"""

from contextlib import contextmanager

import numpy as np
import pytest

from oxobook.book import Book, BookError, CannotWrite, Position, Rules
from oxobook.book.game.score import remoteness_of
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.info import StoredStrategy
from oxobook.book.layout.answer_arrays import Answers
from oxobook.book.layout.layouts import LAYOUTS, LayoutKind
from oxobook.book.store.stores import STORES, StoreKind
from oxobook.book.strategy import stored_strategy
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from oxobook.generator.strategies.find import find_and_keep
from tests.reference import score_of

BOOKS = {}


class Memory:
    """A store of books in a dictionary."""

    folder = None

    def __init__(self, address):
        self.name = self.address = address
        self._kept = BOOKS.setdefault(address, {})

    @property
    def info(self):
        return self._kept["info"]

    @property
    def tables(self):
        return frozenset(self._kept["tables"])

    def require_new(self, rules, replace):
        if "info" in self._kept and not replace:
            raise CannotWrite(f"{self.name!r} exists already and is left as it is; --force replaces it")

    def sweep(self):
        return []

    @contextmanager
    def rows(self, replace):
        def write(info, rows):
            rows = [row for columns in rows for row in zip(*columns, strict=True)]
            scores = {key: score_of(value, left, ply, info.rules.cells) for key, _, ply, value, left, *_ in rows}
            self._kept.update(info=info, tables=["scores"], scores=scores, strategies={})

        yield write

    def require_writable(self):
        """A dictionary takes any strategy."""

    def keep(self, digest, name, side, moves, least):
        self._kept["strategies"][name, side] = (moves, least)

    def strategies(self):
        return [StoredStrategy(*names, len(moves), least) for names, (moves, least) in self._kept["strategies"].items()]

    def strategy_moves(self, side, name):
        return dict(self._kept["strategies"].get((name, side), ({}, None))[0])

    def close(self):
        self._kept = {}

    def score(self, key):
        return self._kept["scores"].get(key)

    def held(self):
        return sorted(self._kept["scores"])


class Scores:
    """A layout of one score a position, by its canonical key."""

    name = "scores"

    def __init__(self, store):
        self._store, self._rules = store, store.info.rules
        self._group = symmetry_group(self._rules)

    def answer(self, key):
        score = self._store.score(key)
        if score is None:
            return None
        position = Position.from_key(key, self._rules)
        after = self._after(position)
        best = sum(1 << cell for cell, child in after.items() if -child == score)
        safe = sum(1 << cell for cell, child in after.items() if np.sign(-child) == np.sign(score))
        left = remoteness_of(score, position.ply, self._rules.cells)
        return int(np.sign(score)), left, best, safe, None, self._group.orbit(position.x, position.o)

    outcome = answer

    def pick(self, key, answer):
        canonical = Position.from_key(key, self._rules)
        cells = [cell for cell in canonical.legal_cells if answer[2] >> cell & 1]
        return min(cells, key=lambda cell: self._safe_share(canonical.play(cell)), default=None)

    def value(self, key):
        return self.answer(key)[:2]

    def good_moves(self, x, o):
        answers = self.many(x, o)
        return answers.best, answers.safe

    def many(self, x, o):
        pairs = zip(x.tolist(), o.tolist(), strict=True)
        found = [self.answer(self._group.canonical(*pair)[0]) for pair in pairs]
        return Answers(*(np.array([one[column] for one in found]) for column in range(4)), np.full(len(found), -1))

    def rows(self):
        found = ((key, self.answer(key)) for key in self._store.held())
        return ((key, (*answer[:4], self.pick(key, answer), answer[5])) for key, answer in found)

    def _after(self, position):
        """By cell the score of the position after a move there."""
        children = {cell: position.play(cell) for cell in position.legal_cells}
        return {cell: self._store.score(self._group.canonical(p.x, p.o)[0]) for cell, p in children.items()}

    def _safe_share(self, position):
        after = self._after(position)
        score = self._store.score(self._group.canonical(position.x, position.o)[0])
        return sum(np.sign(-child) == np.sign(score) for child in after.values()) / max(len(after), 1)


@pytest.fixture
def memory(monkeypatch):
    """The address of a place in memory, while both are registered."""
    monkeypatch.setitem(STORES, "memory", StoreKind(Memory, Memory))
    monkeypatch.setattr("oxobook.book.layout.layouts.LAYOUTS", [LayoutKind(frozenset({"scores"}), Scores), *LAYOUTS])
    BOOKS.clear()
    return "memory://books/one"


@pytest.mark.slow
@pytest.mark.parametrize("text", ["3x3x3", "3x3x3-misere", "2x3x2", "3x3x3-gravity"])
def test_a_book_in_another_store_and_layout_is_the_same_book(memory, make_book, text):
    """generate_book writes it, Book reads it, and every entry, move, line and array of answers is that of the file."""
    file = make_book(text)
    assert generate_book(Rules.parse(text), memory) == file.info
    with Book.open(memory) as book:
        assert list(book) == list(file) and len(book) == len(file)
        for entry in list(file)[::20]:
            assert book.moves(entry.position) == file.moves(entry.position)
            assert book.line(entry.position) == file.line(entry.position)
        keys = np.array([entry.position.key for entry in file])
        for one, other in zip(book.lookup_many(keys)[:4], file.lookup_many(keys)[:4], strict=True):
            assert (one == other).all()


def test_it_keeps_strategies(memory):
    """A strategy is found, kept and read there; a book that stands there is replaced only when asked to."""
    generate_book(Rules(), memory)
    with Book.open(memory) as book:
        found = find_and_keep(book, "X", "reflexes", False, 60)
        assert stored_strategy(book, "X", "reflexes") == found
    with pytest.raises(CannotWrite, match="exists already"):
        generate_book(Rules(), memory)
    generate_book(Rules(misere=True), memory, replace=True)
    with Book.open(memory) as book:
        assert book.rules.misere and book.strategies() == []


def test_the_command_looks_up_there(memory, run):
    """A command that takes a book's URL takes this one's, and verify says that it has no proof for the layout."""
    generate_book(Rules(), memory)
    asked = run("lookup", "X../.O./...", "--json", "-b", memory)
    assert asked.exit_code == 0 and asked.stdout == run("lookup", "X../.O./...", "--json").stdout
    with pytest.raises(BookError, match="there is no proof yet"):
        verify_book(memory)
