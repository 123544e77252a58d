"""Check of a book for range requests, which is a folder of files; see FORMAT.md.

The folder has scores and no counts, but its manifest keeps what else the book's digest is made of. So every score is
read, the digest is computed again, and what holds of the book with this digest holds of the folder.
"""

import hashlib
import json
import time
import zlib
from collections.abc import Iterator
from math import comb
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from oxobook.book.errors import OxobookError, masked
from oxobook.book.game.rules import Rules
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.published import published_digest
from oxobook.book.store.new_file import open_plain
from oxobook.book.verify.geometry import Ints, geometry_of
from oxobook.book.verify.score_table import PlacementSlots
from oxobook.book.verify.verdict import Check, Findings, Verdict

MANIFEST = "manifest.json"
_BLOCK, _MOST_PIECES, _MOST_CELLS = 1 << 16, 512, 31
_ERRORS = (OxobookError, OSError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError, zlib.error)


def verify_range_folder(folder: Path, tell: Tell = tell_nobody) -> Verdict:
    """Check a folder for range requests: its manifest, every X-mask and score, the digest, and the published one."""
    began, rules, checks = time.perf_counter(), None, []
    for name in ("manifest", "scores", "published"):
        found = Findings()
        try:
            with open_plain(folder / MANIFEST) as file:
                manifest = json.load(file)
            rules = Rules.written(manifest["rules"])
            checked = _CHECKS[name](folder, rules, manifest, found, tell)
        except (*_ERRORS, RecursionError) as error:
            found.add(None, name, "as oxobook site writes it", f"{type(error).__name__}: {error}")
            checked = "not finished"
        now = time.perf_counter()
        checks.append(Check(name, checked, found.count, tuple(found.first), now - began))
        began = now
        if found.count:
            break
    return Verdict(masked(folder), rules and str(rules), None, tuple(checks))


def _check_manifest(folder: Path, rules: Rules, manifest: dict[str, Any], found: Findings, tell: Tell) -> str:
    """Check all that follows from the rules, and that the digest is made of the counts and the plies' digests."""
    if rules.stacked or rules.cells > _MOST_CELLS:
        raise ValueError(f"{rules} has no form for range requests")
    made_of = manifest["counts"].encode() + b"".join(map(bytes.fromhex, manifest["plies"]))
    expected: dict[str, Any] = {"format": "oxobook-ranges", "version": 1, "cells": rules.cells}
    expected |= {"symmetries": [*map(list, geometry_of(rules).ways)], "digest": hashlib.sha256(made_of).hexdigest()}
    for field, value in expected.items():
        found.unless_equal(field, value, manifest[field])
    found.unless_equal("game of the counts", f"oxobook 1 {rules.header}", manifest["counts"].partition("\n")[0])
    return f"its fields, and the SHA-256 of the counts and {len(manifest['plies'])} plies"


