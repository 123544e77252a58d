"""Positions and games of a book for other programs, a row each.

Positions are written as CSV, JSON or Parquet, by ascending key, with moves as coordinates on the canonical board; games
as CSV.
"""

import csv
import io
import json
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

from oxobook.book.book import Book
from oxobook.book.errors import TooLarge
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell
from oxobook.viewer.position_row import COLUMNS, arrow_schema, position_row, pyarrow

_AT_ONCE = 100_000  # rows of Parquet
MOST_GAMES = 10_000_000
"""Largest number of games that are written, in some two minutes."""


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


def games_of(book: Book) -> Iterator[tuple[tuple[Cell, ...], Position]]:
    """Return an iterator over the games, symmetric ones too: moves and final position; raises TooLarge at once."""
    ends = [MOST_GAMES + 1 if layer.games is None else layer.games for layer in book.info.layers]
    if sum(ends) > MOST_GAMES or book.info.plies is not None:
        raise TooLarge(f"games are written where there are at most {MOST_GAMES:,} of them; {book.rules} has more")
    return _games_from(Position(book.rules), ())


def _games_from(position: Position, moves: tuple[Cell, ...]) -> Iterator[tuple[tuple[Cell, ...], Position]]:
    if position.over:
        yield moves, position
    for cell in position.legal_cells:
        yield from _games_from(position.after(cell), (*moves, cell))


def write_games(book: Book, file: BinaryIO) -> None:
    """Write a line for each game: its moves, their number, and the winner; raises TooLarge."""
    games, names = games_of(book), move_names(book.rules)
    file.write(b"moves,length,winner\n")
    for moves, end in games:
        file.write(f"{' '.join(names[move] for move in moves)},{len(moves)},{end.winner or ''}\n".encode())
