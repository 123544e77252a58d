"""The library: the folder in which books are found by their rules."""

import shlex
from contextlib import suppress
from pathlib import Path

from book.book import Book
from book.errors import BookError, IllegalRules, MissingBook
from book.game.rules import Rules
from book.store.address import masked

DEFAULT_LIBRARY = "data"
LIBRARY_VARIABLE = "OXOBOOK_LIBRARY"
"""The environment variable that moves the folder."""


def book_path(rules: Rules, library: str | Path = DEFAULT_LIBRARY) -> Path:
    """Where the book of these rules stands.

    >>> book_path(Rules(3, 4, 3, misere=True)).as_posix()
    'data/3x4x3-misere.sqlite'
    """
    return Path(library) / f"{rules}.sqlite"


def rules_in(library: str | Path) -> list[Rules]:
    """The rules of the books that a folder has files for, the smallest boards first."""
    found = []
    for path in Path(library).glob("*.sqlite"):
        with suppress(IllegalRules):
            rules = Rules.parse(path.stem)
            found += [rules] if str(rules) == path.stem else []
    return sorted(found, key=lambda rules: (rules.cells, str(rules)))


def open_book(rules: Rules | None, target: str | None, library: str | Path = DEFAULT_LIBRARY) -> Book:
    """Open the book at ``target``, or else the library's book of ``rules`` (default 3x3x3).

    Raises MissingBook with the command that makes it, BookError when the book is of other rules than these.
    """
    path = target or book_path(rules or Rules(), library)
    try:
        book = Book.open(path)
    except MissingBook as error:
        raise MissingBook(_how_to_make(rules or Rules(), target, library)) from error
    wanted = rules or (None if target else Rules())
    if wanted and book.rules != wanted:
        book.close()
        raise BookError(
            f"expected a book of {wanted}; {masked(path)!r} is of {book.rules}: name its rules or another book"
        )
    return book


def _how_to_make(rules: Rules, target: str | None, library: str | Path) -> str:
    """The message for a book that is not there."""
    command = f"oxobook generate {rules}"
    if target:
        command += f" --out {shlex.quote(masked(target))}"
    elif str(library) != DEFAULT_LIBRARY:
        command += f" --library {shlex.quote(masked(library))}"
    where = masked(target or book_path(rules, library))
    return f"expected a book at {where!r}; there is none: make it with: {command}"
