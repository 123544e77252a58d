"""Rows of a book as csv, json or Parquet, by ascending key; moves are coordinates on the canonical board."""

import csv
import io
import json
from itertools import islice
from typing import Any, BinaryIO

from oxobook.book.book import Book
from oxobook.book.entry import Entry
from oxobook.book.errors import MissingExtra

_COLUMNS = ("key", "position", "ply", "to_move", "value", "remoteness", "best", "safe", "pick", "orbit")
_ROWS_AT_ONCE = 100_000  # of a Parquet table


def _row_of(entry: Entry) -> dict[str, Any]:
    """Return an entry's fields by the names of _COLUMNS; best and safe are lists."""
    position = entry.position
    return {
        "key": position.key,
        "position": position.text,
        "ply": position.ply,
        "to_move": position.to_move,
        "value": entry.value.word,
        "remoteness": entry.remoteness,
        "best": list(entry.best),
        "safe": list(entry.safe),
        "pick": entry.pick,
        "orbit": entry.orbit,
    }


def write_csv(book: Book, file: BinaryIO) -> None:
    """Write a header line, then a line a position; several moves are separated by spaces."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv.DictWriter(text, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for entry in book:
        row = _row_of(entry)
        writer.writerow(row | {"best": " ".join(row["best"]), "safe": " ".join(row["safe"])})
    text.detach()


def write_json(book: Book, file: BinaryIO) -> None:
    """Write one object: the rules, and an array of the positions, an object a line."""
    file.write(b'{"rules": %s, "positions": [' % json.dumps(str(book.rules)).encode())
    for number, entry in enumerate(book):
        file.write((",\n" if number else "\n").encode() + json.dumps(_row_of(entry)).encode())
    file.write(b"\n]}\n")


def write_parquet(book: Book, file: BinaryIO) -> None:
    """Write the table; raises MissingExtra without pyarrow."""
    try:
        import pyarrow as arrow
        from pyarrow.parquet import ParquetWriter
    except ImportError as error:
        raise MissingExtra("export parquet needs the library pyarrow: pip install 'oxobook[parquet]'") from error
    moves = arrow.list_(arrow.string())
    kinds = {"key": arrow.int64(), "ply": arrow.int8(), "remoteness": arrow.int8(), "orbit": arrow.int8()}
    kinds |= {"best": moves, "safe": moves}
    schema = arrow.schema(
        [(name, kinds.get(name, arrow.string())) for name in _COLUMNS], metadata={"rules": str(book.rules)}
    )
    entries = iter(book)
    with ParquetWriter(file, schema) as writer:
        while rows := [_row_of(entry) for entry in islice(entries, _ROWS_AT_ONCE)]:
            writer.write_table(arrow.Table.from_pylist(rows, schema=schema))
