"""Layout of large boards' books: answers made from scores in blocks.

A lookup reads the position's score and its children's; their comparison gives the best and the safe moves, and proves
the scores right against each other. The pick takes the scores of the grandchildren too, so it is found only on request.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from oxobook.book.game.bits import gaps, shared_cells
from oxobook.book.game.notation import board_text, cells_of
from oxobook.book.game.reachability import is_reachable
from oxobook.book.game.rules import Cell, Key, Mask
from oxobook.book.game.score import Value, remoteness_of
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.layout.block_reader import BlockReader, reader_of
from oxobook.book.layout.layout import Layout

if TYPE_CHECKING:
    from oxobook.book.layout.block_arrays import BlockTable
    from oxobook.book.store.reader import Row, Store

KEPT_PICKS = 4096
_KEPT_LINES = 1 << 14


class BlockLayout(Layout):
    """Answers from scores."""

    name = "blocks"

    def __init__(self, store: "Store", reader: BlockReader | None = None) -> None:
        super().__init__(store)
        rules = self.rules
        self._blocks: BlockTable | None = None
        self._reader = reader or reader_of(rules, store)
        self._group = symmetry_group(rules)
        self._shared = lru_cache(_KEPT_LINES)(partial(shared_cells, rules.lines))
        self._line_scores = [rules.terms.line_score(ply, rules.cells) for ply in range(rules.cells + 1)]
        self._full_score = rules.terms.full_score(rules.cells)
        self._picks = lru_cache(maxsize=KEPT_PICKS)(self._find_pick)

    def answer(self, key: Key) -> "Row | None":
        """Return the answer of a position, in its own orientation, without its pick.

        None for a key that no game reaches.
        """
        rules = self.rules
        x, o = key & rules.full, key >> rules.cells
        ended = self._ended(x, o)
        if ended is None or (rules.stacked and not is_reachable(rules, x, o)):
            return None
        ply, orbit = (x | o).bit_count(), self._group.orbit(x, o)
        playable = rules.playable(x | o)
        if ended or not playable:
            score = self._line_scores[ply] if ended else self._full_score
            return sign(score), remoteness_of(score, ply, rules.cells), 0, 0, None, orbit
        score, best, safe = self._graded(x, o, playable, self._reader.score)
        if self._reader.score(x, o) != score:
            raise self._reader.damaged(
                f"the scores of {board_text(rules, x, o)!r} and of the positions after it do not agree"
            )
        left = remoteness_of(score, ply, rules.cells)
        if left < 1:
            raise self._reader.damaged(f"the score of {board_text(rules, x, o)!r} is of a game that is over")
        return sign(score), left, best, safe, None, orbit

    def pick(self, key: Key, answer: "Row") -> Cell | None:
        """Return the pick of a canonical key; None if the game is over."""
        best = answer[2]
        return self._picks(key, best) if best else None

    def rows(self) -> "Iterator[tuple[Key, Row]]":
        """Return an iterator over every canonical key with its answer, ascending; raises TooLarge."""
        return self.table().rows()

    def table(self) -> "BlockTable":
        """Return the scores many at a time; reads only the blocks that are asked for."""
        if self._blocks is None:
            from oxobook.book.layout.gravity_arrays import table_of

            self._blocks = table_of(self.rules, self.store, self.store.info.plies)
        return self._blocks

    def _ended(self, x: Mask, o: Mask) -> bool | None:
        """Return whether the last mover has completed a line; None if no game reaches the stones."""
        extra = x.bit_count() - o.bit_count()
        last, other = (x, o) if extra else (o, x)
        shared: Mask = self._shared(last)
        legal = 0 <= extra <= 1 and not x & o and o <= self.rules.full and shared and self._shared(other) < 0
        return shared >= 0 if legal else None

    def _safe_moves(self, x: Mask, o: Mask, playable: Mask) -> Mask:
        return self._graded(x, o, playable, self._reader.score)[2]

    def _graded(self, x: Mask, o: Mask, playable: Mask, score: Callable[[Mask, Mask], int]) -> tuple[int, Mask, Mask]:
        """Return the score of a position in which the game goes on, and the best and the safe moves.

        ``score``: function that returns the score of the stones after a move.
        """
        x_moves = x.bit_count() == o.bit_count()
        ending, ply = gaps(self.rules.lines, x if x_moves else o), (x | o).bit_count() + 1
        end_score = -self._line_scores[ply]
        scores = {}
        for cell in cells_of(playable):
            stone = 1 << cell
            if stone & ending:
                scores[stone] = end_score
            elif ply == self.rules.cells:
                scores[stone] = 0
            else:
                scores[stone] = -(score(x | stone, o) if x_moves else score(x, o | stone))
        return graded(scores)

    def _find_pick(self, key: Key, best: Mask) -> Cell:
        """Return the best move after which the smallest share of the opponent's replies is safe.

        Of several such moves the first.
        """
        x, o = key & self.rules.full, key >> self.rules.cells
        if not best & best - 1:
            return best.bit_length() - 1
        return min(cells_of(best), key=lambda cell: self._safe_share(x, o, cell))

    def _safe_share(self, x: Mask, o: Mask, cell: Cell) -> float:
        """Return the share of the replies to a move that keep the value for the opponent.

        0 if the move ends the game.
        """
        if x.bit_count() == o.bit_count():
            x |= 1 << cell
        else:
            o |= 1 << cell
        playable: Mask = self.rules.playable(x | o)
        if self._ended(x, o) or not playable:
            return 0
        return self._safe_moves(x, o, playable).bit_count() / playable.bit_count()


def graded(scores: dict[Mask, int]) -> tuple[int, Mask, Mask]:
    """Return the highest score of moves, and the masks of the best and of the safe ones."""
    highest, best, safe = max(scores.values()), 0, 0
    for stone, worth in scores.items():
        if worth == highest:
            best |= stone
            safe |= stone
        elif worth * highest > 0:
            safe |= stone
    return highest, best, safe


def sign(score: int) -> Value:
    """Return the value of a score."""
    return Value.WIN if score > 0 else Value.LOSS if score < 0 else Value.DRAW
