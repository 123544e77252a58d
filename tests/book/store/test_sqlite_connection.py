"""Connections to SQLite files: what changes or fails while a book is open, and what is said of it."""

import errno
import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from oxobook.book import Book, BookError, DamagedBook, MissingBook, OxobookError, Rules
from oxobook.book.errors import NoAnswer
from oxobook.book.store.stores import open_store
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from tests.faults import all_positions, sound_book


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """The path of a sound book of 3x3x3 with strategies."""
    path = tmp_path_factory.mktemp("books") / "sound.sqlite"
    sound_book(path)
    return path


@pytest.mark.parametrize("cut", [1, 100, 511, 3000])
def test_a_page_cut_short_is_refused(sound, tmp_path, cut):
    """A file that ends within a page is refused when it is opened; SQLite alone would read zeros."""
    (tmp_path / "cut.sqlite").write_bytes(sound.read_bytes()[:-cut])
    with pytest.raises(DamagedBook, match="cut off in the middle of a page"):
        Book.open(tmp_path / "cut.sqlite")


@pytest.fixture
def answers(book):
    """Every position of 3x3x3 with its answer."""
    return {position: book.probe(position) for position in all_positions()}


def test_removed_while_open(sound, tmp_path, answers):
    """A book whose file is removed goes on answering right; a new reader is told that there is none."""
    path = shutil.copy(sound, tmp_path / "book.sqlite")
    with Book.open(path) as book:
        os.unlink(path)
        assert all(book.probe(position) == entry for position, entry in answers.items())
        with pytest.raises(MissingBook):
            Book.open(path)


def test_replaced_while_open(sound, tmp_path, answers):
    """A book goes on answering from the file that it opened when another game's book takes its place."""
    path = tmp_path / "book.sqlite"
    shutil.copy(sound, path)
    with Book.open(path) as book:
        generate_book(Rules(misere=True), path, replace=True)
        assert all(book.probe(position) == entry for position, entry in answers.items())


@pytest.mark.parametrize("times", [1, 6])
def test_replaced_while_it_is_opened(sound, dense_book, tmp_path, monkeypatch, times):
    """A book that another of other pages replaces just after SQLite opened it is not taken for cut off, nor wrong."""
    path, other = tmp_path / "book.sqlite", dense_book("3x3x3").address
    shutil.copy(sound, path)
    real, replaced = sqlite3.connect, []

    def connect(name, **options):
        connection = real(name, **options)
        if path.as_uri() in name and len(replaced) < times:
            new = shutil.copy(sound if len(replaced) % 2 else other, tmp_path / "new")
            replaced.append(os.replace(new, path))
        return connection

    monkeypatch.setattr("oxobook.book.store.sqlite_connection.sqlite3.connect", connect)
    verdict = verify_book(path)
    assert len(replaced) == times and verdict.right
    with Book.open(path) as book:
        assert book.probe("X../.O./...").pick == "b3"


def test_replaced_while_it_is_verified(sound, dense_book, tmp_path):
    """The verdict is on the book that was opened, and so is the game that it names."""
    path = tmp_path / "book.sqlite"
    shutil.copy(sound, path)
    new = shutil.copy(dense_book("3x4x3").address, tmp_path / "new")

    def replace(stage, done, total=None):
        if new.exists():
            os.replace(new, path)

    verdict = verify_book(path, tell=replace)
    assert verdict.right and verdict.rules == "3x3x3"


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 1000, 8192, 30_000])
@pytest.mark.parametrize("warm", [False, True])
def test_truncated_while_open(sound, tmp_path, answers, size, warm):
    """A book that is cut while it is open answers right or raises; it never answers wrong."""
    path = tmp_path / "book.sqlite"
    shutil.copy(sound, path)
    with Book.open(path) as book:
        if warm:
            assert len(list(book)) == 765
        os.truncate(path, size)
        refused = 0
        for position, entry in answers.items():
            try:
                assert book.probe(position) == entry
            except BookError:
                refused += 1
        assert warm or refused


