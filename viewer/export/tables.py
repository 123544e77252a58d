"""Positions of a book for other programs, a row each by ascending key, as CSV, JSON or Parquet.

Moves are coordinates on the canonical board.
"""

import csv
import io
import json
from itertools import islice
from typing import BinaryIO

from oxobook.book.book import Book
from oxobook.viewer.position_row import COLUMNS, arrow_schema, position_row, pyarrow

_AT_ONCE = 100_000  # rows of Parquet


def write_csv(book: Book, file: BinaryIO) -> None:
    """Write a header line, then a line a position; several moves are separated by spaces."""
    rows = map(position_row, book)
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: " ".join(cell) if isinstance(cell, list) else cell for name, cell in row.items()})
    text.detach()


def write_json(book: Book, file: BinaryIO) -> None:
    """Write one object: the rules, and an array of the positions, an object a line."""
    rows = map(position_row, book)
    file.write(b'{"rules": %s, "positions": [' % json.dumps(str(book.rules)).encode())
    for number, row in enumerate(rows):
        file.write((",\n" if number else "\n").encode() + json.dumps(row).encode())
    file.write(b"\n]}\n")


def write_parquet(book: Book, file: BinaryIO) -> None:
    """Write a typed table that names its rules; raises MissingExtra."""
    arrow, schema, rows = pyarrow(), arrow_schema(book.rules), map(position_row, book)
    keys_are_text = schema.field("key").type == arrow.string()
    with arrow.parquet.ParquetWriter(file, schema) as writer:
        while some := list(islice(rows, _AT_ONCE)):
            for row in some if keys_are_text else ():
                row["key"] = str(row["key"])
            writer.write_table(arrow.Table.from_pylist(some, schema=schema))
