"""Writing the book of a large board, layer by layer, so that a killed solve can go on from the last whole one.

The tables grow in a hidden file beside the book's place. Each layer is one transaction, and on the disk before the
next begins. The finished file gets the book's name in one step.
"""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, select
from sqlalchemy.exc import DBAPIError

from book import __version__
from book.errors import CannotWrite
from book.game.rules import Mask, Rules
from book.info import BookInfo, LayerCounts
from book.store.address import masked
from book.store.sqlite import FORMAT_VERSION
from book.store.tables import block, block_tables, counts_of, insert_info, insert_layer, layer, unfinished
from book.store.whole_file import name_file, require_new

_SETTINGS = ("page_size = 32768", "locking_mode = EXCLUSIVE", "synchronous = FULL")
"""A page holds some blocks; nobody else writes meanwhile; a finished layer outlasts a power cut."""


class PackedBlock(NamedTuple):
    """A block, ready to be written."""

    data: bytes
    digest: bytes
    """SHA-256 of its scores, unpacked."""


class FinishedLayer(NamedTuple):
    """What is known of a layer that is on the disk."""

    counts: LayerCounts
    drawn_games: int
    """Games that end at this ply without a line."""
    digest: bytes
    """SHA-256 of its blocks' digests in their order."""


class BlockFile:
    """A book in the making; a context manager.

    Raises CannotWrite where the file cannot be written, or another process is writing it.
    """

    def __init__(self, path: Path, rules: Rules, replace: bool) -> None:
        require_new(path, replace)
        self._path = path
        self._hidden = path.with_name(f".{path.name}.unfinished")
        self._replace = replace
        self._maker = f"{rules} {FORMAT_VERSION} {__version__}"
        self._connection: Connection | None = None

    def __enter__(self) -> "BlockFile":
        try:
            self._connection = self._open()
        except DBAPIError as error:
            raise self._cannot_write(error) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._close()
        if isinstance(error, DBAPIError):
            raise self._cannot_write(error) from error

    def layers(self) -> list[FinishedLayer]:
        """The finished layers, from the last ply down."""
        query = select(layer, unfinished).join(unfinished, unfinished.c.ply == layer.c.ply)
        rows = self._open_connection.execute(query.order_by(layer.c.ply.desc())).mappings()
        return [
            FinishedLayer(
                counts_of({column.name: row[column] for column in layer.columns}),
                int(row[unfinished.c.drawn_games]),
                bytes.fromhex(row[unfinished.c.digest]),
            )
            for row in rows
        ]

    def blocks(self, ply: int) -> Iterator[bytes]:
        """The blocks of a finished layer in their order."""
        query = select(block.c.data).where(block.c.ply == ply).order_by(block.c.number)
        yield from self._open_connection.execution_options(yield_per=256).execute(query).scalars()

    def write_layer(self, counts: LayerCounts, drawn_games: int, batches: Iterable[list[PackedBlock]]) -> FinishedLayer:
        """Write a layer, its blocks coming some at a time; it is there whole or not at all."""
        connection = self._open_connection
        digest, number = hashlib.sha256(), 0
        for batch in batches:
            rows = [(counts.ply, number + place, one.data) for place, one in enumerate(batch)]
            connection.exec_driver_sql("INSERT INTO block VALUES (?, ?, ?)", rows)
            for one in batch:
                digest.update(one.digest)
            number += len(batch)
        insert_layer(connection, counts)
        finished = FinishedLayer(counts, drawn_games, digest.digest())
        connection.execute(
            unfinished.insert().values(
                ply=counts.ply, maker=self._maker, drawn_games=str(drawn_games), digest=finished.digest.hex()
            )
        )
        connection.commit()
        return finished

    def finish(self, info: BookInfo, runs: Iterable[tuple[int, Mask, bytes]]) -> None:
        """Write the header and the X-masks, and give the file its name.

        ``runs``: how many stones, the first mask, and the run's masks as int32, little-endian.
        """
        connection = self._open_connection
        held = {counts.ply for counts in info.layers}
        connection.execute(layer.delete().where(layer.c.ply.not_in(held)))
        insert_info(connection, info)
        connection.exec_driver_sql("INSERT INTO x_masks VALUES (?, ?, ?)", list(runs))
        unfinished.drop(connection)
        connection.commit()
        self._close()
        name_file(self._hidden, self._path, self._replace)

    @property
    def _open_connection(self) -> Connection:
        assert self._connection is not None, "a BlockFile is used in a with statement"
        return self._connection

    def _open(self) -> Connection:
        """The hidden file with its tables; what another game or version has begun in it is thrown away."""
        engine = self._engine()
        connection = engine.connect()
        for setting in _SETTINGS:
            connection.exec_driver_sql(f"PRAGMA {setting}")
        connection.exec_driver_sql("BEGIN EXCLUSIVE")
        block_tables(connection)
        makers = set(connection.execute(select(unfinished.c.maker)).scalars())
        connection.commit()
        if makers <= {self._maker}:
            return connection
        connection.close()
        self._hidden.unlink()
        return self._open()

    def _engine(self) -> Engine:
        """An engine that waits for nobody."""
        url = URL.create("sqlite", database=str(self._hidden))
        return create_engine(url, poolclass=NullPool, connect_args={"timeout": 0})

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _cannot_write(self, error: DBAPIError) -> CannotWrite:
        """The error for what the database says."""
        if "locked" in str(error.orig):
            return CannotWrite(f"another process is making {masked(self._path)!r}: wait for it, or end it")
        return CannotWrite(
            f"cannot write {masked(self._hidden)!r}: {error.orig}; free some space and call again: "
            "the layers that are finished stay"
        )
