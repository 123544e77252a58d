"""Answers from blocks: the book of a large board keeps one score a position and nothing else.

``book.layout.rank`` says where a score lies. A *block* is a run of 65,536 scores of a ply, compressed; the X-masks that
number the rows come in runs of 4,096. A lookup reads the position's score and its children's; their comparison
gives the best and the safe moves, and proves the scores right against each other.

Blocks are kept when they have been used, the last ``KEPT_BLOCKS`` of them.
"""

import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import comb
from typing import Protocol

from book.errors import BookError, MissingExtra
from book.game.notation import board_text, cells_of
from book.game.rules import Cell, Key, Mask, Rules
from book.game.score import Value, remoteness_of
from book.game.symmetry import symmetry_group
from book.layout.rank import column_of

BLOCK = 1 << 16
"""Scores in a block, the last one of a ply apart."""
RUN = 1 << 12
"""X-masks in a run, the last one of a number of stones apart."""
KEPT_BLOCKS = 512
KEPT_ROWS = 4096

BlockRow = tuple[int, int, Mask, Mask, Callable[[], Cell] | None, int]
"""value, remoteness, best, safe, how to find the pick, orbit: what ``book.store.sqlite.Row`` has, in the same order."""


class BlockSource(Protocol):
    """Where the compressed blocks and the X-masks come from."""

    name: str

    def block(self, ply: int, number: int) -> bytes | None:
        """A block as it is stored, or None where there is none."""

    def first_x_masks(self, stones: int) -> list[Mask]:
        """The first X-mask of each run of those with so many stones."""

    def x_masks(self, stones: int, first: Mask) -> bytes | None:
        """A run of X-masks: int32, little-endian."""


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

    def __init__(self, rules: Rules, source: BlockSource) -> None:
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

    def damaged(self, what: str) -> BookError:
        """The error for a book whose blocks do not hold what they should."""
        return BookError(
            f"cannot read the book {self._source.name!r}: {what}; make it again with: oxobook generate --force"
        )


class BlockAnswers:
    """Rows made from scores."""

    def __init__(self, rules: Rules, source: BlockSource) -> None:
        self.reader = BlockReader(rules, source)
        self._rules = rules
        self._group = symmetry_group(rules)

    def row(self, key: Key) -> BlockRow | None:
        """The row of a position, in its own orientation; None for a key that no game reaches."""
        rules = self._rules
        x, o = key & rules.full, key >> rules.cells
        ended = self._ended(x, o)
        if ended is None:
            return None
        ply, orbit = (x | o).bit_count(), self._group.orbit(x, o)
        free = rules.full & ~(x | o)
        if ended or not free:
            score = self._line_score(ply) if ended else 0
            return _sign(score), remoteness_of(score, ply, rules.cells), 0, 0, None, orbit
        score, best, safe = self._moves(x, o, free)
        if self.reader.score(x, o) != score:
            raise self.reader.damaged(f"the scores of {board_text(rules, x, o)!r} and of what follows it do not agree")
        pick = cache(lambda: self._pick(x, o, best))
        return _sign(score), remoteness_of(score, ply, rules.cells), best, safe, pick, orbit

    def _ended(self, x: Mask, o: Mask) -> bool | None:
        """Whether the last mover has completed a line; None where no game reaches the stones."""
        extra = x.bit_count() - o.bit_count()
        last, other = (x, o) if extra else (o, x)
        shared, ended = last, False
        for line in self._rules.lines:
            if line & last == line:
                shared &= line
                ended = True
            elif line & other == line:
                return None
        legal = 0 <= extra <= 1 and not x & o and o <= self._rules.full and (shared or not ended)
        return ended if legal else None

    def _line_score(self, ply: int) -> int:
        """The score, for the side to move, of a game that ended with a line at this ply."""
        score = self._rules.cells + 1 - ply
        return score if self._rules.misere else -score

    def _moves(self, x: Mask, o: Mask, free: Mask) -> tuple[int, Mask, Mask]:
        """The score of a position in which the game goes on, and the best and the safe moves."""
        score, x_moves = self.reader.score, x.bit_count() == o.bit_count()
        ending = self._completing(x if x_moves else o)
        end_score = -self._line_score((x | o).bit_count() + 1)
        scores = {}
        for cell in cells_of(free):
            stone = 1 << cell
            if stone & ending:
                scores[stone] = end_score
            else:
                scores[stone] = -(score(x | stone, o) if x_moves else score(x, o | stone))
        highest = max(scores.values())
        value = _sign(highest)
        best = sum(stone for stone, worth in scores.items() if worth == highest)
        safe = sum(stone for stone, worth in scores.items() if _sign(worth) == value)
        return highest, best, safe

    def _completing(self, mover: Mask) -> Mask:
        """The cells that would complete a line of the mover's."""
        cells = 0
        for line in self._rules.lines:
            missing = line & ~mover
            if not missing & missing - 1:
                cells |= missing
        return cells

    def _pick(self, x: Mask, o: Mask, best: Mask) -> Cell:
        """The best move after which the fewest of the opponent's replies are safe; the first of equal ones."""
        return min(cells_of(best), key=lambda cell: self._safe_replies(x, o, cell))

    def _safe_replies(self, x: Mask, o: Mask, cell: Cell) -> int:
        """How many replies to a move keep the value for the opponent; none when the move ends the game."""
        if x.bit_count() == o.bit_count():
            x |= 1 << cell
        else:
            o |= 1 << cell
        free = self._rules.full & ~(x | o)
        if self._ended(x, o) or not free:
            return 0
        return self._moves(x, o, free)[2].bit_count()


def _sign(score: int) -> int:
    """The value of a score."""
    return Value.WIN if score > 0 else Value.LOSS if score < 0 else Value.DRAW
