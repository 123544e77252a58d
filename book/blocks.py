"""Answers from blocks: the book of a large board keeps one score a position and nothing else.

``book.rank`` says where a score lies. A *block* is a run of 65,536 scores of a ply, compressed; the X-masks that
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

from book.canonical import symmetry_group
from book.errors import BookError, MissingExtra
from book.notation import board_text, cells_of
from book.rank import column_of, standing
from book.rules import Cell, Key, Mask, Rules
from book.score import Value, remoteness_of

BLOCK = 1 << 16
"""Scores in a block, the last one of a ply apart."""
RUN = 1 << 12
"""X-masks in a run, the last one of a number of stones apart."""
KEPT_BLOCKS = 512

BlockRow = tuple[int, int, Mask, Mask, Callable[[], Cell] | None, int]
"""value, remoteness, best, safe, how to find the pick, orbit: what ``book.store.Row`` has, in the same order."""


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
        rules = self._rules
        x, o = standing(rules, x, o)
        x_stones, o_stones = x.bit_count(), o.bit_count()
        columns = comb(rules.cells - x_stones, o_stones)
        slot = self._row(x, x_stones) * columns + column_of(rules.full & ~x, o)
        scores = self.block(x_stones + o_stones, slot >> 16)
        try:
            return scores[slot & 0xFFFF]
        except IndexError as error:
            raise self.damaged(f"block {slot >> 16} of ply {x_stones + o_stones} is too short") from error

    def _row(self, x: Mask, stones: int) -> int:
        """The row of an X-mask."""
        firsts = self._first_x_masks(stones)
        number = bisect_right(firsts, x) - 1
        run = self._run(stones, firsts[number]) if number >= 0 else ()
        place = bisect_left(run, x)
        if place == len(run) or run[place] != x:
            raise self.damaged(f"it lacks the row of {board_text(self._rules, x, 0)!r}")
        return number * RUN + place

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
        self._lines_through = [[line for line in rules.lines if line >> cell & 1] for cell in range(rules.cells)]

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
        scores = {cell: -self._child_score(x, o, cell) for cell in cells_of(free)}
        score = max(scores.values())
        best = sum(1 << cell for cell, worth in scores.items() if worth == score)
        safe = sum(1 << cell for cell, worth in scores.items() if _sign(worth) == _sign(score))
        return score, best, safe

    def _child_score(self, x: Mask, o: Mask, cell: Cell) -> int:
        """The score of what follows a move, for the side to move then."""
        x_moves = x.bit_count() == o.bit_count()
        mover = (x if x_moves else o) | 1 << cell
        for line in self._lines_through[cell]:
            if line & mover == line:
                return self._line_score((x | o).bit_count() + 1)
        return self.reader.score(mover, o) if x_moves else self.reader.score(x, mover)

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
