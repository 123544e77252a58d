"""Scores from blocks: the book of a large board keeps one score a position and nothing else.

``book.layout.rank`` says where a score lies. A *block* is a run of 65,536 scores of a ply, compressed; the X-masks that
number the rows come in runs of 4,096.

Blocks are kept when they have been used, the last ``KEPT_BLOCKS`` of them.
"""

import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import comb
from typing import TYPE_CHECKING

from book.errors import BookError, DamagedBook, MissingExtra
from book.game.notation import board_text
from book.game.rules import Mask, Rules
from book.game.symmetry import symmetry_group
from book.layout.rank import column_of

if TYPE_CHECKING:
    from book.store.store import BlockStore

BLOCK = 1 << 16
"""Scores in a block, the last one of a ply apart."""
RUN = 1 << 12
"""X-masks in a run, the last one of a number of stones apart."""
KEPT_BLOCKS = 512
KEPT_ROWS = 4096


def decompressor() -> Callable[[bytes], bytes]:
    """What unpacks a block; raises MissingExtra. It may be shared among threads."""
    try:
        import zstandard
    except ModuleNotFoundError as error:
        raise MissingExtra(
            "the books of large boards need the library zstandard: pip install 'oxobook[large]'"
        ) from error

    def unpack(packed: bytes) -> bytes:
        try:
            return zstandard.ZstdDecompressor().decompress(packed, max_output_size=BLOCK)
        except zstandard.ZstdError as error:
            raise BookError(str(error)) from error

    return unpack


class BlockReader:
    """The scores of a book, one at a time. May be shared among threads."""

    def __init__(self, rules: Rules, source: "BlockStore") -> None:
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
                return memoryview(unpack(packed)).cast("b")
            except BookError as error:
                raise self.damaged(f"block {number} of ply {ply}: {error}") from error

        @lru_cache(maxsize=KEPT_BLOCKS)
        def run(stones: int, first: Mask) -> Sequence[Mask]:
            return self.x_masks(source.x_masks(stones, first))

        self.block = scores
        self._run = run
        self._row = lru_cache(maxsize=KEPT_ROWS)(self._find_row)
        self._first_x_masks = cache(source.first_x_masks)

    def x_masks(self, run: bytes | None) -> Sequence[Mask]:
        """The masks of a run as it is stored."""
        masks = array("i")
        try:
            masks.frombytes(run or b"")
        except ValueError as error:
            raise self.damaged("a run of X-masks is cut short") from error
        if sys.byteorder == "big":
            masks.byteswap()
        return masks

    def score(self, x: Mask, o: Mask) -> int:
        """The score of a reachable position, in any orientation, in which X has no line."""
        row, free, ways = self._row(x)
        back = self._group.mask_back
        column = min(column_of(free, back(o, way)) for way in ways)
        o_stones = o.bit_count()
        slot = row * comb(free.bit_count(), o_stones) + column
        ply = x.bit_count() + o_stones
        try:
            return self.block(ply, slot >> 16)[slot & 0xFFFF]
        except IndexError as error:
            raise self.damaged(f"block {slot >> 16} of ply {ply} is too short") from error

    def _find_row(self, x: Mask) -> tuple[int, Mask, list[int]]:
        """The row of an X-mask, the cells that its X-mask leaves free, and the symmetries that lead back from it."""
        images = self._group.images(x, 0)
        least = min(images)
        stones = x.bit_count()
        firsts = self._first_x_masks(stones)
        number = bisect_right(firsts, least) - 1
        run = self._run(stones, firsts[number]) if number >= 0 else ()
        place = bisect_left(run, least)
        if place == len(run) or run[place] != least:
            raise self.damaged(f"it lacks the row of {board_text(self._rules, least, 0)!r}")
        inverses = self._group.inverses
        ways = [inverses[symmetry] for symmetry, image in enumerate(images) if image == least]
        return number * RUN + place, self._rules.full & ~least, ways

    def damaged(self, what: str) -> DamagedBook:
        """The error for a book whose blocks do not hold what they should."""
        return DamagedBook(
            f"cannot read the book {self._source.name!r}: {what}; make it again with: oxobook generate --force"
        )