def test_sqlite_errors_that_are_no_text(sound, tmp_path):
    """An error of SQLite that quotes bytes that are no UTF-8 is one line too."""
    content = sound.read_bytes().replace(b"drawn_games TEXT", b"drawn\xff\xfeames TE\xff'", 1)
    (tmp_path / "bytes.sqlite").write_bytes(content)
    with pytest.raises(DamagedBook) as caught:
        Book.open(tmp_path / "bytes.sqlite")
    assert "\n" not in str(caught.value)
    assert not verify_book(tmp_path / "bytes.sqlite").right


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *(("value", 2), ("value", -3), ("remoteness", -1), ("best", -1), ("best", 1 << 40), ("safe", 1 << 20)),
        *(("pick", 9), ("pick", -1), ("pick", 1 << 62), ("orbit", -2), ("pick", None)),
    ],
)
def test_rows_that_no_book_holds(sound, tmp_path, column, value):
    """A row out of range is refused by probe, iteration and lookup_many, not answered."""
    path = tmp_path / "book.sqlite"
    shutil.copy(sound, path)
    connection = sqlite3.connect(path)
    connection.execute(f"UPDATE position SET {column} = ? WHERE key = 0", (value,))
    connection.commit()
    connection.close()
    with Book.open(path) as book:
        for ask in (lambda: book.probe("........."), lambda: list(book), lambda: book.lookup_many(np.array([0]))):
            with pytest.raises(DamagedBook, match="row of key 0 cannot be right"):
                ask()


def test_a_locked_book_is_not_damaged(sound, tmp_path, monkeypatch):
    """While another program writes the file, opening it says to wait; nothing is said of damage or of --force."""
    path = Path(shutil.copy(sound, tmp_path / "book.sqlite"))
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **options: connect(*args, **options, timeout=0))
    with closing(connect(path)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        for ask in (lambda: Book.open(path), lambda: verify_book(path)):
            with pytest.raises(NoAnswer, match=r"has locked the book .*wait until it has finished") as told:
                ask()
            assert not isinstance(told.value, DamagedBook) and "force" not in str(told.value)
    with Book.open(path) as book:
        assert len(book) == 765


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("SQLITE_BUSY", "another program has locked the book"),
        ("SQLITE_LOCKED_SHAREDCACHE", "another program has locked the book"),
        ("SQLITE_CANTOPEN", "check that you may read it"),
        ("SQLITE_READONLY_ROLLBACK", "check that you may read it"),
        ("SQLITE_INTERRUPT", "was interrupted: ask again"),
        ("SQLITE_IOERR_READ", "check the disk that it is on"),
        ("SQLITE_IOERR_SHORT_READ", "make it again with: oxobook generate RULES --force"),
        ("SQLITE_CORRUPT", "make it again with: oxobook generate RULES --force"),
        ("SQLITE_NOTADB", "make it again with: oxobook generate RULES --force"),
    ],
)
def test_only_damage_is_called_damage(sound, monkeypatch, code, said):
    """Each kind of error that SQLite raises has its own sentence, and only damage advises to make the book again."""

    class Cursor:
        def execute(self, *_):
            error = sqlite3.OperationalError("what SQLite says")
            error.sqlite_errorcode = getattr(sqlite3, code)
            raise error

    with closing(open_store(sound)) as store:
        monkeypatch.setattr(store.connection, "cursor", Cursor)
        with pytest.raises(BookError, match=said) as told:
            store.fetch(0)
    assert isinstance(told.value, DamagedBook) == ("--force" in said) == (not isinstance(told.value, NoAnswer))


def test_only_an_interrupt_after_all_checks_leads_in_circles(sound):
    """A query that is stopped after its last check is damage; other errors then are what they always are."""
    with closing(open_store(sound)) as store:
        for code, said in (("SQLITE_INTERRUPT", "lead in circles"), ("SQLITE_IOERR_READ", "check the disk")):
            error = sqlite3.OperationalError("what SQLite says")
            error.sqlite_errorcode = getattr(sqlite3, code)
            store.connection.looks_left = -1
            assert said in str(store.connection.trouble(error))
        store.connection.looks_left, error.sqlite_errorcode = 0, sqlite3.SQLITE_INTERRUPT
        assert "was interrupted: ask again" in str(store.connection.trouble(error))


