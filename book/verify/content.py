"""What each row says of itself: its key, board text, ply and orbit; and the digest of them all."""

import hashlib

import numpy as np
from numpy.typing import NDArray

from oxobook.book.store.queries import SqlStore
from oxobook.book.verify.geometry import Flags, Geometry
from oxobook.book.verify.row_table import Rows
from oxobook.book.verify.verdict import Findings

_BLOCK = 1 << 16
_LAYER = (
    *("ply", "positions", "raw_positions", "terminals", "raw_terminals", "x_won", "o_won", "drawn"),
    *("x_winning", "o_winning", "drawing", "sequences", "games"),
)
"""The columns of a ply's counts in the order of the digest."""
_RECORD = (("key", 8), ("value", 1), ("remoteness", 1), ("best", 4), ("safe", 4), ("pick", 1), ("orbit", 1))


def possible(geometry: Geometry, rows: Rows) -> Flags:
    """Which keys are those of stones on the board, with as many of X as of O, or one more."""
    x, o = rows.key & geometry.full, rows.key >> geometry.cells
    more = np.bitwise_count(x).astype(np.int64) - np.bitwise_count(o)
    on_board = (rows.key >= 0) & (rows.key < 1 << 2 * geometry.cells) & (x & o == 0)
    fits: Flags = on_board & ((more == 0) | (more == 1))
    return fits


def check_boards(geometry: Geometry, rows: Rows, found: Findings) -> str:
    """Find rows whose key is no canonical position's, or whose board, ply or orbit is not that of the key."""
    fits = possible(geometry, rows)
    for key in rows.key[~fits].tolist():
        found.add(None, "key", "the key of a position", key)
    for place, text in rows.odd_boards.items():
        if fits[place]:
            found.add(geometry.board(int(rows.key[place])), "board", "the text of its key", repr(text))
    for start in range(0, len(rows), _BLOCK):
        places = start + np.flatnonzero(fits[start : start + _BLOCK])
        part = rows.taken(places)
        boards = geometry.boards(part.key)
        for name, expected, stored in (
            ("canonical key", geometry.canonical(part.key), part.key),
            ("orbit", geometry.orbits(part.key), part.orbit),
            ("ply", np.bitwise_count(part.key).astype(np.int64), part.ply),
        ):
            for index in np.flatnonzero(expected != stored).tolist():
                found.add(boards[index].decode(), name, expected[index], stored[index])
        for index in np.flatnonzero(boards != part.board).tolist():
            if int(places[index]) not in rows.odd_boards:
                found.add(boards[index].decode(), "board", "the text of its key", repr(part.board[index].decode()))
    return f"canonical key, board, ply and orbit of {len(rows):,} positions"


def check_digest(store: SqlStore, rows: Rows, found: Findings) -> str:
    """Recompute the digest from the bare tables, as FORMAT.md describes."""
    digest = hashlib.sha256(header_of(store))
    digest.update(_packed(rows, found).tobytes())
    found.unless_equal("digest", digest.hexdigest(), store.info.digest)
    return f"SHA-256 of the counts and {len(rows):,} positions"


def header_of(store: SqlStore) -> bytes:
    """The first part of what the digest is of: the counts as text."""
    info = store.info
    header = [("oxobook", info.format_version, info.rules)]
    header += store.select(f"SELECT {', '.join(_LAYER)} FROM layer ORDER BY ply")
    header += store.select(
        "SELECT x_games, o_games, drawn_games, games_up_to_symmetry, perfect_games FROM book LIMIT 1"
    )
    return "".join(" ".join("-" if word is None else str(word) for word in line) + "\n" for line in header).encode()


def _packed(rows: Rows, found: Findings) -> NDArray[np.void]:
    """The rows as records of 20 bytes; a number that its bytes cannot hold is found."""
    records = np.empty(len(rows), dtype=[(name, f"<i{size}") for name, size in _RECORD])
    for name, _ in _RECORD:
        column = getattr(rows, name)
        if name == "pick":
            column = np.where(rows.no_pick, -1, column)
        records[name] = column
        for index in np.flatnonzero(records[name] != column):
            bits = 8 * records[name].itemsize
            found.add(None, f"{name} of key {rows.key[index]}", f"a number of {bits} bits", column[index])
    return records
