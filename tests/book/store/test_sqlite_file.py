"""SQLite files from anyone: what changes or fails while one is read, and what is said of it."""

import errno
import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from oxobook.book import Book, BookError, DamagedBook, MissingBook, OxobookError, Rules
from oxobook.book.errors import NoAnswer
from oxobook.book.store.reader import Store
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from tests.book.test_book import alter
from tests.campaigns.faults import all_positions, sound_book


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """The path of a sound book of 3x3x3."""
    path = tmp_path_factory.mktemp("books") / "sound.sqlite"
    sound_book(path)
    return path


@pytest.fixture
def path(sound, tmp_path):
    """A copy of it that a test may spoil."""
    return Path(shutil.copy(sound, tmp_path / "book.sqlite"))


@pytest.fixture
def answers(book):
    """Every position of 3x3x3 with its answer."""
    return {position: book.probe(position) for position in all_positions()}


def test_removed_or_replaced_while_open(path, answers):
    """A book goes on answering from the file that it opened; a new reader is told that there is none."""
    with Book.open(path) as book:
        generate_book(Rules(misere=True), path, replace=True)
        assert all(book.probe(position) == entry for position, entry in answers.items())
        path.unlink()
        assert book.probe("X../.O./...").pick == "b3"
        with pytest.raises(MissingBook):
            Book.open(path)


def test_replaced_while_it_is_opened(path, dense_book, monkeypatch):
    """A book that another of other pages replaces just before SQLite opens it is not called wrong."""
    other, real = shutil.copy(dense_book("3x3x3").address, path.with_name("new")), sqlite3.connect

    def connect(name, **options):
        if os.path.exists(other):
            os.replace(other, path)
        return real(name, **options)

    monkeypatch.setattr("oxobook.book.store.sqlite_file.sqlite3.connect", connect)
    with Book.open(path) as book:
        assert book.probe("X../.O./...").pick == "b3"


def test_replaced_while_it_is_verified(path, dense_book):
    """The verdict is on the book that was opened, and so is the game that it names."""
    new = Path(shutil.copy(dense_book("3x4x3").address, path.with_name("new")))

    def replace(stage, done, total=None):
        if new.exists():
            os.replace(new, path)

    verdict = verify_book(path, tell=replace)
    assert verdict.right and verdict.rules == "3x3x3"


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 1000, 8192, 30_000])
@pytest.mark.parametrize("warm", [False, True])
def test_truncated_while_open(path, answers, size, warm):
    """A book that is cut while it is open answers right or raises; it never answers wrong."""
    with Book.open(path) as book:
        if warm:
            assert len(list(book)) == 765
        os.truncate(path, size)
        refused = 0
        for position, entry in answers.items():
            try:
                assert book.probe(position) == entry
            except OxobookError:
                refused += 1
        assert warm or refused


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("SQLITE_CANTOPEN", "check that you may read it"),
        ("SQLITE_IOERR_READ", "check the disk that it is on"),
        ("SQLITE_IOERR_SHORT_READ", "make it again with: oxobook generate RULES --force"),
        ("SQLITE_CORRUPT", "make it again with: oxobook generate RULES --force"),
        ("SQLITE_INTERRUPT", "lead in circles; make it again with"),
    ],
)
def test_only_damage_is_called_damage(sound, monkeypatch, code, said):
    """Each kind of error that SQLite raises has its own sentence, and only damage advises to make the book again."""

    class Cursor:
        def execute(self, *_):
            error = sqlite3.OperationalError("what SQLite says")
            error.sqlite_errorcode = getattr(sqlite3, code)
            raise error

        def close(self):
            pass

    with closing(Store(sound)) as store:
        monkeypatch.setattr(store.database, "_cursor", Cursor())
        with pytest.raises(BookError, match=said) as told:
            store.fetch(0)
    assert isinstance(told.value, DamagedBook) == ("make it again" in said) == (not isinstance(told.value, NoAnswer))


@pytest.mark.parametrize("name", ["x" * 300, "file.txt/book.sqlite"])
def test_paths_that_cannot_be(tmp_path, name):
    """A path too long, or through a file, is an OxobookError."""
    (tmp_path / "file.txt").write_text("")
    with pytest.raises(OxobookError):
        Book.open(tmp_path / name)
    with pytest.raises(OxobookError):
        generate_book(Rules(), tmp_path / name)


def test_a_folder_that_may_not_be_entered(monkeypatch, tmp_path):
    """If the system refuses access, both reading and writing say so in one line."""

    def refuse(*arguments, **options):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("pathlib.Path.stat", refuse)
    with pytest.raises(BookError, match="Permission denied; check that you may read it"):
        Book.open(tmp_path / "book.sqlite")
    with pytest.raises(OxobookError, match="Permission denied; choose a folder that you may write to"):
        generate_book(Rules(), tmp_path / "book.sqlite")


@pytest.mark.parametrize("pages", [0, 1, 3])
def test_pages_behind_the_last(path, pages):
    """verify finds pages that are added to a file's end, before it is opened or while it is open."""
    held = path.stat().st_size
    with closing(Store(path)) as store:
        with path.open("ab") as file:
            file.write(bytes(4096 * pages))
        said, wrong = store.database.check()
    assert said == f"every page by SQLite's own integrity check, {held // 4096:,} of them"
    longer = f"the file has {held + 4096 * pages:,} bytes, and its {held // 4096:,} pages are {held:,}"
    assert wrong == [longer] * (pages > 0) and verify_book(path).right == (pages == 0)


def test_an_index_is_no_table(path):
    """An index that is called as a table of books is not taken for one."""
    alter(path, "CREATE INDEX block ON layer (positions)")
    with closing(Store(path)) as store:
        assert not store.tables & {"block"}


def test_a_query_has_its_limits(sound):
    """A value has a mebibyte, kept pages 32, and a statement some looks: one without end ends, and the next goes on."""
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"
    with closing(Store(sound)) as store:
        database = store.database
        assert [database.first(f"PRAGMA {one}") for one in ("trusted_schema", "cache_size")] == [(0,), (-32 << 10,)]
        with pytest.raises(DamagedBook, match="string or blob too big"):
            database.first("SELECT zeroblob(2000000)")
        began = time.thread_time()
        with pytest.raises(DamagedBook, match="lead in circles"):
            database.first(endless)
        assert time.thread_time() - began < 2
        assert store.fetch(0) and len(list(store.rows())) == 765
