"""Position table as arrays, and as the records that a digest covers."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import DamagedBook
from oxobook.book.store.reader import Store
from oxobook.book.verify.geometry import Flags, Geometry, Ints
from oxobook.book.verify.verdict import Findings

_COLUMNS = ("ply", "value", "remoteness", "best", "safe", "pick", "no_pick", "orbit")
_ROW = np.dtype([("key", "<i8"), ("board", "O"), *((name, "<i8") for name in _COLUMNS)])
_AT_ONCE = 20_000
_RECORD = (("key", 8), ("value", 1), ("remoteness", 1), ("best", 4), ("safe", 4), ("pick", 1), ("orbit", 1))


@dataclass
class Answers:
    """Answers of positions; arrays of shape (p,)."""

    value: Ints
    remoteness: Ints
    best: Ints
    safe: Ints
    pick: Ints
    """Cell of the pick, 0 for NULL."""
    no_pick: Ints
    """1 if the pick is NULL, else 0."""


@dataclass
class Rows(Answers):
    """Rows of the position table, in the order they came; arrays of shape (p,)."""

    key: Ints
    ply: Ints
    orbit: Ints
    wrong_boards: dict[int, str] = field(default_factory=dict)
    """Content of the board column, by index, where it is not the text of the key."""

    def __len__(self) -> int:
        return len(self.key)

    def taken(self, places: Any) -> "Rows":
        """Return some of the rows, without the wrong boards."""
        return Rows(**{name: getattr(self, name)[places] for name in ("key", *_COLUMNS)})


def all_rows(store: Store, geometry: Geometry, tell: Callable[..., None]) -> Rows:
    """Return every row, in the order of the table's key; raises BookError if they cannot be read."""
    return _rows(store.pages("rows"), geometry, tell, store.info.positions)


def rows_at(store: Store, keys: Ints, geometry: Geometry) -> Rows:
    """Return the rows of these keys that are there, by ascending key."""
    found = (store.database.first("row", key) for key in keys.tolist())
    return _rows((row for row in found if row is not None), geometry, lambda *_: None, 0)


def _rows(found: Iterable[tuple[Any, ...]], geometry: Geometry, tell: Callable[..., None], total: int) -> Rows:
    parts, start = [], 0
    wrong: dict[int, str] = {}
    for part in _batches(iter(found)):
        texts, boards = part["board"].tolist(), geometry.boards(part["key"])
        if set(map(len, texts)) - {geometry.width} or "".join(texts).encode() != boards.tobytes():
            pairs = enumerate(zip(texts, boards.tolist(), strict=True), start)
            wrong |= {place: text for place, (text, board) in pairs if text.encode() != board}
        parts.append(part[["key", *_COLUMNS]])
        start += len(part)
        tell(start, total)
    columns = {name: np.concatenate([part[name] for part in parts]) for name in ("key", *_COLUMNS)}
    return Rows(**columns, wrong_boards=wrong)


def _batches(found: Iterator[tuple[Any, ...]]) -> Iterator[NDArray[np.void]]:
    """Yield the tuples as records in batches, ending with an empty batch."""
    while True:
        try:
            part = np.fromiter(islice(found, _AT_ONCE), dtype=_ROW)
            if set(map(type, part["board"])) - {str}:
                raise TypeError("expected text in the board column")
        except (TypeError, ValueError, OverflowError) as error:
            raise DamagedBook(f"expected numbers and text in the position table; {error}") from error
        yield part
        if len(part) < _AT_ONCE:
            return


def possible(geometry: Geometry, rows: Rows) -> Flags:
    """Return whether each key is that of stones on the board, as many of X as of O or one more."""
    x, o = rows.key & geometry.full, rows.key >> geometry.cells
    on_board: Flags = (rows.key >= 0) & (rows.key < 1 << 2 * geometry.cells) & (x & o == 0)
    counts = (np.bitwise_count(stones).astype(np.int64) for stones in (x, o))
    fits: Flags = on_board & geometry.endings.fits(*counts)
    return fits


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
