"""What the unfinished book holds, proved before it is gone on from; and the X-masks in runs, as the book has them."""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import islice

from book.errors import DamagedBook
from book.game.rules import Mask
from book.layout.block_reader import BLOCK, RUN, decompressor
from book.store.store import BlockWriter, FinishedLayer
from generator.dense.row_sets import RowSets
from generator.work.workers import Workers

_AT_ONCE = 16  # blocks: worth handing to another thread, or sending to another process


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
    while some := list(islice(blocks, _AT_ONCE)):
        sizes = [max(0, min(BLOCK, size - place * BLOCK)) for place in range(len(some))]
        size -= sum(sizes)
        yield some, sizes
    if size:
        raise DamagedBook("blocks are missing")


def _block_digests(blocks: list[bytes], sizes: list[int]) -> bytes:
    """The digests of some blocks, one after the other."""
    unpack = decompressor()
    return b"".join(hashlib.sha256(unpack(block, size)).digest() for block, size in zip(blocks, sizes, strict=True))


def packed_masks(sets: Iterable[RowSets]) -> Iterator[tuple[int, Mask, bytes]]:
    """The X-masks as the file keeps them: how many stones, a run's first mask, and the run."""
    for stones, one in enumerate(sets):
        masks = one.open.masks
        for start in range(0, len(masks), RUN):
            run = masks[start : start + RUN]
            yield stones, int(run[0]), run.astype("<i4").tobytes()
