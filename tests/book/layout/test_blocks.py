"""Books of blocks: damage is noticed, threads share them, and a pick is found when it is asked for."""

import shutil
import sqlite3
import sys

import numpy as np
import pytest

from oxobook.book import Book, DamagedBook, MissingExtra, TooLarge

START = "..../..../...."


@pytest.fixture(scope="module")
def path(made):
    """A book of 3x4x3 made of blocks."""
    return made("3x4x3", "dense")


@pytest.fixture
def damaged(path, tmp_path):
    """A function that runs a statement on a copy of the book and opens it."""

    def change(sql, *parameters):
        copy = tmp_path / "copy"
        shutil.copy(path, copy)
        with sqlite3.connect(copy) as connection:
            connection.execute(sql, parameters)
        connection.close()
        return Book.open(copy)

    return change


def test_an_entry_outlives_its_book(path, make_book):
    """An entry of a closed book of blocks equals, hashes and shows as that of a book of rows; without its pick too."""
    with Book.open(path) as book:
        found, plain = book.probe(START), book.probe(START, pick=False)
    known = make_book("3x4x3").probe(START)
    assert found == known and hash(found) == hash(known) and repr(found) == repr(known)
    assert found.pick == known.pick and found._repr_svg_() == known._repr_svg_()
    assert plain.pick is None and plain == known._replace(pick_cell=None)


def require_refused(book, error, match):
    """Check that both a probe and a lookup of an array raise an error."""
    for ask in (lambda: book.probe(START), lambda: book.lookup_many(np.zeros(1, dtype=np.int64))):
        with pytest.raises(error, match=match):
            ask()


@pytest.mark.parametrize("stated", [1 << 30, (1 << 16) + 1, 65536, 1])
def test_no_more_is_unpacked_than_the_layout_says(damaged, path, stated):
    """A frame that states another size than its block's is refused before it takes memory, on both paths."""
    import tracemalloc

    import zstandard

    packed = zstandard.ZstdCompressor(write_checksum=True).compress(bytes(stated))
    tracemalloc.start()
    try:
        with damaged("UPDATE block SET data = ? WHERE ply = 1", packed) as book:
            require_refused(book, DamagedBook, "block 0 of ply 1: expected one frame that states")
        assert tracemalloc.get_traced_memory()[1] < 1 << 24
    finally:
        tracemalloc.stop()


def test_a_missing_library_names_the_extra(path, monkeypatch):
    """Without zstandard opening such a book says what to install."""
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(MissingExtra, match=r"need the library zstandard: pip install 'oxobook\[large\]'"):
        Book.open(path)


def test_too_many_positions_to_list(path, monkeypatch):
    """Listing the positions of a very large book is refused with the number."""
    monkeypatch.setattr("oxobook.book.layout.block_arrays.MOST_SLOTS", 1000)
    with (
        Book.open(path) as book,
        pytest.raises(TooLarge, match=r"up to 1,000 scores; the book of 3x4x3 has .*: look positions up one at a time"),
    ):
        next(iter(book))
