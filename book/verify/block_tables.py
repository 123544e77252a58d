"""The tables of a book of blocks, against what the rules alone say that stands in them.

Where a score stands is arithmetic, so all but the scores follows from the rules: which X-masks there are and in which
runs, and which blocks of which sizes. Nothing is read from the file to say how much should be there.
"""

import hashlib
from collections.abc import Callable, Iterator
from itertools import zip_longest
from math import comb

import numpy as np

from oxobook.book.errors import DamagedBook
from oxobook.book.layout.block_reader import BLOCK, RUN, decompressor
from oxobook.book.store.queries import SqlStore
from oxobook.book.verify.content import header_of
from oxobook.book.verify.geometry import Geometry, Ints
from oxobook.book.verify.verdict import Findings

TABLES = {"block", "x_masks"}
"""The tables of such a book, beside those of every book."""


class XMasks:
    """X's masks up to symmetry, by the number of stones: lists of ascending arrays."""

    def __init__(self, geometry: Geometry) -> None:
        self._geometry = geometry
        self.open: list[Ints] = []
        """Those without a line: the rows of the tables of scores."""
        self.ended: list[Ints] = []
        """Those with a line that one stone can have completed."""
        stones = np.bitwise_count(np.arange(1 << geometry.cells, dtype=np.int32)).astype(np.int8)
        for count in range((geometry.cells + 1) // 2 + 1):
            masks = np.flatnonzero(stones == count)
            masks = masks[geometry.canonical(masks) == masks]
            ended = geometry.has_line(masks)
            self.open.append(masks[~ended])
            self.ended.append(masks[ended][self.last_stones(masks[ended]) > 0])

    def last_stones(self, masks: Ints) -> Ints:
        """How many stones of each mask leave no line behind when they are taken away."""
        counts = np.zeros(len(masks), dtype=np.int64)
        for cell in range(self._geometry.cells):
            held = masks >> cell & 1 == 1
            counts[held] += ~self._geometry.has_line(masks[held] ^ 1 << cell)
        return counts

    def slots(self, ply: int) -> int:
        """The scores of a ply's table: for each X-mask the ways to put O's stones on the cells that it leaves free."""
        x_stones, o_stones = (ply + 1) // 2, ply // 2
        return len(self.open[x_stones]) * comb(self._geometry.cells - x_stones, o_stones)

    def blocks(self) -> Iterator[tuple[int, int, int]]:
        """The rows of ``block``, in the order of its key: ply, number, and how many scores the data hold."""
        for ply in range(self._geometry.cells + 1):
            slots = self.slots(ply)
            for number in range(-(-slots // BLOCK)):
                yield ply, number, min(BLOCK, slots - number * BLOCK)

    def runs(self) -> Iterator[tuple[int, int, bytes]]:
        """The rows of ``x_masks``, in the order of its key: how many stones, the first mask, and the run."""
        for stones, masks in enumerate(self.open):
            for start in range(0, len(masks), RUN):
                run = masks[start : start + RUN]
                yield stones, int(run[0]), run.astype("<i4").tobytes()


def unpacked_block(store: SqlStore, unpack: Callable[[bytes, int], bytes], ply: int, number: int, size: int) -> bytes:
    """A block's scores, of which there are to be so many; raises DamagedBook, which says where."""
    try:
        return unpack(store.block(ply, number) or b"", size)
    except DamagedBook as error:
        raise DamagedBook(f"block {number} of ply {ply}: {error}") from error


def check_masks(store: SqlStore, masks: XMasks, found: Findings) -> str:
    """The runs of X-masks are those that the rules give, byte for byte, and there are no others."""
    stored = store.select("SELECT stones, first FROM x_masks ORDER BY stones, first")
    for expected, place in zip_longest(masks.runs(), stored):
        if expected is None or expected[:2] != place:
            found.add(None, "runs of X-masks, by stones and first mask", expected and expected[:2], place)
            break
        if store.x_masks(*place) != expected[2]:
            stones, first, run = expected
            found.add(None, f"masks of {stones} stones from {first}", f"{len(run):,} bytes by the rules", "others")
    return f"{sum(map(len, masks.open)):,} rows"


def check_blocks(store: SqlStore, masks: XMasks, found: Findings) -> str:
    """Recompute the digest as FORMAT.md describes; each block is a frame of just its size, and there are no others."""
    digests: dict[int, list[bytes]] = {}
    unpack, count = decompressor(), 0
    stored = store.select("SELECT ply, number FROM block ORDER BY ply, number")
    for expected, place in zip_longest(masks.blocks(), stored):
        if expected is None or expected[:2] != place:
            found.add(None, "blocks, by ply and number", expected and expected[:2], place)
            break
        ply, number, size = expected
        packed = store.block(ply, number)
        try:
            scores = unpack(packed or b"", size)
        except DamagedBook as error:
            found.add(None, f"block {number} of ply {ply}", f"{size:,} scores", str(error))
            continue
        digests.setdefault(ply, []).append(hashlib.sha256(scores).digest())
        count += 1
    digest = hashlib.sha256(header_of(store))
    for layer in store.info.layers:
        digest.update(hashlib.sha256(b"".join(digests.get(layer.ply, []))).digest())
    found.unless_equal("digest", digest.hexdigest(), store.info.digest)
    return f"SHA-256 of the counts and {count:,} blocks"
