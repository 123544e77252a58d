"""Writer of the book of a large board, layer by layer, so that a killed solve continues after the last whole layer.

The tables grow in a hidden file beside the book's place, which is locked from before it is opened until it has the
book's name. Each layer is one transaction, and on the disk before the next begins. The finished file gets its name in
one step.
"""

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from oxobook.book.errors import CannotWrite, DamagedBook
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.info import FORMAT_VERSION, BookInfo, __version__
from oxobook.book.store.atomic_file import UNFINISHED, forget, hidden_name, name_file, require_new, told
from oxobook.book.store.own_folder import CHUNK_NAMES, remove_own
from oxobook.book.store.passwords import masked
from oxobook.book.store.queries import in_one_line
from oxobook.book.store.sqlite_connection import JOURNALS
from oxobook.book.store.sqlite_writer import connect, forget_journals, insert, make_tables
from oxobook.book.store.store import FinishedLayer, NewLayer
from oxobook.book.store.tables import BLOCK_BOOK, counts_of, create_in_file, info_row, layer_row
from oxobook.book.store.unfinished_file import open_unfinished, require_own_file

_SETTINGS = ("page_size = 32768", "locking_mode = EXCLUSIVE", "synchronous = FULL")
"""Pragmas: a page holds several blocks; no other process writes; a finished layer survives a power cut."""


_TOKENS = (1 << 31) - 1  # number of possible tokens; SQLite keeps one in a file's header, as its user version
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT}
"""SQLite's errors that mean a damaged file; all others come from the disk."""


@contextmanager
def block_file(path: Path, rules: Rules, replace: bool) -> Iterator["BlockFile"]:
    """Open a new or unfinished book at ``path``; raises CannotWrite, also if another process is writing it."""
    require_new(path, replace)
    book = BlockFile(path, rules, replace)
    try:
        require_new(path, replace)  # another process may have made the book before we had the lock
        yield book
    except KeyboardInterrupt as stop:
        if book.close():
            where = f"the plies that are finished are in {masked(book.hidden)!r}"
            stop.add_note(f"{where}, and the same command continues from there")
        raise
    except sqlite3.Error as error:
        raise book.cannot_write(error) from error
    finally:
        book.close()


