"""Book's positions as NumPy records, and the digest of a book's content.

A record is 20 bytes, little-endian, without padding, in the order of ``RECORD``; ``pick`` is -1 where the game is
over. The digest is the SHA-256 of a text header and the records by ascending key; FORMAT.md gives it in full.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Key, Rules
from oxobook.book.info import FORMAT_VERSION, GameCounts, LayerCounts
from oxobook.book.store.reader import Row

RECORD = np.dtype(
    [
        ("key", "<i8"),
        ("value", "i1"),
        ("remoteness", "i1"),
        ("best", "<i4"),
        ("safe", "<i4"),
        ("pick", "i1"),
        ("orbit", "u1"),
    ]
)
Records = NDArray[np.void]
"""Records of dtype ``RECORD``, shape (positions,), by ascending key."""


def record_of(rules: Rules) -> "np.dtype[np.void]":
    """Return the type of a book's records: sets of moves take 8 bytes where a move is a cell and a sign."""
    wide = [(name, "<i8" if name in ("best", "safe") else RECORD[name].str) for name in RECORD.names or ()]
    return np.dtype(wide) if rules.terms.both else RECORD


def records_of(rows: Iterable[tuple[Key, Row]], kind: "np.dtype[np.void]" = RECORD) -> Records:
    """Return the records of a store's rows, of a type that ``record_of`` gives."""
    flat = ((key, *row[:4], -1 if row[4] is None else row[4], row[5]) for key, row in rows)
    return np.fromiter(flat, dtype=kind)


def content_digest(rules: Rules, layers: Iterable[LayerCounts], games: GameCounts, content: Any) -> str:
    """Return the digest of a book's content, in hexadecimal.

    ``content``: the records or, of a large board, the digests of each ply's scores, from the first ply on, in a row.
    """
    lines = [("oxobook", FORMAT_VERSION, rules.header), *layers, games]
    counts = "".join(" ".join("-" if word is None else str(word) for word in line) + "\n" for line in lines)
    digest = hashlib.sha256(counts.encode())
    digest.update(content)
    return digest.hexdigest()
