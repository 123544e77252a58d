"""Data set of a book: Parquet files by split, with a manifest, checksums, and a card that programs can read.

Rows are positions by ply and key, or games in the order of their moves. Symmetric positions are in one split, and a
game is in the split of its final position.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from oxobook.book import __version__
from oxobook.book.book import Book
from oxobook.book.errors import TooLarge
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.progress import Tell
from oxobook.viewer.datasets.card import card
from oxobook.viewer.datasets.columns import SPLITS, Columns, layers, splits_of
from oxobook.viewer.datasets.played import moves_answer, played, played_rows, value_answer
from oxobook.viewer.export.tables import games_of
from oxobook.viewer.position_row import pyarrow
from oxobook.viewer.searched import searched

CHECKSUMS = "SHA256SUMS"
"""Name of the file that lists the others of a folder, by their SHA-256."""
_ROWS = 2_000_000  # of a file
_GROUP = 100_000
"""Least number of rows of a group but the last: Hugging Face reads as many rows at a time as the first group has."""
_GAMES_AT_ONCE = 100_000

Rows = Iterator[tuple[Columns, Any]]
"""Some rows as columns, and the split of each."""


class Choice(NamedTuple):
    """Rows to write: all positions up to symmetry, unless another is chosen."""

    kind: str = "all"
    """One of ``METHODS``."""
    seed: int = 0
    games: int = 0
    """Number of random games of each of which one position is ``played``."""
    even: bool = False
    moves: bool = False


METHODS = {
    "all": "All positions that play reaches, up to symmetry.",
    "raw": "All positions that play reaches, in every orientation.",
    "games": "All games, symmetric ones too. A slip is a move that gives value away.",
    "played": "One position of each of as many games of random moves, before its end, all different up to symmetry, as "
    "its canonical image.",
}
"""Sentences that say what the rows are."""


def write_dataset(
    book: Book, folder: Path, choice: Choice, tell: Tell, jobs: int = 1, journal: Path | None = None
) -> dict[str, Any]:
    """Write a data set into a folder and return its manifest; raises TooLarge and MissingExtra.

    ``jobs`` threads search what a choice of ``played`` takes, and the ``journal`` keeps it for a later call.
    """
    if book.rules.either:
        raise TooLarge(f"a move of {book.rules} is a cell and a sign, for which data sets have no room: export csv")
    if choice.kind == "games":
        rows = _games(book)
    elif choice.kind == "played":
        positions = played(book.rules, choice.games, choice.seed, choice.even)
        found = searched(book, positions, moves_answer if choice.moves else value_answer, jobs, journal, tell)
        rows = played_rows(book.rules, positions, found, choice.moves)
    else:
        rows = layers(book, choice.kind == "raw")
    files, counts, columns = _shards(folder, "games" if choice.kind == "games" else "positions", rows, tell)
    manifest = {
        "rules": str(book.rules),
        "kind": choice.kind,
        "method": _method(book, choice),
        "seed": choice.seed if choice.kind == "played" else None,
        "rows": sum(file["rows"] for file in files),
        "plies": [{"ply": ply, "rows": rows} for ply, rows in sorted(counts.items())],
        "oxobook": __version__,
        "book_digest": book.info.digest,
        "files": files,
    }
    texts = {"README.md": card(manifest, columns), "manifest.json": json.dumps(manifest, indent=2) + "\n"}
    sums = {file["name"]: file["sha256"] for file in files}
    for path, text in texts.items():
        (folder / path).write_text(text, "utf-8")
        sums[path] = hashlib.sha256(text.encode()).hexdigest()
    (folder / CHECKSUMS).write_text("".join(f"{digest}  {path}\n" for path, digest in sums.items()), "utf-8")
    return manifest


def _method(book: Book, choice: Choice) -> str:
    """Return what the rows are, in sentences."""
    method, plies = METHODS[choice.kind], book.info.plies
    first = plies is not None
    if choice.kind == "played":
        ply = "Each ply has equally many, as far as it has them." if choice.even else "Any of a game's is as likely."
        return f"{method} {ply}" + " Values below the book were searched." * first
    return method + f" Only of the first {plies} plies; of ply {plies} all columns about moves are null." * first


def _shards(folder: Path, name: str, rows: Rows, tell: Tell) -> tuple[list[dict[str, Any]], dict[int, int], list[str]]:
    """Write rows into files by split; return these, the number of rows of each ply or length, and the columns."""
    arrow, writers, files, counts, done = pyarrow(), dict[str, Any](), list[dict[str, Any]](), Counter[int](), 0
    waiting: dict[str, list[Any]] = {split: [] for split in SPLITS}

    def write(split: str) -> None:
        """Write the rows of a split that wait, as one group of rows."""
        part = arrow.concat_tables(waiting[split]).combine_chunks()
        waiting[split] = []
        if split in writers and files[writers[split][1]]["rows"] + len(part) > _ROWS:
            writers.pop(split)[0].close()
        if split not in writers:
            number = sum(file["split"] == split for file in files)
            files.append({"name": f"{name}-{split}-{number:05}.parquet", "split": split, "rows": 0})
            writer = arrow.parquet.ParquetWriter(folder / files[-1]["name"], part.schema, compression="zstd")
            writers[split] = writer, len(files) - 1
        writer, number = writers[split]
        writer.write_table(part)
        files[number]["rows"] += len(part)

    for columns, splits in rows:
        table = _table(arrow, columns)
        for split in SPLITS:
            waiting[split].append(table.filter(arrow.array(splits == split)))
            if sum(map(len, waiting[split])) >= _GROUP:
                write(split)
        counts.update(columns["ply" if "ply" in columns else "length"].tolist())
        done += len(table)
        tell("writing", done, None)
    for split in SPLITS:
        if waiting[split]:
            write(split)
    for writer, _ in writers.values():
        writer.close()
    for file in files:
        with open(folder / file["name"], "rb") as content:
            file["sha256"] = hashlib.file_digest(content, "sha256").hexdigest()
        file["bytes"] = (folder / file["name"]).stat().st_size
    return files, counts, table.schema.names


def _table(arrow: Any, columns: Columns) -> Any:
    """Return columns as a table of pyarrow."""
    arrays = {}
    for name, column in columns.items():
        mask = np.ma.getmaskarray(column).ravel() if isinstance(column, np.ma.MaskedArray) else None
        array = arrow.array(np.ma.getdata(column).ravel(), mask=mask)
        if array.type == arrow.binary():
            array = array.cast(arrow.string())
        if column.ndim == 2:  # not of fixed size: Hugging Face's reader takes a hundred times as long for those
            offsets = np.arange(len(column) + 1, dtype=np.int32) * column.shape[1]
            array = arrow.ListArray.from_arrays(offsets, array)
        arrays[name] = array
    return arrow.table(arrays)


def _games(book: Book) -> Rows:
    """Yield the games of a book; raises TooLarge."""
    games, names, rules = games_of(book), move_names(book.rules), book.rules
    canonical = symmetry_group(rules).canonical

    @cache
    def safe(position: Position) -> Mask:
        return book.probe(position, pick=False).safe_mask

    def first_slip(moves: tuple[Cell, ...]) -> int:
        position = Position(rules)
        for number, cell in enumerate(moves, 1):
            if not safe(position) >> cell & 1:
                return number
            position = position.after(cell)
        return 0

    def columns(some: list[tuple[tuple[Cell, ...], Position]]) -> tuple[Columns, Any]:
        slips = np.array([first_slip(moves) for moves, _ in some], np.int8)
        keys = np.array([canonical(end.x, end.o)[0] for _, end in some], np.int64)
        return {
            "moves": np.array([" ".join(names[cell] for cell in moves).encode() for moves, _ in some]),
            "length": np.array([len(moves) for moves, _ in some], np.int8),
            "result": np.array([end.winner or "draw" for _, end in some]).astype(bytes),
            "first_slip": np.ma.array(slips, mask=slips == 0),
        }, splits_of(keys & rules.full, keys >> rules.cells)

    while some := list(islice(games, _GAMES_AT_ONCE)):
        yield columns(some)
