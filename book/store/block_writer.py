"""Writing the book of a large board, layer by layer, so that a killed solve can go on from the last whole one.

The tables grow in a hidden file beside the book's place, which is locked from before it is opened until it has the
book's name. Each layer is one transaction, and on the disk before the next begins. The finished file gets its name in
one step.
"""

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from types import TracebackType
from typing import BinaryIO

from oxobook.book.errors import CannotWrite, DamagedBook
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.info import FORMAT_VERSION, BookInfo, __version__
from oxobook.book.store.address import masked
from oxobook.book.store.atomic_file import forget, name_file, require_new, told
from oxobook.book.store.hidden_file import UNFINISHED, hidden_name, open_unfinished, require_own
from oxobook.book.store.queries import in_one_line
from oxobook.book.store.sqlite_connection import JOURNALS
from oxobook.book.store.sqlite_writer import connect, forget_journals, insert, make_tables
from oxobook.book.store.store import FinishedLayer, NewLayer
from oxobook.book.store.tables import BLOCK_BOOK, counts_of, create_in_file, info_row, layer_row

_SETTINGS = ("page_size = 32768", "locking_mode = EXCLUSIVE", "synchronous = FULL")
"""A page holds some blocks; nobody else writes meanwhile; a finished layer outlasts a power cut."""


_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT}
"""What SQLite says of a file that is no book in the making; all else is the disk's."""


