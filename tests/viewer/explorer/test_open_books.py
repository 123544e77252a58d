"""Books that change while they are served: replaced, deleted, damaged, of other rules; and asked at the same time."""

import asyncio
import gc
import os
import shutil
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from oxobook.book import Position, Rules
from oxobook.book.errors import BookError, ClosedBook, DamagedBook, MissingExtra, NoAnswer
from oxobook.book.library import book_path
from oxobook.book.no_book import SearchedBook
from oxobook.generator.generate import generate_book
from oxobook.generator.search.minimax import Minimax
from oxobook.viewer.explorer import listing, open_books
from oxobook.viewer.explorer.open_books import OpenBooks
from oxobook.viewer.explorer.responses import Refusal

LOOKUP = "/api/2x2x2/lookup"
NOTHING = {"books": [], "proofs": [], "opening": []}


@pytest.fixture
def book_folder(tmp_path):
    """A library with the book of 2x2x2."""
    generate_book(Rules(2, 2, 2), tmp_path / "2x2x2.sqlite")
    return tmp_path


def opened(books, rules):
    """The open book of some rules."""
    return asyncio.run(books.ask(rules, lambda opened: opened.book))


def is_closed(book):
    """Return whether a book that is no longer used is closed."""
    gc.collect()
    try:
        book.probe(Position(book.rules))
    except ClosedBook:
        return True
    return False


def replace(source, target):
    """Put a copy of a file into the place of another, at once."""
    shutil.copy(source, f"{target}.new")
    os.replace(f"{target}.new", target)


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}"])
def test_another_book_is_served_too(serve, book_folder, book, form):
    """The book at a path or a URL stands among those of the library, with its table for the page."""
    client = serve(book_folder, others=[form.format(book.address)])
    assert client.get("/api/3x3x3/lookup").json()["value"] == "draw"
    assert [one["rules"] for one in client.get("/api/books").json()["books"]] == ["2x2x2", "3x3x3"]
    assert client.get("/books/3x3x3.js").status_code == 200


def test_a_deleted_book_is_missing_and_comes_back(serve, book_folder):
    """A deleted book gives 404 from the next request on; a new one is served again."""
    client, path = serve(book_folder), book_folder / "2x2x2.sqlite"
    first = client.get(LOOKUP)
    path.rename(book_folder / "away")
    gone = client.get(LOOKUP)
    assert gone.status_code == 404 and "oxobook generate 2x2x2" in gone.json()["detail"]
    assert client.get("/api/books").json() == NOTHING
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
        answer = client.get(LOOKUP)
        assert answer.status_code == 503 and said in answer.json()["detail"]
        assert client.get("/api/books").json() == NOTHING
        replace(book_folder / "good", path)
        assert client.get(LOOKUP).content == first.content


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (NoAnswer("another program has locked '/secret'"), "cannot be read now: the server's log says why; try again"),
        (BookError("'/secret' is of a later oxobook"), "is not as it should be: the server's log says why"),
        (MissingExtra("blocks need zstandard: pip install 'oxobook[large]'"), "here: blocks need zstandard: pip"),
        (DamagedBook("cannot read '/secret'"), "is damaged: make it again with: oxobook generate 2x2x2 --force"),
    ],
)
def test_only_a_damaged_book_is_to_be_made_again(serve, book_folder, monkeypatch, error, said):
    """Where a book may be sound, no answer advises to replace it, whether it fails at once or while it is asked."""

    def fail(*_):
        raise error

    for place in ("oxobook.viewer.explorer.open_books.open_book", "oxobook.book.book.Book.moves"):
        with monkeypatch.context() as patch:
            patch.setattr(place, fail)
            answer = serve(book_folder).get(LOOKUP)
        detail = answer.json()["detail"]
        assert answer.status_code == 503 and said in detail and "secret" not in detail
        assert ("--force" in detail) == isinstance(error, DamagedBook)


@pytest.mark.parametrize("share", [0, 0.05, 1 / 2, 0.95])
def test_a_truncated_book_is_a_sentence(serve, made, tmp_path, share):
    """A book that is cut is refused whole, 503 with a sentence, and has no place in the list; others have."""
    whole = made("3x3x3").read_bytes()
    path, client = tmp_path / "3x3x3.sqlite", serve(tmp_path)
    generate_book(Rules(2, 2, 2), tmp_path / "2x2x2.sqlite")
    path.write_bytes(whole[: int(len(whole) * share)])
    for query in ("lookup?position=X../.O./...", "line", "info"):
        answer = client.get(f"/api/3x3x3/{query}")
        assert answer.status_code == 503
        assert answer.json()["detail"].startswith("the book of 3x3x3 is damaged: make it again")
    assert [book["rules"] for book in client.get("/api/books").json()["books"]] == ["2x2x2"]
    path.write_bytes(whole)
    assert client.get("/api/3x3x3/lookup").status_code == 200


