"""Tables of a book for other programs: a row a position, or a row a legal move, as CSV, JSON or Parquet.

Rows are by ascending key. Moves are coordinates on the canonical board; those of a position are best first.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, BinaryIO, NamedTuple

from oxobook.book.book import Book
from oxobook.book.entry import Entry
from oxobook.book.errors import MissingExtra
from oxobook.book.game.rules import KEY_CELLS

_AT_ONCE = 100_000  # rows of Parquet


class Table(NamedTuple):
    """Rows that a book is written as."""

    name: str
    """Name of the array of rows in JSON."""
    columns: dict[str, str]
    """Names of columns with their types in Parquet: ``list`` for lists of moves."""
    rows: Callable[[Book], Iterator[dict[str, Any]]]


_POSITION = {"key": "int64", "position": "string", "ply": "int8", "to_move": "string"}
_WORTH = {"value": "string", "remoteness": "int8"}


def _head(entry: Entry) -> dict[str, Any]:
    position = entry.position
    return {"key": position.key, "position": position.text, "ply": position.ply, "to_move": position.to_move}


def _positions(book: Book) -> Iterator[dict[str, Any]]:
    """Return an iterator over the rows of positions; raises TooLarge before the first."""
    return (
        {
            **_head(entry),
            "value": entry.value.word,
            "remoteness": entry.remoteness,
            "best": list(entry.best),
            "safe": list(entry.safe),
            "pick": entry.pick,
            "orbit": entry.orbit,
        }
        for entry in iter(book)
    )


def _moves(book: Book) -> Iterator[dict[str, Any]]:
    """Return an iterator over the rows of legal moves; raises TooLarge before the first."""
    return (
        {**_head(entry), **move._asdict(), "value": move.value.word}
        for entry in iter(book)
        for move in (book.moves(entry.position) if entry.best_mask else ())
    )


POSITIONS = Table(
    "positions", {**_POSITION, **_WORTH, "best": "list", "safe": "list", "pick": "string", "orbit": "int16"}, _positions
)
MOVES = Table(
    "moves",
    {**_POSITION, "move": "string", **_WORTH, "best": "bool_", "safe": "bool_", "replies": "int8",
     "wrong_replies": "int8"},
    _moves,
)  # fmt: skip


def write_csv(table: Table, book: Book, file: BinaryIO) -> None:
    """Write a header line, then a line a row; several moves are separated by spaces."""
    rows = table.rows(book)  # which may refuse
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv.DictWriter(text, table.columns, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: " ".join(cell) if isinstance(cell, list) else cell for name, cell in row.items()})
    text.detach()


def write_json(table: Table, book: Book, file: BinaryIO) -> None:
    """Write one object: the rules, and an array of the rows, an object a line."""
    rows = table.rows(book)
    file.write(b'{"rules": %s, "%s": [' % (json.dumps(str(book.rules)).encode(), table.name.encode()))
    for number, row in enumerate(rows):
        file.write((",\n" if number else "\n").encode() + json.dumps(row).encode())
    file.write(b"\n]}\n")


def write_parquet(table: Table, book: Book, file: BinaryIO) -> None:
    """Write the typed table; raises MissingExtra without pyarrow. Keys that are no 64-bit integers are text."""
    try:
        import pyarrow as arrow
        from pyarrow.parquet import ParquetWriter
    except ImportError as error:
        raise MissingExtra("export parquet needs the library pyarrow: pip install 'oxobook[parquet]'") from error
    as_text = book.rules.cells > KEY_CELLS
    types = {**table.columns, "key": "string" if as_text else "int64"}
    schema = arrow.schema(
        [(name, arrow.list_(arrow.string()) if of == "list" else getattr(arrow, of)()) for name, of in types.items()],
        metadata={"rules": str(book.rules)},
    )
    rows = table.rows(book)
    with ParquetWriter(file, schema) as writer:
        while some := list(islice(rows, _AT_ONCE)):
            for row in some if as_text else ():
                row["key"] = str(row["key"])
            writer.write_table(arrow.Table.from_pylist(some, schema=schema))