def _check_scores(folder: Path, rules: Rules, manifest: dict[str, Any], found: Findings, tell: Tell) -> str:
    """Check the X-masks of every piece, and the digest of each ply's scores."""
    rows = PlacementSlots(geometry_of(rules)).rows
    count, there = 0, [stones for stones in range(rules.cells // 2 + 1) if len(rows[stones])]
    names = [f"scores-{stones:02}.bin" for stones in there]
    found.unless_equal("files", names, [entry["file"] for entry in manifest["files"]])
    found.unless_equal("files in the folder", sorted([MANIFEST, *names]), sorted(one.name for one in folder.iterdir()))
    for stones, entry in zip(there, [] if found.count else manifest["files"], strict=False):
        two = 2 * stones - 1, 2 * stones
        columns = [comb(rules.cells - stones, ply // 2) if 0 <= ply < rules.cells else 0 for ply in two]
        expected = {"stones": stones, "rows": len(rows[stones]), "columns": columns}
        found.unless_equal(f"entry of {entry['file']}", expected, {field: entry[field] for field in expected})
        digests = _PlyDigest(), _PlyDigest()
        with open_plain(folder / entry["file"]) as file:
            for pieces in _pieces(file, entry, columns, rows[stones]):
                for digest, scores in zip(digests, pieces, strict=True):
                    digest.add(scores)
                    count += len(scores)
                tell(f"reading {rules}", count)
        for ply, digest in zip(two, digests, strict=True):
            if 0 <= ply < min(rules.cells, len(manifest["plies"])):
                found.unless_equal(f"digest of the scores of ply {ply}", manifest["plies"][ply], digest.end())
    return f"{count:,} scores, by the digests of their plies"


def _pieces(file: BinaryIO, entry: dict[str, Any], columns: list[int], masks: Ints) -> Iterator[tuple[bytes, bytes]]:
    """Yield the scores of each piece with O and with X to move; raises ValueError for other bytes than documented."""
    at, done, parts = 0, 0, int(entry["parts"])
    for first, start, size in entry["directories"]:
        file.seek(start)
        words = np.frombuffer(_unpacked(file.read(size), 4 * _MOST_PIECES * (1 + parts)), "<u4").tolist()
        count = len(words) // (1 + parts)
        if start - sum(words[count:]) != at or words[0] != first or len(words) != count * (1 + parts):
            raise ValueError(f"the directory at {start} does not follow its pieces")
        file.seek(at)
        for piece in range(count):
            rows = min(int(entry["piece_rows"]), len(masks) - done)
            lengths = [rows * (4 + columns[0]), rows * columns[1]]
            lengths = lengths if parts == 2 else [sum(lengths)]
            sizes = words[count + piece * parts : count + (piece + 1) * parts]
            read = b"".join(_unpacked(file.read(size), length) for size, length in zip(sizes, lengths, strict=True))
            if len(read) != sum(lengths) or rows < 1:
                raise ValueError(f"a piece at {at} has {len(read)} bytes, not {sum(lengths)}")
            expected = masks[done : done + rows].astype("<u4").tobytes()
            if read[: 4 * rows] != expected or words[piece] != masks[done]:
                raise ValueError(f"a piece has other X-masks than those from {masks[done]}")
            done += rows
            yield read[4 * rows : rows * (4 + columns[0])], read[rows * (4 + columns[0]) :]
        at = start + size
    if done != len(masks) or file.seek(0, 2) != at or entry["bytes"] != at:
        raise ValueError(f"{entry['file']} has {done} rows in {at} bytes; expected {len(masks)} in {entry['bytes']}")


def _unpacked(packed: bytes, most: int) -> bytes:
    """Return the content of one zlib stream, of at most ``most`` bytes; raises ValueError or zlib.error."""
    unpacking = zlib.decompressobj()
    content = unpacking.decompress(packed, most + 1)
    if not unpacking.eof or unpacking.unused_data or len(content) > most:
        raise ValueError("a part is not one zlib stream of its size")
    return content


class _PlyDigest:
    """SHA-256 of the SHA-256s of a ply's blocks of scores."""

    def __init__(self) -> None:
        self._left, self._digest = b"", hashlib.sha256()

    def add(self, scores: bytes) -> None:
        """Add the scores that follow."""
        self._left += scores
        while len(self._left) >= _BLOCK:
            self._digest.update(hashlib.sha256(self._left[:_BLOCK]).digest())
            self._left = self._left[_BLOCK:]

    def end(self) -> str:
        """Return the digest of all scores, in hexadecimal."""
        if self._left:
            self._digest.update(hashlib.sha256(self._left).digest())
        return self._digest.hexdigest()


def _check_published(folder: Path, rules: Rules, manifest: dict[str, Any], found: Findings, tell: Tell) -> str:
    known = published_digest(rules, "blocks")
    if known is None:
        return "no digest is published: verify the book that has the digest"
    found.unless_equal("digest, as published", known, manifest["digest"])
    return f"the digest of {rules}"


_CHECKS = {"manifest": _check_manifest, "scores": _check_scores, "published": _check_published}
