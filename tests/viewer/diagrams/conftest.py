"""What the tests of diagrams share."""

import shutil

import pytest

from oxobook.book import Book, Rules
from oxobook.book.library import book_path
from oxobook.generator.strategies.find import find_and_keep


@pytest.fixture
def kept(library, book, tmp_path):
    """A copy of the 3x3x3 book that keeps both sides' strategies with reflexes."""
    path = tmp_path / "kept.sqlite"
    shutil.copy(book_path(Rules(), library), path)
    for side in "XO":
        with Book.open(path) as opened:
            find_and_keep(opened, side, "reflexes", False, 60)
    return str(path)
