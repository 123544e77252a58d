"""Fate of a book's strategies when the book is made again."""

import sqlite3
from contextlib import closing

import pytest

from oxobook.book import Book, Rules
from oxobook.book.errors import NoAnswer
from oxobook.book.store.writer import target_at
from oxobook.generator.generate import generate_book


@pytest.fixture
def path(tmp_path):
    """The file of a book of 3x3x3 that keeps two strategies, each of one move."""
    path = tmp_path / "book.sqlite"
    digest = generate_book(Rules(), path).digest
    target_at(path).keep(digest, "smallest", "X", {0: 4}, 22)
    target_at(path).keep(digest, "pick", "O", {1: 4}, None)
    return path


def kept(path):
    """The names and sides of a book's strategies, with their moves."""
    with Book.open(path) as book:
        return {(one.name, one.side): book.strategy_moves(one.side, one.name) for one in book.strategies()}


def test_the_same_book_keeps_its_strategies(path, said):
    """Made again with the same digest, a book keeps what it kept, and nothing is said."""
    generate_book(Rules(), path, replace=True)
    assert kept(path) == {("smallest", "X"): {0: 4}, ("pick", "O"): {1: 4}} and said.messages == []


def test_dropped_strategies_are_named(path, said):
    """A book of another digest in its place does not keep them, and one sentence says which they were."""
    generate_book(Rules(misere=True), path, replace=True)
    assert kept(path) == {}
    assert said.messages == [
        "The new book is not the same as the one before, so the strategies kept with that one are dropped: "
        "pick for O, smallest for X. Find them again with: oxobook strategy"
    ]


def test_no_book_has_nothing_to_keep(tmp_path, said):
    """Nothing is said if there is no book, or a file that is none."""
    path = tmp_path / "book.sqlite"
    generate_book(Rules(), path, replace=True)
    path.write_text("no book")
    generate_book(Rules(), path, replace=True)
    assert said.messages == [] and kept(path) == {}


def test_a_locked_book_is_not_replaced(path, monkeypatch):
    """While another program changes the book its strategies cannot be read, so none is lost; then it is replaced."""
    monkeypatch.setattr("oxobook.book.store.sqlite_file._PATIENCE", 0)
    with closing(sqlite3.connect(path)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        with pytest.raises(NoAnswer, match=r"has locked the book .*wait until it has finished"):
            generate_book(Rules(), path, replace=True)
    generate_book(Rules(), path, replace=True)
    assert len(kept(path)) == 2
