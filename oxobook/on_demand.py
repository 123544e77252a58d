"""Small books and strategies, made when they are first needed."""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from oxobook.book.book import Book
from oxobook.book.deadline import Deadline
from oxobook.book.errors import BeingWritten, CannotWrite, IllegalArgument, IllegalRules, MissingStrategy, quoted
from oxobook.book.game.rules import Rules
from oxobook.book.info import BookInfo
from oxobook.book.library import book_path, default_library, is_address, rules_named
from oxobook.book.library import open_book as open_made
from oxobook.book.no_book import open_or_search
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.store.new_file import make_folder

if TYPE_CHECKING:
    from oxobook.book.strategy import Strategy

MOST_POSITIONS = 100_000  # largest number of positions of a small book, which is made in a second
_MOST_ASKED = 1_000_000  # the same for a program that asks for the book to be made, which takes some seconds
_SECONDS = 60.0  # to find a strategy; the best one found by then is used
_WAIT_SECONDS, _PAUSE = 30.0, 0.05  # for another process that makes a small book; and between looks whether it has


def open_book(
    rules: Rules | str | Path | None = None,
    target: str | Path | None = None,
    library: str | Path | None = None,
    *,
    make: bool = False,
    tell: Tell = tell_nobody,
) -> Book:
    """Open a book by its rules, their text or name, its path or its URL; by default the library's book of 3x3x3.

    With ``target``, a path or URL, the book there is to be of these rules. With ``make``, a book of up to a million
    positions up to symmetry that the library lacks is made first, and ``tell`` told of it, and of a board too large for
    any book each answer is searched; ``searching_for`` limits the time. Raises MissingBook with the command that makes
    it, and BookError if the book is of other rules.
    """
    named, target = _told_apart(rules, target, library)
    if make and target is None:
        make_missing(named or Rules(), library, _MOST_ASKED, tell)
    return (open_or_search if make else open_made)(named, target, library)


def _told_apart(
    book: Rules | str | Path | None, target: str | Path | None, library: str | Path | None
) -> tuple[Rules | None, str | Path | None]:
    """Return the rules and the address that name a book; raises IllegalRules or IllegalArgument."""
    if book is None or isinstance(book, Rules):
        return book, target
    if is_address(book) and target is None:
        return None, book
    if not isinstance(book, str):
        raise IllegalArgument(f"expected rules, their text or name, or a book's path or URL; got {quoted(book)}")
    try:
        return rules_named(book, library), target
    except IllegalRules:
        if target is None and os.path.isfile(book):
            return None, book
        raise


def make_missing(
    rules: Rules, library: str | Path | None = None, most: int = MOST_POSITIONS, tell: Tell = tell_nobody
) -> BookInfo | None:
    """Make the library's book of these rules if it is missing and has at most ``most`` positions; return its header.

    Return None if nothing was made: the book exists, would be large, was made by another process meanwhile, or its
    folder does not exist. Only the default folder is made, as the name of another may be a typo. Raises CannotWrite.
    """
    path = book_path(rules, library)
    if os.path.lexists(path) or not (os.path.isdir(path.parent) or str(path.parent) == default_library()):
        return None
    from oxobook.generator.expansion import count_layers  # a lookup in a book starts faster without

    if count_layers(rules, rules.cells, most) is None:
        return None
    make_folder(path.parent)
    return _made(rules, path, tell)


def _made(rules: Rules, path: Path, tell: Tell) -> BookInfo | None:
    """Make a small book, or wait until another process has made it, and then return None; raises CannotWrite."""
    from oxobook.generator.generate import generate_book

    deadline = Deadline(_WAIT_SECONDS)
    while True:
        try:
            return generate_book(rules, path, tell=tell)
        except BeingWritten:
            if not deadline.left:
                raise
            time.sleep(_PAUSE)
        except CannotWrite:
            if path.is_file():
                return None
            raise


def found_strategy(book: Book, side: str, kind: str, fast: bool, tell: Tell = tell_nobody) -> "Strategy":
    """Return the strategy that has a certificate; else find it, and keep its certificate if that can be written."""
    from oxobook.book.certificate.strategy_file import strategy_in  # a lookup starts faster without

    with suppress(MissingStrategy):
        return strategy_in(book, side, kind, fast)
    from oxobook.generator.strategies.find import find, find_and_keep

    with suppress(CannotWrite):
        return find_and_keep(book, side, kind, fast, _SECONDS, tell)
    return find(book, side, kind, fast, _SECONDS, tell)
