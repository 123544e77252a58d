"""The tables of a book: their columns, the statements that make them, and their rows.

FORMAT.md says what each column means. The SQLite tables are STRICT: a value of the wrong type is refused.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from oxobook.book.info import BookInfo, LayerCounts


class Column(NamedTuple):
    """A column of a table."""

    name: str
    kind: str
    """``TEXT``, ``INTEGER``, ``WIDE`` (an integer of 64 bits) or ``BLOB``."""
    required: bool
    in_key: bool
    """Whether it is part of the primary key."""


def _columns(text: str) -> tuple[Column, ...]:
    """Columns from text: a name and a kind each, * after what is part of the key, ? after what may be NULL."""
    pairs = (word.split() for word in text.split(", "))
    return tuple(Column(name, kind.rstrip("*?"), kind[-1] != "?", kind[-1] == "*") for name, kind in pairs)


_COUNTS = ("positions", "raw_positions", "terminals", "raw_terminals", "x_won", "o_won", "drawn")
_RESULTS = ("x_winning", "o_winning", "drawing")

TABLES = {
    "book": _columns(
        "rules TEXT, rows INTEGER, columns INTEGER, k INTEGER, misere INTEGER, gravity INTEGER, "
        "format_version INTEGER, generator_version TEXT, positions WIDE, digest TEXT, "
        "x_games TEXT?, o_games TEXT?, drawn_games TEXT?, games_up_to_symmetry TEXT?, perfect_games TEXT?"
    ),
    "layer": _columns(
        f"ply INTEGER*, {', '.join(f'{name} WIDE' for name in (*_COUNTS, *_RESULTS))}, sequences TEXT?, games TEXT?"
    ),
    "position": _columns(
        "key WIDE*, board TEXT, ply INTEGER, value INTEGER, remoteness INTEGER, best WIDE, safe WIDE, pick INTEGER?, "
        "orbit INTEGER"
    ),
    "block": _columns("ply INTEGER*, number INTEGER*, data BLOB"),
    "x_masks": _columns("stones INTEGER*, first INTEGER*, masks BLOB"),
    "strategy": _columns("name TEXT*, side TEXT*, key WIDE*, move INTEGER"),
    "bound": _columns("name TEXT*, side TEXT*, least INTEGER?"),
    "unfinished": _columns("ply INTEGER*, maker TEXT, digest TEXT, drawn_games TEXT"),
    "of_book": _columns("digest TEXT*"),
}
"""By name the columns of each table; ``unfinished`` is in books in the making, ``of_book`` in a file beside a book."""

POSITION_BOOK = ("book", "layer", "position", "strategy", "bound")
BLOCK_BOOK = ("book", "layer", "block", "x_masks", "strategy", "bound")

_RESERVED = {"key"}  # words of SQL, which stand in quotes as names
_SQLITE = {"TEXT": "TEXT", "INTEGER": "INTEGER", "WIDE": "INTEGER", "BLOB": "BLOB"}  # an INTEGER has up to 64 bits


def create_in_file(table: str) -> str:
    """The statement that makes a table in an SQLite file, which keeps it word for word."""
    return create(table, _SQLITE, " STRICT")


def is_own(table: str, statement: object) -> bool:
    """Whether an SQLite file keeps just the statement for a table that oxobook makes it with."""
    return table in TABLES and str(statement).split() == _words_of(table)


@cache
def _words_of(table: str) -> list[str]:
    """The words of the statement that makes a table in an SQLite file."""
    return create_in_file(table).split()


def create(table: str, types: Mapping[str, str], kind: str = "") -> str:
    """The statement that makes a table, with the database's types; ``kind`` is what follows the columns."""
    columns = TABLES[table]
    lines = [f"{_name(one.name)} {types[one.kind]}{' NOT NULL' if one.required else ''}" for one in columns]
    if keys := [_name(one.name) for one in columns if one.in_key]:
        lines.append(f"PRIMARY KEY ({', '.join(keys)})")
    return f"CREATE TABLE {table} (\n\t" + ", \n\t".join(lines) + f"\n)\n{kind}\n\n"


def _name(column: str) -> str:
    return f'"{column}"' if column in _RESERVED else column


def info_row(info: BookInfo) -> tuple[str | int | None, ...]:
    """The one row of ``book``."""
    rules = info.rules
    numbers = (rules.rows, rules.columns, rules.k, int(rules.misere), int(rules.gravity), info.format_version)
    games = map(_decimal, info.games)
    return (str(rules), *numbers, info.generator_version, info.positions, info.digest, *games)


def layer_row(counts: LayerCounts) -> tuple[str | int | None, ...]:
    """A row of ``layer``."""
    *numbers, sequences, games = counts
    return (*numbers, _decimal(sequences), _decimal(games))


def _decimal(count: int | None) -> str | None:
    """A count as decimal text."""
    return None if count is None else str(count)
