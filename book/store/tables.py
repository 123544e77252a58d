"""Tables of a book: their columns, the statements that make them, and their rows.

FORMAT.md says what each column means. The SQLite tables are STRICT: a value of the wrong type is refused.
"""

from collections.abc import Mapping
from functools import cache
from types import NoneType
from typing import Any, NamedTuple

from oxobook.book.game.conventions import CONVENTIONS
from oxobook.book.game.kinds import OWN
from oxobook.book.game.rules import KEY_CELLS, MAX_CELLS, Rules
from oxobook.book.info import BookInfo, GameCounts, LayerCounts


class Schema(NamedTuple):
    """Tables that a database actually has."""

    columns: dict[str, list[str]]
    """Columns of each table in their order, each a name and a type, such as ``INTEGER``.

    After the type stands * if the column is part of the primary key, or else ? if it may be NULL.
    """
    others: list[str]
    """Objects beside the tables that should not be there: views, triggers, indices, rules, row policies."""
    altered: list[str]
    """Tables made otherwise than oxobook makes them, though their columns may be the same."""


class Column(NamedTuple):
    """Column of a table."""

    name: str
    kind: str
    """``TEXT``, ``INTEGER``, ``WIDE`` (an integer of 64 bits) or ``BLOB``."""
    required: bool
    in_key: bool
    """True if it is part of the primary key."""


def _columns(text: str) -> tuple[Column, ...]:
    """Return columns from text: a name and a kind each, * after part of the key, ? after one that may be NULL."""
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
    "unfinished": _columns("ply INTEGER*, maker TEXT, digest TEXT, drawn_games TEXT, checksum TEXT"),
    "searched": _columns("x WIDE*, o WIDE*, least INTEGER, most INTEGER, nodes WIDE"),
    "of_book": _columns("digest TEXT*"),
    "content": _columns("checksum TEXT*"),
}
"""Columns of each table; ``unfinished`` is in unfinished books, and the last three are in files beside a book."""

POSITION_BOOK = ("book", "layer", "position", "strategy", "bound")
BLOCK_BOOK = ("book", "layer", "block", "x_masks", "strategy", "bound")

_RESERVED = {"key"}  # words of SQL, which stand in quotes as names
_SQLITE = {"TEXT": "TEXT", "INTEGER": "INTEGER", "WIDE": "INTEGER", "BLOB": "BLOB"}  # an INTEGER has up to 64 bits


def create_in_file(table: str) -> str:
    """Return the statement that makes a table in an SQLite file, which keeps it word for word."""
    return create(table, _SQLITE, " STRICT")


def is_own(table: str, statement: object) -> bool:
    """Return whether an SQLite file made a table by the very statement that oxobook makes it with."""
    return table in TABLES and str(statement).split() == _words_of(table)


@cache
def _words_of(table: str) -> list[str]:
    return create_in_file(table).split()


def create(table: str, types: Mapping[str, str], kind: str = "", schema: str = "") -> str:
    """Return the statement that makes a table; ``kind`` follows the columns, ``schema`` has a point after it."""
    columns = TABLES[table]
    lines = [f"{_name(one.name)} {types[one.kind]}{' NOT NULL' if one.required else ''}" for one in columns]
    if keys := [_name(one.name) for one in columns if one.in_key]:
        lines.append(f"PRIMARY KEY ({', '.join(keys)})")
    return f"CREATE TABLE {schema}{table} (\n\t" + ", \n\t".join(lines) + f"\n)\n{kind}\n\n"


def _name(column: str) -> str:
    return f'"{column}"' if column in _RESERVED else column


def info_row(info: BookInfo) -> tuple[str | int | None, ...]:
    """Return the row of ``book``."""
    rules = info.rules
    numbers = (rules.rows, rules.columns, rules.k, int(rules.misere), int(rules.gravity), info.format_version)
    games = map(_decimal, info.games)
    return (rules.header, *numbers, info.generator_version, info.positions, info.digest, *games)


def layer_row(counts: LayerCounts) -> tuple[str | int | None, ...]:
    """Return a row of ``layer``."""
    *numbers, sequences, games = counts
    return (*numbers, _decimal(sequences), _decimal(games))


def _decimal(count: int | None) -> str | None:
    return None if count is None else str(count)


HEADER = (
    *("rows", "columns", "k", "misere", "gravity", "format_version", "rules", "generator_version", "positions"),
    *("digest", *GameCounts._fields),
)
"""Columns of ``book``, as ``info_of`` takes them."""
LAYER = LayerCounts._fields
"""Columns of ``layer``, as ``counts_of`` takes them."""
MOST_LAYERS = MAX_CELLS + 1
"""Number of plies of the largest board that a book can hold."""

_LONGEST = 100


def info_of(header: tuple[Any, ...], layers: list[tuple[Any, ...]]) -> BookInfo:
    """Return the header and counts from the rows of ``book`` and ``layer``; raises TypeError or ValueError."""
    rows, columns, k, misere, gravity, version, text, generator_version, positions, digest, *games = header
    numbers = [*header[:6], positions, *(number for row in layers for number in row[:-2])]
    if set(map(type, numbers)) != {int}:
        raise TypeError("expected whole numbers in its tables of counts")
    if min(numbers) < 0:
        raise ValueError("expected no number below 0 in its tables of counts")
    if not type(text) is type(generator_version) is type(digest) is str:
        raise TypeError("expected text as its rules, version and digest")
    text, _, definition = text.partition(" ")
    if not all(map(is_label, (text, generator_version, digest))):
        raise ValueError("expected a short text without control characters as its rules, version and digest")
    words = text.split("-")[1:]
    convention = next((word for word in words if word in CONVENTIONS), "")
    others = ("misere", "gravity", convention)
    kind = OWN if definition else "-".join(word for word in words if word not in others)
    rules = Rules(rows, columns, k, bool(misere), bool(gravity), kind, definition, convention)
    if definition and rules.board.size != (rows, columns, k):
        raise ValueError("expected the rows, columns and k of its board's definition")
    if rules.cells > KEY_CELLS and not rules.stacked:  # that has blocks, in which columns' heights stand for keys
        raise ValueError(f"a book's board has at most {KEY_CELLS} cells without gravity, and {rules} has {rules.cells}")
    layer_counts = tuple(map(counts_of, layers))
    if [one.ply for one in layer_counts] != list(range(len(layers))) or not 0 < len(layers) <= rules.cells + 1:
        raise ValueError(f"expected counts of the plies from 0 to at most {rules.cells}, one row each")
    return BookInfo(rules, layer_counts, GameCounts(*map(_whole, games)), version, generator_version, positions, digest)


def is_label(text: str) -> bool:
    """Return whether a book may show this text: short, and without control characters."""
    return len(text) <= _LONGEST and text.isprintable()


def counts_of(row: tuple[Any, ...]) -> LayerCounts:
    """Return the counts in a row of ``layer``; raises TypeError or ValueError if they cannot be counts."""
    return LayerCounts(*row[:-2], *map(_whole, row[-2:]))


def _whole(text: str | None) -> int | None:
    """Return a count from its decimal text."""
    if type(text) not in (str, NoneType):
        raise TypeError("expected decimal text as its counts of games")
    if text is not None and len(text) > _LONGEST:
        raise ValueError(f"expected counts of games of at most {_LONGEST} digits; got {len(text):,}")
    return None if text is None else int(text)
