"""Results of searches beside a book: kept, merged, read again, and refused if they are wrong."""

import sqlite3
import subprocess
import sys

import pytest

from oxobook.book import BookError, DamagedBook, Rules
from oxobook.book.store.atomic_file import HAS_LOCKS
from oxobook.book.store.companions import keep_searched, read_searched
from oxobook.book.store.store import Proved

WIDE = Rules(8, 8, 4, gravity=True)
KEYS = [0, 1 | 2 << 64, 1 << 62 | 1 << 64, 1 << 63 | 1 << 64, 1 << 127 | 1]
"""Positions of a board of 64 cells, with stones on its first and last cells."""


@pytest.fixture
def file(tmp_path):
    """A path beside no book."""
    return tmp_path / "a.sqlite.searched"


def test_bounds_are_read_as_they_were_kept(file):
    """They are those of the book with the digest, also on a board of 64 cells; beside another book there are none."""
    assert read_searched(file, WIDE, "one") == {}
    found = {key: Proved(-number, number, 5) for number, key in enumerate(KEYS)}
    assert keep_searched(file, WIDE, "one", found) == 5 and read_searched(file, WIDE, "one") == found
    assert read_searched(file, WIDE, "another") == {}


def test_bounds_are_merged(file):
    """The narrower bounds and the larger number of nodes of a position are kept, and so are its other positions."""
    assert keep_searched(file, WIDE, "one", {0: Proved(-3, 4, 7), 1: Proved(0, 0, 1)}) == 2
    assert keep_searched(file, WIDE, "one", {0: Proved(-2, 5, 9), 2: Proved(1, 1, 1)}) == 3
    kept = {0: Proved(-2, 4, 9), 1: Proved(0, 0, 1), 2: Proved(1, 1, 1)}
    assert read_searched(file, WIDE, "one") == kept
    keep_searched(file, WIDE, "one", {0: Proved(-9, 4, 8)})
    assert read_searched(file, WIDE, "one") == kept
    assert keep_searched(file, WIDE, "another", {5: Proved(0, 1, 1)}) == 1


ADD = """
import sys
from pathlib import Path
from oxobook.book import Rules
from oxobook.book.store.companions import keep_searched
from oxobook.book.store.store import Proved
for key in range(int(sys.argv[2]), 40, 2):
    keep_searched(Path(sys.argv[1]), Rules(8, 8, 4, gravity=True), "one", {key: Proved(0, 0, 1)})
"""


@pytest.mark.slow
@pytest.mark.skipif(not HAS_LOCKS, reason="the system has no locks")
def test_two_processes_add_at_once(file):
    """Nothing is lost of what two processes add in turn to one file."""
    adding = [subprocess.Popen([sys.executable, "-c", ADD, str(file), str(first)]) for first in (0, 1)]
    assert [process.wait() for process in adding] == [0, 0]
    assert len(read_searched(file, WIDE, "one")) == 40


def test_bounds_that_contradict_are_refused(file):
    """One line names the position, and the file stays; bounds that meet in one value do not contradict."""
    keep_searched(file, WIDE, "one", {1 | 2 << 64: Proved(2, 4, 7)})
    with pytest.raises(BookError, match=r"contradicts what is proved of 'XO\.{6}/"):
        keep_searched(file, WIDE, "one", {1 | 2 << 64: Proved(-4, 1, 9)})
    assert read_searched(file, WIDE, "one") == {1 | 2 << 64: Proved(2, 4, 7)}
    keep_searched(file, WIDE, "one", {1 | 2 << 64: Proved(-4, 2, 9)})
    assert read_searched(file, WIDE, "one") == {1 | 2 << 64: Proved(2, 2, 9)}


@pytest.mark.parametrize(
    ("least", "most", "sign"), [(1, 9, 1), (0, 0, 0), (-9, -1, -1), (0, 1, None), (-1, 0, None), (-1, 1, None)]
)
def test_the_sign_of_a_score(least, most, sign):
    """It is known if both bounds have it."""
    assert Proved(least, most, 1).sign == sign


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE searched SET least = least + 1",
        "UPDATE searched SET nodes = 8",
        "DELETE FROM searched",
        "UPDATE content SET checksum = ''",
        "DELETE FROM content",
        "DROP TABLE of_book",
    ],
)
def test_what_was_changed_is_damage(file, statement):
    """The message says to delete the file."""
    keep_searched(file, WIDE, "one", {0: Proved(-3, 4, 7)})
    with sqlite3.connect(file) as connection:
        connection.execute(statement)
    connection.close()
    with pytest.raises(DamagedBook, match=r"cannot read the searched positions in .*; delete that file$"):
        read_searched(file, WIDE, "one")


def test_more_rows_than_it_keeps_are_not_read(file, monkeypatch):
    """A file of many rows is damage, and not read into memory."""
    keep_searched(file, WIDE, "one", {key: Proved(0, 1, 1) for key in range(4)})
    monkeypatch.setattr("oxobook.book.store.companions.MOST", 4)
    assert len(read_searched(file, WIDE, "one")) == 4
    monkeypatch.setattr("oxobook.book.store.companions.MOST", 3)
    with pytest.raises(DamagedBook):
        read_searched(file, WIDE, "one")
