"""Small books and strategies, made when they are asked for."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from oxobook.book.book import Book
from oxobook.book.errors import CannotWrite, MissingStrategy
from oxobook.book.game.rules import Rules
from oxobook.book.info import BookInfo
from oxobook.book.library import book_path, default_library
from oxobook.book.library import open_book as open_made
from oxobook.book.progress import Tell
from oxobook.book.store.atomic_file import make_folder
from oxobook.commands.signals import stopping_at_once

if TYPE_CHECKING:
    from oxobook.book.strategy import Strategy

MOST_POSITIONS = 100_000
"""Number of positions up to symmetry of a small book, made in a fraction of a second."""
_MOST_PLACEMENTS = 2_000_000  # for more it is not worth estimating how few of them play reaches
_SECONDS = 60.0  # for finding a strategy; the best one that is found by then is taken


def open_book(
    rules: Rules | None = None,
    target: str | None = None,
    library: str | Path | None = None,
    *,
    make: bool = False,
) -> Book:
    """Open the book at ``target``, or else the library's book of ``rules`` (default 3x3x3).

    With ``make``, a small book that the library lacks is made first. Raises MissingBook with the command that makes it,
    BookError if the book is of other rules than these.
    """
    if make and not target:
        make_missing(rules or Rules(), library)
    return open_made(rules, target, library)


def make_missing(rules: Rules, library: str | Path | None = None) -> BookInfo | None:
    """Make the library's book of these rules if it is missing and small; return its header and counts.

    Return None if nothing was made: a book is there, or would be large, or its folder is not there, or another maker
    was first. Only the default folder is made too, for the name of another may be mistyped. Raises CannotWrite.
    """
    path = book_path(rules, library)
    if os.path.lexists(path) or not (os.path.isdir(path.parent) or str(path.parent) == default_library()):
        return None
    if not _is_small(rules):
        return None
    from oxobook.generator.generate import generate_book

    make_folder(path.parent)
    try:
        return generate_book(rules, path)
    except CannotWrite:
        if path.is_file():  # made by somebody else in the meantime
            return None
        raise


def _is_small(rules: Rules) -> bool:
    """Return whether the book has at most ``MOST_POSITIONS``, by an upper bound or else an estimate."""
    from oxobook.generator.plan import plan_book
    from oxobook.generator.position_counts import placements

    bound = sum(placements(rules))
    if MOST_POSITIONS < bound <= _MOST_PLACEMENTS:
        bound = plan_book(rules).positions
    return bound <= MOST_POSITIONS


def found_strategy(book: Book, side: str, kind: str, fast: bool, tell: Tell) -> "Strategy":
    """Return the book's strategy of a kind; if it lacks it, find it, and keep it if the book can be written to."""
    from oxobook.book.strategy import strategy_in  # a lookup starts faster without

    try:
        return strategy_in(book, side, kind, fast)
    except MissingStrategy:
        with stopping_at_once():
            from oxobook.generator.strategies.find import find, find_and_keep
    try:
        return find_and_keep(book, side, kind, fast, _SECONDS, tell)
    except CannotWrite:
        return find(book, side, kind, fast, _SECONDS, tell)
