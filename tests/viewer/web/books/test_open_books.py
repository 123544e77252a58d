"""Books that change while they are served: replaced, deleted, damaged, of other rules."""

import asyncio
import errno
import gc
import multiprocessing
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from functools import partial
from inspect import signature
from pathlib import Path
from types import SimpleNamespace

import pytest

from oxobook.book import Book, Position, Rules
from oxobook.book.errors import BookError, ClosedBook, DamagedBook, MissingExtra, NoAnswer, OutOfTime
from oxobook.book.layout import search
from oxobook.book.layout.block_reader import BLOCK, KEPT_BLOCKS
from oxobook.book.library import book_path, rules_in
from oxobook.generator.generate import generate_book
from oxobook.viewer.web.books import open_books, patient
from oxobook.viewer.web.books.open_books import FOR_A_CLIENT, SEARCH_SECONDS, OpenBook, OpenBooks
from oxobook.viewer.web.books.render_pool import RenderPool
from oxobook.viewer.web.server.refusal import Refusal
from tests.viewer.web.conftest import Here
from tests.viewer.web.hostile_work import hostile_summary

LOOKUP = "/api/2x2x2/lookup"


@pytest.fixture
def book_folder(tmp_path):
    """A library with the book of 2x2x2."""
    generate_book(Rules(2, 2, 2), tmp_path / "2x2x2.sqlite")
    return tmp_path


def opened_here(books, rules):
    """A book of the open ones, tried in this process."""
    books.trials = Here()
    return asyncio.run(books.get(rules))


def is_closed_soon(book):
    """Return whether a book that is no longer used is closed soon; a thread closes it."""
    gc.collect()
    for _ in range(1000):
        try:
            book.probe(Position(book.rules))
        except ClosedBook:
            return True
        time.sleep(0.01)
    return False


def replace(source, target):
    """Put a copy of a file into the place of another, at once."""
    shutil.copy(source, f"{target}.new")
    os.replace(f"{target}.new", target)


def test_a_deleted_book_is_missing_and_comes_back(serve, book_folder):
    """A deleted book gives 404 from the next request on, also for remembered questions; a new one is served again."""
    client, path = serve(book_folder), book_folder / "2x2x2.sqlite"
    first = client.get(LOOKUP)
    path.rename(book_folder / "away")
    gone = client.get(LOOKUP)
    assert gone.status_code == 404 and "oxobook generate 2x2x2" in gone.json()["detail"]
    assert client.get("/api/books").json() == {"books": [], "proofs": [], "opening": []}
    (book_folder / "away").rename(path)
    assert client.get(LOOKUP).content == first.content


def test_a_replaced_book_is_opened_anew(serve, book_folder):
    """The file now in the place is asked: no book, then a book of other rules, then the right one."""
    client, path = serve(book_folder), book_folder / "2x2x2.sqlite"
    first = client.get(LOOKUP)
    shutil.copy(path, book_folder / "good")
    generate_book(Rules(1, 3, 2), book_folder / "other")
    (book_folder / "text").write_text("no book at all\n" * 1000)
    for wrong, said in (("text", "oxobook generate 2x2x2 --force"), ("other", "not as it should be: the server's log")):
        replace(book_folder / wrong, path)
        for _ in range(2):
            answer = client.get(LOOKUP)
            assert answer.status_code == 503 and said in answer.json()["detail"]
        assert client.get("/api/books").json() == {"books": [], "proofs": [], "opening": []}
        replace(book_folder / "good", path)
        assert client.get(LOOKUP).content == first.content


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (NoAnswer("another program has locked '/secret'"), "cannot be read now: the server's log says why; try again"),
        (BookError("'/secret' is of a later oxobook"), "is not as it should be: the server's log says why"),
        (
            MissingExtra("blocks need zstandard: pip install 'oxobook[large]'"),
            "here: blocks need zstandard: pip install",
        ),
        (DamagedBook("cannot read '/secret'"), "is damaged: make it again with: oxobook generate 2x2x2 --force"),
    ],
)
def test_only_a_damaged_book_is_to_be_made_again(serve, book_folder, monkeypatch, error, said):
    """Where a book may be sound, no answer advises to replace it, whether it fails at once or while it is asked."""

    def fail(*_):
        raise error

    for place in ("oxobook.viewer.web.books.open_books.library_summary", "oxobook.book.book.Book.moves"):
        with monkeypatch.context() as patch:
            patch.setattr(place, fail)
            answer = serve(book_folder).get(LOOKUP)
        detail = answer.json()["detail"]
        assert answer.status_code == 503 and said in detail and "secret" not in detail
        assert ("--force" in detail) == isinstance(error, DamagedBook)