def test_few_books_are_open(tmp_path, monkeypatch):
    """The book that was not used for longest is closed when nothing uses it, and opened again when it is asked for."""
    monkeypatch.setattr(open_books, "OPEN", 2)
    games = [Rules(1, columns, 2) for columns in (2, 3, 4)]
    for rules in games:
        generate_book(rules, book_path(rules, tmp_path))
    books = OpenBooks(str(tmp_path))
    first, second = opened(books, games[0]), opened(books, games[1])
    assert opened(books, games[0]) is first and not is_closed(second)
    opened(books, games[2])
    assert is_closed(second) and opened(books, games[0]) is first
    assert opened(books, games[1]) is not second


def test_a_book_that_hangs_hinders_no_other(serve, book_folder, monkeypatch):
    """A book that gives no answer is refused in time, and missing from the list; other books are answered."""
    generate_book(Rules(1, 3, 2), book_folder / "1x3x2.sqlite")
    client, opens, works = serve(book_folder), open_books.open_book, threading.Event()

    def hang(rules, *more):
        if rules == Rules(2, 2, 2):
            works.wait(60)
        return opens(rules, *more)

    monkeypatch.setattr(open_books, "open_book", hang)
    monkeypatch.setattr(open_books, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(listing, "LIST_SECONDS", 0.2)
    began = time.monotonic()
    hanging, other, listed = client.at_once([LOOKUP, "/api/1x3x2/lookup", "/api/books"])
    assert time.monotonic() - began < 50
    works.set()
    assert hanging.status_code == 503 and "does not answer" in hanging.json()["detail"] and other.status_code == 200
    assert [book["rules"] for book in listed.json()["books"]] == ["1x3x2"] and listed.json()["opening"] == ["2x2x2"]
    monkeypatch.setattr(open_books, "ANSWER_SECONDS", 100)
    assert client.get(LOOKUP).status_code == 200


def test_a_stat_that_hangs(serve, book_folder, monkeypatch):
    """A disk that answers no stat holds up no other requests; those about its book are refused in time."""
    client, stat, works = serve(book_folder), os.stat, threading.Event()

    def hang(file, **how):
        if "2x2x2.sqlite" in str(file):
            works.wait(60)
        return stat(file, **how)

    assert client.get(LOOKUP).status_code == 200
    monkeypatch.setattr(os, "stat", hang)
    monkeypatch.setattr(Path, "stat", hang)
    monkeypatch.setattr(open_books, "ANSWER_SECONDS", 0.5)
    began = time.monotonic()
    hanging, health, page = client.at_once([LOOKUP, "/healthz", "/"])
    assert time.monotonic() - began < 50
    works.set()
    assert hanging.status_code == 503 and "does not answer" in hanging.json()["detail"]
    assert health.status_code == page.status_code == 200


@pytest.mark.parametrize(
    ("asked", "said", "later"),
    [
        ("search_for", "the search of 3x4x3-gravity is being prepared, which this machine does once", "5"),
        ("score", "3x4x3-gravity is being searched for others; ask again", "1"),
    ],
)
def test_a_search_that_takes_long_is_no_fault_of_the_disk(serve, tmp_path, monkeypatch, asked, said, later):
    """While the search of a book is compiled, or answers others, a question is refused with that, and when to ask."""
    rules, works = Rules.parse("3x4x3-gravity"), threading.Event()
    (tmp_path / f"{rules}.sqlite").touch()
    monkeypatch.setattr(open_books, "open_book", lambda rules, address: SearchedBook(rules))
    client, path = serve(tmp_path), f"/api/{rules}/lookup?position=a1+b1+c1+d1+a2+b2+c2+d2"

    class Waiting(Minimax):
        def __init__(self, *given):
            super().__init__(*given)
            assert asked == "score" or works.wait(20)

        def score(self, *given):
            assert works.wait(20)
            return super().score(*given)

    compiled = SimpleNamespace(Searcher=lambda rules, threads: Waiting(rules))
    monkeypatch.setitem(sys.modules, "oxobook.generator.search.searcher", compiled)
    monkeypatch.setattr(open_books, "ANSWER_SECONDS", 0.3)
    answers = (client.get(path) for _ in range(20))  # until it is prepared, or searched
    refused = next(answer for answer in answers if answer.headers["retry-after"] == later)
    assert refused.status_code == 503
    assert said in refused.json()["detail"] and "disk" not in refused.json()["detail"]
    works.set()
    monkeypatch.setattr(open_books, "ANSWER_SECONDS", 100)
    assert client.get(path).json()["source"] == "search"


def test_equal_requests_share_an_answer(book_folder):
    """Equal questions at the same time share one look into the book, and others take turns; later ones need none, and
    a failed one is asked anew."""
    looks, books, turn = [], OpenBooks(str(book_folder)), threading.Lock()

    def question(book):
        assert turn.acquire(blocking=False)
        looks.append(time.sleep(0.05))
        turn.release()
        if len(looks) == 1:
            raise DamagedBook("cannot read it")
        return b"found"

    async def ask():
        asked = (books.answer(Rules(2, 2, 2), text, question) for text in [*20 * ["the same"], "another"])
        return {
            type(one) if isinstance(one, Exception) else one
            for one in await asyncio.gather(*asked, return_exceptions=True)
        }

    assert [asyncio.run(ask()) for _ in range(3)] == [{Refusal, b"found"}, {b"found"}, {b"found"}] and len(looks) == 3
