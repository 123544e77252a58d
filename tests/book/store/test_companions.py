"""The strategies of a book's file stand beside it, whole or not at all, and the book itself is not touched."""

import os
import shutil
import sqlite3
from contextlib import closing

import pytest

from oxobook.book import Book, BookError, CannotWrite, Rules
from oxobook.book.store.address import companion_of
from oxobook.book.store.stores import target_at
from oxobook.book.strategy import stored_strategy
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from oxobook.generator.strategies.find import find_and_keep
from tests.faults import keep_inside


@pytest.fixture
def path(tmp_path):
    """A book of 3x3x3 that a test may spoil."""
    generate_book(Rules(), tmp_path / "3x3x3.sqlite")
    return tmp_path / "3x3x3.sqlite"


def keep(path, side, kind):
    with Book.open(path) as book:
        return find_and_keep(book, side, kind, False, 60)


def kept(path):
    with Book.open(path) as book:
        return [(one.name, one.side) for one in book.strategies()]


def test_the_book_is_not_touched(path):
    """Strategies are added while a reader has the book open, and its file stays the same file, byte for byte."""
    before, number = path.read_bytes(), path.stat().st_ino
    with Book.open(path) as reader:
        found = keep(path, "X", "pick")
        keep(path, "O", "reflexes")
        assert [(one.name, one.side) for one in reader.strategies()] == [("pick", "X"), ("reflexes", "O")]
        assert stored_strategy(reader, "X", "pick") == found
    assert (path.read_bytes(), path.stat().st_ino) == (before, number)
    assert sorted(os.listdir(path.parent)) == ["3x3x3.sqlite", "3x3x3.sqlite.strategies"]
    assert verify_book(path).right


@pytest.mark.slow
def test_strategies_in_the_book_are_read(path):
    """Strategies that an earlier version wrote into the book's own file are read; one found anew replaces them."""
    keep(path, "X", "pick")
    keep_inside(path)
    assert kept(path) == [("pick", "X")] and not companion_of(path).exists()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM strategy WHERE key > 0")
        connection.commit()
    assert not verify_book(path).right
    keep(path, "X", "pick")
    keep(path, "O", "pick")
    assert kept(path) == [("pick", "O"), ("pick", "X")] and verify_book(path).right


def test_strategies_of_another_book_count_for_nothing(path):
    """Beside a book with another digest they are not read; when their own book is made again they are."""
    keep(path, "X", "pick")
    generate_book(Rules(misere=True), path, replace=True)
    assert kept(path) == []
    generate_book(Rules(), path, replace=True)
    assert kept(path) == [("pick", "X")]


def test_a_strategy_is_not_kept_beside_another_book(path):
    """A strategy of a book that was replaced while it was sought is refused."""
    with Book.open(path) as opened:
        generate_book(Rules(misere=True), path, replace=True)
        with pytest.raises(CannotWrite, match="holds another book by now"):
            find_and_keep(opened, "X", "pick", False, 60)
    assert not companion_of(path).exists()


@pytest.mark.parametrize("content", [b"", b"no SQLite file" * 100])
def test_a_damaged_companion_is_named(path, content):
    """A file beside the book that cannot be read is named as such, and the book answers on."""
    keep(path, "X", "pick")
    companion_of(path).write_bytes(content)
    with Book.open(path) as book:
        with pytest.raises(BookError, match=r"cannot read the strategies in .*sqlite.strategies'.*delete that file"):
            book.strategies()
        assert book.probe("X../.O./...").pick == "b3"
    (check,) = [check for check in verify_book(path).checks if check.wrong]
    assert check.name == "strategies"


@pytest.mark.slow
@pytest.mark.parametrize("step", [211, pytest.param(41, marks=pytest.mark.slow)])
def test_bits_of_a_companion(path, step):
    """A flipped bit in it is found by verify, or changes nothing: no move changes, no strategy vanishes unseen."""
    keep(path, "O", "reflexes")
    companion = companion_of(path)
    sound = companion.read_bytes()
    with Book.open(path) as book:
        right = stored_strategy(book, "O", "reflexes")
        for offset in range(0, len(sound), step):
            companion.write_bytes(sound[:offset] + bytes([sound[offset] ^ 1 << offset % 8]) + sound[offset + 1 :])
            try:
                same = stored_strategy(book, "O", "reflexes") == right and len(book.strategies()) == 1
            except BookError:
                continue
            assert same or not verify_book(path).right, offset


ALTERED = {
    "another book": "UPDATE of_book SET digest = replace(digest, '0', '1')",
    "no book": "DELETE FROM of_book",
    "another move": "UPDATE strategy SET move = 2 WHERE key = (SELECT min(key) FROM strategy)",
    "another bound": "UPDATE bound SET least = 1",
    "a strategy less": "DELETE FROM bound; DELETE FROM strategy",
    "no checksum": "DELETE FROM content",
    "another table": "DROP TABLE content; CREATE TABLE contend (checksum TEXT)",
    "a trigger": "CREATE TRIGGER t AFTER DELETE ON bound BEGIN SELECT 1; END",
}


@pytest.mark.slow
@pytest.mark.parametrize("alteration", ALTERED)
def test_what_is_altered_beside_a_book_is_found(path, alteration):
    """The file beside a book is checked whatever it says, also that it belongs to another book."""
    keep(path, "X", "reflexes")
    assert verify_book(path).right
    with closing(sqlite3.connect(companion_of(path))) as connection:
        connection.executescript(ALTERED[alteration])
    assert [check.name for check in verify_book(path).checks if check.wrong] == ["strategies"]


def test_a_companion_of_an_earlier_version_is_right(path):
    """A file without a checksum is read, and found right."""
    keep(path, "X", "reflexes")
    with closing(sqlite3.connect(companion_of(path))) as connection:
        connection.execute("DROP TABLE content")
    assert kept(path) == [("reflexes", "X")] and verify_book(path).right


def test_a_folder_that_takes_no_file_is_told_beforehand(path, monkeypatch):
    """A trial shows whether a strategy can be kept before the search for it; nothing is left of the trial."""
    target_at(path).require_writable()
    assert os.listdir(path.parent) == ["3x3x3.sqlite"]
    real = os.open

    def refuse(name, flags, *others, **options):
        if flags & os.O_ACCMODE != os.O_RDONLY:
            raise PermissionError(13, "Permission denied")
        return real(name, flags, *others, **options)

    monkeypatch.setattr("oxobook.book.store.atomic_file.os.open", refuse)
    with pytest.raises(CannotWrite, match="Permission denied; choose a folder that you may write to"):
        target_at(path).require_writable()


def test_a_copy_of_the_book_takes_its_strategies_along_with_the_file(path, tmp_path):
    """Copied with the file beside it a book has its strategies, alone it has none."""
    keep(path, "X", "pick")
    (tmp_path / "copies").mkdir()
    copy = shutil.copy(path, tmp_path / "copies" / "other.sqlite")
    assert kept(copy) == []
    shutil.copy(companion_of(path), f"{copy}.strategies")
    assert kept(copy) == [("pick", "X")]