def test_a_query_without_end_is_stopped(sound):
    """A query that goes on for more steps than any needs is stopped."""
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"
    with closing(open_store(sound)) as store, pytest.raises(DamagedBook, match="lead in circles"):
        list(store.select(endless))


def test_an_interrupted_question_is_not_damage(sound):
    """A question that another thread interrupts says so, and the book answers the next one."""
    with closing(open_store(sound)) as store:
        connection = store.connection.cursor().connection
        connection.set_progress_handler(lambda: 1, 1)
        with pytest.raises(NoAnswer, match="was interrupted: ask again"):
            list(store.rows())
        connection.set_progress_handler(None, 0)
        assert len(list(store.rows())) == 765


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
def test_a_file_is_as_long_as_its_pages(sound, tmp_path, pages):
    """A file with pages added to its end is refused by both sizes; SQLite's check takes a time by its own pages."""
    path = tmp_path / "book.sqlite"
    path.write_bytes(sound.read_bytes() + bytes(4096 * pages))
    size, held = path.stat().st_size, sound.stat().st_size
    if pages:
        with pytest.raises(DamagedBook, match=f"the file has {size:,} bytes, and {held // 4096:,} pages are {held:,}"):
            open_store(path)
        return
    with closing(open_store(path)) as store:
        said, wrong = store.check()
        assert 0 < store.connection.looks_left <= 10 + 2 * held // 4096
    assert said == f"every page by SQLite's own integrity check, {held // 4096:,} of them" and not wrong


def test_pages_added_while_open(sound, tmp_path):
    """The check looks at the file's length again: pages added to its end meanwhile are found."""
    path = Path(shutil.copy(sound, tmp_path / "book.sqlite"))
    held = path.stat().st_size
    with closing(open_store(path)) as store:
        with path.open("ab") as file:
            file.write(bytes(4096))
        _, wrong = store.check()
    assert wrong == [f"the file has {held + 4096:,} bytes, and its {held // 4096:,} pages are {held:,}"]


def test_removed_just_after_it_is_opened(sound, tmp_path, monkeypatch):
    """A file that loses its name before its length is asked for is read and checked as before."""
    path = Path(shutil.copy(sound, tmp_path / "book.sqlite"))
    real = sqlite3.connect

    def connect(name, **options):
        connection = real(name, **options)
        if path.as_uri() in name:  # coverage connects, too
            connection.execute("PRAGMA page_count")
            path.unlink()
        return connection

    monkeypatch.setattr("oxobook.book.store.sqlite_connection.sqlite3.connect", connect)
    with closing(open_store(path)) as store:
        assert store.check()[1] == [] and len(list(store.all_positions("value"))) == 765


@pytest.mark.skipif(sqlite3.threadsafety < 3, reason="this SQLite does not take threads in turn")
def test_threads_share_a_book(sound):
    """A book that one thread has opened answers another."""
    with Book.open(sound) as book, ThreadPoolExecutor(1) as other:
        assert other.submit(book.probe, "X../.O./...").result() == book.probe("X../.O./...")


def test_a_schema_is_in_the_order_of_names(sound, tmp_path):
    """Tables and other things are listed by name, in whatever order a file was told to make them."""
    path = tmp_path / "book"
    shutil.copy(sound, path)
    with closing(sqlite3.connect(path)) as file, file:
        for statement in (
            "CREATE VIEW zebra AS SELECT 1",
            "CREATE VIEW apple AS SELECT 3",
            "CREATE VIEW mango AS SELECT 2",
        ):
            file.execute(statement)
    assert verify_book(path).checks[0].first[0].stored == "['view apple', 'view mango', 'view zebra']"


