"""Conventions: which engines and searches know them, and how one is added."""

from functools import cache

import pytest

from oxobook.book import Book, BookError, IllegalRules, Rules
from oxobook.book.game.conventions import CONVENTIONS, Convention
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from tests.reference import WIN


def test_searches_refuse():
    """A search and the prover say which games they know."""
    searcher = pytest.importorskip("oxobook.generator.search.searcher")
    with pytest.raises(IllegalRules, match="a search solves games in which each side sets its own sign"):
        searcher.Searcher(Rules.parse("notakto"))
    mixed = '{"name":"mixed","board":["..",".#"],"lines":[["a2"],["a1","b2"]]}'
    with pytest.raises(IllegalRules, match="lines have one length"):
        searcher.Searcher(Rules.own(mixed))


def test_signs_that_are_no_pair(monkeypatch):
    """A convention in which one side may set either sign and the other one only is refused, as no room knows it."""
    monkeypatch.setitem(CONVENTIONS, "odd", Convention(signs=("X", "XO")))
    with pytest.raises(IllegalRules, match=r"as the signs of the convention 'odd'; got \('X', 'XO'\)"):
        Rules(convention="odd")


def test_another_convention(monkeypatch, tmp_path):
    """One line adds a convention: here X wins by a line of either side, and O by a full board."""
    monkeypatch.setitem(CONVENTIONS, "any", Convention(line="X", full="O"))
    rules = Rules.parse("2x3x2-any")

    @cache
    def wins(position):
        if position.over:
            return position.winner == position.to_move
        return any(not wins(position.play(cell)) for cell in position.legal_cells)

    generate_book(rules, tmp_path / "book")
    with Book.open(tmp_path / "book") as book:
        assert {entry.value == WIN for entry in book} == {True, False}
        assert all((entry.value == WIN) == wins(entry.position) for entry in book)
    with pytest.raises(BookError, match=r"the verifier knows the conventions maker, .*; the book is of 2x3x2-any"):
        verify_book(tmp_path / "book")
