"""Checkpoints: a prover's table, or the sheets found so far, in a file from which a later call goes on."""

import zlib
from pathlib import Path

import numpy as np

from oxobook.book.certificate.certificate import Certificate
from oxobook.book.errors import BookError, DamagedBook, masked
from oxobook.book.store.new_file import UNFINISHED, hidden_name, told, whole_file
from oxobook.generator.instructions import Words
from oxobook.generator.prove.prover import Prover

_PIECE = 1 << 17  # entries of the table that are written at once
_WAYS = 4  # entries of a bucket


def checkpoint_path(certificate: Path, attacker: str) -> Path:
    """Return the hidden file beside a certificate that keeps the table of *does the attacker win?*.

    For ``sheets`` it is the file that keeps the sheets found so far.
    """
    return hidden_name(certificate, f"{attacker}.{UNFINISHED}")


def _heading(prover: Prover) -> bytes:
    return f"oxobook proof table 2 {prover.rules} {prover.attacker}\n".encode()


def save_table(prover: Prover, path: Path) -> None:
    """Write the table's entries, whole or not at all, each piece with a checksum; raises CannotWrite."""
    entries = prover.table.reshape(-1, 2)
    with whole_file(path, replace=True) as file:
        file.write(_heading(prover))
        for start in range(0, len(entries), _PIECE):
            piece = entries[start : start + _PIECE]
            content = piece[piece[:, 1] != 0].tobytes()
            file.write(np.array([len(content), zlib.crc32(content)], np.int64).tobytes() + content)


def load_table(prover: Prover, path: Path) -> bool:
    """Fill the table from a file, which may come from a table of another size; return whether there is one.

    Raises DamagedBook.
    """
    if not path.is_file():
        return False
    with told(path), open(path, "rb") as file:
        right = file.readline(200) == _heading(prover)
        while right and (head := file.read(16)):
            length, checksum = np.frombuffer(head, np.int64) if len(head) == 16 else (0, -1)
            content = file.read(length) if 0 <= length <= 16 * _PIECE else b""
            right = len(content) == length and zlib.crc32(content) == checksum and length % 16 == 0
            if right:
                _insert(prover, np.frombuffer(content, np.int64).reshape(-1, 2))
    if not right:
        raise DamagedBook(f"the unfinished proof {masked(path)!r} is damaged or of another game: remove it")
    return True


def forget_unfinished(certificate: Path) -> None:
    """Remove the files that unfinished searches keep beside a certificate; raises CannotWrite."""
    for attacker in ("X", "O", "sheets"):
        path = checkpoint_path(certificate, attacker)
        with told(path):
            path.unlink(missing_ok=True)


def _insert(prover: Prover, entries: Words) -> None:
    """Put entries into free places of their buckets, those that cost the most nodes first."""
    buckets = (entries[:, 0] ^ entries[:, 1]) & (1 << prover.bits) - 1
    order = np.lexsort((-(entries[:, 1] >> 8 & 255), buckets))
    entries, buckets = entries[order], buckets[order]
    firsts = np.searchsorted(buckets, buckets)  # of each bucket's entries, the first
    ranks = np.arange(len(buckets)) - firsts
    table = prover.table.reshape(-1, _WAYS, 2)
    places = ranks + np.count_nonzero(table[buckets, :, 1], axis=1)
    fit = places < _WAYS
    table[buckets[fit], places[fit]] = entries[fit]


def found_before(unfinished: Path) -> Certificate:
    """Return what a search for sheets has kept; raises DamagedBook."""
    try:
        return Certificate.open(unfinished)
    except BookError as error:
        raise DamagedBook(
            f"the unfinished proof {masked(unfinished)!r} is damaged or of an earlier version: remove it"
        ) from error
