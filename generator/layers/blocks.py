"""Blocks of a book, compressed by the worker that has computed their scores.

Chunks begin and end within blocks, so neighbours share blocks. Each worker returns its part of those unpacked, and
``joined`` puts the chunks together in their order.
"""

import hashlib
import threading
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from oxobook.book.layout.block_reader import BLOCK
from oxobook.book.store.block_writer import PackedBlock
from oxobook.generator.layers.layer import Values

_LEVEL = 3  # higher levels of zstd take several times as long and save a tenth


class PackedScores(NamedTuple):
    """Consecutive scores of a layer, packed as far as they fill blocks."""

    size: int
    """Number of scores."""
    head: bytes
    """Scores of a block that begins before the piece; all of them if the piece reaches no end of a block."""
    ends: bool
    """True if a block ends where the head does."""
    blocks: list[PackedBlock]
    tail: bytes
    """Scores of a block that ends after the piece."""


def pack(scores: Values, first: int) -> PackedScores:
    """Pack consecutive scores; ``scores``: of one dimension, ``first``: the slot of the first of them."""
    begin = -first % BLOCK
    if begin > len(scores):
        return PackedScores(len(scores), scores.tobytes(), False, [], b"")
    end = begin + (len(scores) - begin) // BLOCK * BLOCK
    blocks = [packed_block(scores[start : start + BLOCK].data) for start in range(begin, end, BLOCK)]
    return PackedScores(len(scores), scores[:begin].tobytes(), True, blocks, scores[end:].tobytes())


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


def packed_block(scores: "bytes | memoryview") -> PackedBlock:
    """Pack one block of scores: a zstd frame that states its size and has a checksum."""
    return _packed(scores) if np.frombuffer(scores, np.int8).any() else _zeros(len(scores))


@lru_cache(8)
def _zeros(length: int) -> PackedBlock:
    """Return a block of zeros; most blocks of a large board under gravity are such."""
    return _packed(bytes(length))


def _packed(scores: "bytes | memoryview") -> PackedBlock:
    return PackedBlock(_packer().compress(scores), hashlib.sha256(scores).digest())


def _packer() -> Any:
    """Return the thread's own compressor: making one takes as long as packing a third of a block."""
    if not hasattr(_own, "packer"):
        import zstandard  # only books of blocks need it, and other engines count plies alike

        _own.packer = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
    return _own.packer


_own = threading.local()
