"""The library: books that come along."""

from pathlib import Path

import pytest

from oxobook.book import Book, Position, Rules
from oxobook.book.library import open_book, options_naming
from oxobook.book.published import published_digest
from oxobook.book.verify import verify_book

CONNECT_FOUR = Rules.parse("connect-four")


def test_connect_four_comes_along(tmp_path):
    """A library without the book of Connect Four has the one that is installed, with as many positions as published."""
    with open_book(CONNECT_FOUR, None, tmp_path) as book:
        assert options_naming(book) == " -r 6x7x4-gravity"
        assert [layer.raw_positions for layer in book.info.layers] == [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]
        entry = book.probe(Position(CONNECT_FOUR))
        assert (entry.value.word, entry.remoteness, entry.best) == ("win", 41, ("d1",))
        assert book.info.digest == published_digest(CONNECT_FOUR, "blocks", 8)


@pytest.mark.slow
def test_connect_fours_book_is_right(tmp_path):
    """The book that comes along is proved right from the scores of its last ply, and has the published digest."""
    with open_book(CONNECT_FOUR, None, tmp_path) as book:
        verdict = verify_book(book.name)
    assert verdict.right and "the digest is the published one" in verdict.checks[-1].checked


def test_a_librarys_own_book_comes_first(tmp_path, made):
    """A book in the library is opened, whatever comes along."""
    path = tmp_path / f"{CONNECT_FOUR}.sqlite"
    with open_book(CONNECT_FOUR, None, tmp_path) as along:
        path.write_bytes(Path(along.name).read_bytes())
    with open_book(CONNECT_FOUR, None, tmp_path) as book:
        assert book.name == str(path)
    with Book.open(path) as book:
        assert options_naming(book) == f" -b {path}"
