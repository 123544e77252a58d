"""Books of blocks: damage is noticed, threads share them, and a pick is found when it is asked for."""

import shutil
import sys

import numpy as np
import pytest

from oxobook.book import Book, DamagedBook, MissingExtra, TooLarge
from tests.book.test_book import alter

START = "..../..../...."


@pytest.fixture(scope="module")
def path(made):
    """A book of 3x4x3 made of blocks."""
    return made("3x4x3", "dense")


def test_an_entry_outlives_its_book(path, make_book):
    """An entry of a closed book of blocks equals, hashes and shows as that of a book of rows; without its pick too."""
    with Book.open(path) as book:
        found, plain = book.probe(START), book.probe(START, pick=False)
    known = make_book("3x4x3").probe(START)
    assert found == known and hash(found) == hash(known) and repr(found) == repr(known)
    assert found.pick == known.pick and found._repr_svg_() == known._repr_svg_()
    assert plain.pick is None and plain == known._replace(pick_cell=None)


@pytest.mark.parametrize("stated", [1 << 30, (1 << 16) + 1, 65536, 1])
def test_no_more_is_unpacked_than_the_layout_says(path, tmp_path, stated):
    """A frame that states another size than its block's is refused before it takes memory, on both paths."""
    import tracemalloc

    import zstandard

    packed = zstandard.ZstdCompressor(write_checksum=True).compress(bytes(stated))
    copy = shutil.copy(path, tmp_path)
    alter(copy, ("UPDATE block SET data = ? WHERE ply = 1", (packed,)))
    tracemalloc.start()
    try:
        with Book.open(copy) as book:
            for ask in (lambda: book.probe(START), lambda: book.lookup_many(np.zeros(1, dtype=np.int64))):
                with pytest.raises(DamagedBook, match="block 0 of ply 1: expected one frame that states"):
                    ask()
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
