"""Files that somebody made to do harm: each is refused in one line and in no time, or answers as a book does."""

import shutil
import sqlite3
import threading
import time
from contextlib import closing, suppress
from random import Random

import pytest
import zstandard

from oxobook.book import Book, BookError, DamagedBook
from oxobook.book.errors import ClosedBook
from oxobook.book.verify import verify_book
from tests.book.test_book import alter
from tests.campaigns.faults import all_positions
from tests.campaigns.forgery.structure import tower

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT"
SOON = 2
"""Seconds of the processor within which any file is opened or refused."""


@pytest.fixture
def spoilt(made, tmp_path):
    """A function that gives the path of a copy of a book on which statements were run."""

    def spoil(*statements, engine="auto", text="3x3x3"):
        path = tmp_path / "book.sqlite"
        shutil.copy(made(text, engine), path)
        alter(path, *statements)
        return path

    return spoil


@pytest.fixture(autouse=True)
def soon(made):
    """Every test here is over soon, once the books that it spoils have been made."""
    for engine in ("auto", "dense"):
        made("3x3x3", engine)
    began = time.thread_time()
    yield
    assert time.thread_time() - began < SOON


@pytest.mark.parametrize("table", ["book", "layer", "position"])
@pytest.mark.parametrize("kind", ["view", "generated", "VIEW", "condition"])
def test_what_is_no_plain_table_is_not_asked(spoilt, table, kind):
    """A view, generated column or condition in place of a table, which may never end, is not asked; verify names it."""
    name = table.upper() if kind.isupper() else table
    made = {
        "view": f"CREATE VIEW {name} AS {ENDLESS} 1 AS name, 1 AS side, i AS key, 1 AS format_version FROM n",
        "generated": f"CREATE TABLE {name} (name, format_version AS (hex(zeroblob(499999999))))",
        "condition": f"CREATE TABLE {name} (name TEXT CHECK (name > 1)) STRICT",
    }[kind.lower()]
    path = spoilt(f"DROP TABLE {table}", made)
    try:
        with Book.open(path) as book:
            assert kind == "condition" or table == "position"
            assert book.probe("X../.O./...").pick == "b3"
    except DamagedBook as error:
        assert "\n" not in str(error)
    verdict = verify_book(path)
    assert not verdict.right and verdict.checks[-1].name in ("file", "tables")


def test_pages_in_a_circle_are_found(spoilt):
    """A table whose pages come again is refused at the first row that does."""
    path = spoilt()
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'position'").fetchone()
    content = bytearray(path.read_bytes())
    page = memoryview(content)[(root - 1) * 4096 : root * 4096]
    assert page[0] == 5  # an inner page, whose cells lead to others
    for cell in range(int.from_bytes(page[3:5], "big")):
        at = int.from_bytes(page[12 + 2 * cell : 14 + 2 * cell], "big")
        page[at : at + 4] = page[8:12]
    path.write_bytes(content)
    with Book.open(path) as book, pytest.raises(DamagedBook, match="cannot be right"):
        list(book)


@pytest.mark.parametrize("engine", ["auto", "dense"])
@pytest.mark.parametrize("seed", range(2))
def test_a_tower_of_pages(spoilt, seed, engine):
    """Rows without end, on pages that each lead many times to the next, are refused where they are read."""
    path = spoilt("PRAGMA page_size = 512", "VACUUM", engine=engine)
    content = bytearray(path.read_bytes())
    tower(content, Random(seed))
    path.write_bytes(content)
    with suppress(DamagedBook), Book.open(path) as book:
        book.probe("X../.O./...")
    assert not verify_book(path).right


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE layer SET ply = 25 WHERE ply = 9",
        "DELETE FROM layer WHERE ply = 3",
        "DELETE FROM layer",
        "UPDATE layer SET positions = -1 WHERE ply = 3",
        "UPDATE book SET positions = -765",
        "UPDATE book SET x_games = printf('%.*c', 5000, '9')",
        "UPDATE book SET digest = char(27) || '[2K right'",
        "UPDATE book SET generator_version = char(10, 13)",
        "UPDATE book SET rules = '3x3x3' || char(7)",
    ],
)
def test_a_header_that_cannot_be_right(spoilt, run, statement):
    """Counts that no book has, and control characters in its texts, are refused; verify says so and has a verdict."""
    path = spoilt(statement)
    with pytest.raises(DamagedBook, match=r"cannot read the book .*expected"):
        Book.open(path)
    done = run("verify", "-b", str(path))
    assert done.exit_code == 1 and " wrong in " in done.stdout and "\x1b" not in done.stdout


def packed(*scores):
    """A block."""
    return zstandard.ZstdCompressor(write_checksum=True).compress(bytes(score % 256 for score in scores))


BLOCKS = [
    ("UPDATE block SET data = ? WHERE ply = 0", packed(100)),
    ("UPDATE block SET data = ? WHERE ply = 0", packed(-128)),
    ("UPDATE block SET data = ? WHERE ply = 1", packed(3, -3)),
    ("UPDATE block SET data = ? WHERE ply = 1", b""),
    ("UPDATE block SET data = ? WHERE ply = 1", packed(*[0] * 70_000)),
    ("INSERT INTO x_masks VALUES (1, -1, ?)", b""),
    ("UPDATE x_masks SET first = first - 1 WHERE stones = 1 AND ? IS NOT NULL", b"1"),
    ("UPDATE x_masks SET masks = ? WHERE stones = 1", b"\x01\0\0\0\x02"),
    ("UPDATE x_masks SET masks = ? WHERE stones = 1", b"\x01\0\0\0\x02\0\0\0\xff\xff\xff\x7f"),
    ("UPDATE x_masks SET masks = ? WHERE stones = 1", b"\x01\0\0\0\x10\0\0\0\x02\0\0\0"),
    ("UPDATE x_masks SET masks = ? WHERE stones = 1", bytes(40_000)),
    ("DELETE FROM x_masks WHERE stones = 1 AND ? IS NOT NULL", b"1"),
]


@pytest.mark.parametrize(("sql", "blob"), BLOCKS, ids=range(len(BLOCKS)))
def test_blocks_that_cannot_be_right(spoilt, sql, blob):
    """Scores that no game has, and runs of X-masks that no book has, are refused one by one and all at once."""
    with Book.open(spoilt((sql, (blob,)), engine="dense")) as book:
        for ask in (lambda: book.probe(".../.../..."), lambda: list(book), lambda: book.lookup_many([".../.../..."])):
            with pytest.raises(DamagedBook, match="make it again with"):
                ask()


@pytest.mark.parametrize("engine", ["auto", "dense"])
@pytest.mark.parametrize("whole", [False, True])
def test_closing_a_book_that_others_ask(made, engine, whole):
    """A book that is closed while other threads ask it answers right or says that it is closed; nothing crashes."""
    positions = all_positions()[:300]
    with Book.open(made("3x3x3", engine)) as book:
        right = {position: book.probe(position)[1:5] for position in positions}
    for _ in range(5):
        book, said, started = Book.open(made("3x3x3", engine)), [], threading.Barrier(5)

        def ask(book=book, said=said, started=started):
            started.wait()
            try:
                while True:
                    for position in positions:
                        assert book.probe(position)[1:5] == right[position]
                    if whole:
                        list(book.layout.rows())
            except BookError as refused:
                said.append(type(refused))

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        started.wait()
        time.sleep(0.005)
        book.close()
        for thread in threads:
            thread.join()
        assert said == [ClosedBook] * 4
