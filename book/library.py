"""The library: the folder in which books are found by their rules."""

import os
from contextlib import suppress
from pathlib import Path

from oxobook.book.book import Book
from oxobook.book.errors import BookError, IllegalRules, MissingBook
from oxobook.book.game.rules import Rules
from oxobook.book.store.address import masked

LIBRARY_VARIABLE = "OXOBOOK_LIBRARY"
"""The environment variable that names the folder."""
FOLDER_HERE = "data"
"""The folder of the working directory that holds the books where nothing else is named."""


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
) -> Book:
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


def options_naming(book: Book) -> str:
    """Return the options that name a book to a command, a blank before each; none if it is asked without any.

    A book that is not found by its rules, for it stands in another library or somewhere else, is named by its address.
    """
    from shlex import quote

    usual = book_path(book.rules)
    if book.name != str(usual):
        return f" -b {quote(book.name)}"
    return "" if book.rules == Rules() else f" -r {book.rules}"


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
