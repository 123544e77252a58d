"""Reader of scores in blocks: a large board's book keeps one score a position and nothing else.

``book.layout.rank`` says where a score lies. A *block* is a run of 65,536 scores of a ply, compressed; the X-masks that
number the rows come in runs of 4,096.

The ``KEPT_BLOCKS`` blocks used last are cached.
"""

import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from math import comb
from operator import lt
from typing import TYPE_CHECKING

from oxobook.book.errors import DamagedBook, MissingExtra
from oxobook.book.game.notation import board_text
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.layout.gravity_rank import stack_slot_of, stack_slots_at
from oxobook.book.layout.rank import column_of, columns_at, stones_at

if TYPE_CHECKING:
    from oxobook.book.store.reader import Store


BLOCK = 1 << 16
"""Number of scores in a block; the last one of a ply may have fewer."""
RUN = 1 << 12
"""Number of X-masks in a run; the last one of a number of stones may have fewer."""
KEPT_BLOCKS = 512
KEPT_ROWS = 4096


def decompressor() -> Callable[[bytes, int], bytes]:
    """Return a decompressor for blocks of exactly as many bytes as the call states; raises MissingExtra.

    It may be shared among threads. It raises DamagedBook, before it takes any memory, unless the data are one frame
    that states this size and has a checksum, with nothing after it.
    """
    try:
        import zstandard
    except ModuleNotFoundError as error:
        raise MissingExtra(
            "the books of large boards need the library zstandard: pip install 'oxobook[large]'"
        ) from error

    def unpack(packed: bytes, size: int) -> bytes:
        try:
            frame = zstandard.get_frame_parameters(packed)
            if frame.content_size != size or not frame.has_checksum or frame.dict_id:
                raise DamagedBook(f"expected one frame that states {size:,} scores and has a checksum; got another")
            own = zstandard.ZstdDecompressor()  # no threads may share one, and making it takes some microseconds
            unpacked: bytes = own.decompress(packed, allow_extra_data=False)
            return unpacked
        except (TypeError, zstandard.ZstdError) as error:
            raise DamagedBook(str(error)) from error

    return unpack


class BlockReader:
    """Scores of a book, one at a time. May be shared among threads."""

    def __init__(self, rules: Rules, source: "Store") -> None:
        self._rules = rules
        self._source = source
        self._group = symmetry_group(rules)
        unpack = decompressor()

        @lru_cache(maxsize=KEPT_BLOCKS)
        def scores(ply: int, number: int) -> memoryview:
            packed = source.block(ply, number)
            if packed is None:
                raise self.damaged(f"it lacks block {number} of ply {ply}")
            try:
                return memoryview(unpack(packed, self._size(ply, number))).cast("b")
            except DamagedBook as error:
                raise self.damaged(f"block {number} of ply {ply}: {error}") from error

        self.block = scores
        self._run = lru_cache(maxsize=KEPT_BLOCKS)(self._read_run)
        self._row = lru_cache(maxsize=KEPT_ROWS)(self._find_row)
        self._first_x_masks = cache(self._read_first_x_masks)

    def runs(self, stones: int) -> Iterator[Sequence[Mask]]:
        """Yield the X-masks with ``stones`` stones, run by run."""
        for number in range(len(self._first_x_masks(stones))):
            yield self._read_run(stones, number)

    def _read_first_x_masks(self, stones: int) -> list[Mask]:
        """Return the first X-mask of each run with ``stones`` stones, ascending."""
        firsts = self._source.first_x_masks(stones)
        if not all(type(first) is int and first >= 0 and first.bit_count() == stones for first in firsts):
            raise self.damaged(f"a run of X-masks of {stones} stones does not start with a valid mask")
        return firsts

    def _read_run(self, stones: int, number: int) -> Sequence[Mask]:
        """Return the masks of a run: ``RUN`` of them, or fewer in the last one, if it begins as stated."""
        firsts = self._first_x_masks(stones)
        stored, masks = self._source.x_masks(stones, firsts[number]), array("i")
        most, last = RUN * masks.itemsize, number == len(firsts) - 1
        if type(stored) is not bytes or not 0 < len(stored) <= most or len(stored) % masks.itemsize:
            raise self.damaged(f"a run of X-masks of {stones} stones has a wrong length")
        masks.frombytes(stored)
        if sys.byteorder == "big":
            masks.byteswap()
        if masks[0] != firsts[number] or (len(stored) < most and not last):
            raise self.damaged(f"a run of X-masks of {stones} stones is out of order")
        return masks

    def slots(self, ply: int) -> int:
        """Return the number of scores of a ply."""
        if self._rules.stacked:
            return stack_slots_at(self._rules, ply)
        stones, _ = stones_at(ply)
        runs = len(self._first_x_masks(stones))
        rows = (runs - 1) * RUN + len(self._run(stones, runs - 1)) if runs else 0
        return rows * columns_at(self._rules, ply)

    def _size(self, ply: int, number: int) -> int:
        """Return the number of scores that a block must hold, 0 if there is no such block."""
        return min(BLOCK, max(0, self.slots(ply) - number * BLOCK))

    def score(self, x: Mask, o: Mask) -> int:
        """Return the score of a reachable position, in any orientation, in which the game goes on."""
        number, place = divmod(self._slot(x, o), BLOCK)
        return self.block((x | o).bit_count(), number)[place]

    def _slot(self, x: Mask, o: Mask) -> int:
        if self._rules.stacked:
            return stack_slot_of(self._rules, x, o)
        row, free, ways = self._row(x)
        back = self._group.mask_back
        o_stones = o.bit_count()
        column = min([column_of(free, back(o, way), o_stones) for way in ways])  # a generator takes longer
        slot: int = row * comb(free.bit_count(), o_stones) + column
        return slot

    def _find_row(self, x: Mask) -> tuple[int, Mask, list[int]]:
        """Return the row of an X-mask, the cells that it leaves free, and the symmetries back from the row's own."""
        images = self._group.images(x, 0)
        least = min(images)
        stones = x.bit_count()
        firsts = self._first_x_masks(stones)
        number = bisect_right(firsts, least) - 1
        run = self._run(stones, number) if number >= 0 else ()
        place = bisect_left(run, least)
        around = run[max(place - 1, 0) : place + 2]
        if place == len(run) or run[place] != least or not all(map(lt, around, around[1:])):
            raise self.damaged(f"it lacks the row of {board_text(self._rules, least, 0)!r}")
        inverses = self._group.inverses
        ways = [inverses[symmetry] for symmetry, image in enumerate(images) if image == least]
        return number * RUN + place, self._rules.full & ~least, ways

    def damaged(self, what: str) -> DamagedBook:
        """Return the error for a book whose blocks do not hold what they should."""
        return DamagedBook(
            f"cannot read the book {self._source.name!r}: {what}; make it again with: oxobook generate RULES --force"
        )
