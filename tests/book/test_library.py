"""The library: books that come along."""

from pathlib import Path

from oxobook.book import Book, Position, Rules
from oxobook.book.library import open_book, options_naming
from oxobook.book.verify import verify_book

CONNECT_FOUR = Rules.parse("connect-four")


def test_connect_four_comes_along(tmp_path):
    """A library without the book of Connect Four has the one that is installed, which is proved right."""
    with open_book(CONNECT_FOUR, None, tmp_path) as book:
        assert options_naming(book) == " -r 6x7x4-gravity"
        assert book.info.plies == 4
        assert [layer.raw_positions for layer in book.info.layers] == [1, 7, 49, 238, 1120]
        entry = book.probe(Position(CONNECT_FOUR))
        assert (entry.value.word, entry.remoteness, entry.best) == ("win", 41, ("d1",))
        assert verify_book(book.name).right


def test_a_librarys_own_book_comes_first(tmp_path, made):
    """A book in the library is opened, whatever comes along."""
    path = tmp_path / f"{CONNECT_FOUR}.sqlite"
    with open_book(CONNECT_FOUR, None, tmp_path) as along:
        path.write_bytes(Path(along.name).read_bytes())
    with open_book(CONNECT_FOUR, None, tmp_path) as book:
        assert book.name == str(path)
    with Book.open(path) as book:
        assert options_naming(book) == f" -b {path}"
