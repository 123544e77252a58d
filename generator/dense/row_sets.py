"""Rows of the tables: the X-masks that play reaches, by number of stones, found once for all workers."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.bits import has_line
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.symmetry_arrays import batch_symmetry
from oxobook.book.layout.block_reader import RUN
from oxobook.generator.dense.kernels import MaskRows
from oxobook.generator.work.chunk_file import DamagedChunk
from oxobook.generator.work.chunk_folder import Folder

_AT_ONCE = 1 << 22  # masks
_DIGEST = 32


@dataclass
class RowSets:
    """X-masks with the same number of stones, up to symmetry, that play reaches."""

    open: MaskRows
    """X-masks without a line: the rows of the tables."""
    won: MaskRows
    """X-masks whose lines share a stone."""


def row_sets(rules: Rules) -> Iterator[RowSets]:
    """Yield the X-masks by their number of stones, from none up to X's last."""
    found = np.zeros(1, dtype=np.int64)
    for stones in range((rules.cells + 1) // 2 + 1):
        won = has_line(rules.lines, found)
        yield RowSets(_rows(rules, found[~won]), _rows(rules, found[won]))
        if stones < (rules.cells + 1) // 2:
            found = _children(rules, found[~won])


def _children(rules: Rules, masks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the X-masks up to symmetry with one more stone, ascending; works on a part of them at a time."""
    symmetry = batch_symmetry(rules)
    reached, least = np.zeros((2, 1 << rules.cells), dtype=np.bool_)
    for some in (masks[start : start + _AT_ONCE] for start in range(0, len(masks), _AT_ONCE)):
        for cell in range(rules.cells):
            reached[some[some >> cell & 1 == 0] | 1 << cell] = True
    for start in range(0, len(reached), _AT_ONCE):
        least[symmetry.canonical(np.flatnonzero(reached[start : start + _AT_ONCE]) + start)] = True
    return np.flatnonzero(least)


def some_rows(rows: MaskRows, start: int, stop: int) -> MaskRows:
    """Return the rows from ``start`` up to ``stop``."""
    return MaskRows(rows.masks[start:stop], rows.orbits[start:stop])


def write_row_sets(rules: Rules, folder: Folder) -> None:
    """Write the files of X-masks that are missing; raises CannotWrite."""
    if not all(is_there(folder, stones) for stones in range((rules.cells + 1) // 2 + 1)):
        for stones, sets in enumerate(row_sets(rules)):
            _write(folder, stones, sets)


def is_there(folder: Folder, stones: int) -> bool:
    """Return whether the file of X-masks with ``stones`` stones is there, as it was written."""
    try:
        read_row_sets(folder, stones)
    except DamagedChunk:
        return False
    return True


def read_row_sets(folder: Folder, stones: int) -> RowSets:
    """Return the X-masks with ``stones`` stones as their file holds them now; raises DamagedChunk."""
    name = name_of(stones)
    try:
        content = folder.array(name)
    except OSError as error:
        raise DamagedChunk(name, str(error)) from error
    end = len(content) - _DIGEST
    if end < 2 * 8 or hashlib.sha256(content[:end].data).digest() != content[end:].tobytes():
        raise DamagedChunk(name, "its rows do not match their checksum")
    counts = content[end - 2 * 8 : end].view("<i8").tolist()
    orbits, masks = np.split(content[: end - 2 * 8], [8 * sum(counts)])
    both = zip(np.split(masks.view("<i4"), counts[:1]), np.split(orbits.view("<i8"), counts[:1]), strict=True)
    return RowSets(*(MaskRows(*one) for one in both))


def _write(folder: Folder, stones: int, sets: RowSets) -> None:
    """Write a file of X-masks, little-endian.

    It holds the number of images of each, int64, those without a line first; the masks, int32, in the same order; the
    numbers without a line and with one, int64; and the SHA-256 of all that.
    """
    both = (sets.open, sets.won)
    parts = [rows.orbits.astype("<i8").tobytes() for rows in both] + [
        rows.masks.astype("<i4").tobytes() for rows in both
    ]
    parts.append(np.array([len(rows.masks) for rows in both], "<i8").tobytes())
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    folder.put(name_of(stones), [*parts, digest.digest()])


def name_of(stones: int) -> str:
    """Return the name of the file of X-masks with ``stones`` stones."""
    return f"rows-{stones:02}"


def _rows(rules: Rules, masks: NDArray[np.int64]) -> MaskRows:
    return MaskRows(masks.astype(np.int32), batch_symmetry(rules).orbits(masks).astype(np.int64))


def packed_masks(sets: Iterable[RowSets]) -> Iterator[tuple[int, Mask, bytes]]:
    """Yield the X-masks as the book stores them: number of stones, a run's first mask, and the run."""
    for stones, one in enumerate(sets):
        masks = one.open.masks
        for start in range(0, len(masks), RUN):
            run = masks[start : start + RUN]
            yield stones, int(run[0]), run.astype("<i4").tobytes()
