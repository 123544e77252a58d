"""The container: SQLite's own check of the file, the tables that FORMAT.md documents, and the book's one row."""

import re

from book.game.rules import Rules
from book.store.sqlite import Store
from book.verify.verdict import Findings

_SCHEMA = {
    "book": "rows INTEGER, columns INTEGER, k INTEGER, misere INTEGER, gravity INTEGER, format_version INTEGER, "
    "positions INTEGER, rules TEXT, generator_version TEXT, digest TEXT, x_games TEXT?, o_games TEXT?, "
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
"""By table its columns and types; * is part of the key, ? may be NULL."""
_BLOCKS = {"block", "x_masks"}
"""The tables that a large board's book has in place of ``position``."""


def check_file(store: Store, found: Findings) -> str:
    """SQLite's check of every page, of the order of keys, and of each value's type; not for other databases."""
    if not store.is_sqlite:
        return "left to the database"
    for (message,) in store.select("PRAGMA integrity_check"):
        if message != "ok":
            found.add(None, "SQLite's integrity check", "ok", " ".join(str(message).split()))
    (pages,) = next(store.select("PRAGMA page_count"))
    return f"every page by SQLite's own integrity check, {pages:,} of them"


def check_schema(store: Store, found: Findings) -> str:
    """The tables and columns are those documented; in a file all are STRICT, and there is nothing else."""
    others = {"position"} if store.has_blocks else _BLOCKS
    documented = {table: columns for table, columns in _SCHEMA.items() if table not in others}
    if store.is_sqlite:
        _check_tables(store, documented, found)
    else:
        _check_server_tables(store, documented, found)
    _check_header(store, found)
    return f"{len(documented)} tables as documented, format version {store.info.format_version}"


def _check_tables(store: Store, documented: dict[str, str], found: Findings) -> None:
    """Compare the schema of an SQLite file."""
    things = [(kind, name) for kind, name in store.select("SELECT type, name FROM sqlite_master ORDER BY name")]
    names = [name for kind, name in things if kind == "table"]
    found.unless_equal("tables", sorted(documented), names)
    others = [f"{kind} {name}" for kind, name in things if kind != "table" and not str(name).startswith("sqlite_")]
    found.unless_equal("views, triggers and indices", [], others)
    strict = dict(store.select("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'"))
    for table, expected in documented.items():
        if table in names:
            found.unless_equal(f"whether table {table} is STRICT", 1, strict.get(table))
            sql = f"SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo('{table}')"
            columns = [
                f"{name} {kind}{'*' if key else '' if required else '?'}{' hidden' if hidden else ''}"
                for name, kind, required, key, hidden in store.select(sql)
            ]
            found.unless_equal(f"columns of {table}", sorted(expected.split(", ")), sorted(columns))


def _check_server_tables(store: Store, documented: dict[str, str], found: Findings) -> None:
    """Compare the tables of a server's book; others may stand beside them."""
    for table, expected in documented.items():
        columns = [
            f"{name} {kind}{'*' if key else '' if required else '?'}"
            for name, kind, required, key in store.server_columns(table)
        ]
        found.unless_equal(f"columns of {table}", sorted(expected.split(", ")), sorted(columns))


def _check_header(store: Store, found: Findings) -> None:
    """The one row of ``book``, as far as no other check recomputes it."""
    (rows,) = next(store.select("SELECT count(*) FROM book"))
    found.unless_equal("rows of the book table", 1, rows)
    sql = "SELECT rules, rows, columns, k, misere, gravity, generator_version FROM book"
    text, height, width, k, misere, gravity, version = next(store.select(sql))
    found.unless_equal("rules", str(Rules(height, width, k, bool(misere), bool(gravity))), text)
    for name, flag in (("misere", misere), ("gravity", gravity)):
        if flag not in (0, 1):
            found.add(None, name, "0 or 1", flag)
    if not re.fullmatch(r"[0-9]+(\.[0-9a-z]+)+", str(version)):
        found.add(None, "generator_version", "a version such as 0.1.0", repr(version))