class BlockFile:
    """A book in the making; a context manager.

    Raises CannotWrite where the file cannot be written, or another process is writing it.
    """

    def __init__(self, path: Path, rules: Rules, replace: bool) -> None:
        require_new(path, replace)
        self._path = path
        self._hidden = hidden_name(path, UNFINISHED)
        self.folder = hidden_name(path, "chunks")
        self._replace = replace
        self._maker = f"{rules} {FORMAT_VERSION} {__version__}"
        self._file: BinaryIO | None = None
        self._connection: sqlite3.Connection | None = None

    def __enter__(self) -> "BlockFile":
        self._open()
        try:
            require_new(self._path, self._replace)  # another process may have made it before we had the lock
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        begun = self._close()
        if begun and isinstance(error, KeyboardInterrupt):
            where = f"the plies that are finished are in {masked(self._hidden)!r}"
            error.add_note(f"{where}, and the same command goes on from there")
        if isinstance(error, sqlite3.Error):
            raise self._cannot_write(error) from error

    def layers(self) -> list[FinishedLayer]:
        """The finished layers, from the last ply down; none where the file is new, or another game or version began it.

        Raises DamagedBook where nothing can be gone on from.
        """
        query = "SELECT drawn_games, digest, layer.* FROM layer JOIN unfinished USING (ply) ORDER BY ply DESC"
        with self._reading():
            makers = self._prepare()
            if makers <= {self._maker}:
                return [
                    FinishedLayer(counts_of(counts), int(drawn_games), bytes.fromhex(digest))
                    for drawn_games, digest, *counts in self._open_connection.execute(query)
                ]
        self.begin_anew()
        return []

    def begin_anew(self) -> None:
        """Throw away what is in the file."""
        self._close_connection()
        with told(self._hidden):
            forget(self._own_file)
        self._own_file.close()
        forget_journals(self._hidden)
        self._open()
        self._prepare()

    def blocks(self, ply: int) -> Iterator[bytes]:
        """The blocks of a finished layer in their order; raises DamagedBook."""
        with self._reading():
            rows = self._open_connection.execute("SELECT data FROM block WHERE ply = ? ORDER BY number", (ply,))
            for (data,) in rows:
                yield data

    def some_blocks(self, ply: int, numbers: Iterable[int]) -> list[bytes]:
        """The blocks of a finished layer by their numbers; raises DamagedBook."""
        ask = self._open_connection.execute
        with self._reading():
            rows = [
                ask("SELECT data FROM block WHERE ply = ? AND number = ?", (ply, one)).fetchone() for one in numbers
            ]
        if None in rows:
            raise DamagedBook(f"{masked(self._hidden)!r} lacks blocks of ply {ply}")
        return [data for (data,) in rows]

    def write_layer(self, layer: NewLayer) -> FinishedLayer:
        """Write a layer as its blocks come; it is there whole or not at all."""
        connection = self._open_connection
        digest, number = hashlib.sha256(), 0
        for batch in layer.blocks():
            insert(connection, "block", ((layer.ply, number + place, one.data) for place, one in enumerate(batch)))
            for one in batch:
                digest.update(one.digest)
            number += len(batch)
        finished = FinishedLayer(layer.counts(), layer.drawn_games(), digest.digest())
        insert(connection, "layer", [layer_row(finished.counts)])
        drawn_games = str(finished.drawn_games)
        insert(connection, "unfinished", [(layer.ply, self._maker, finished.digest.hex(), drawn_games)])
        connection.commit()
        return finished

    def finish(self, info: BookInfo, runs: Iterable[tuple[int, Mask, bytes]]) -> None:
        """Write the header and the X-masks, and give the file its name.

        ``runs``: how many stones, the first mask, and the run's masks as int32, little-endian.
        """
        try:
            require_new(self._path, self._replace)
            self._write_header(info, runs)
            self._close_connection()
            _remove_folder(self.folder)
            name_file(self._own_file, self._path, self._replace)
        except CannotWrite:
            if not self._replace and os.path.lexists(self._path):  # nobody will go on from this one
                forget(self._own_file)
                _remove_folder(self.folder)
            raise
        forget_journals(self._path)

    def _write_header(self, info: BookInfo, runs: Iterable[tuple[int, Mask, bytes]]) -> None:
        """Write the header and the X-masks, and remove what only a book in the making has."""
        connection = self._open_connection
        held = tuple(counts.ply for counts in info.layers)
        connection.execute(f"DELETE FROM layer WHERE ply NOT IN ({', '.join('?' * len(held))})", held)
        insert(connection, "book", [info_row(info)])
        insert(connection, "x_masks", runs)
        connection.execute("DROP TABLE unfinished")
        connection.commit()

    @property
    def _own_file(self) -> BinaryIO:
        assert self._file is not None, "a BlockFile is used in a with statement"
        return self._file

    @property
    def _open_connection(self) -> sqlite3.Connection:
        assert self._connection is not None, "a BlockFile is used in a with statement"
        return self._connection

    def _open(self) -> None:
        """Open and lock the hidden file."""
        with told(self._hidden):
            self._file = open_unfinished(self._path)
            try:
                for end in JOURNALS:  # SQLite undoes what the journal of a killed process says
                    require_own(self._hidden.with_name(self._hidden.name + end))
                self._connection = connect(self._file)
            except sqlite3.Error as error:
                self._file.close()
                raise self._cannot_write(error) from error
            except BaseException:
                self._file.close()
                raise

    def _prepare(self) -> set[str]:
        """Make the tables that are not there; returns who has written to them."""
        connection = self._open_connection
        for setting in _SETTINGS:
            connection.execute(f"PRAGMA {setting}")
        connection.execute("BEGIN EXCLUSIVE")
        make_tables(connection, (*BLOCK_BOOK, "unfinished"))
        self._require_whole_layers()
        makers = {maker for (maker,) in connection.execute("SELECT maker FROM unfinished")}
        connection.commit()
        return makers

    def _require_whole_layers(self) -> None:
        """Raise DamagedBook unless the file holds finished layers and nothing else."""
        ask = self._open_connection.execute
        statements = {sql.strip() for (sql,) in ask("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
        if statements != {create_in_file(table).strip() for table in (*BLOCK_BOOK, "unfinished")}:
            raise DamagedBook(f"{masked(self._hidden)!r} has other tables than a book in the making")
        if any(ask("SELECT 1 FROM book UNION ALL SELECT 1 FROM x_masks")):
            raise DamagedBook(f"{masked(self._hidden)!r} was stopped when it was about to become the book")
        layers, unfinished, blocks = (
            {ply for (ply,) in ask(f"SELECT DISTINCT ply FROM {table}")} for table in ("layer", "unfinished", "block")
        )
        if layers != unfinished or not blocks <= layers:
            raise DamagedBook(f"{masked(self._hidden)!r} has parts of layers")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Turn what only a damaged file can say into DamagedBook."""
        try:
            yield
        except (sqlite3.DatabaseError, ValueError, TypeError, OverflowError) as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
            if code not in _DAMAGED:
                raise
            raise DamagedBook(f"{masked(self._hidden)!r} is damaged: {in_one_line(error)}") from error

    def _close(self) -> bool:
        """Close everything; the lock is gone with the file. Whether anything is in it, without which it is removed."""
        self._close_connection()
        if self._own_file.closed:  # it could not be begun anew
            return False
        with self._own_file as file:
            begun = os.fstat(file.fileno()).st_size > 0
            if not begun:
                forget(file)
                _remove_folder(self.folder)
        return begun

    def _close_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _cannot_write(self, error: sqlite3.Error) -> CannotWrite:
        """The error for what the database says."""
        return CannotWrite(
            f"cannot write {masked(self._hidden)!r}: {error}; free some space and call again: "
            "the layers that are finished stay"
        )


def _remove_folder(folder: Path) -> None:
    """Remove a folder with all that is in it, as far as that can be done."""
    if not folder.is_symlink():
        rmtree(folder, ignore_errors=True)
