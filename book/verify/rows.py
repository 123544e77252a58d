"""Checks of a book that keeps a row for each position: all answers are worked out from the rules, and compared."""

import hashlib
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import DamagedBook, counted
from oxobook.book.game.score import Value
from oxobook.book.store.reader import Store
from oxobook.book.verify.answers import Answers, joined, safe_moves, work_out
from oxobook.book.verify.checks import Checks, check_file, header_of
from oxobook.book.verify.counts import PlayCounts, check_counts, check_published
from oxobook.book.verify.geometry import Geometry, Ints
from oxobook.book.verify.lookups import check_lookups, keys_to_ask
from oxobook.book.verify.residues import alike, whole
from oxobook.book.verify.verdict import Check, Findings
from oxobook.book.verify.walk import NO_MOVE, Layer, steps, walk

_COLUMNS = ("ply", "value", "remoteness", "best", "safe", "pick", "no_pick", "orbit")
_NUMBERS = np.dtype([(name, "<i8") for name in ("key", *_COLUMNS)])
_ROW = np.dtype([("key", "<i8"), ("board", "O"), *((name, "<i8") for name in _COLUMNS)])
_RECORD = (("key", 8), ("value", 1), ("remoteness", 1), ("best", 4), ("safe", 4), ("pick", 1), ("orbit", 1))
_SELECT = """
    SELECT position.key, position.board, position.ply, position.value, position.remoteness, position.best,
        position.safe, coalesce(position.pick, 0), CASE WHEN position.pick IS NULL THEN 1 ELSE 0 END, position.orbit
    FROM position WHERE position.key > :key ORDER BY position.key LIMIT 1000"""
_AT_ONCE = 1 << 14


class Rows(NamedTuple):
    """Rows by ascending key."""

    numbers: Any
    """Record array of all columns but the board; ``pick`` is 0 and ``no_pick`` 1 for NULL."""
    wrong_boards: dict[int, str]
    """Content of the board column, by place, where it is not the text of the key."""

    @property
    def keys(self) -> Ints:
        """Keys, ascending."""
        return np.ascontiguousarray(self.numbers["key"])


def row_checks(
    checks: Checks, store: Store, geometry: Geometry, sample: int | None, seed: int | None
) -> Iterator[Check]:
    """Yield the checks after that of the tables: of all rows, as reading them takes longer than all else."""
    yield from checks.run("file", check_file, store)
    rows = yield from checks.run("digest", _check_digest, store, geometry)
    yield from checks.run("boards", _check_boards, geometry, rows)
    layers = yield from checks.run("moves", _check_moves, geometry, rows)
    if "moves" in checks.wrong:
        return
    answers = yield from checks.run("answers", _check_answers, geometry, rows, layers)
    chosen = keys_to_ask(geometry, geometry.cells, seed)
    proved = joined(one.taken(np.isin(one.keys, chosen, assume_unique=True)) for one in answers)
    right = "answers" not in checks.wrong
    yield from checks.run("lookups", check_lookups, store, geometry, proved if right else None, seed)
    yield from checks.run("counts", _check_counts, store, geometry, layers, answers)
    yield from checks.run("published", check_published, store.info, "rows", answers[0])


def _check_digest(store: Store, geometry: Geometry, found: Findings) -> Rows:
    """Recompute the digest from the bare tables, as FORMAT.md describes; return all rows."""
    parts, start, wrong = [np.zeros(0, _NUMBERS)], 0, dict[int, str]()
    for part in _batches(store.pages(_SELECT)):
        texts, boards = part["board"].tolist(), geometry.boards(part["key"])
        if set(map(len, texts)) - {geometry.width} or "".join(texts).encode() != boards.tobytes():
            pairs = enumerate(zip(texts, boards.tolist(), strict=True), start)
            wrong |= {place: text for place, (text, board) in pairs if text.encode() != board}
        parts.append(part[["key", *_COLUMNS]].astype(_NUMBERS))
        start += len(part)
        found.tell(start, store.info.positions)
    rows = Rows(np.concatenate(parts), wrong)
    digest = hashlib.sha256(header_of(store))
    digest.update(_packed(rows.numbers, geometry.endings.either).tobytes())
    found.unless_equal("digest", digest.hexdigest(), store.info.digest)
    found.checked = f"SHA-256 of the counts and {start:,} positions"
    return rows


