"""Range book: a book of blocks as files that a page reads by HTTP range requests, position by position.

``book/FORMAT.md`` describes them. A *piece* holds the scores of some rows at two plies, with their X-masks: all scores
of an X-mask that a position and its successors need. After every 512 pieces comes their *directory*, and the manifest
lists all directories. So a score takes a directory and a piece, besides the manifest, which is read once.

Pieces are compressed by zlib, which browsers can decompress. Zstandard at its slowest would save a tenth of such small
pieces, but its decompressor would have to be sent along.
"""

import json
import os
import re
import zlib
from array import array
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from sys import byteorder
from typing import BinaryIO

from oxobook.book.game.rules import Mask
from oxobook.book.layout.block_reader import reader_of
from oxobook.book.layout.layouts import layout_in
from oxobook.book.layout.records import counts_text
from oxobook.book.layout.score_rows import ScoreRows
from oxobook.book.progress import Tell
from oxobook.book.store.new_file import write_whole
from oxobook.book.store.reader import Store
from oxobook.viewer.explorer.own_folder import whole_folder

FORMAT, VERSION = "oxobook-ranges", 1
MANIFEST = "manifest.json"
PIECE = 16_384
"""Largest number of bytes of a piece before compression, unless it is one long row.

A long row is compressed in two parts, by the side to move, as most lookups need only one of them.
"""
DIRECTORY = 512
"""Number of pieces in a directory; the last one of a file may have fewer."""
LEVEL = 6
"""Level of zlib: 9 would take five times as long, and save a twentieth."""
NAMES = re.compile(r"manifest\.json|scores-\d\d\.bin")
"""Names of a range book's files."""


def write_range_book(address: str, folder: Path, tell: Tell) -> None:
    """Write the book at an address as a folder, whole or not at all, in constant memory; raises BookError."""
    store = Store(address)
    try:
        rules, layout = store.info.rules, layout_in(store)
        by_stones = {stones: layout.score_rows(stones) for stones in range(rules.cells // 2 + 1)}
        files = [_ScoreFile(stones, rows) for stones, rows in by_stones.items() if rows]
        reader = reader_of(rules, store)
        plies = [reader.digest(layer.ply).hex() for layer in store.info.layers]
        total, done = sum(file.size for file in files), 0
        with whole_folder(folder, NAMES) as hidden:
            for written in chain.from_iterable(file.write(hidden) for file in files):
                done += written
                tell(f"writing {rules} for range requests", done, total)
            manifest = {
                **{"format": FORMAT, "version": VERSION, "rules": rules.header, "digest": store.info.digest},
                **{"counts": counts_text(rules, store.info.layers, store.info.games).decode(), "plies": plies},
                **{"cells": rules.cells, "symmetries": rules.board.symmetries, "files": [file.entry for file in files]},
            }
            write_whole(hidden / MANIFEST, json.dumps(manifest, separators=(",", ":")).encode(), replace=False)
    finally:
        store.close()


class _ScoreFile:
    """File of the rows with a given number of X's stones."""

    def __init__(self, stones: int, rows: ScoreRows) -> None:
        self._rows = rows
        row = 4 + sum(rows.columns)
        self.size = len(rows) * row
        """Bytes before compression."""
        self._at_once = max(1, PIECE // row)
        self._parts = 1 if row <= PIECE else 2
        self._directories: list[tuple[int, int, int]] = []
        self.entry = {
            **{"file": f"scores-{stones:02}.bin", "stones": stones, "rows": len(rows), "columns": rows.columns},
            **{"piece_rows": self._at_once, "parts": self._parts, "bytes": 0, "directories": self._directories},
        }
        """Entry of the manifest, once the file is written."""

    def write(self, folder: Path) -> Iterator[int]:
        """Write the file; yield the bytes of each piece before compression."""
        firsts: list[int] = []
        sizes: list[int] = []
        with open(folder / str(self.entry["file"]), "wb") as file:
            for rows in self._rows.read(self._at_once):
                piece = _words(rows.x_masks) + rows.o_to_move, rows.x_to_move
                parts = [zlib.compress(part, LEVEL) for part in (piece if self._parts == 2 else [b"".join(piece)])]
                file.write(b"".join(parts))
                firsts.append(rows.x_masks[0])
                sizes += map(len, parts)
                if len(firsts) == DIRECTORY:
                    self._write_directory(file, firsts, sizes)
                yield sum(map(len, piece))
            if firsts:
                self._write_directory(file, firsts, sizes)
            self.entry["bytes"] = file.tell()
            file.flush()
            os.fsync(file.fileno())

    def _write_directory(self, file: BinaryIO, firsts: list[Mask], sizes: list[int]) -> None:
        directory = zlib.compress(_words(firsts) + _words(sizes), 9)
        self._directories.append((firsts[0], file.tell(), len(directory)))
        file.write(directory)
        firsts.clear()
        sizes.clear()


def _words(numbers: Iterable[int]) -> bytes:
    """Return numbers as 4 bytes each, little-endian."""
    words = array("I", numbers)
    if byteorder == "big":
        words.byteswap()
    return words.tobytes()
