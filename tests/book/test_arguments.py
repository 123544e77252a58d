"""Arguments of public functions: what is taken, and what is said of the rest."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import create_engine

from oxobook import (
    Book,
    IllegalArgument,
    Rules,
    Value,
    audit,
    generate_book,
    open_book,
    strategy_in,
    verify_book,
)
from oxobook.book.arguments import Count, checked
from oxobook.book.errors import OxobookError, quoted


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda book: audit("perfect", "3x3x3.sqlite", "X"), "expected book to be a Book; got '3x3x3.sqlite'"),
        (lambda book: audit(None, book, "X"), "expected player to be a Player or a function or a text; got None"),
        (lambda book: strategy_in(book, "x"), "expected side to be one of 'X', 'O'; got 'x'"),
        (lambda book: generate_book(3, "x.sqlite"), "expected rules to be a Rules or a text; got 3"),
        (
            lambda book: generate_book("3x3x3", "x.sqlite", plies=1.5),
            "plies to be None or a whole number from 0; got 1",
        ),
        (lambda book: verify_book(3), "expected target to be a text or a path; got 3"),
        (
            lambda book: open_book(make="yes", library=Path("x"), target=0),
            "target to be None or a text or a path; got 0",
        ),
        (lambda book: Value("won"), "expected a value, -1, 0 or 1, or win, draw or loss; got 'won'"),
    ],
)
def test_what_is_expected_is_said(book, call, message):
    """The message names the parameter, what it takes, and what came."""
    with pytest.raises(IllegalArgument) as refused:
        call(book)
    assert message in str(refused.value)


def test_numbers_of_other_libraries_become_pythons():
    """NumPy's numbers and fractions are taken as the numbers that they are."""

    @checked
    def both(count: Count, seconds: float, names: "list") -> object:
        return count, seconds, names

    count, seconds, names = both(np.int64(3), seconds=Fraction(1, 4), names=5)
    assert (type(count), count, type(seconds), seconds, names) == (int, 3, float, 0.25, 5)


def test_none_is_not_false():
    """Where both are taken, None stays None, and what is neither is true or false."""

    @checked
    def given(merge: bool | None) -> object:
        return merge

    assert [given(one) for one in (None, False, True, np.bool_(1), 0)] == [None, False, True, True, False]


def test_an_error_is_one_line():
    """An error's message is one line, whatever it quotes; an object that cannot be shown is named by its type."""
    assert str(OxobookError("no book at 'a\nb'")) == "no book at 'a\\nb'"

    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError

    assert quoted(Odd()) == "a value of type Odd"
    assert len(quoted([1] * 1000)) < 90


def test_rules_are_read_by_any_name(tmp_path, monkeypatch):
    """Everything that takes rules takes their text, a common name, a board's file, and the name of its book."""
    monkeypatch.chdir(tmp_path)
    Path("data").mkdir()
    Path("ring.json").write_text('{"name": "ring", "board": ["...", ".#.", "..."], "k": 3}')
    generate_book("ring.json", "data/ring.sqlite")
    with open_book("ring") as book:
        assert book.rules == Rules.parse("ring") == Rules.parse(book.rules)
        assert str(Rules.parse("ring-misere")) == "ring-misere"
    with open_book("connect-four") as book:
        assert str(book.rules) == "6x7x4-gravity"


def test_an_engine_stands_for_its_url(book, tmp_path):
    """Where a path or a URL is taken, so is an engine of SQLAlchemy: to make a book, to open it and to verify it."""
    engine = create_engine(f"sqlite:///{tmp_path / 'book.sqlite'}")
    generate_book("2x2x2", engine)
    with Book.open(engine) as opened, open_book("2x2x2", engine) as again:
        assert opened.probe("a1").value.word == again.probe("a1").value.word == "loss"
    assert verify_book(engine).right
