"""Book: what it answers, in whose orientation, and how it fails."""

import pickle
import shutil
import sqlite3
from contextlib import closing

import numpy as np
import pytest

from oxobook.book import (
    Book,
    BookError,
    IllegalPosition,
    MissingPosition,
    Position,
    Rules,
    TooLarge,
)
from oxobook.book.errors import ClosedBook
from oxobook.book.library import book_path
from oxobook.book.store.reader import Store
from oxobook.generator.generate import generate_book
from tests.reference import solved_game


@pytest.fixture
def copy(library, book, tmp_path):
    """A copy of the 3x3x3 book that a test may spoil."""
    path = tmp_path / "copy.sqlite"
    shutil.copy(book_path(Rules(), library), path)
    return path


def alter(path, *statements):
    """Run SQL on a book file; the values of a statement may stand beside it."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(*([statement] if isinstance(statement, str) else statement))


def test_get_returns_none_where_probe_raises(copy):
    """A position that a damaged book lacks: probe raises MissingPosition, get returns None."""
    alter(copy, "DELETE FROM position WHERE board = 'X../.O./...'")
    with Book.open(copy) as book:
        assert book.get("X../.O./...") is None
        with pytest.raises(MissingPosition, match=r"it lacks '\.\.X/\.O\./\.\.\.'"):
            book.probe("..X/.O./...")
        with pytest.raises(MissingPosition, match="lacks 8196 at index 1"):
            book.lookup_many(np.array([0, 4 | 1 << 13]))


def test_keys_and_one_board_are_told_apart(book):
    """Numbers from 0 to 2, as many as the board has cells, are refused with a way to say keys or one board."""
    numbers = np.array([0, 1, 0, 0, 2, 0, 0, 0, 0])
    for given in (numbers, numbers.tolist()):
        with pytest.raises(IllegalPosition, match=r"keys or as one board: pass \[board\] .* \[Position.from_key"):
            book.lookup_many(given)
    assert len(book.lookup_many([numbers]).value) == len(book.lookup_many(numbers, "free=0 x=1 o=2").value) == 1
    assert len(book.lookup_many(-numbers % 3 - 1, "free=-1 x=1 o=0").value) == 1
    assert len(book.lookup_many([Position.from_key(key, book.rules) for key in (0, 1, 0, 1, 0, 0, 0, 0, 0)]).value) == 9
    assert len(book.lookup_many(np.array([0, 1, 0, 0, 4, 0, 0, 0, 0])).value) == 9


def test_illegal_positions_are_refused(book):
    """A position of other rules, or one made by hand that no game reaches, is IllegalPosition, for get too."""
    with pytest.raises(IllegalPosition, match="expected a position of 3x3x3; got one of 3x4x3"):
        book.probe(Position(Rules(3, 4, 3)))
    for ask in (book.probe, book.get):
        with pytest.raises(IllegalPosition, match="X must have as many stones as O"):
            ask(Position(Rules(), 0b11, 0))


def test_the_book_is_opened_read_only(copy):
    """The connection of an open store cannot write."""
    with closing(Store(copy)) as store, pytest.raises(BookError, match="readonly"):
        store.database.first("DELETE FROM position")


def test_names_with_special_characters(copy, tmp_path):
    """A path may hold spaces, percent and question marks."""
    path = tmp_path / "a b?c%20#d.sqlite"
    copy.rename(path)
    with Book.open(path) as book:
        assert len(book) == 765


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0" + bytes(84), bytes(8192)])
def test_a_file_that_is_no_book(tmp_path, content):
    """Any other file is refused by name."""
    path = tmp_path / "other.sqlite"
    path.write_bytes(content)
    with pytest.raises(BookError, match=r"expected a book made by oxobook; .*other.sqlite' is not one"):
        Book.open(path)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("DROP TABLE book", "expected a book made by oxobook"),
        ("DELETE FROM book", "it has no table that says whose book it is"),
        (
            "UPDATE book SET format_version = 2",
            "format version 1; .* has version 2, of a later oxobook: pip install --up",
        ),
        ("UPDATE book SET format_version = 0", "format version 1; .* has version 0: make it again with: .*--force"),
        ("UPDATE book SET rules = '40x3x3'", "cannot read the book .*at most 64 cells"),
        ("UPDATE book SET rules = '3x4x3'", "cannot read the book .*the size and the variants of its rules"),
        ("UPDATE book SET misere = 2", "cannot read the book .*the size and the variants of its rules"),
        ("UPDATE book SET x_games = 'many'", "cannot read the book .*many"),
        ("DROP TABLE layer", "it has no table that says whose book it is"),
        ("DROP TABLE position", "it has no table of answers"),
    ],
)
def test_a_damaged_header(copy, statement, message):
    """One line says what is wrong with a book's header when the book is opened."""
    alter(copy, statement)
    with pytest.raises(BookError, match=message):
        Book.open(copy)


def test_membership_asks_for_the_position(copy):
    """A text, a position in any orientation or an entry is in a book that holds the position; no other is."""
    with Book.open(copy) as opened:
        entry = opened.probe("X../.O./...")
        for held in ("X../.O./...", "a3 b2", Position.parse("..X/.O./..."), entry, [1, 0, 0, 0, 2, 0, 0, 0, 0]):
            assert held in opened
        with pytest.raises(IllegalPosition):
            assert "XX./.../..." in opened
    alter(copy, "DELETE FROM position WHERE board = 'X../.O./...'")
    with Book.open(copy) as opened:
        assert "..X/.O./..." not in opened and "X../.../..." in opened


def test_what_a_book_shows_as(copy):
    """A book shows its name, its rules and its size, and whether it is closed."""
    opened = Book.open(copy)
    assert repr(opened) == f"<Book {str(copy)!r}: 3x3x3, 765 positions>"
    opened.close()
    assert repr(opened) == f"<Book {str(copy)!r}: 3x3x3, 765 positions, closed>"


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["frontier", "dense"])
def test_a_closed_book_says_so(tmp_path, engine):
    """Whatever a closed book is asked, it says that it is closed; what it has answered before stays."""
    generate_book(Rules(), tmp_path / "book.sqlite", engine=engine)
    with Book.open(tmp_path / "book.sqlite") as opened:
        entry, keys = opened.probe("X../.O./..."), np.zeros(1, dtype=np.int64)
        assert entry.pick == "b3" and len(opened.lookup_many(keys).value) == 1
    questions = (lambda: opened.probe("X../.O./..."), lambda: opened.lookup_many(keys), lambda: list(opened))
    for ask in questions:
        with pytest.raises(ClosedBook, match=r"book.sqlite' is closed: open it again"):
            ask()
    assert entry.pick == "b3" and len(opened) == 765
    opened.close()


def test_another_process_opens_the_book_again(book):
    """Books and entries go through pickle, which opens the book anew."""
    entry = pickle.loads(pickle.dumps(book.probe("..X/.O./...")))
    assert entry == book.probe("..X/.O./...") and entry.pick == "b3"


def test_a_sample_is_of_all_positions(book):
    """A sample of every position of a ply, and of all, is each of them once; a seed chooses the same ones again."""
    known = solved_game().answers
    for ply in (None, 0, 4):
        expected = [board for board in known if ply is None or 9 - board.count(".") == ply]
        found = [position.text.replace("/", "") for position in book.sample(len(expected), 3, ply)]
        assert sorted(found) == sorted(expected)
    assert book.sample(5, 7) == book.sample(5, 7) != book.sample(5, 8)
    with pytest.raises(TooLarge, match="expected a number of positions from 0 to 5,478; got 5479"):
        book.sample(5_479)
