"""The library: the folder in which books are found by their rules."""

import os
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from oxobook.book.book import Book
from oxobook.book.errors import BookError, IllegalRules, MissingBook
from oxobook.book.game.rules import Rules
from oxobook.book.info import BookInfo
from oxobook.book.store.address import masked

LIBRARY_VARIABLE = "OXOBOOK_LIBRARY"
"""The environment variable that names the folder."""
FOLDER_HERE = "data"
"""The folder of the working directory that holds the books where nothing else is named."""

_MAKER = "oxobook.on_demand:make_small_book"
"""What makes a small book. It is named and not imported: only who asks for a missing book needs the generator."""


def default_library() -> str:
    """The folder of the books where none is named: ``data`` where there is such a folder, else the user's own."""
    if os.path.isdir(FOLDER_HERE):
        return FOLDER_HERE
    from platformdirs import user_data_dir  # as slow to import as all of this package

    return user_data_dir("oxobook", appauthor=False)


def book_path(rules: Rules, library: str | Path | None = None) -> Path:
    """Where the book of these rules stands in a library, by default the one that is named or found.

    >>> book_path(Rules(3, 4, 3, misere=True), "books").as_posix()
    'books/3x4x3-misere.sqlite'
    """
    return Path(library or os.environ.get(LIBRARY_VARIABLE) or default_library()) / f"{rules}.sqlite"


def rules_in(library: str | Path) -> list[Rules]:
    """The rules of the books that a folder has files for, the smallest boards first; raises BookError."""
    found = []
    try:
        paths = list(Path(library).glob("*.sqlite"))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise BookError(f"cannot read the folder of books {masked(library)!r}: {why}; name another") from error
    for path in paths:
        with suppress(IllegalRules):
            rules = Rules.parse(path.stem)
            found += [rules] if str(rules) == path.stem else []
    return sorted(found, key=lambda rules: (rules.cells, str(rules)))


def open_book(
    rules: Rules | None = None,
    target: str | None = None,
    library: str | Path | None = None,
    *,
    make: bool = False,
) -> Book:
    """Open the book at ``target``, or else the library's book of ``rules`` (default 3x3x3).

    With ``make``, a small book that the library lacks is made first. Raises MissingBook with the command that makes
    it, BookError when the book is of other rules than these.
    """
    if make and not target:
        make_missing(rules or Rules(), library)
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


def make_missing(rules: Rules, library: str | Path | None = None) -> BookInfo | None:
    """Make the library's book of these rules where there is none and it is small; returns what it holds.

    None where nothing was made: a book is there, or would be large, or its folder is not there. Only the default
    folder is made too, for the name of another may be mistyped. Raises CannotWrite.
    """
    path = book_path(rules, library)
    if os.path.lexists(path) or not (os.path.isdir(path.parent) or str(path.parent) == default_library()):
        return None
    module, name = _MAKER.split(":")
    made: BookInfo | None = getattr(import_module(module), name)(rules, path)
    return made


def _how_to_make(rules: Rules, target: str | None, library: str | Path | None) -> str:
    """The message for a book that is not there."""
    from shlex import quote

    command = f"oxobook generate {rules}"
    where = Path(target) if target else book_path(rules, library)
    if target:
        command += f" --out {quote(masked(target))}"
    elif str(where.parent) != default_library():
        command += f" --library {quote(masked(where.parent))}"
    return f"expected a book at {masked(target or where)!r}; there is none: make it with: {command}"
