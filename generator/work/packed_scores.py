"""Scores compressed into the blocks of a book, by the worker that has computed them.

A layer is shared out in pieces that begin and end within blocks, so neighbours share blocks. A piece returns its part
of those unpacked, and ``joined`` puts the pieces together in their order.
"""

import hashlib
import threading
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import zstandard
from numpy.typing import NDArray

from oxobook.book.layout.block_reader import BLOCK
from oxobook.book.store.block_writer import PackedBlock

Scores = NDArray[np.int8]

_LEVEL = 3  # higher levels of zstd take several times as long and save a tenth
_NO_DIGEST = bytes(32)


class PackedScores(NamedTuple):
    """Consecutive scores of a layer, packed as far as they fill blocks."""

    head: bytes
    """Scores of a block that begins before the piece; all of them if the piece reaches no end of a block."""
    ends: bool
    """True if a block ends where the head does."""
    blocks: list[PackedBlock]
    tail: bytes
    """Scores of a block that ends after the piece."""


def pack(scores: Scores, first: int) -> PackedScores:
    """Pack consecutive scores; ``scores``: of one dimension, ``first``: the slot of the first of them."""
    begin = -first % BLOCK
    if begin > len(scores):
        return PackedScores(scores.tobytes(), False, [], b"")
    end = begin + (len(scores) - begin) // BLOCK * BLOCK
    blocks = [packed_block(scores[start : start + BLOCK].data) for start in range(begin, end, BLOCK)]
    return PackedScores(scores[:begin].tobytes(), True, blocks, scores[end:].tobytes())


def joined(pieces: Iterable[PackedScores]) -> Iterator[list[PackedBlock]]:
    """Yield a layer's blocks in their order, from its pieces in theirs."""
    rest = b""
    for piece in pieces:
        rest += piece.head
        blocks = piece.blocks
        if piece.ends:
            blocks = [packed_block(rest), *blocks] if rest else blocks
            rest = piece.tail
        yield blocks
    if rest:
        yield [packed_block(rest)]


def packed_blocks(scores: Any) -> list[PackedBlock]:
    """Pack scores that begin a block; ``scores``: an array of one dimension."""
    return [packed_block(one) for one in in_blocks(scores)]


def packed_block(scores: "bytes | memoryview") -> PackedBlock:
    """Pack one block of scores."""
    return _named(scores) if np.frombuffer(scores, np.int8).any() else _zeros(len(scores))


@lru_cache(8)
def _zeros(length: int) -> PackedBlock:
    """Return a block of zeros; most blocks of a large board under gravity are such."""
    return _named(bytes(length))


def _named(scores: "bytes | memoryview") -> PackedBlock:
    return PackedBlock(_packed(scores), hashlib.sha256(scores).digest())


def unnamed_blocks(contents: "Iterable[bytes | memoryview]", level: int = _LEVEL) -> list[PackedBlock]:
    """Pack blocks without digests, for chunks that never go into a book; ``level``: zstd's, lower is faster."""
    return [PackedBlock(_packed(one, level), _NO_DIGEST) for one in contents]


def in_blocks(values: Any, size: int = BLOCK) -> Iterator[memoryview]:
    """Yield the bytes of a one-dimensional array, ``size`` at a time."""
    content = memoryview(values).cast("B")
    return (content[start : start + size] for start in range(0, len(content), size))


def _packed(content: "bytes | memoryview", level: int = _LEVEL) -> bytes:
    """Compress content into a zstd frame that states its size and has a checksum."""
    return _packers.of(level).compress(content)


class _Packers(threading.local):
    """Compressors of a thread, by level: making one takes as long as packing a third of a block."""

    def __init__(self) -> None:
        self._made: dict[int, zstandard.ZstdCompressor] = {}

    def of(self, level: int) -> zstandard.ZstdCompressor:
        """Return the compressor of a level."""
        if level not in self._made:
            self._made[level] = zstandard.ZstdCompressor(level=level, write_checksum=True)
        return self._made[level]


_packers = _Packers()
