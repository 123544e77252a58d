"""Exports of a book: rows for other programs, and source code to build into one.

Another form is one line of ``FORMATS``; its library, if it needs one, is imported when it writes.
"""

from collections.abc import Callable
from functools import partial
from typing import BinaryIO, NamedTuple

from oxobook.book.book import Book
from oxobook.viewer.doors import opened
from oxobook.viewer.export.modules import book_module, strategy_module, write_package, write_script
from oxobook.viewer.export.source import write_header
from oxobook.viewer.export.strategy import write_strategy_header
from oxobook.viewer.export.tables import write_csv, write_games, write_json, write_parquet


class Format(NamedTuple):
    """Form that a book can take."""

    write: Callable[[Book, BinaryIO], None]
    holds: str  # content of the file, in a phrase
    text: bool = True  # True if it can be read in a terminal
    answers: bool = True  # False if it is written from the game's certificate, and asks the book for nothing


FORMATS = {
    "csv": Format(write_csv, "every position, a line each"),
    "json": Format(write_json, "every position, an object each"),
    "parquet": Format(write_parquet, "every position, a row each", text=False),
    "games": Format(write_games, "every game as CSV: its moves, length and winner"),
    "c": Format(write_header, "a C header with all answers, to build into a program"),
    "js": Format(
        partial(write_script, book_module),
        "a JavaScript module with all answers, which searches below a book of first plies",
    ),
    "npm": Format(
        partial(write_package, book_module), "that module and its types as a package for npm, a tgz file", text=False
    ),
    "strategy-c": Format(
        write_strategy_header, "a C header that plays by the game's certificate, as Connect Four's", answers=False
    ),
    "strategy-js": Format(
        partial(write_script, strategy_module), "a JavaScript module that plays by it", answers=False
    ),
    "strategy-npm": Format(
        partial(write_package, strategy_module),
        "that module and its types as a package for npm",
        text=False,
        answers=False,
    ),
}
"""Forms by name."""


def known_forms() -> dict[str, Format]:
    """Return the forms, with those of other distributions."""
    return opened("exports", FORMATS, Format)


GONE = {
    "dts": "npm has the module with its types",
    **dict.fromkeys(("rust", "go", "csharp"), "most languages call c, and any reads the SQLite file"),
    **dict.fromkeys(("moves", "moves-json", "moves-parquet"), "oxobook dataset has the value of every move"),
}
"""What to use instead of forms that there were."""
