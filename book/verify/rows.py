"""Position table of a book of rows: read whole or in part, packed for the digest, compared with what is worked out."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import DamagedBook
from oxobook.book.game.score import Value
from oxobook.book.store.reader import Store
from oxobook.book.verify.answers import Answers
from oxobook.book.verify.geometry import Flags, Geometry, Ints
from oxobook.book.verify.verdict import Findings

_COLUMNS = ("ply", "value", "remoteness", "best", "safe", "pick", "no_pick", "orbit")
_NUMBERS = np.dtype([(name, "<i8") for name in ("key", *_COLUMNS)])
_ROW = np.dtype([("key", "<i8"), ("board", "O"), *((name, "<i8") for name in _COLUMNS)])
_AT_ONCE = 1 << 14
_SELECT = """
    SELECT position.key, position.board, position.ply, position.value, position.remoteness, position.best,
        position.safe, coalesce(position.pick, 0), CASE WHEN position.pick IS NULL THEN 1 ELSE 0 END, position.orbit
    FROM position"""
_RECORD = (("key", 8), ("value", 1), ("remoteness", 1), ("best", 4), ("safe", 4), ("pick", 1), ("orbit", 1))


class Rows(NamedTuple):
    """Rows in the order in which they came."""

    numbers: Any
    """Record array of all columns but the board; ``pick`` is 0 and ``no_pick`` 1 for NULL."""
    wrong_boards: dict[int, str]
    """Content of the board column, by place, where it is not the text of the key."""


def all_rows(store: Store, geometry: Geometry, tell: Callable[..., None]) -> Rows:
    """Return every row, in the order of the table's key; raises BookError if they cannot be read."""
    found = store.pages(f"{_SELECT} WHERE position.key > :key ORDER BY position.key LIMIT 1000")
    return _read(found, geometry, tell, store.info.positions)


def rows_at(store: Store, keys: Ints, geometry: Geometry) -> Rows:
    """Return the rows of ascending keys, as far as they are there."""
    found = (store.database.first(f"{_SELECT} WHERE position.key = :key", key=key) for key in keys.tolist())
    return _read((row for row in found if row is not None), geometry, lambda *_: None, 0)


def _read(found: Iterable[tuple[Any, ...]], geometry: Geometry, tell: Callable[..., None], total: int) -> Rows:
    parts, start, wrong = [np.zeros(0, _NUMBERS)], 0, dict[int, str]()
    for part in _batches(iter(found)):
        texts, boards = part["board"].tolist(), geometry.boards(part["key"])
        if set(map(len, texts)) - {geometry.width} or "".join(texts).encode() != boards.tobytes():
            pairs = enumerate(zip(texts, boards.tolist(), strict=True), start)
            wrong |= {place: text for place, (text, board) in pairs if text.encode() != board}
        parts.append(part[["key", *_COLUMNS]].astype(_NUMBERS))
        start += len(part)
        tell(start, total)
    return Rows(np.concatenate(parts), wrong)


def _batches(found: Iterator[tuple[Any, ...]]) -> Iterator[NDArray[np.void]]:
    """Yield the tuples as records in batches."""
    while True:
        try:
            part = np.fromiter(islice(found, _AT_ONCE), dtype=_ROW)
            if set(map(type, part["board"])) - {str}:
                raise TypeError("expected text in the board column")
        except (TypeError, ValueError, OverflowError) as error:
            raise DamagedBook(f"expected numbers and text in the position table; {error}") from error
        if not len(part):
            return
        yield part


def packed(rows: Any, either: bool, found: Findings) -> NDArray[np.void]:
    """Return the rows as records of 20 bytes, or 28; add a finding for a number that does not fit its bytes."""
    sizes = {name: 8 if either and name in ("best", "safe") else size for name, size in _RECORD}
    kinds = [(name, f"<{'u' if name == 'orbit' else 'i'}{size}") for name, size in sizes.items()]
    records = np.empty(len(rows), dtype=kinds)
    for name, _ in _RECORD:
        column = np.where(rows["no_pick"], -1, rows[name]) if name == "pick" else rows[name]
        records[name] = column
        for index in np.flatnonzero(records[name] != column):
            bits = 8 * records[name].itemsize
            found.add(None, f"{name} of key {rows['key'][index]}", f"a number of {bits} bits", column[index])
    return records


def sound_rows(geometry: Geometry, rows: Rows, found: Findings) -> Any:
    """Check each row's key, board, ply and orbit; return the rows of possible keys, each once, ascending."""
    numbers, keys = rows.numbers, np.ascontiguousarray(rows.numbers["key"])
    for index in np.flatnonzero(np.diff(keys) <= 0).tolist():
        found.add(None, "keys", f"ascending after {keys[index]}", keys[index + 1])
    fits = _possible(geometry, keys)
    for key in keys[~fits].tolist():
        found.add(None, "key", "the key of a position", key)
    for place, text in rows.wrong_boards.items():
        if fits[place]:
            found.add(geometry.board(int(keys[place])), "board", "the text of its key", repr(text))
    for start in range(0, len(keys), _AT_ONCE):
        found.tell(start, len(keys))
        part = numbers[start : start + _AT_ONCE][fits[start : start + _AT_ONCE]]
        key = np.ascontiguousarray(part["key"])
        for name, expected, stored in (
            ("canonical key", geometry.canonical(key), key),
            ("orbit", geometry.orbits(key), part["orbit"]),
            ("ply", np.bitwise_count(key).astype(np.int64), part["ply"]),
        ):
            for index in np.flatnonzero(expected != stored).tolist():
                found.add(geometry.board(int(key[index])), name, expected[index], stored[index])
    _, first = np.unique(keys[fits], return_index=True)
    return numbers[fits][first]


def _possible(geometry: Geometry, keys: Ints) -> Flags:
    """Return whether each key is that of stones on the board, as many of X as of O or one more."""
    x, o = keys & geometry.full, keys >> geometry.cells
    on_board: Flags = (keys >= 0) & (keys < 1 << 2 * geometry.cells) & (x & o == 0)
    counts = (np.bitwise_count(stones).astype(np.int64) for stones in (x, o))
    fits: Flags = on_board & geometry.endings.fits(*counts)
    return fits


def compare(geometry: Geometry, rows: Any, answers: Answers, found: Findings) -> None:
    """Add a finding for each row that differs from its answer."""
    expected = {
        "value": np.sign(answers.scores),
        "remoteness": answers.remoteness(geometry.cells),
        "best": answers.best,
        "safe": answers.safe,
        "pick": answers.pick,
    }
    for name, column in expected.items():
        wrong = rows[name] != column
        if name == "pick":
            wrong = np.where(rows["no_pick"], column >= 0, wrong | (column < 0))
        for index in np.flatnonzero(wrong).tolist():
            right, stored = (_said(geometry, name, int(side[index])) for side in (column, rows[name]))
            if name == "pick":
                right = "none" if column[index] < 0 else right
                stored = "none" if rows["no_pick"][index] else stored
            found.add(geometry.board(int(answers.keys[index])), name, right, stored)


def _said(geometry: Geometry, name: str, number: int) -> str:
    """Return a column's number in words."""
    if name == "value":
        return Value(number).word if -1 <= number <= 1 else str(number)
    if name == "pick":
        return geometry.cell_names(1 << number) if 0 <= number < 64 else f"cell {number}"
    return str(number) if name == "remoteness" else geometry.cell_names(number)
