"""The tables of a book, and how they are written (SQLAlchemy Core).

FORMAT.md says what each column means. The SQLite tables are STRICT: a value of the wrong type is refused.
"""

import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    NullPool,
    Table,
    Text,
    create_engine,
    make_url,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.schema import CreateTable

from book.errors import BookError, CannotWrite
from book.game.rules import Cell, Key
from book.info import BookInfo, LayerCounts
from book.store.address import is_url, masked
from book.store.whole_file import whole_file

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

strategy = Table(
    "strategy",
    _metadata,
    Column("name", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("key", _wide, primary_key=True, autoincrement=False),
    Column("move", Integer, nullable=False),
    sqlite_strict=True,
)

bound = Table(
    "bound",
    _metadata,
    Column("name", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("least", Integer),
    sqlite_strict=True,
)

block = Table(
    "block",
    _metadata,
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
    sqlite_strict=True,
)

x_masks = Table(
    "x_masks",
    _metadata,
    Column("stones", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, primary_key=True, autoincrement=False),
    Column("masks", LargeBinary, nullable=False),
    sqlite_strict=True,
)

unfinished = Table(
    "unfinished",
    _metadata,
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("maker", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("drawn_games", Text, nullable=False),
    sqlite_strict=True,
)

_POSITION_BOOK = (book, layer, position, strategy, bound)
_BLOCK_BOOK = (book, layer, block, x_masks, strategy, bound, unfinished)

PositionRow = tuple[int, str, int, int, int, int, int, int | None, int]
"""One row of the position table, in the order of its columns."""

_ROWS_AT_ONCE = 50_000


def write_book(path: Path, info: BookInfo, rows: Iterable[PositionRow], replace: bool = False) -> None:
    """Write a book's SQLite file; it appears whole or not at all.

    ``rows`` come by ascending key. Raises CannotWrite; without ``replace`` a file that stands there is left alone.
    """

    def fill(connection: Connection) -> None:
        _metadata.create_all(connection, tables=_POSITION_BOOK)
        insert_info(connection, info)
        for counts in info.layers:
            insert_layer(connection, counts)
        _insert_positions(connection, rows)

    with whole_file(path, replace) as file:
        _fill_scratch(path, fill, file)


def _fill_scratch(path: Path, fill: Callable[[Connection], None], file: BinaryIO, start: bytes = b"") -> None:
    """Fill the tables in a scratch database beside ``path`` and copy its bytes to ``file``.

    The scratch file begins as the bytes ``start`` and loses its name as soon as SQLite has it open, some microseconds
    after it got one, so that nothing is left of it whatever happens. Nothing in it needs to survive a crash, so SQLite
    keeps no journal and waits for no disk.
    """
    scratch = path.with_name(f".{path.name}.{os.getpid()}.scratch")
    opened: DBAPIConnection
    engine = create_engine("sqlite://", poolclass=NullPool, creator=lambda: opened)
    driver = engine.dialect.loaded_dbapi  # loaded before there is a file
    try:
        with open(scratch, "x+b", buffering=0) as written:
            opened = driver.connect(str(scratch))
            scratch.unlink()
            written.write(start)
            with engine.connect() as connection:
                for setting in ("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE"):
                    connection.exec_driver_sql(f"PRAGMA {setting}")
                fill(connection)
                connection.commit()
                written.seek(0)
                shutil.copyfileobj(written, file, 1 << 20)
    except SQLAlchemyError as error:
        reason = getattr(error, "orig", None) or error
        raise CannotWrite(
            f"cannot write {masked(path)!r}: {reason}; free some space or choose another place"
        ) from error
    finally:
        scratch.unlink(missing_ok=True)


def info_row(info: BookInfo) -> dict[str, str | int | None]:
    """The one row of ``book``, its columns in their order."""
    return {
        "rules": str(info.rules),
        **{name: int(getattr(info.rules, name)) for name in ("rows", "columns", "k", "misere", "gravity")},
        "format_version": info.format_version,
        "generator_version": info.generator_version,
        "positions": info.positions,
        "digest": info.digest,
        **{name: _decimal(count) for name, count in asdict(info.games).items()},
    }


def layer_row(counts: LayerCounts) -> dict[str, str | int | None]:
    """A row of ``layer``, its columns in their order."""
    return asdict(counts) | {"sequences": _decimal(counts.sequences), "games": _decimal(counts.games)}


def insert_info(connection: Connection, info: BookInfo) -> None:
    """Write the one row of ``book``."""
    connection.execute(book.insert().values(info_row(info)))


def insert_layer(connection: Connection, counts: LayerCounts) -> None:
    """Write one row of ``layer``."""
    connection.execute(layer.insert().values(layer_row(counts)))


def counts_of(row: Mapping[str, Any]) -> LayerCounts:
    """The counts in a row of ``layer``."""
    texts = {name: None if row[name] is None else int(row[name]) for name in ("sequences", "games")}
    return LayerCounts(**{**row, **texts})


def block_tables(connection: Connection) -> None:
    """Make the tables of a large board's book, as far as they are not there."""
    _metadata.create_all(connection, tables=_BLOCK_BOOK)


def _insert_positions(connection: Connection, rows: Iterable[PositionRow]) -> None:
    """The rows of ``position``, as tuples straight to the driver: dictionaries would cost more than the insertion."""
    sql = f"INSERT INTO position VALUES ({', '.join('?' * len(position.columns))})"
    iterator = iter(rows)
    while batch := list(islice(iterator, _ROWS_AT_ONCE)):
        connection.exec_driver_sql(sql, batch)


def _decimal(count: int | None) -> str | None:
    """A count as decimal text."""
    return None if count is None else str(count)


def located(url: str) -> Path | dict[str, Any]:
    """Where a URL leads: an SQLite file's path, or what psycopg takes to connect to a PostgreSQL database.

    Raises BookError for any other URL; what it says of the URL holds no password.
    """
    expected = f"expected a path or an SQLAlchemy URL; got {masked(url)!r}"
    if "%00" in url or "\0" in url:  # where the driver would stop to read
        raise BookError(f"{expected}: without %00")
    if url.count("@") > 1:
        raise BookError(f"{expected}: write an @ in a user's name or a password as %40")
    try:
        parsed = make_url(url)
        dialect = parsed.get_dialect()
    except (SQLAlchemyError, ValueError):  # which may quote a password
        raise BookError(f"{expected}: of a file, or as postgresql+psycopg://user:password@host/database") from None
    if dialect.name == "sqlite":
        return Path(parsed.database or "")
    if (dialect.name, dialect.driver) != ("postgresql", "psycopg"):
        raise BookError(f"{expected}: books are kept in SQLite files, and in PostgreSQL by postgresql+psycopg://")
    _, arguments = dialect().create_connect_args(parsed)
    return dict(arguments)


def file_at(address: str | Path) -> Path | None:
    """The file that an address names, None where it names a server; raises BookError for a URL of neither."""
    place = located(str(address)) if is_url(address) else Path(address)
    return place if isinstance(place, Path) else None


def server_tables() -> dict[str, dict[str, str]]:
    """The names of the tables of a book in a server, each with its columns' names and PostgreSQL's types."""
    types = {Text: "text", Integer: "int4", BigInteger: "int8"}
    return {table.name: {column.name: types[type(column.type)] for column in table.columns} for table in _POSITION_BOOK}


def server_ddl() -> list[str]:
    """The statements that make them in PostgreSQL, as far as they are not there."""
    dialect = make_url("postgresql+psycopg://").get_dialect()()
    return [str(CreateTable(table, if_not_exists=True).compile(dialect=dialect)) for table in _POSITION_BOOK]


def add_strategy(path: Path, name: str, side: str, moves: Mapping[Key, Cell], least: int | None) -> None:
    """Write a strategy into a book's file, in the place of one of the same name and side; raises CannotWrite.

    The file is replaced by a copy that holds it, so a reader sees the old book or the new one, never a mixture.
    """
    rows = [{"name": name, "side": side, "key": key, "move": cell} for key, cell in sorted(moves.items())]

    def fill(connection: Connection) -> None:
        for table in (strategy, bound):
            connection.execute(table.delete().where(table.c.name == name, table.c.side == side))
        connection.execute(bound.insert().values(name=name, side=side, least=least))
        connection.execute(strategy.insert(), rows)

    with whole_file(path, replace=True) as file:
        _fill_scratch(path, fill, file, start=path.read_bytes())
