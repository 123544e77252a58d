"""Scores as the book keeps them: packed into blocks on all workers, and read again; and the X-masks in runs."""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np
import zstandard

from book.errors import DamagedBook
from book.game.rules import Mask
from book.layout.block_reader import BLOCK, RUN, decompressor
from book.store.store import BlockWriter, FinishedLayer, PackedBlock
from generator.dense.array_types import Scores
from generator.dense.solver import DenseLayer, RowSets
from generator.progress import Report
from generator.work.workers import Workers

_CHUNK = 16 * BLOCK  # scores: worth handing to another thread, or sending to another process
_LEVEL = 3  # higher levels of zstd take several times as long and save a tenth


def pack_layer(layer: DenseLayer, workers: Workers, report: Report) -> Iterator[list[PackedBlock]]:
    """The layer's blocks in their order, some at a time."""
    left = layer.scores.size
    for blocks in pack_scores(layer.scores, workers):
        done = min(left, _CHUNK)
        left -= done
        report("write", layer.ply, done)
        yield blocks


def pack_scores(scores: Scores, workers: Workers) -> Iterator[list[PackedBlock]]:
    """A table of scores as blocks in their order, some at a time."""
    flat: Scores = scores.reshape(-1)
    return workers.map(_pack, ((flat[start : start + _CHUNK],) for start in range(0, len(flat), _CHUNK)))


def _pack(scores: Scores) -> list[PackedBlock]:
    """Some scores as blocks."""
    packer = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
    blocks = [scores[start : start + BLOCK].data for start in range(0, len(scores), BLOCK)]
    return [PackedBlock(packer.compress(block), hashlib.sha256(block).digest()) for block in blocks]


def require_sound(layers: Iterable[FinishedLayer], file: BlockWriter, sizes: Iterable[int], workers: Workers) -> None:
    """Raise DamagedBook unless the blocks of finished layers hold the scores that were once written.

    ``sizes``: how many scores each layer has.
    """
    for layer, size in zip(layers, sizes, strict=True):
        digest = hashlib.sha256()
        for digests in workers.map(_block_digests, _with_sizes(file.blocks(layer.counts.ply), size)):
            digest.update(digests)
        if digest.digest() != layer.digest:
            raise DamagedBook(f"the scores of ply {layer.counts.ply} are not those that were written")


def _with_sizes(blocks: Iterator[bytes], size: int) -> Iterator[tuple[list[bytes], list[int]]]:
    """A layer's blocks, some at a time, with how many scores each has to hold; ``size``: how many the layer has."""
    while some := list(islice(blocks, _CHUNK // BLOCK)):
        sizes = [max(0, min(BLOCK, size - place * BLOCK)) for place in range(len(some))]
        size -= sum(sizes)
        yield some, sizes
    if size:
        raise DamagedBook("blocks are missing")


def _block_digests(blocks: list[bytes], sizes: list[int]) -> bytes:
    """The digests of some blocks, one after the other."""
    unpack = decompressor()
    return b"".join(hashlib.sha256(unpack(block, size)).digest() for block, size in zip(blocks, sizes, strict=True))


def unpacked_layer(finished: FinishedLayer, file: BlockWriter, shape: tuple[int, int]) -> DenseLayer:
    """A finished layer with its scores."""
    scores = np.empty(shape, dtype=np.int8)
    flat, start, unpack = scores.reshape(-1), 0, decompressor()
    for packed in file.blocks(finished.counts.ply):
        block = np.frombuffer(unpack(packed, min(BLOCK, len(flat) - start)), dtype=np.int8)
        flat[start : start + len(block)] = block
        start += len(block)
    return DenseLayer(finished.counts.ply, scores, finished.counts, finished.drawn_games)


def packed_masks(sets: list[RowSets]) -> Iterator[tuple[int, Mask, bytes]]:
    """The X-masks as the file keeps them: how many stones, a run's first mask, and the run."""
    for stones, one in enumerate(sets):
        masks = one.open.masks.astype("<i4")
        for start in range(0, len(masks), RUN):
            run = masks[start : start + RUN]
            yield stones, int(run[0]), run.tobytes()