def test_processes_that_cannot_be_started(serve, book_folder, monkeypatch):
    """Where the system starts no process, books are not called damaged, and the server's health says what is wrong."""
    client, context = serve(book_folder), multiprocessing.get_context("spawn")
    client.app.state.books.trials = RenderPool(slow=2)

    def refuse(*_):
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    assert client.get("/healthz").json()["status"] == "ok"
    with monkeypatch.context() as patch:
        patch.setattr(type(context), "Pool", refuse)
        answers = [client.get(path) for path in (LOOKUP, "/healthz")]
        assert client.get("/api/books").json()["opening"] == ["2x2x2"]
    for answer in answers:
        assert answer.status_code == 503 and "cannot start a process (Resource temp" in answer.json()["detail"]
    monkeypatch.setattr(open_books, "monotonic", lambda: 1e9)  # much later
    assert client.get(LOOKUP).status_code == client.get("/healthz").status_code == 200


@pytest.mark.parametrize("share", [0, 0.00001, 0.05, 1 / 3, 1 / 2, 0.95])
def test_a_truncated_book_is_a_sentence(serve, library, make_book, tmp_path, share):
    """A book that is cut is refused whole: 503 with a sentence for whatever is asked, and no place in the list."""
    make_book("3x3x3")
    whole = book_path(Rules(), library).read_bytes()
    path, client = tmp_path / "3x3x3.sqlite", serve(tmp_path)
    path.write_bytes(whole[: int(len(whole) * share)])
    for query in ("lookup?position=X../.O./...", "lookup?position=XXOOOXXXO", "line", "stats", "map.svg"):
        answer = client.get(f"/api/3x3x3/{query}")
        assert answer.status_code == 503
        assert answer.json()["detail"].startswith("the book of 3x3x3 is damaged: make it again")
    assert client.get("/api/books").json() == {"books": [], "proofs": [], "opening": []}
    path.write_bytes(whole)
    assert client.get("/api/3x3x3/lookup").status_code == 200


@pytest.mark.slow
def test_an_old_book_answers_those_who_have_it(book_folder):
    """A book in use stays open when its file is replaced, and is closed when the last has let go of it."""
    books, path = OpenBooks(str(book_folder)), book_folder / "2x2x2.sqlite"
    first = opened_here(books, Rules(2, 2, 2))
    assert opened_here(books, Rules(2, 2, 2)) is first
    replace(path, path.with_name("copy"))
    replace(path.with_name("copy"), path)
    newer = opened_here(books, Rules(2, 2, 2))
    assert newer is not first and not asyncio.run(first.current()) and asyncio.run(newer.current())
    book = first.book
    assert book.probe("../..").remoteness == 3
    del first
    assert is_closed_soon(book)


@pytest.mark.slow
def test_so_many_books_are_open(tmp_path):
    """The book that was not used for longest is put back, and opened again when it is asked for."""
    games = [Rules(1, columns, 2) for columns in (2, 3, 4)]
    for rules in games:
        generate_book(rules, book_path(rules, tmp_path))
    books = OpenBooks(str(tmp_path), room=2)
    first, second = opened_here(books, games[0]), opened_here(books, games[1]).book
    assert opened_here(books, games[0]) is first
    opened_here(books, games[2])
    assert is_closed_soon(second)
    assert opened_here(books, games[0]) is first and opened_here(books, games[1]).book is not second
    assert first.book.probe("..").remoteness == 2


def test_open_books_of_blocks_keep_a_bounded_memory():
    """A book keeps up to 32 MB of blocks, besides SQLite's 32 MB of pages, and the server keeps 16 of them open."""
    assert KEPT_BLOCKS * BLOCK == 1 << 25
    assert signature(OpenBooks).parameters["room"].default == 16


def test_a_missing_library_has_no_books(serve, tmp_path):
    """A library that vanished is an empty one."""
    client = serve(tmp_path / "gone")
    assert client.get("/api/books").json() == {"books": [], "proofs": [], "opening": []}
    assert client.get(LOOKUP).status_code == 404
    with pytest.raises(Refusal, match="make it with: oxobook generate 2x2x2"):
        opened_here(OpenBooks(str(tmp_path / "gone")), Rules(2, 2, 2))


