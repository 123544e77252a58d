"""Library: the folder in which books are found by their rules."""

import os
import re
from contextlib import suppress
from pathlib import Path

from oxobook.book.book import Book
from oxobook.book.errors import BookError, IllegalRules, MissingBook, masked, require_kind
from oxobook.book.game import rules as game_rules
from oxobook.book.game.rules import KEY_CELLS, Rules
from oxobook.book.store.address import is_url

LIBRARY_VARIABLE = "OXOBOOK_LIBRARY"
"""Environment variable that names the folder."""
ALONG = ("6x7x4-gravity",)
"""Rules of the books that come with oxobook."""
_BOOKS = (".sqlite", ".db")  # endings of books' files
_LONGEST_NAME = 200
"""Characters of the longest name of a book that is looked for: file systems take 255 bytes."""
BOARD_FILE = re.compile(r"(.+\.json)((?:-[a-z]+)*)")
"""Path of a board of one's own, with the words that may follow any rules."""
MOST_CELLS = 25
"""Cells of the largest boards that any machine can make books of; of larger ones, the plan says whether it can."""
_MOST_OTHER_CELLS = 16
"""The same for games of other conventions, which the fast engines do not know."""
FOLDER_HERE = "data"
"""Folder of the working directory that holds the books if nothing else is named."""


def default_library() -> str:
    """Return the default library: ``data`` if there is such a folder, else the user's own folder."""
    if os.path.isdir(FOLDER_HERE):
        return FOLDER_HERE
    from platformdirs import user_data_dir  # as slow to import as all of this package

    return user_data_dir("oxobook", appauthor=False)


def library_folder(library: str | Path | None = None) -> Path:
    """Return the folder of a library, by default the default one."""
    require_kind(str | os.PathLike | None, "a path", library=library)
    return Path(library or os.environ.get(LIBRARY_VARIABLE) or default_library())


def book_path(rules: Rules, library: str | Path | None = None, ending: str = ".sqlite") -> Path:
    """Return the path at which a library, by default the default one, has or would have the book of these rules.

    If the library lacks it, it is the path of the book that comes with oxobook, if there is one. With another
    ``ending`` it is another file of the game, such as its certificate.

    >>> book_path(Rules(3, 4, 3, misere=True), "books").as_posix()
    'books/3x4x3-misere.sqlite'
    """
    path = library_folder(library) / f"{rules}{ending}"
    if str(rules) in ALONG and not path.exists():
        from oxobook.book.published import published_file  # a lookup starts faster without

        along = published_file(path.name)
        return along if along.is_file() else path
    return path


def is_address(book: object) -> bool:
    """Return whether what names a book is its path or URL, and not its rules, their text or a board's file."""
    if isinstance(book, os.PathLike):
        return True
    return isinstance(book, str) and (is_url(book) or book.lower().endswith(_BOOKS))


def rules_named(text: str, library: str | Path | None = None, files: bool = True) -> Rules:
    """Return the rules that a text names: as ``Rules.written`` reads it, or by the name of a library's book.

    A board of one's own has a name that its book knows; words such as ``-misere`` may follow. With ``files`` the text
    may also be a board's file, ``board.json-misere``: without, it may come from anyone. Raises IllegalRules.
    """
    if files and (file := BOARD_FILE.fullmatch(text)):
        return Rules.read(file[1], file[2])
    try:
        return Rules.written(text)
    except IllegalRules:
        if path := book_named(text, library):
            with suppress(BookError), Book.open(path) as book:
                if path.stem == text:
                    return book.rules
                if book.rules.definition and text.startswith(name := str(Rules.own(book.rules.definition))):
                    return Rules.own(book.rules.definition, text.removeprefix(name))
        raise


game_rules.by_name = rules_named


