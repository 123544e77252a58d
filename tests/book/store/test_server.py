"""Databases through SQLAlchemy, without a server: a file of SQLite stands in for one."""

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import NullPool, create_engine
from sqlalchemy.exc import OperationalError

from oxobook.book import Book, CannotWrite, MissingBook, Rules
from oxobook.book.errors import NoAnswer, TooLarge
from oxobook.book.store import server
from oxobook.book.store.address import is_url
from oxobook.book.store.writer import target_at
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book


@pytest.fixture
def url(tmp_path, monkeypatch):
    """The URL of a database that is opened as one in a server; books of blocks grow in a folder of the test."""
    for module in ("reader", "writer"):
        monkeypatch.setattr(f"oxobook.book.store.{module}.file_of", lambda at: None if is_url(at) else Path(at))
    monkeypatch.setattr(server, "_engine_of", partial(create_engine, poolclass=NullPool))
    monkeypatch.setitem(server._READING, "sqlite", "PRAGMA query_only = 1")
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: tmp_path / "cache")
    return f"sqlite:///{tmp_path}/database"


@pytest.mark.parametrize(
    ("rules", "engine"), [("3x3x3", "auto"), ("3x3x3-misere-gravity", "auto"), ("3x3x3", "dense"), ("2x4x2", "auto")]
)
def test_a_book_in_a_server_is_the_files(url, tmp_path, made, rules, engine):
    """Header and answers that are written to a server come back as they are in the file, of either layout."""
    path = made(rules, engine)
    info = generate_book(Rules.parse(rules), url, engine=engine)
    assert info.digest == generate_book(Rules.parse(rules), url, replace=True, engine=engine).digest
    assert verify_book(url).right and not list((tmp_path / "cache").glob("*"))
    with Book.open(url) as book, Book.open(path) as same:
        assert book.info == same.info == info and list(book) == list(same)


def test_one_layout_takes_the_others_place(url):
    """A book of blocks replaces one of rows, and the other way round."""
    generate_book(Rules(), url)
    generate_book(Rules(misere=True), url, replace=True, engine="dense")
    with Book.open(url) as book:
        assert book.layout.name == "blocks" and book.rules.misere
    generate_book(Rules(), url, replace=True)
    with Book.open(url) as book:
        assert book.layout.name == "rows" and len(list(book)) == 765


def test_where_no_book_can_go(url, tmp_path):
    """A book that is there, tables of somebody else's, and a board that is too large are each told beforehand."""
    target = target_at(url)
    with pytest.raises(TooLarge, match="at most 31 cells"):
        target.require_new(Rules(4, 8, 4), False)
    target.require_new(Rules(), False)
    with pytest.raises(MissingBook, match="there is none: make one with oxobook generate RULES --out URL"):
        Book.open(url)
    generate_book(Rules(2, 2, 2), url)
    with pytest.raises(CannotWrite, match="holds a book already and is left as it is; --force replaces it"):
        target.require_new(Rules(), False)
    with closing(sqlite3.connect(tmp_path / "database")) as database:
        database.execute("DROP TABLE layer")
        database.execute("CREATE TABLE layer (name TEXT)")
    with pytest.raises(CannotWrite, match="has a table 'layer' that does not belong to a book; it is left as it is"):
        target.require_new(Rules(), True)


def test_errors_of_the_driver(url, tmp_path, monkeypatch):
    """An error while the book is written, read or reached is one line, and what was there is unchanged."""
    generate_book(Rules(2, 3, 2), url)
    with closing(sqlite3.connect(tmp_path / "database")) as database:
        database.execute("CREATE TRIGGER t BEFORE DELETE ON book BEGIN SELECT raise(FAIL, 'disk full'); END")
        database.commit()
        with pytest.raises(CannotWrite, match=r"cannot write 'sqlite:.*': disk full; free some space"):
            generate_book(Rules(), url, replace=True)
        with Book.open(url) as book:
            assert book.rules == Rules(2, 3, 2)
            database.execute("DROP TABLE position")
            with pytest.raises(NoAnswer, match=r"cannot read the book 'sqlite:.*': no such table: position; open it"):
                book.probe(".../...")

    def fail(_):
        raise OperationalError("", {}, sqlite3.OperationalError("no such host"))

    monkeypatch.setattr(server.sa.Engine, "connect", fail)
    for kind, ask in ((NoAnswer, lambda: Book.open(url)), (CannotWrite, lambda: generate_book(Rules(), url))):
        with pytest.raises(kind, match=r"cannot reach 'sqlite:.*': no such host; check the URL, and that the server"):
            ask()
