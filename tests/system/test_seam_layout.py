"""The seam of layouts: one more, in this file alone, and Book, the commands and verify take it.

It keeps scores in a dictionary, and finds a pick only when it is asked for.
"""

import numpy as np
import pytest

from oxobook.book import Book, BookError, Position, Rules
from oxobook.book.certificate.strategy_file import stored_strategy
from oxobook.book.game.score import remoteness_of
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.layout.answer_arrays import Answers
from oxobook.book.layout.layout import Layout
from oxobook.book.layout.layouts import LAYOUTS
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from oxobook.generator.strategies.find import find_and_keep
from tests.reference import score_of


class Scores(Layout):
    """A layout of one score a position, by its canonical key."""

    name = "scores"

    def __init__(self, store):
        self.rules = rules = store.info.rules
        self._group = symmetry_group(rules)
        self._scores = {
            key: score_of(row[0], row[1], Position.from_key(key, rules).ply, rules.cells) for key, row in store.rows()
        }

    def answer(self, key):
        score = self._scores.get(key)
        if score is None:
            return None
        position = Position.from_key(key, self.rules)
        after = self._after(position)
        best = sum(1 << cell for cell, child in after.items() if -child == score)
        safe = sum(1 << cell for cell, child in after.items() if np.sign(-child) == np.sign(score))
        left = remoteness_of(score, position.ply, self.rules.cells)
        return int(np.sign(score)), left, best, safe, None, self._group.orbit(position.x, position.o)

    def pick(self, key, answer):
        canonical = Position.from_key(key, self.rules)
        cells = [cell for cell in canonical.legal_cells if answer[2] >> cell & 1]
        return min(cells, key=lambda cell: self._safe_share(canonical.play(cell)), default=None)

    def many(self, x, o, pick=True):
        pairs = zip(x.tolist(), o.tolist(), strict=True)
        found = [self.answer(self._group.canonical(*pair)[0]) for pair in pairs]
        return Answers(*(np.array([one[column] for one in found]) for column in range(4)), np.full(len(found), -1))

    def rows(self):
        found = ((key, self.answer(key)) for key in sorted(self._scores))
        return ((key, (*answer[:4], self.pick(key, answer), answer[5])) for key, answer in found)

    def _score(self, position):
        return self._scores[self._group.canonical(position.x, position.o)[0]]

    def _after(self, position):
        """By cell the score of the position after a move there."""
        return {cell: self._score(position.play(cell)) for cell in position.legal_cells}

    def _safe_share(self, position):
        after, score = self._after(position), self._score(position)
        return sum(np.sign(-child) == np.sign(score) for child in after.values()) / max(len(after), 1)


@pytest.fixture
def added(monkeypatch):
    """The layout stands in for that of rows."""
    monkeypatch.setitem(LAYOUTS, frozenset({"position"}), Scores)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["3x3x3", "3x3x3-misere", "2x3x2", "3x3x3-gravity"])
def test_a_book_in_another_layout_is_the_same_book(added, make_book, made, text):
    """Every entry, move, line and array of answers is that of the book as it was opened before."""
    file = make_book(text)
    with Book.open(file.address) as book:
        assert book.layout.name == "scores" and list(book) == list(file) and len(book) == len(file)
        for entry in list(file)[::20]:
            assert book.moves(entry.position) == file.moves(entry.position)
            assert book.line(entry.position) == file.line(entry.position)
        keys = np.array([entry.position.key for entry in file])
        for one, other in zip(book.lookup_many(keys)[:4], file.lookup_many(keys)[:4], strict=True):
            assert (one == other).all()


def test_the_commands_ask_it(added, tmp_path, run):
    """A strategy is found by it, a command looks up in it, and verify says that it has no proof for it."""
    path = tmp_path / "3x3x3.sqlite"
    generate_book(Rules(), path)
    with Book.open(path) as book:
        found = find_and_keep(book, "X", "reflexes", False, 60)
        assert stored_strategy(book, "X", "reflexes") == found
    asked = run("lookup", "X../.O./...", "--json", "-b", path)
    assert asked.exit_code == 0 and '"pick": "b3"' in asked.stdout
    with pytest.raises(BookError, match="there is no proof yet"):
        verify_book(path)
