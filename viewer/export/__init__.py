"""A book in other forms: rows for other programs, and source tables to build into one."""

from collections.abc import Callable
from typing import BinaryIO

from book.book import Book
from viewer.export import c_header, javascript, parquet, text_rows

Exporter = Callable[[Book, BinaryIO], None]

FORMATS: dict[str, Exporter] = {
    "csv": text_rows.write_csv,
    "json": text_rows.write_json,
    "parquet": parquet.write_parquet,
    "c": c_header.write_c_header,
    "js": javascript.write_javascript,
}


def export_book(book: Book, form: str, file: BinaryIO) -> None:
    """Write a book to an open file in one of ``FORMATS``."""
    FORMATS[form](book, file)
