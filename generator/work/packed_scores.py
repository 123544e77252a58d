"""Scores as a book's blocks, packed by whoever has computed them.

The blocks take no notice of how a layer is shared out, so a piece of it begins and ends within blocks that it shares
with its neighbours. What it has of those is handed back as it is; whoever takes the pieces in their order joins them.
"""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
import zstandard
from numpy.typing import NDArray

from book.layout.block_reader import BLOCK
from book.store.store import PackedBlock

Scores = NDArray[np.int8]

_LEVEL = 3  # higher levels of zstd take several times as long and save a tenth


class PackedScores(NamedTuple):
    """Consecutive scores of a layer, packed as far as they fill blocks."""

    head: bytes
    """The end of a block that begins before them; all of them where they reach no end of a block."""
    ends: bool
    """Whether a block ends where the head does."""
    blocks: list[PackedBlock]
    tail: bytes
    """The beginning of a block that ends behind them."""


def pack(scores: Scores, first: int) -> PackedScores:
    """Pack consecutive scores; ``scores``: of one dimension, ``first``: the slot of the first of them."""
    begin = -first % BLOCK
    if begin > len(scores):
        return PackedScores(scores.tobytes(), False, [], b"")
    end = begin + (len(scores) - begin) // BLOCK * BLOCK
    blocks = [packed_block(scores[start : start + BLOCK].data) for start in range(begin, end, BLOCK)]
    return PackedScores(scores[:begin].tobytes(), True, blocks, scores[end:].tobytes())


def joined(pieces: Iterable[PackedScores]) -> Iterator[list[PackedBlock]]:
    """A layer's blocks in their order, from its pieces in theirs."""
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


def packed_blocks(values: Any, size: int = BLOCK) -> list[PackedBlock]:
    """Pack values that begin a block; ``values``: an array of one dimension, ``size``: the bytes of a block."""
    content = memoryview(values).cast("B")
    return [packed_block(content[start : start + size]) for start in range(0, len(content), size)]


def packed_block(scores: "bytes | memoryview", level: int = _LEVEL) -> PackedBlock:
    """A block of scores; ``level``: of zstd, the lower the faster."""
    packer = zstandard.ZstdCompressor(level=level, write_checksum=True)
    return PackedBlock(packer.compress(scores), hashlib.sha256(scores).digest())