def _batches(found: Iterator[tuple[Any, ...]]) -> Iterator[NDArray[np.void]]:
    """Yield the tuples as records in batches; raises DamagedBook."""
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


def _packed(rows: Any, either: bool) -> NDArray[np.void]:
    """Return the rows as records of 20 bytes, or 28; later checks find a number that does not fit its bytes."""
    sizes = {name: 8 if either and name in ("best", "safe") else size for name, size in _RECORD}
    records = np.empty(len(rows), [(name, f"<{'u' if name == 'orbit' else 'i'}{size}") for name, size in sizes.items()])
    for name in sizes:
        records[name] = np.where(rows["no_pick"], -1, rows[name]) if name == "pick" else rows[name]
    return records


def _check_moves(geometry: Geometry, rows: Rows, found: Findings) -> list[Layer]:
    """Find positions that are missing, up to the first ply with some, or that no game reaches; return all layers."""
    keys, layers, done = rows.keys, list[Layer](), 0
    for layer in walk(geometry, geometry.cells):
        layers.append(layer)
        for key in np.setdiff1d(layer.keys, keys, assume_unique=True).tolist():
            found.add(geometry.board(key), "position", "in the book", "missing")
        if found.count:  # a game may have many more
            return layers
        done += len(layer.keys)
        found.tell(done, len(keys))
    reached = np.concatenate([layer.keys for layer in layers])
    for key in np.setdiff1d(keys, reached, assume_unique=True).tolist():
        found.add(None, "key", "that of a canonical position that a game can reach", key)
    moves = sum(int(np.count_nonzero(part.places != NO_MOVE)) for layer in layers for part in layer.parts)
    found.checked = f"every child of every position is there, and nothing else: {counted(moves, 'move')}"
    return layers


def _check_boards(geometry: Geometry, rows: Rows, found: Findings) -> None:
    """Check the board, ply and orbit of each row."""
    for place, text in rows.wrong_boards.items():
        key = int(rows.numbers["key"][place])
        found.add(geometry.board(key), "board", "the text of its key", repr(text))
    every = rows.keys
    for start in range(0, len(every), _AT_ONCE):
        found.tell(start, len(every))
        part, keys = rows.numbers[start : start + _AT_ONCE], every[start : start + _AT_ONCE]
        for name, expected in (("orbit", geometry.orbits(keys)), ("ply", np.bitwise_count(keys).astype(np.int64))):
            for index in np.flatnonzero(expected != part[name]).tolist():
                found.add(geometry.board(int(keys[index])), name, expected[index], part[name][index])
    found.checked = f"board, ply and orbit of {len(rows.numbers):,} positions"


def _check_answers(geometry: Geometry, rows: Rows, layers: list[Layer], found: Findings) -> list[Answers]:
    """Work all answers out, and compare the rows with them: so a wrong row is named alone."""
    keys, done, answers = rows.keys, 0, work_out(geometry, layers)
    for right in answers:
        _compare(geometry, rows.numbers[np.searchsorted(keys, right.keys)], right, found)
        done += len(right.keys)
        found.tell(done, len(keys))
    found.checked = "value, remoteness, best, safe and pick against those of the children"
    return answers


def _compare(geometry: Geometry, rows: Any, answers: Answers, found: Findings) -> None:
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


def _check_counts(
    store: Store, geometry: Geometry, layers: list[Layer], answers: list[Answers], found: Findings
) -> None:
    """Count everything again."""
    counts, paths, perfect = PlayCounts(geometry, games=True), alike(1, 1), alike(1, 1)
    ended = [0, 0]
    for layer, right in zip(layers, answers, strict=True):
        counts.add(layer, right.scores)
        ended = [total + whole(ways[:, layer.over]) for total, ways in zip(ended, (paths, perfect), strict=True)]
        paths, perfect = layer.ways_after(paths, steps), layer.ways_after(perfect, partial(safe_moves, right.safe))
    check_counts(store.info, counts.layers, counts.drawn, found, *ended)
