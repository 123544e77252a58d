"""Writer of the book of a large board, layer by layer, so that a killed solve continues after the last whole layer.

The tables grow in a hidden file beside the book's place, which has one maker at a time. Each layer is one transaction,
and on the disk before the next begins. The finished file gets its name in one step.
"""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from platform import node
from typing import Any, NamedTuple
from zlib import crc32

from oxobook.book.errors import DamagedBook, masked
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.info import FORMAT_VERSION, BookInfo, LayerCounts, __version__, info_row, layer_row
from oxobook.book.store.database import in_one_line, writing
from oxobook.book.store.new_file import UNFINISHED, hidden_name, only_maker, require_new, told
from oxobook.book.store.tables import TABLES, insertion
from oxobook.book.store.tables import UNFINISHED as UNFINISHED_TABLE

Finish = Callable[[Path, bool], None]
"""Function that puts the finished book where it belongs; it is told whether an old one is replaced."""
_TABLES = (TABLES["book"], TABLES["layer"], TABLES["block"], TABLES["x_masks"], UNFINISHED_TABLE)
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
        trouble = writing(self._name, sqlite3.Error, kept="; the layers that are finished stay")
        with trouble, told(self.hidden), only_maker(self._path):
            self._connection = sqlite3.connect(self.hidden)
            try:
                require_new(self._path, self._replace)  # another process may have made the book meanwhile
                yield self
            except KeyboardInterrupt as stop:
                if self._has_begun:
                    where = f"the plies that are finished are in {self._name!r}"
                    stop.add_note(f"{where}, and the same command continues from there")
                raise
            finally:
                self._connection.close()
                if not self._has_begun:
                    self._forget()

    def layers(self) -> list[FinishedLayer]:
        """Return the finished layers, from the last ply down, of this game and version; raises DamagedBook."""
        if self._has_begun and self._ask("SELECT DISTINCT maker FROM unfinished") in ([], [(self._maker,)]):
            finished = self._ask("SELECT ply, layer, checksum FROM unfinished ORDER BY ply DESC")
            layers = [self._layer(*row) for row in finished]
            begun = {ply for (ply,) in self._ask("SELECT DISTINCT ply FROM block")}
            if not begun <= {layer.counts.ply for layer in layers}:
                raise self._damaged("it has parts of layers")
            if layers:
                self._apply_settings()
                return layers
        self.begin_anew()
        return []

    def begin_anew(self) -> None:
        """Discard what is in the file, and make its tables."""
        self._connection.close()
        self._forget()
        self._connection = sqlite3.connect(self.hidden)
        self._apply_settings()
        for table in _TABLES:
            self._connection.execute(table)
        self._connection.commit()

    def blocks(self, ply: int) -> Iterator[bytes]:
        """Yield the blocks of a finished layer in their order; raises DamagedBook."""
        number = 0
        while found := self._ask("SELECT data FROM block WHERE ply = ? AND number = ?", ply, number):
            yield found[0][0]
            number += 1

    def some_blocks(self, ply: int, numbers: Iterable[int]) -> list[bytes]:
        """Return the blocks of a finished layer with these numbers; raises DamagedBook."""
        found = [self._ask("SELECT data FROM block WHERE ply = ? AND number = ?", ply, number) for number in numbers]
        if [] in found:
            raise self._damaged(f"it lacks blocks of ply {ply}")
        return [data for ((data,),) in found]

    def write_layer(
        self, ply: int, blocks: Iterable[list[PackedBlock]], count: Callable[[], tuple[LayerCounts, int]]
    ) -> FinishedLayer:
        """Write a layer as its blocks come, in their order and in batches, in one transaction.

        ``count``: called after the last block for the layer's counts and drawn games; see ``FinishedLayer``.
        """
        digest, number = hashlib.sha256(), 0
        for batch in blocks:
            rows = [(ply, number + place, one.data) for place, one in enumerate(batch)]
            self._connection.executemany(insertion("block", 3), rows)
            for one in batch:
                digest.update(one.digest)
            number += len(batch)
        finished = FinishedLayer(*count(), digest.digest())
        layer = json.dumps([*finished.counts, finished.drawn_games, finished.digest.hex()])
        kept = (ply, self._maker, layer, self._checksum(layer))
        self._connection.execute(insertion("unfinished", len(kept)), kept)
        self._connection.commit()
        return finished

    def finish(self, info: BookInfo, runs: Iterable[tuple[int, Mask, bytes]]) -> None:
        """Write the header and the X-masks, runs of int32 (little-endian) by stones and first mask; name the file."""
        write_header(self._connection, info)
        self._connection.executemany(insertion("x_masks", 3), runs)
        self._connection.execute("DROP TABLE unfinished")
        self._connection.commit()
        self._connection.close()
        with told(self._path):
            try:
                self._finish(self.hidden, self._replace)
            except FileExistsError:  # no later call will continue it
                self._forget()
                raise

    def _ask(self, sql: str, *values: int) -> list[Any]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error

    def _apply_settings(self) -> None:
        for setting in _SETTINGS:
            self._connection.execute(f"PRAGMA {setting}")

    @property
    def _has_begun(self) -> bool:
        return self.hidden.exists() and self.hidden.stat().st_size > 0

    def _forget(self) -> None:
        """Remove what is left of the making."""
        for path in (self.hidden, self.hidden.with_name(f"{self.hidden.name}-journal")):
            path.unlink(missing_ok=True)

    def _damaged(self, reason: Exception | str) -> DamagedBook:
        return DamagedBook(f"cannot go on with {self._name!r}: {in_one_line(reason)}")

    def _layer(self, ply: int, layer: str, checksum: str) -> FinishedLayer:
        """Return a finished layer from its row; raises DamagedBook if that is another than was written."""
        if checksum != self._checksum(layer):
            raise self._damaged(f"it has other counts of ply {ply} than were written")
        *counts, drawn_games, digest = json.loads(layer)
        return FinishedLayer(LayerCounts(*counts), drawn_games, bytes.fromhex(digest))

    def _checksum(self, layer: str) -> str:
        """Return the SHA-256 of everything that is kept about a layer, in hexadecimal."""
        return hashlib.sha256(f"{self._maker}\n{layer}".encode()).hexdigest()


def write_header(connection: sqlite3.Connection, info: BookInfo) -> None:
    """Write a header and its counts into empty tables; raises sqlite3.Error."""
    row = info_row(info)
    connection.execute(insertion("book", len(row)), row)
    connection.executemany(insertion("layer", len(LayerCounts._fields)), map(layer_row, info.layers))
