"""Checks of the file and its tables: schema, header, digest, and each row's key, board text, ply and orbit."""

import re

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Rules
from oxobook.book.store.reader import Store
from oxobook.book.verify.geometry import Flags, Geometry
from oxobook.book.verify.row_table import Rows
from oxobook.book.verify.verdict import Findings

_LATER = {"searched"}  # tables made when something is first kept in them
_SHARED = {"book", "layer", "strategy", "bound"}  # tables of every book; each layout adds its own


def check_schema(store: Store, tables: frozenset[str], found: Findings) -> str:
    """Check the tables and columns, ``tables`` the layout's own; what they hold is asked only where they are right."""
    documented = sorted(_SHARED | tables | (store.tables & _LATER))
    for stranger in store.database.strange(documented):
        found.add(None, "tables", f"just {', '.join(documented)}, as documented", stranger)
    if not found.count:
        _check_header(store, found)
    return f"{len(documented)} tables as documented, format version {store.info.format_version}"


def _check_header(store: Store, found: Findings) -> None:
    """Check the row of ``book``, as far as no other check recomputes it."""
    header = store.database.ask("header", most=2)
    found.unless_equal("rows of the book table", 1, len(header))
    text, height, width, k, misere, gravity, _, version, _, _, *games = header[0]
    known = store.info.rules
    rules = Rules(height, width, k, bool(misere), bool(gravity), *known[5:])
    found.unless_equal("rules", rules.header, text)
    for name, flag in (("misere", misere), ("gravity", gravity)):
        if flag not in (0, 1):
            found.add(None, name, "0 or 1", flag)
    counts = [games, *(row[-2:] for row in store.database.ask("layers"))]
    for count in (one for row in counts for one in row if one is not None):
        if not re.fullmatch("0|[1-9][0-9]*", count, re.ASCII):
            found.add(None, "count of games", "a number in the digits 0 to 9, without zeros before it", repr(count))
    if not re.fullmatch(r"[0-9]+(\.[0-9a-z]+)+", str(version)):
        found.add(None, "generator_version", "a version such as 0.1.0", repr(version))


_GAMES = 10  # place of the first count of games in a row of ``book``
_RECORD = (("key", 8), ("value", 1), ("remoteness", 1), ("best", 4), ("safe", 4), ("pick", 1), ("orbit", 1))


def possible(geometry: Geometry, rows: Rows) -> Flags:
    """Return whether each key is that of stones on the board, as many of X as of O or one more."""
    x, o = rows.key & geometry.full, rows.key >> geometry.cells
    on_board: Flags = (rows.key >= 0) & (rows.key < 1 << 2 * geometry.cells) & (x & o == 0)
    counts = (np.bitwise_count(stones).astype(np.int64) for stones in (x, o))
    fits: Flags = on_board & geometry.endings.fits(*counts)
    return fits


def header_of(store: Store) -> bytes:
    """Return the first part of what the digest covers: the counts as text."""
    info = store.info
    header = [("oxobook", info.format_version, info.rules.header)]
    header += store.database.ask("layers")
    header += [row[_GAMES:] for row in store.database.ask("header")]
    return "".join(" ".join("-" if word is None else str(word) for word in line) + "\n" for line in header).encode()


def packed(rows: Rows, either: bool, found: Findings) -> NDArray[np.void]:
    """Return the rows as records of 20 bytes, or 28; add a finding for a number that does not fit its bytes."""
    sizes = {name: 8 if either and name in ("best", "safe") else size for name, size in _RECORD}
    kinds = [(name, f"<{'u' if name == 'orbit' else 'i'}{size}") for name, size in sizes.items()]
    records = np.empty(len(rows), dtype=kinds)
    for name, _ in _RECORD:
        column = getattr(rows, name)
        if name == "pick":
            column = np.where(rows.no_pick, -1, column)
        records[name] = column
        for index in np.flatnonzero(records[name] != column):
            bits = 8 * records[name].itemsize
            found.add(None, f"{name} of key {rows.key[index]}", f"a number of {bits} bits", column[index])
    return records
