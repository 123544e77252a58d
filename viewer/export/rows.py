"""Every position of a book as csv or json, by ascending key; moves are coordinates in the canonical orientation."""

import csv
import io
import json
from typing import Any, BinaryIO

from oxobook.book.book import Book, Entry

COLUMNS = ("key", "position", "ply", "to_move", "value", "remoteness", "best", "safe", "pick", "orbit")


def row_of(entry: Entry) -> dict[str, Any]:
    """An entry's fields by the names of COLUMNS; best and safe are lists."""
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
    """A header line, then a line a position; several moves are parted by spaces."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for entry in book:
        row = row_of(entry)
        writer.writerow(row | {"best": " ".join(row["best"]), "safe": " ".join(row["safe"])})
    text.detach()


def write_json(book: Book, file: BinaryIO) -> None:
    """One object: the rules, and an array of the positions, an object a line."""
    file.write(b'{"rules": %s, "positions": [' % json.dumps(str(book.rules)).encode())
    for number, entry in enumerate(book):
        file.write((",\n" if number else "\n").encode() + json.dumps(row_of(entry)).encode())
    file.write(b"\n]}\n")
