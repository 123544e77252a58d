"""The container: SQLite's own check of the file, the tables that FORMAT.md documents, and the book's one row."""

import re

from oxobook.book.game.rules import Rules
from oxobook.book.store.queries import SqlStore
from oxobook.book.verify.verdict import Findings

FIRST = "tables"
"""The check without which the others are not made: what other tables answer may depend on who asks."""

_SCHEMA = {
    "book": "rules TEXT, rows INTEGER, columns INTEGER, k INTEGER, misere INTEGER, gravity INTEGER, "
    "format_version INTEGER, generator_version TEXT, positions INTEGER, digest TEXT, x_games TEXT?, o_games TEXT?, "
    "drawn_games TEXT?, games_up_to_symmetry TEXT?, perfect_games TEXT?",
    "layer": "ply INTEGER*, positions INTEGER, raw_positions INTEGER, terminals INTEGER, raw_terminals INTEGER, "
    "x_won INTEGER, o_won INTEGER, drawn INTEGER, x_winning INTEGER, o_winning INTEGER, drawing INTEGER, "
    "sequences TEXT?, games TEXT?",
    "position": "key INTEGER*, board TEXT, ply INTEGER, value INTEGER, remoteness INTEGER, best INTEGER, safe INTEGER, "
    "pick INTEGER?, orbit INTEGER",
    "strategy": "name TEXT*, side TEXT*, key INTEGER*, move INTEGER",
    "bound": "name TEXT*, side TEXT*, least INTEGER?",
    "block": "ply INTEGER*, number INTEGER*, data BLOB",
    "x_masks": "stones INTEGER*, first INTEGER*, masks BLOB",
}
"""By table its columns in their order, with their types; * is part of the key, ? may be NULL."""
_SHARED = {"book", "layer", "strategy", "bound"}
"""The tables of every book; a layout's own come to them."""


def check_file(store: SqlStore, found: Findings) -> str:
    """The database's own check of its files, if it has one."""
    looked_at, wrong = store.check()
    for message in wrong:
        found.add(None, "file", "sound", message)
    return looked_at


def check_schema(store: SqlStore, tables: set[str], found: Findings) -> str:
    """The tables and columns are those documented, ``tables`` the layout's own; there is nothing else beside them.

    What the tables hold is asked only where they are: others may answer one question otherwise than the next.
    """
    schema, documented = store.schema(), sorted(_SHARED | tables)
    found.unless_equal("tables", documented, sorted(schema.columns))
    found.unless_equal("views, triggers and indices", [], schema.others)
    found.unless_equal("tables made otherwise than documented", [], schema.altered)
    for table in documented:
        found.unless_equal(f"columns of {table}", _SCHEMA[table].split(", "), schema.columns.get(table, []))
    if not found.count:
        _check_header(store, found)
    return f"{len(documented)} tables as documented, format version {store.info.format_version}"


def _check_header(store: SqlStore, found: Findings) -> None:
    """The one row of ``book``, as far as no other check recomputes it."""
    (rows,) = next(store.select("SELECT count(*) FROM book"))
    found.unless_equal("rows of the book table", 1, rows)
    sql = "SELECT rules, rows, columns, k, misere, gravity, generator_version FROM book"
    text, height, width, k, misere, gravity, version = next(store.select(sql))
    found.unless_equal("rules", str(Rules(height, width, k, bool(misere), bool(gravity))), text)
    for name, flag in (("misere", misere), ("gravity", gravity)):
        if flag not in (0, 1):
            found.add(None, name, "0 or 1", flag)
    games = "x_games, o_games, drawn_games, games_up_to_symmetry, perfect_games"
    counts = [*store.select("SELECT sequences, games FROM layer"), *store.select(f"SELECT {games} FROM book")]
    for count in (one for row in counts for one in row if one is not None):
        if not re.fullmatch("0|[1-9][0-9]*", count, re.ASCII):
            found.add(None, "count of games", "a number in the digits 0 to 9, without zeros before it", repr(count))
    if not re.fullmatch(r"[0-9]+(\.[0-9a-z]+)+", str(version)):
        found.add(None, "generator_version", "a version such as 0.1.0", repr(version))
