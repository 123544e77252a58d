"""Exports of a book: rows for other programs, and source tables to build into one.

Another form is one line of ``FORMATS``; its library, if it needs one, is imported when it writes.
"""

from collections.abc import Callable
from typing import BinaryIO, NamedTuple

from oxobook.book.book import Book
from oxobook.viewer.export import rows, source_table


class Format(NamedTuple):
    """Form that a book can take."""

    write: Callable[[Book, BinaryIO], None]
    holds: str  # content of the file, in a phrase
    text: bool = True  # True if it can be read in a terminal


FORMATS = {
    "csv": Format(rows.write_csv, "every position, a line each"),
    "json": Format(rows.write_json, "every position, an object each"),
    "parquet": Format(rows.write_parquet, "every position, a row each", text=False),
    "c": Format(source_table.write_c_header, "a C header with the best moves, to build into a program"),
    "js": Format(source_table.write_javascript, "a JavaScript module with the best moves"),
}
"""Forms by name."""