@pytest.mark.slow
def test_a_book_that_hangs_hinders_no_other(book_folder, monkeypatch):
    """A file that does not open, or ends the process that tries it, is refused in time; the others are served."""
    for rules in (Rules(1, 3, 2), Rules(1, 4, 2)):
        generate_book(rules, book_path(rules, book_folder))
    monkeypatch.setattr(open_books, "library_summary", hostile_summary)
    monkeypatch.setattr(open_books, "TRIAL_SECONDS", 3.0)
    books = OpenBooks(str(book_folder))

    async def ask():
        opened = await asyncio.gather(*(books.get(rules) for rules in rules_in(book_folder)), return_exceptions=True)
        return opened, [summary["rules"] for summary in (await books.listed())[0]]

    began = time.monotonic()
    (hanging, fallen, opened), listed = asyncio.run(ask())
    books.trials.close()
    assert "the book of 1x3x2 is still being opened" in str(hanging)
    assert hanging.status == fallen.status == 503 and opened.book.probe("../..").remoteness == 3
    assert listed == ["2x2x2"] and time.monotonic() - began < 20


def test_the_list_waits_for_no_book(book_folder, monkeypatch):
    """A book that opens slowly is said to be opening, and is in the list when it has been opened."""
    generate_book(Rules(1, 3, 2), book_folder / "1x3x2.sqlite")
    monkeypatch.setattr(open_books, "LIST_SECONDS", 0.5)
    books, opened = OpenBooks(str(book_folder)), asyncio.Event()
    books.trials = Here()
    draw = books.trials.run

    async def slowly(picture, rules, library):
        if rules == Rules(1, 3, 2):
            await opened.wait()
        return await draw(picture, rules, library)

    monkeypatch.setattr(books.trials, "run", slowly)

    async def ask():
        await books.get(Rules(2, 2, 2))
        first = await books.listed()
        opened.set()
        monkeypatch.setattr(open_books, "LIST_SECONDS", 60)
        return first, await books.listed()

    lists, opening = zip(*asyncio.run(ask()), strict=True)
    assert [[summary["rules"] for summary in listed] for listed in lists] == [["2x2x2"], ["1x3x2", "2x2x2"]]
    assert opening == ([Rules(1, 3, 2)], [])


def test_a_wrong_file_hinders_no_other(serve, book_folder):
    """A folder, a pipe and text, and books with an endless view or without a start leave the others in the list."""
    (book_folder / "1x3x2.sqlite").mkdir()
    os.mkfifo(book_folder / "1x4x2.sqlite")
    (book_folder / "1x5x2.sqlite").write_text("no book at all")
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS format_version FROM n"
    for rules, *statements in (
        (Rules(1, 2, 2), "DROP TABLE book", f"CREATE VIEW book AS {endless}"),
        (Rules(2, 1, 2), "DELETE FROM position WHERE key = 0"),
    ):
        path = book_path(rules, book_folder)
        generate_book(rules, path)
        with closing(sqlite3.connect(path)) as connection:
            for statement in statements:
                connection.execute(statement)
            connection.commit()
    client = serve(book_folder)
    assert [book["rules"] for book in client.get("/api/books").json()["books"]] == ["2x2x2"]
    for rules in ("1x3x2", "1x4x2", "1x5x2", "1x2x2", "2x1x2"):
        assert client.get(f"/api/{rules}/lookup").status_code == 503


def test_a_book_that_answers_slowly_holds_up_no_other(serve, book_folder, monkeypatch):
    """While one book is still reading, lookups in the others are answered."""
    generate_book(Rules(1, 3, 2), book_folder / "1x3x2.sqlite")
    client, may_end, real = serve(book_folder), threading.Event(), Book.probe
    assert client.get(LOOKUP).status_code == 200

    def probe(book, *asked, **options):
        assert book.rules != Rules(2, 2, 2) or may_end.wait(10)
        return real(book, *asked, **options)

    monkeypatch.setattr(Book, "probe", probe)

    async def ask():
        slow = asyncio.create_task(client.ask("GET", [f"{LOOKUP}?position=a1"] * 3, {}))
        quick = await asyncio.wait_for(client.ask("GET", ["/api/1x3x2/lookup"] * 3, {}), 5)
        assert not slow.done()
        may_end.set()
        return quick + await slow

    assert [answer.status_code for answer in asyncio.run(ask())] == [200] * 6


class Gone:
    """A request whose client hangs up after some looks."""

    client = SimpleNamespace(host="192.0.2.1")

    def __init__(self, looks=0):
        self.looks = looks

    async def is_disconnected(self):
        self.looks -= 1
        return self.looks < 0


