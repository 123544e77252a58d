"""Writer of the book of a large board, layer by layer, so that a killed solve continues after the last whole layer.

The tables grow in a hidden file beside the book's place, which is locked until it has the book's name. Each layer is
one transaction, and on the disk before the next begins. The finished file gets its name in one step.
"""

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from platform import node
from typing import Any, BinaryIO, NamedTuple
from zlib import crc32

from oxobook.book.errors import masked
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.info import FORMAT_VERSION, BookInfo, LayerCounts, __version__, counts_of, info_row, layer_row
from oxobook.book.store.database import Database, writing
from oxobook.book.store.new_file import UNFINISHED, hidden_name, locked, require_new, told
from oxobook.book.store.sqlite_file import OWN, SQLiteFile, forget_journals

Finish = Callable[[BinaryIO, SQLiteFile, bool], None]
"""Function that puts the finished book where it belongs, and closes it; it is told whether an old one is replaced."""
_TABLES = ("book", "layer", "block", "x_masks", "strategy", "bound", "unfinished")
_SETTINGS = ("page_size = 32768", "locking_mode = EXCLUSIVE", "synchronous = FULL")
"""Pragmas: a page holds several blocks; no other process writes; a finished layer survives a power cut."""


class PackedBlock(NamedTuple):
    """Block ready to be written."""

    data: bytes
    digest: bytes
    """SHA-256 of its unpacked scores."""


class FinishedLayer(NamedTuple):
    """Counts and digest of a layer that is on the disk."""

    counts: LayerCounts
    drawn_games: int
    """Games that end at this ply without a line."""
    digest: bytes
    """SHA-256 of its blocks' digests in their order."""


class BlockFile:
    """Book in the making; use ``opened``."""

    def __init__(self, path: Path, rules: Rules, replace: bool, finish: Finish) -> None:
        self._path, self._replace, self._finish = path, replace, finish
        self.hidden = hidden_name(path, UNFINISHED)
        self._name = masked(self.hidden)
        self.folder = hidden_name(path, "chunks")
        """Folder for chunks, which the engine makes and removes."""
        self.token = crc32(f"{node()} {path.absolute()}".encode())
        """Number of the book in the making, which hardly any other has."""
        self._maker = f"{rules.header} {FORMAT_VERSION} {__version__}"

    @contextmanager
    def opened(self) -> "Iterator[BlockFile]":
        """Open a new or unfinished book; raises CannotWrite, also if another process is writing it."""
        with ExitStack() as stack, writing(self._name, sqlite3.Error, kept="; the layers that are finished stay"):
            with told(self.hidden):
                self._file = stack.enter_context(locked(self._path, UNFINISHED))
            self._connect()
            try:
                require_new(self._path, self._replace)  # another process may have made the book meanwhile
                yield self
            except KeyboardInterrupt as stop:
                if self._has_begun:
                    where = f"the plies that are finished are in {self._name!r}"
                    stop.add_note(f"{where}, and the same command continues from there")
                raise
            finally:
                self._database.close()
                if not self._has_begun:
                    self._forget()

    def layers(self) -> list[FinishedLayer]:
        """Return the finished layers, from the last ply down, of this game and version; raises DamagedBook."""
        if self._has_begun and self._database.ask("makers") in ([], [(self._maker,)]):
            try:
                layers = [self._layer(*row) for row in self._database.ask("finished")]
            except (TypeError, ValueError) as error:
                raise self._database.damaged(error) from error
            if [(layer.counts.ply,) for layer in layers] != self._database.ask("begun"):
                raise self._database.damaged("it has parts of layers")
            if layers:
                self._apply_settings()
                return layers
        self.begin_anew()
        return []

    def begin_anew(self) -> None:
        """Discard what is in the file, and make its tables."""
        self._database.close()
        self._file.truncate(0)
        self._connect()
        self._apply_settings()
        self._database.create(_TABLES)
        self._database.connection.commit()

    def blocks(self, ply: int) -> Iterator[bytes]:
        """Yield the blocks of a finished layer in their order; raises DamagedBook."""
        number = 0
        while found := self._database.first("data", ply, number):
            yield found[0]
            number += 1

    def some_blocks(self, ply: int, numbers: Iterable[int]) -> list[bytes]:
        """Return the blocks of a finished layer with these numbers; raises DamagedBook."""
        found = [self._database.first("data", ply, number) for number in numbers]
        if None in found:
            raise self._database.damaged(f"it lacks blocks of ply {ply}")
        return [row[0] for row in found if row]

    def write_layer(
        self, ply: int, blocks: Iterable[list[PackedBlock]], count: Callable[[], tuple[LayerCounts, int]]
    ) -> FinishedLayer:
        """Write a layer as its blocks come, in their order and in batches, in one transaction.

        ``count``: called after the last block for the layer's counts and drawn games; see ``FinishedLayer``.
        """
        digest, number = hashlib.sha256(), 0
        for batch in blocks:
            self._database.insert("block", [(ply, number + place, one.data) for place, one in enumerate(batch)])
            for one in batch:
                digest.update(one.digest)
            number += len(batch)
        finished = FinishedLayer(*count(), digest.digest())
        self._database.insert("layer", [layer_row(finished.counts)])
        kept = (ply, self._maker, finished.digest.hex(), str(finished.drawn_games), self._checksum(finished))
        self._database.insert("unfinished", [kept])
        self._database.connection.commit()
        return finished

    def finish(self, info: BookInfo, runs: Iterable[tuple[int, Mask, bytes]]) -> None:
        """Write the header and the X-masks, runs of int32 (little-endian) by stones and first mask; name the file."""
        self._database.run("delete layer")  # also of plies that play does not reach
        fill(self._database, info)
        self._database.insert("x_masks", list(runs))
        self._database.connection.execute("DROP TABLE unfinished")
        with told(self._path):
            try:
                self._finish(self._file, self._database, self._replace)
            except FileExistsError:  # no later call will continue it
                self._forget()
                raise
        self._forget()

    def _connect(self) -> None:
        self._database = SQLiteFile(self.hidden, self._name, OWN)

    def _apply_settings(self) -> None:
        for setting in _SETTINGS:
            self._database.connection.execute(f"PRAGMA {setting}")

    @property
    def _has_begun(self) -> bool:
        return self.hidden.exists() and os.fstat(self._file.fileno()).st_size > 0

    def _forget(self) -> None:
        """Remove what is left of the making."""
        self.hidden.unlink(missing_ok=True)
        forget_journals(self.hidden)

    def _layer(self, checksum: str, drawn_games: str, digest: str, *counts: Any) -> FinishedLayer:
        """Return a finished layer from its row; raises DamagedBook if a number is another than was written."""
        layer = FinishedLayer(counts_of(counts), int(drawn_games), bytes.fromhex(digest))
        if checksum != self._checksum(layer):
            raise self._database.damaged(f"it has other counts of ply {layer.counts.ply} than were written")
        return layer

    def _checksum(self, layer: FinishedLayer) -> str:
        """Return the SHA-256 of everything that is kept about a layer, in hexadecimal."""
        return hashlib.sha256(repr((self._maker, layer)).encode()).hexdigest()


def fill(database: Database, info: BookInfo) -> None:
    """Write a header and its counts into empty tables; raises the driver's error."""
    database.insert("book", [info_row(info)])
    database.insert("layer", list(map(layer_row, info.layers)))