class BlockFile:
    """Book in the making, as ``block_file`` opens it."""

    def __init__(self, path: Path, rules: Rules, replace: bool) -> None:
        self._path = path
        self.hidden = hidden_name(path, UNFINISHED)
        self.folder = hidden_name(path, "chunks")
        """Folder made when it is needed, and removed when the book is finished."""
        self._replace = replace
        self._maker = f"{rules.header} {FORMAT_VERSION} {__version__}"
        self.token = 0
        """Random number kept in the unfinished book; no other book has it, not even on another machine."""
        self._open()

    def layers(self) -> list[FinishedLayer]:
        """Return the finished layers, from the last ply down, of this game and version; raises DamagedBook."""
        query = "SELECT checksum, drawn_games, digest, layer.* FROM layer JOIN unfinished USING (ply) ORDER BY ply DESC"
        with self._reading():
            makers = self._prepare()
            if makers <= {self._maker}:
                return [self._layer(*row) for row in self.connection.execute(query)]
        self.begin_anew()
        return []

    def _layer(self, checksum: str, drawn_games: str, digest: str, *counts: Any) -> FinishedLayer:
        """Return a finished layer from its row; raises DamagedBook if a number is another than was written."""
        layer = FinishedLayer(counts_of(counts), int(drawn_games), bytes.fromhex(digest))
        if checksum != self._checksum(layer):
            raise DamagedBook(f"{masked(self.hidden)!r} has other counts of ply {layer.counts.ply} than were written")
        return layer

    def _checksum(self, layer: FinishedLayer) -> str:
        """Return the SHA-256 of everything that is kept about a layer, in hexadecimal."""
        return hashlib.sha256(repr((self._maker, layer)).encode()).hexdigest()

    def begin_anew(self) -> None:
        """Discard the file and start a new one."""
        self.connection.close()
        with told(self.hidden):
            forget(self._file)
        self._file.close()
        forget_journals(self.hidden)
        self._open()
        self._prepare()

    def blocks(self, ply: int) -> Iterator[bytes]:
        """Yield the blocks of a finished layer in their order; raises DamagedBook."""
        with self._reading():
            rows = self.connection.execute("SELECT data FROM block WHERE ply = ? ORDER BY number", (ply,))
            for (data,) in rows:
                yield data

    def some_blocks(self, ply: int, numbers: Iterable[int]) -> list[bytes]:
        """Return the blocks of a finished layer with these numbers; raises DamagedBook."""
        ask = self.connection.execute
        with self._reading():
            rows = [
                ask("SELECT data FROM block WHERE ply = ? AND number = ?", (ply, one)).fetchone() for one in numbers
            ]
        if None in rows:
            raise DamagedBook(f"{masked(self.hidden)!r} lacks blocks of ply {ply}")
        return [data for (data,) in rows]

    def write_layer(self, layer: NewLayer) -> FinishedLayer:
        """Write a layer as its blocks come, in one transaction."""
        connection = self.connection
        digest, number = hashlib.sha256(), 0
        for batch in layer.blocks():
            insert(connection, "block", ((layer.ply, number + place, one.data) for place, one in enumerate(batch)))
            for one in batch:
                digest.update(one.digest)
            number += len(batch)
        finished = FinishedLayer(layer.counts(), layer.drawn_games(), digest.digest())
        insert(connection, "layer", [layer_row(finished.counts)])
        drawn_games = str(finished.drawn_games)
        insert(
            connection,
            "unfinished",
            [(layer.ply, self._maker, finished.digest.hex(), drawn_games, self._checksum(finished))],
        )
        connection.commit()
        return finished

    def finish(self, info: BookInfo, runs: Iterable[tuple[int, Mask, bytes]]) -> None:
        """Write the header and the X-masks, runs of int32 (little-endian) by stones and first mask; name the file."""
        try:
            require_new(self._path, self._replace)
            self._write_header(info, runs)
            self.connection.close()
            remove_own(self.folder, CHUNK_NAMES)
            name_file(self._file, self._path, self._replace)
        except CannotWrite:
            if not self._replace and os.path.lexists(self._path):  # no later call will continue this file
                forget(self._file)
                remove_own(self.folder, CHUNK_NAMES)
            raise
        forget_journals(self._path)

    def _write_header(self, info: BookInfo, runs: Iterable[tuple[int, Mask, bytes]]) -> None:
        """Write the header and the X-masks, and remove the tables of a book in the making."""
        connection = self.connection
        held = tuple(counts.ply for counts in info.layers)
        connection.execute(f"DELETE FROM layer WHERE ply NOT IN ({', '.join('?' * len(held))})", held)
        insert(connection, "book", [info_row(info)])
        insert(connection, "x_masks", runs)
        connection.execute("DROP TABLE unfinished")
        connection.execute("PRAGMA user_version = 0")
        connection.commit()

    def _open(self) -> None:
        with told(self.hidden):
            self._file = open_unfinished(self._path)
            try:
                for end in JOURNALS:  # SQLite would roll back by the journal of a killed process
                    require_own_file(self.hidden.with_name(self.hidden.name + end))
                self.connection = connect(self._file)
                self.token = self.token or self._stored_token() or int.from_bytes(os.urandom(4)) % _TOKENS + 1
            except BaseException as error:
                self._file.close()
                if isinstance(error, sqlite3.Error):
                    raise self.cannot_write(error) from error
                raise

    def _stored_token(self) -> int:
        with suppress(sqlite3.Error):  # it is damaged, which is told when its layers are read
            ((token,),) = self.connection.execute("PRAGMA user_version")
            return int(token)
        return 0

    def _prepare(self) -> set[str]:
        """Make missing tables, and return the makers named in them."""
        connection = self.connection
        for setting in _SETTINGS:
            connection.execute(f"PRAGMA {setting}")
        connection.execute("BEGIN EXCLUSIVE")
        make_tables(connection, (*BLOCK_BOOK, "unfinished"))
        if self._stored_token() != self.token:
            connection.execute(f"PRAGMA user_version = {self.token}")
        self._require_whole_layers()
        makers = {maker for (maker,) in connection.execute("SELECT maker FROM unfinished")}
        connection.commit()
        return makers

    def _require_whole_layers(self) -> None:
        """Raise DamagedBook unless the file holds finished layers and nothing else."""
        ask = self.connection.execute
        statements = {sql.strip() for (sql,) in ask("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
        if statements != {create_in_file(table).strip() for table in (*BLOCK_BOOK, "unfinished")}:
            raise DamagedBook(f"{masked(self.hidden)!r} does not have the tables of an unfinished book")
        if any(ask("SELECT 1 FROM book UNION ALL SELECT 1 FROM x_masks")):
            raise DamagedBook(f"{masked(self.hidden)!r} was stopped when it was about to become the book")
        layers, unfinished, blocks = (
            {ply for (ply,) in ask(f"SELECT DISTINCT ply FROM {table}")} for table in ("layer", "unfinished", "block")
        )
        places = "SELECT 1 FROM block GROUP BY ply HAVING min(number) <> 0 OR max(number) <> count(*) - 1"
        if layers != unfinished or not blocks <= layers or any(ask(places)):
            raise DamagedBook(f"{masked(self.hidden)!r} has parts of layers")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Turn the errors that only a damaged file causes into DamagedBook."""
        try:
            yield
        except (sqlite3.DatabaseError, ValueError, TypeError, OverflowError) as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
            if code not in _DAMAGED:
                raise
            raise DamagedBook(f"{masked(self.hidden)!r} is damaged: {in_one_line(error)}") from error

    def close(self) -> bool:
        """Close and unlock everything, and return whether the file holds anything; an empty one is removed."""
        self.connection.close()
        if self._file.closed:  # it was closed before, or no new one could be opened
            return False
        with self._file as file:
            begun = os.fstat(file.fileno()).st_size > 0
            if not begun:
                forget(file)
                remove_own(self.folder, CHUNK_NAMES)
        return begun

    def cannot_write(self, error: sqlite3.Error) -> CannotWrite:
        """Return the error for an exception of SQLite."""
        return CannotWrite(
            f"cannot write {masked(self.hidden)!r}: {error}; free some space and call again: "
            "the layers that are finished stay"
        )
