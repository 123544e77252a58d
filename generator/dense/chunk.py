"""A chunk: some rows of a layer, scored, counted and packed by one worker.

The book's blocks take no notice of rows, so a chunk begins and ends within blocks that it shares with its neighbours:
what it has of those is handed back as it is, and joined by whoever takes the chunks in their order.
"""

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import zstandard

from book.layout.block_reader import BLOCK
from book.store.store import PackedBlock
from generator.dense import kernels
from generator.dense.array_types import Counts, Scores
from generator.dense.kernels import COUNTED, Board, Ply, Rows
from generator.dense.next_layer import Part

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


class SolvedChunk(NamedTuple):
    """What is found of some rows."""

    size: int
    """How many scores they have."""
    packed: PackedScores
    counts: Counts
    scores: Scores | None
    """Shape (rows, columns); None where they are not to be held."""


def solve_chunk(board: Board, ply: Ply, rows: Rows, above: Part, first: int, hold: bool) -> SolvedChunk:
    """Solve some rows of a layer; ``first``: the slot of their first score, ``hold``: whether to hand them back."""
    stop = len(rows.masks)
    scores = np.empty((stop, len(ply.sets)), np.int8)
    counts = np.zeros((2, COUNTED), np.int64)
    solve = kernels.solve_x_rows if ply.x_to_move else kernels.solve_o_rows
    solve(board, ply, rows, 0, stop, above.rows(), scores, counts)
    return SolvedChunk(scores.size, pack(scores.reshape(-1), first), counts, scores if hold else None)


def count_won_rows(board: Board, ply: Ply, rows: Rows) -> Counts:
    """What rows count in which X has just won."""
    counts = np.zeros((2, COUNTED), np.int64)
    kernels.count_won_rows(board, ply, rows, 0, len(rows.masks), counts)
    return counts


def pack(scores: Scores, first: int) -> PackedScores:
    """Pack consecutive scores; ``scores``: of one dimension, ``first``: the slot of the first of them."""
    begin = -first % BLOCK
    if begin > len(scores):
        return PackedScores(scores.tobytes(), False, [], b"")
    end = begin + (len(scores) - begin) // BLOCK * BLOCK
    blocks = [_packed(scores[start : start + BLOCK].data) for start in range(begin, end, BLOCK)]
    return PackedScores(scores[:begin].tobytes(), True, blocks, scores[end:].tobytes())


def joined(pieces: Iterable[PackedScores]) -> Iterator[list[PackedBlock]]:
    """A layer's blocks in their order, from its pieces in theirs."""
    rest = b""
    for piece in pieces:
        rest += piece.head
        blocks = piece.blocks
        if piece.ends:
            blocks = [_packed(rest), *blocks] if rest else blocks
            rest = piece.tail
        yield blocks
    if rest:
        yield [_packed(rest)]


def _packed(scores: "bytes | memoryview") -> PackedBlock:
    """A block of scores."""
    packer = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
    return PackedBlock(packer.compress(scores), hashlib.sha256(scores).digest())
