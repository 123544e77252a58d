"""Writing the book of a large board, layer by layer, so that a killed solve can go on from the last whole one.

The tables grow in a hidden file beside the book's place. Each layer is one transaction, and on the disk before the
next begins. The finished file gets the book's name in one step.
"""

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType

from book import __version__
from book.errors import CannotWrite
from book.game.rules import Mask, Rules
from book.info import FORMAT_VERSION, BookInfo, LayerCounts
from book.store.address import masked
from book.store.header import counts_of
from book.store.sqlite_file import insert, make_tables
from book.store.store import FinishedLayer, PackedBlock
from book.store.tables import BLOCK_BOOK, info_row, layer_row
from book.store.whole_file import hidden_name, name_file, require_new

_SETTINGS = ("page_size = 32768", "locking_mode = EXCLUSIVE", "synchronous = FULL")
"""A page holds some blocks; nobody else writes meanwhile; a finished layer outlasts a power cut."""


class BlockFile:
    """A book in the making; a context manager.

    Raises CannotWrite where the file cannot be written, or another process is writing it.
    """

    def __init__(self, path: Path, rules: Rules, replace: bool) -> None:
        require_new(path, replace)
        self._path = path
        self._hidden = hidden_name(path, "unfinished")
        self._replace = replace
        self._maker = f"{rules} {FORMAT_VERSION} {__version__}"
        self._connection: sqlite3.Connection | None = None

    def __enter__(self) -> "BlockFile":
        try:
            self._connection = self._open()
        except sqlite3.Error as error:
            raise self._cannot_write(error) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._close()
        if isinstance(error, KeyboardInterrupt):
            where = f"the plies that are finished are in {masked(self._hidden)!r}"
            error.add_note(f"{where}, and the same command goes on from there")
        if isinstance(error, sqlite3.Error):
            raise self._cannot_write(error) from error

    def layers(self) -> list[FinishedLayer]:
        """The finished layers, from the last ply down."""
        query = "SELECT drawn_games, digest, layer.* FROM layer JOIN unfinished USING (ply) ORDER BY ply DESC"
        return [
            FinishedLayer(counts_of(counts), int(drawn_games), bytes.fromhex(digest))
            for drawn_games, digest, *counts in self._open_connection.execute(query)
        ]

    def blocks(self, ply: int) -> Iterator[bytes]:
        """The blocks of a finished layer in their order."""
        for (data,) in self._open_connection.execute("SELECT data FROM block WHERE ply = ? ORDER BY number", (ply,)):
            yield data

    def write_layer(self, counts: LayerCounts, drawn_games: int, batches: Iterable[list[PackedBlock]]) -> FinishedLayer:
        """Write a layer, its blocks coming some at a time; it is there whole or not at all."""
        connection = self._open_connection
        digest, number = hashlib.sha256(), 0
        for batch in batches:
            insert(connection, "block", ((counts.ply, number + place, one.data) for place, one in enumerate(batch)))
            for one in batch:
                digest.update(one.digest)
            number += len(batch)
        insert(connection, "layer", [layer_row(counts)])
        finished = FinishedLayer(counts, drawn_games, digest.digest())
        insert(connection, "unfinished", [(counts.ply, self._maker, finished.digest.hex(), str(drawn_games))])
        connection.commit()
        return finished

    def finish(self, info: BookInfo, runs: Iterable[tuple[int, Mask, bytes]]) -> None:
        """Write the header and the X-masks, and give the file its name.

        ``runs``: how many stones, the first mask, and the run's masks as int32, little-endian.
        """
        connection = self._open_connection
        held = tuple(counts.ply for counts in info.layers)
        connection.execute(f"DELETE FROM layer WHERE ply NOT IN ({', '.join('?' * len(held))})", held)
        insert(connection, "book", [info_row(info)])
        insert(connection, "x_masks", runs)
        connection.execute("DROP TABLE unfinished")
        connection.commit()
        self._close()
        name_file(self._hidden, self._path, self._replace)

    @property
    def _open_connection(self) -> sqlite3.Connection:
        assert self._connection is not None, "a BlockFile is used in a with statement"
        return self._connection

    def _open(self) -> sqlite3.Connection:
        """The hidden file with its tables; what another game or version has begun in it is thrown away."""
        connection = sqlite3.connect(self._hidden, timeout=0)  # it waits for nobody
        try:
            for setting in _SETTINGS:
                connection.execute(f"PRAGMA {setting}")
            connection.execute("BEGIN EXCLUSIVE")
            make_tables(connection, (*BLOCK_BOOK, "unfinished"))
            makers = {maker for (maker,) in connection.execute("SELECT maker FROM unfinished")}
            connection.commit()
        except BaseException:
            connection.close()
            raise
        if makers <= {self._maker}:
            return connection
        connection.close()
        self._hidden.unlink()
        return self._open()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _cannot_write(self, error: sqlite3.Error) -> CannotWrite:
        """The error for what the database says."""
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return CannotWrite(f"another process is making {masked(self._path)!r}: wait for it, or end it")
        return CannotWrite(
            f"cannot write {masked(self._hidden)!r}: {error}; free some space and call again: "
            "the layers that are finished stay"
        )
