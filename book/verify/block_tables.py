"""Tables of a book of blocks, checked against the tables that the rules alone demand.

Where a score stands is arithmetic, so all but the scores follows from the rules: which X-masks there are and in which
runs, and which blocks of which sizes. Nothing is read from the file to say how much should be there, and nothing is
shared with the readers of ``book.layout`` but the unpacking of a block: a set of O's stones has for its column the
place where it stands among all sets of as many of the free cells, in ascending order.
"""

import hashlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import zip_longest
from math import comb

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import DamagedBook
from oxobook.book.layout.block_reader import BLOCK, RUN, decompressor
from oxobook.book.store.queries import SqlStore
from oxobook.book.verify.backward import SOON, Answers, Following, answers_of
from oxobook.book.verify.file_checks import header_of
from oxobook.book.verify.forward import NO_MOVE, moves_of, places_of
from oxobook.book.verify.geometry import Geometry, Ints
from oxobook.book.verify.row_table import Rows
from oxobook.book.verify.verdict import Findings

TABLES = {"block", "x_masks"}
"""Tables of such a book, beside those of every book."""


class XMasks:
    """X's masks up to symmetry, by the number of stones: lists of ascending arrays."""

    def __init__(self, geometry: Geometry) -> None:
        self._geometry = geometry
        self.open: list[Ints] = []
        """X-masks without a line: the rows of the tables of scores."""
        self.ended: list[Ints] = []
        """X-masks with a line that one stone can have completed."""
        stones = np.bitwise_count(np.arange(1 << geometry.cells, dtype=np.int32)).astype(np.int8)
        for count in range((geometry.cells + 1) // 2 + 1):
            masks = np.flatnonzero(stones == count)
            masks = masks[geometry.canonical(masks) == masks]
            ended = geometry.has_line(masks)
            self.open.append(masks[~ended])
            self.ended.append(masks[ended][self.last_stones(masks[ended]) > 0])

    def last_stones(self, masks: Ints) -> Ints:
        """Return, for each mask, the number of stones whose removal leaves no line."""
        counts = np.zeros(len(masks), dtype=np.int64)
        for cell in range(self._geometry.cells):
            held = masks >> cell & 1 == 1
            counts[held] += ~self._geometry.has_line(masks[held] ^ 1 << cell)
        return counts

    def slots(self, ply: int) -> int:
        """Return the number of scores of a ply's table.

        For each X-mask there are the ways to put O's stones on the cells that it leaves free.
        """
        x_stones, o_stones = (ply + 1) // 2, ply // 2
        return len(self.open[x_stones]) * comb(self._geometry.cells - x_stones, o_stones)

    def blocks(self) -> Iterator[tuple[int, int, int]]:
        """Yield the rows of ``block``, in the order of its key: ply, number, and number of scores."""
        for ply in range(self._geometry.cells + 1):
            slots = self.slots(ply)
            for number in range(-(-slots // BLOCK)):
                yield ply, number, min(BLOCK, slots - number * BLOCK)

    def runs(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield the rows of ``x_masks``, in the order of its key: number of stones, first mask, and the run."""
        for stones, masks in enumerate(self.open):
            for start in range(0, len(masks), RUN):
                run = masks[start : start + RUN]
                yield stones, int(run[0]), run.astype("<i4").tobytes()


def unpacked_block(store: SqlStore, unpack: Callable[[bytes, int], bytes], ply: int, number: int, size: int) -> bytes:
    """Return the ``size`` scores of a block; raises DamagedBook, which names the block."""
    try:
        return unpack(store.block(ply, number) or b"", size)
    except DamagedBook as error:
        raise DamagedBook(f"block {number} of ply {ply}: {error}") from error


def check_masks(store: SqlStore, masks: XMasks, found: Findings) -> str:
    """Check that the runs of X-masks are those of the rules, byte for byte, and that there are no others."""
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
    """Recompute the digest as FORMAT.md describes, and check that each block is a frame of its exact size.

    There may be no other blocks.
    """
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


_KEPT = 512
_AT_ONCE = 1 << 12


class ScoreTable:
    """Reader of scores, many at a time; positions are masks or keys, shape (p,), all of one ply."""

    def __init__(self, store: SqlStore, geometry: Geometry, masks: XMasks) -> None:
        self._store = store
        self._geometry = geometry
        self._masks = masks
        self._unpack = decompressor()
        self._block = lru_cache(maxsize=_KEPT)(self._read_block)

    def open_scores(self, ply: int, x: Ints, o: Ints) -> Ints:
        """Return the scores of positions in which the game goes on.

        Raises DamagedBook where the book does not hold them.
        """
        geometry, x_stones = self._geometry, (ply + 1) // 2
        standing = geometry.canonical(o | x << geometry.cells)
        x, o = standing >> geometry.cells, standing & geometry.full
        rows = np.searchsorted(self._masks.open[x_stones], x)
        columns = sets_of(geometry.cells - x_stones, ply // 2)
        numbered, number = np.zeros_like(o), np.zeros_like(o)
        for cell in range(geometry.cells):
            numbered |= (o >> cell & 1) << number
            number += 1 - (x >> cell & 1)
        return self._read(ply, rows * len(columns) + np.searchsorted(columns, numbered))

    def ranks(self, ply: int, keys: Ints) -> NDArray[np.int8]:
        """Return the ranks of positions, ended games included; see ``book.verify.backward``."""
        geometry = self._geometry
        x, o = keys & geometry.full, keys >> geometry.cells
        ended = geometry.has_line(x if ply % 2 else o)
        won = 1 if geometry.rules.misere else -1
        ranks = np.where(ended, won * (SOON - ply), 0)
        if ply < geometry.cells and not ended.all():
            scores = self.open_scores(ply, x[~ended], o[~ended])
            ranks[~ended] = np.sign(scores) * (SOON - geometry.cells - 1 + np.abs(scores))
        return ranks.astype(np.int8)

    def rows_at(self, keys: Ints) -> Rows:
        """Return the answers at canonical keys of any plies as rows of a position table."""
        parts = [np.zeros((6, 0), dtype=np.int64)]
        places = [np.zeros(0, dtype=np.intp)]
        plies = np.bitwise_count(keys)
        for ply in np.unique(plies).tolist():
            of_ply = np.flatnonzero(plies == ply)
            for start in range(0, len(of_ply), _AT_ONCE):
                places.append(of_ply[start : start + _AT_ONCE])
                found = self._answers(ply, keys[places[-1]])
                columns = (found.value, found.remoteness, found.best, found.safe, found.pick, found.no_pick)
                parts.append(np.stack(columns))
        columns_in_order = np.empty((6, len(keys)), dtype=np.int64)
        columns_in_order[:, np.concatenate(places)] = np.concatenate(parts, axis=1)
        geometry, (value, remoteness, best, safe, pick, no_pick) = self._geometry, columns_in_order
        return Rows(
            *(keys, plies.astype(np.int64), value, remoteness, best, safe, pick, no_pick),
            *(geometry.orbits(keys), geometry.boards(keys)),
        )

    def _answers(self, ply: int, keys: Ints) -> Answers:
        """Return the answers of positions of one ply, from the scores after their moves and the replies."""
        geometry = self._geometry
        moves = moves_of(geometry, ply, keys)
        children = np.unique(moves.children[moves.children != NO_MOVE])
        replies = moves_of(geometry, ply + 1, children)
        after = np.unique(replies.children[replies.children != NO_MOVE])
        no_shares = np.zeros(len(after), dtype=np.float32)
        following = Following.of(self.ranks(ply + 2, after), no_shares)
        child = answers_of(
            geometry, ply + 1, replies.lines, replies.cells, places_of(replies.children, after), following
        )
        following = Following.of(child.ranks, child.shares)
        return answers_of(geometry, ply, moves.lines, moves.cells, places_of(moves.children, children), following)

    def _read(self, ply: int, slots: Ints) -> Ints:
        """Return the scores at slots of a ply, reading each block once."""
        order = np.argsort(slots)
        numbers, starts = np.unique(slots[order] // BLOCK, return_index=True)
        scores = np.empty(len(slots), dtype=np.int64)
        for number, part in zip(numbers.tolist(), np.split(order, starts[1:]), strict=True):
            scores[part] = self._block(ply, number)[slots[part] % BLOCK]
        return scores

    def _read_block(self, ply: int, number: int) -> NDArray[np.int8]:
        """Return a block's scores."""
        size = min(BLOCK, self._masks.slots(ply) - number * BLOCK)
        return np.frombuffer(unpacked_block(self._store, self._unpack, ply, number, size), dtype=np.int8)


@lru_cache(maxsize=1024)
def sets_of(n: int, stones: int) -> Ints:
    """Return the masks of all sets of ``stones`` of n things, ascending.

    First come those without the last thing, then those with it.
    """
    if not 0 <= stones <= n:
        return np.zeros(0, dtype=np.int64)
    if n == 0:
        return np.zeros(1, dtype=np.int64)
    return np.concatenate([sets_of(n - 1, stones), sets_of(n - 1, stones - 1) | 1 << n - 1])