@pytest.mark.parametrize("plies", [None, 4])
def test_a_disk_that_hangs_is_waited_for_a_while(monkeypatch, plies):
    """A book that gives no answer in time is refused, without asking it again, until the late answer has come."""
    monkeypatch.setattr(patient, "ANSWER_SECONDS", 0.05)
    answers, questions = threading.Event(), []
    book = SimpleNamespace(info=SimpleNamespace(plies=plies), rules=Rules(), close=lambda: None)

    def question():
        questions.append(answers.wait(30))
        return "an answer"

    async def ask():
        opened = OpenBook(book, None, None)
        for _ in range(3):
            with pytest.raises(Refusal) as refused:
                await opened.ask(question)
            assert refused.value.status == 503 and "the disk with the book of 3x3x3" in refused.value.detail
        answers.set()
        while not questions:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.01)
        assert len(questions) == 1
        monkeypatch.setattr(patient, "ANSWER_SECONDS", 30)
        return await opened.ask(question)

    assert asyncio.run(ask()) == "an answer"


class HangingDisk:
    """Disk on which every call about a file of one game waits, from when it ``hangs``, until the test ends."""

    def __init__(self, rules, monkeypatch):
        self.hangs, self.works, self.calls = False, threading.Event(), 0
        for owner, name in ((Path, "stat"), (os, "stat"), (sqlite3, "connect")):
            monkeypatch.setattr(owner, name, partial(self.call, f"/{rules}.sqlite", getattr(owner, name)))
        monkeypatch.setattr(Path, "stat", lambda path, **how: os.stat(path, **how))  # noqa: PTH116 - what hangs

    def call(self, name, real, file, *arguments, **how):
        if self.hangs and name in str(file):
            self.calls += 1
            self.works.wait(60)
        return real(file, *arguments, **how)


def test_a_stat_that_hangs(serve, book_folder, monkeypatch):
    """A book whose disk no longer answers is refused in time, then at once; other books and the list are answered."""
    generate_book(Rules(1, 3, 2), book_folder / "1x3x2.sqlite")
    client, disk = serve(book_folder), HangingDisk("2x2x2", monkeypatch)
    monkeypatch.setattr(patient, "ANSWER_SECONDS", 1)
    paths = [LOOKUP, f"{LOOKUP}?position=a1", "/api/2x2x2/stats", "/api/2x2x2/lookup?position=b2", "/"]
    assert client.get(LOOKUP).status_code == 200

    async def ask():
        disk.hangs = True
        hanging = asyncio.create_task(client.ask("GET", paths[:4], {}))
        await asyncio.sleep(0.1)
        others = await client.ask("GET", ["/api/1x3x2/lookup", "/healthz", "/api/1x3x2/stats"], {})
        assert not hanging.done()
        refused = await hanging
        began = time.monotonic()
        again = await client.ask("GET", paths[:4], {})
        listed, *_ = await client.ask("GET", ["/api/books"], {})
        assert time.monotonic() - began < 1
        return others, refused + again, listed.json()

    others, refused, listed = asyncio.run(ask())
    disk.works.set()
    assert [answer.status_code for answer in others] == [200] * 3
    assert [answer.status_code for answer in refused] == [503] * 8
    assert {answer.json()["detail"] for answer in refused} == {
        "the disk with the book of 2x2x2 does not answer: try again in a minute"
    }
    assert [book["rules"] for book in listed["books"]] == ["1x3x2"] and listed["opening"] == ["2x2x2"]
    assert disk.calls <= 2
    disk.hangs = False
    assert client.get(LOOKUP).status_code == 200


def test_a_thread_that_hangs_does_not_keep_the_server():
    """After the server, the process ends although one of its threads waits for a disk that does not answer."""
    program = (
        "import threading\n"
        "from oxobook.viewer.web.server.server import leave_stuck_threads\n"
        "threading.Thread(target=threading.Event().wait, name='AnyIO worker thread').start()\n"
        "leave_stuck_threads()\n"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=60).returncode == 0


def asked(requests):
    """Return the outcome of each question, if every search takes as long as it may."""

    def question():
        while search.deadline.get().at > time.monotonic():
            time.sleep(0.01)
        raise OutOfTime("too late")

    async def ask_all():
        book = SimpleNamespace(info=SimpleNamespace(plies=4), rules=Rules(), close=lambda: None)
        opened = OpenBook(book, None, None)
        results = await asyncio.gather(*(opened.ask(question, one) for one in requests), return_exceptions=True)
        assert not opened._searching
        return results

    return asyncio.run(ask_all())


def test_clients_that_hang_up_leave_no_search_behind():
    """A search ends soon after its client has hung up; those that wait for their turn then do not begin."""
    started = time.monotonic()
    results = asked([Gone() for _ in range(FOR_A_CLIENT)])
    assert time.monotonic() - started < SEARCH_SECONDS / 2
    assert [one.status for one in results] == [503] * FOR_A_CLIENT


def test_a_client_has_few_searches():
    """Most of a hundred questions of one client are refused at once."""
    results = asked([Gone() for _ in range(100)])
    assert [one.status for one in results].count(429) == 100 - FOR_A_CLIENT