def test_a_sound_book_is_opened_once(sound, monkeypatch):
    """A file as long as its pages is taken as it is, without another try."""
    real, opened = sqlite3.connect, []
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **options: opened.append(args) or real(*args, **options))
    with closing(open_store(sound)):
        assert len(opened) == 1


def test_a_file_that_stays_cut_short_is_tried_twenty_times(sound, tmp_path, monkeypatch):
    """A file whose pages are lacking may just be replaced; after twenty tries more it is refused."""
    real, opened = sqlite3.connect, []
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **options: opened.append(args) or real(*args, **options))
    (tmp_path / "cut").write_bytes(sound.read_bytes()[:-1])
    with pytest.raises(DamagedBook):
        open_store(tmp_path / "cut")
    assert len(opened) == 21


@pytest.fixture
def spoiled(sound, tmp_path):
    """A copy of the sound book to write to, and a connection that does."""
    path = tmp_path / "spoiled"
    shutil.copy(sound, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        yield path, connection


def test_of_endless_tables_a_hundred_are_looked_at(spoiled):
    """If a file has more tables and views than any book, the first hundred are read, with the book's own."""
    path, connection = spoiled
    with closing(open_store(path)) as store:
        own = len(store.schema().columns)
    for number in range(120):
        connection.execute(f"CREATE VIEW v{number} AS SELECT 1")
    held = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] - 120
    with closing(open_store(path)) as store:
        schema = store.schema()
    assert (len(schema.columns), len(schema.others)) == (own, 100 - held)


def test_an_index_is_no_table(spoiled):
    """An index that is called as a table of books is not taken for one."""
    path, connection = spoiled
    connection.execute("CREATE INDEX block ON bound (side)")
    with closing(open_store(path)) as store:
        assert store.tables == {"book", "layer", "position", "bound", "strategy"}


@pytest.mark.parametrize(
    ("rows", "said"),
    [(65, "expected counts of the plies from 0 to at most 9, one row each"), (66, "more rows than any")],
)
def test_more_layers_than_any_board_has_plies(spoiled, rows, said):
    """More rows of counts than the largest board has plies are not even read."""
    path, connection = spoiled
    (columns,) = connection.execute("SELECT group_concat(name) FROM pragma_table_info('layer') WHERE cid").fetchone()
    for ply in range(10, rows):
        connection.execute(f"INSERT INTO layer SELECT {ply}, {columns} FROM layer WHERE ply = 0")
    with pytest.raises(DamagedBook, match=said):
        open_store(path)


def test_of_endless_strategies_a_thousand_are_listed(spoiled):
    """If a file has more strategies than any book, the first thousand are listed, with moves or without."""
    path, connection = spoiled
    names = [(f"{number:04}", "X") for number in range(1100)]
    connection.execute("DELETE FROM bound")
    connection.executemany("INSERT INTO bound VALUES (?, ?, 1)", names)
    connection.executemany("INSERT INTO strategy VALUES (?, ?, 0, 0)", names)
    with closing(open_store(path)) as store:
        assert [(one.name, one.side) for one in store.strategies()] == names[:1000]
        assert len(store.strategies_with_moves()) == 1000


def test_a_query_has_its_limits(sound):
    """A query gives a thousand rows unless it states more, a value has at most a mebibyte, and a batch some checks."""
    with closing(open_store(sound)) as store:
        assert store.connection.cursor().connection.getlimit(sqlite3.SQLITE_LIMIT_LENGTH) == 1 << 20
        numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n"
        assert len(list(store.select(numbers, (1000,)))) == 1000
        with pytest.raises(DamagedBook, match="more rows than any book"):
            list(store.select(numbers, (1001,)))
        given = []
        for ask in (lambda: store.fetch(0), lambda: list(store.rows()), store.strategies, store.strategies_with_moves):
            store.connection.looks_left = -5
            ask()
            given.append(store.connection.looks_left)
        assert given == [100, 100, 20_000, 20_000]
