"""The tables of a book, and how they are written (SQLAlchemy Core).

FORMAT.md says what each column means. The SQLite tables are STRICT: a value of the wrong type is refused.
"""

import os
import shutil
from collections.abc import Iterable
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from sqlalchemy import (
    URL,
    BigInteger,
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    NullPool,
    Table,
    Text,
    create_engine,
    make_url,
)
from sqlalchemy.exc import SQLAlchemyError

from book.counts import BookInfo
from book.errors import BookError, CannotWrite, MissingExtra
from book.whole_file import whole_file

_metadata = MetaData()
_wide = BigInteger().with_variant(Integer, "sqlite")  # a key needs 64 bits; in SQLite every INTEGER has them

book = Table(
    "book",
    _metadata,
    Column("rules", Text, nullable=False),
    *(
        Column(name, Integer, nullable=False)
        for name in ("rows", "columns", "k", "misere", "gravity", "format_version")
    ),
    Column("generator_version", Text, nullable=False),
    Column("positions", _wide, nullable=False),
    Column("digest", Text, nullable=False),
    *(Column(name, Text) for name in ("x_games", "o_games", "drawn_games", "games_up_to_symmetry", "perfect_games")),
    sqlite_strict=True,
)

layer = Table(
    "layer",
    _metadata,
    Column("ply", Integer, primary_key=True, autoincrement=False),
    *(
        Column(name, _wide, nullable=False)
        for name in (
            *("positions", "raw_positions", "terminals", "raw_terminals"),
            *("x_won", "o_won", "drawn", "x_winning", "o_winning", "drawing"),
        )
    ),
    Column("sequences", Text),
    Column("games", Text),
    sqlite_strict=True,
)

position = Table(
    "position",
    _metadata,
    Column("key", _wide, primary_key=True, autoincrement=False),
    Column("board", Text, nullable=False),
    *(Column(name, Integer, nullable=False) for name in ("ply", "value", "remoteness")),
    *(Column(name, _wide, nullable=False) for name in ("best", "safe")),
    Column("pick", Integer),
    Column("orbit", Integer, nullable=False),
    sqlite_strict=True,
)

PositionRow = tuple[int, str, int, int, int, int, int, int | None, int]
"""One row of the position table, in the order of its columns."""

_ROWS_AT_ONCE = 50_000


def write_book(path: Path, info: BookInfo, rows: Iterable[PositionRow], replace: bool = False) -> None:
    """Write a book's SQLite file; it appears whole or not at all.

    ``rows`` come by ascending key. Raises CannotWrite; without ``replace`` a file that stands there is left alone.
    """
    with whole_file(path, replace) as file:
        try:
            _write_tables(path.with_name(f".{path.name}.{os.getpid()}.scratch"), info, rows, file)
        except SQLAlchemyError as error:
            reason = getattr(error, "orig", None) or error
            raise CannotWrite(
                f"cannot write {str(path)!r}: {reason}; free some space or choose another place"
            ) from error


def _write_tables(scratch: Path, info: BookInfo, rows: Iterable[PositionRow], file: BinaryIO) -> None:
    """Fill the tables in a scratch database and copy its bytes to ``file``.

    The scratch file loses its name as soon as it is open, so that nothing is left of it whatever happens.
    Nothing in it needs to survive a crash, so SQLite keeps no journal and waits for no disk.
    """
    engine = create_engine(URL.create("sqlite", database=str(scratch)), poolclass=NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode = OFF")
        connection.exec_driver_sql("PRAGMA synchronous = OFF")
        connection.exec_driver_sql("PRAGMA locking_mode = EXCLUSIVE")
        with open(scratch, "rb") as written:
            scratch.unlink()
            _metadata.create_all(connection)
            _insert_info(connection, info)
            _insert_positions(connection, rows)
            connection.commit()
            shutil.copyfileobj(written, file, 1 << 20)


def _insert_info(connection: Connection, info: BookInfo) -> None:
    """The one row of ``book`` and the rows of ``layer``."""
    games = {name: _decimal(count) for name, count in asdict(info.games).items()}
    rules = {name: int(getattr(info.rules, name)) for name in ("rows", "columns", "k", "misere", "gravity")}
    connection.execute(
        book.insert().values(
            rules=str(info.rules),
            **rules,
            format_version=info.format_version,
            generator_version=info.generator_version,
            positions=info.positions,
            digest=info.digest,
            **games,
        )
    )
    for counts in info.layers:
        row = asdict(counts) | {"sequences": _decimal(counts.sequences), "games": _decimal(counts.games)}
        connection.execute(layer.insert().values(row))


def _insert_positions(connection: Connection, rows: Iterable[PositionRow]) -> None:
    """The rows of ``position``, as tuples straight to the driver: dictionaries would cost more than the insertion."""
    sql = f"INSERT INTO position VALUES ({', '.join('?' * len(position.columns))})"
    iterator = iter(rows)
    while batch := list(islice(iterator, _ROWS_AT_ONCE)):
        connection.exec_driver_sql(sql, batch)


def _decimal(count: int | None) -> str | None:
    """A count as decimal text."""
    return None if count is None else str(count)


def open_engine(url: str) -> Engine:
    """An engine for reading; raises BookError for a URL that names no database, MissingExtra for a missing driver."""
    try:
        return create_engine(url, isolation_level="AUTOCOMMIT")
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"reading {make_url(url).drivername!r} needs the Python package {error.name!r}; install it with pip"
        ) from error
    except SQLAlchemyError as error:
        raise BookError(f"expected a path or an SQLAlchemy URL; got {url!r}: {error}") from error