def book_named(text: str, library: str | Path | None = None) -> Path | None:
    """Return the library's book with the longest name that a text is, or begins with before a hyphen; None without."""
    folder, name = library_folder(library), text if len(text) <= _LONGEST_NAME else ""
    while name.replace("-", "").isalnum():
        if os.path.isfile(path := folder / f"{name}.sqlite"):
            return path
        name = name.rpartition("-")[0]
    return None


def rules_in(library: str | Path, along: bool = False) -> list[Rules]:
    """Return the rules of the books in a folder, the smallest boards first; raises BookError.

    With ``along``, also those of the books that come with oxobook.
    """
    try:
        names = [path.stem for path in Path(library).glob("*.sqlite")]
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise BookError(f"cannot read the folder of books {masked(library)!r}: {why}; name another") from error
    found = {rules for rules in map(Rules.written, ALONG) if along and book_path(rules, library).is_file()}
    for name in names:
        with suppress(IllegalRules):
            rules = rules_named(name, library, files=False)
            found |= {rules} if str(rules) == name else set()
    return sorted(found, key=lambda rules: (rules.cells, str(rules)))


def open_book(rules: Rules | None = None, target: str | Path | None = None, library: str | Path | None = None) -> Book:
    """Open the book at ``target``, or else the library's book of ``rules``, by default 3x3x3.

    Raises MissingBook with the command that makes it, and BookError if the book is of other rules than these.
    """
    path = book_path(rules or Rules(), library) if target is None else target
    try:
        book = Book.open(path)
    except MissingBook as error:
        raise MissingBook(_missing(rules or _rules_of_file(target), target, library)) from error
    wanted = rules or (Rules() if target is None else None)
    if wanted and book.rules != wanted:
        book.close()
        raise BookError(
            f"expected a book of {wanted}; {masked(path)!r} is of {book.rules}: name its rules or another book"
        )
    return book


def is_large(rules: Rules) -> bool:
    """Return whether a game is so large that no machine may make its book."""
    return rules.cells > (MOST_CELLS if rules.plain else _MOST_OTHER_CELLS)


def options_naming(book: Book) -> str:
    """Return the command options that name a book, each after a blank; empty for the default book.

    A book that cannot be found by its rules, as it lies elsewhere, is named by its address.
    """
    from shlex import quote

    if book.name != str(book_path(book.rules)):
        return f" -b {quote(book.name)}"
    return "" if book.rules == Rules() else f" -r {book.rules}"


def _rules_of_file(target: str | Path | None) -> Rules:
    """Return the rules that the name of a file says, or the default ones."""
    with suppress(IllegalRules):
        return Rules.written(Path(target or "").stem)
    return Rules()


def how_to_make(rules: Rules, options: str = "") -> str:
    """Return the command that makes a game's book, with options, or that says whether it can be made or who wins."""
    from oxobook.book.layout.gravity_rank import is_ranked  # a lookup starts faster without

    if rules.cells > KEY_CELLS and not (rules.plain and is_ranked(rules)):
        return (
            f"no book of it can be made, as it has {rules.cells} cells, and a position's key holds {KEY_CELLS}; "
            f"oxobook info {rules} says who wins, if that is known, and what answers instead"
        )
    if is_large(rules):
        return f"see oxobook generate {rules} --plan"
    return f"make it with: oxobook generate {rules}{options}"


def _missing(rules: Rules, target: str | Path | None, library: str | Path | None) -> str:
    """Return the message for a missing book."""
    from shlex import quote

    folder, options = library_folder(library), ""
    if target:
        options = f" --out {quote(masked(target))}"
    elif str(folder) != default_library():
        options = f" --library {quote(masked(folder))}"
    where = masked(target or folder / f"{rules}.sqlite")
    if (target and not is_url(target) and not (folder := Path(target).parent).is_dir()) or folder.is_file():
        return f"expected a book at {where!r}; there is no folder {masked(folder)!r}: name another"
    return f"expected a book at {where!r}; there is none: {how_to_make(rules, options)}"
