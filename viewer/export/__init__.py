"""Exports of a book: rows for other programs, and source tables to build into one.

Another form is one line of ``FORMATS``; its library, if it needs one, is imported when it writes. Rows are by ascending
key, and their moves are coordinates on the canonical board.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, BinaryIO, NamedTuple

from oxobook.book.book import Book
from oxobook.book.entry import Entry
from oxobook.book.errors import MissingExtra, TooLarge
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import KEY_CELLS
from oxobook.viewer.export import source_table

_COLUMNS = ("key", "position", "ply", "to_move", "value", "remoteness", "best", "safe", "pick", "orbit")
_ROWS_AT_ONCE = 100_000  # of a Parquet table
_MOST_GAMES = 10_000_000  # some two minutes


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
    entries = iter(book)  # which may refuse
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv.DictWriter(text, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for entry in entries:
        row = _row_of(entry)
        writer.writerow(row | {"best": " ".join(row["best"]), "safe": " ".join(row["safe"])})
    text.detach()


def write_json(book: Book, file: BinaryIO) -> None:
    """Write one object: the rules, and an array of the positions, an object a line."""
    entries = iter(book)
    file.write(b'{"rules": %s, "positions": [' % json.dumps(str(book.rules)).encode())
    for number, entry in enumerate(entries):
        file.write((",\n" if number else "\n").encode() + json.dumps(_row_of(entry)).encode())
    file.write(b"\n]}\n")


def write_parquet(book: Book, file: BinaryIO) -> None:
    """Write the table; raises MissingExtra without pyarrow. Keys that are no 64-bit integers are text."""
    try:
        import pyarrow as arrow
        from pyarrow.parquet import ParquetWriter
    except ImportError as error:
        raise MissingExtra("export parquet needs the library pyarrow: pip install 'oxobook[parquet]'") from error
    moves = arrow.list_(arrow.string())
    key = arrow.int64() if book.rules.cells <= KEY_CELLS else arrow.string()
    kinds = {"key": key, "ply": arrow.int8(), "remoteness": arrow.int8(), "orbit": arrow.int16()}
    kinds |= {"best": moves, "safe": moves}
    schema = arrow.schema(
        [(name, kinds.get(name, arrow.string())) for name in _COLUMNS], metadata={"rules": str(book.rules)}
    )
    entries = iter(book)
    with ParquetWriter(file, schema) as writer:
        while rows := [_row_of(entry) for entry in islice(entries, _ROWS_AT_ONCE)]:
            for row in rows if key == arrow.string() else ():
                row["key"] = str(row["key"])
            writer.write_table(arrow.Table.from_pylist(rows, schema=schema))


class Format(NamedTuple):
    """Form that a book can take."""

    write: Callable[[Book, BinaryIO], None]
    holds: str  # content of the file, in a phrase
    text: bool = True  # True if it can be read in a terminal


def write_games(book: Book, file: BinaryIO) -> None:
    """Write a line for each game, symmetric ones too: its moves, their number, and the winner; raises TooLarge."""
    ends = [_MOST_GAMES + 1 if layer.games is None else layer.games for layer in book.info.layers]
    if sum(ends) > _MOST_GAMES or book.info.plies is not None:
        raise TooLarge(f"games are written where there are at most {_MOST_GAMES:,} of them; {book.rules} has more")
    names = move_names(book.rules)

    def lines(position: Position, moves: str) -> Iterator[str]:
        if position.over:
            yield f"{moves[1:]},{moves.count(' ')},{position.winner or ''}\n"
        for cell in position.legal_cells:
            yield from lines(position.after(cell), f"{moves} {names[cell]}")

    file.write(b"moves,length,winner\n")
    for line in lines(Position(book.rules), ""):
        file.write(line.encode())


FORMATS = {
    "csv": Format(write_csv, "every position, a line each"),
    "json": Format(write_json, "every position, an object each"),
    "games": Format(write_games, "every game as CSV: its moves, length and winner"),
    "parquet": Format(write_parquet, "every position, a row each", text=False),
    "c": Format(source_table.write_c_header, "a C header with the best moves, to build into a program"),
    "js": Format(source_table.write_javascript, "a JavaScript module with the best moves"),
    "dts": Format(source_table.write_types, "the types of that module, for TypeScript"),
}
"""Forms by name."""
