"""Layout of large boards' books: answers made from scores in blocks.

A lookup reads the position's score and its children's; their comparison gives the best and the safe moves, and proves
the scores right against each other. The pick takes the scores of the grandchildren too, so it is found only on request.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from oxobook.book.game.notation import board_text, cells_of
from oxobook.book.game.position import Position, position_of
from oxobook.book.game.reachability import is_reachable
from oxobook.book.game.rules import Cell, Key, Mask
from oxobook.book.game.score import Value, remoteness_of
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.game.tactics import line_moves
from oxobook.book.layout.block_reader import BlockReader
from oxobook.book.layout.layout import Layout

if TYPE_CHECKING:
    from oxobook.book.layout.block_arrays import BlockTable
    from oxobook.book.store.reader import Row, Store

_KEPT_PICKS = 4096


class BlockLayout(Layout):
    """Answers from scores."""

    name = "blocks"

    def __init__(self, store: "Store", reader: BlockReader | None = None) -> None:
        super().__init__(store)
        rules = self.rules
        self._blocks: BlockTable | None = None
        self._reader = reader or BlockReader(rules, store)
        self._group = symmetry_group(rules)
        self._line_scores = [rules.terms.line_score(ply, rules.cells) for ply in range(rules.cells + 1)]
        self._full_score = rules.terms.full_score(rules.cells)
        self._picks = lru_cache(_KEPT_PICKS)(self._find_pick)

    def answer(self, key: Key) -> "Row | None":
        """Return the answer of a position, in its own orientation, without its pick.

        None for a key that no game reaches.
        """
        rules = self.rules
        x, o = key & rules.full, key >> rules.cells
        if not is_reachable(rules, x, o):
            return None
        position, orbit = Position(rules, x, o), self._group.orbit(x, o)
        ply = position.ply
        if position.over:
            score = self._line_scores[ply] if position.completed_lines else self._full_score
            return sign(score), remoteness_of(score, ply, rules.cells), 0, 0, None, orbit
        score, best, safe = self._graded(position, self._reader.score)
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
        return self._picks(key, best) if best & best - 1 else next(iter(cells_of(best)), None)

    def _find_pick(self, key: Key, best: Mask) -> Cell:
        """Return the first best move after which the smallest share of the opponent's replies is safe."""
        position = position_of(key, self.rules)

        def safe_share(move: Cell) -> float:
            after = position.after(move)
            replies = after.legal_cells  # none if the move ends the game
            return self._safe_moves(after).bit_count() / len(replies) if replies else 0

        return min(cells_of(best), key=safe_share)

    def rows(self) -> "Iterator[tuple[Key, Row]]":
        """Return an iterator over every canonical key with its answer, ascending; raises TooLarge."""
        return self.table().rows()

    def table(self) -> "BlockTable":
        """Return the scores many at a time; reads only the blocks that are asked for."""
        if self._blocks is None:
            from oxobook.book.layout.block_arrays import BlockTable

            self._blocks = BlockTable(self.rules, self.store)
        return self._blocks

    def _safe_moves(self, position: Position) -> Mask:
        return self._graded(position, self._reader.score)[2]

    def _graded(self, position: Position, score: Callable[[Mask, Mask], int]) -> tuple[int, Mask, Mask]:
        """Return the score of a position in which the game goes on, and the best and the safe moves.

        ``score``: function that returns the score of the stones after a move.
        """
        rules, x, o = position
        ply, key, scores = position.ply, position.key, {}
        ending = line_moves(rules, x, o, ply)
        shift = rules.cells if rules.terms.settable(ply) == "O" else 0  # of the moves in a key
        for move in cells_of(rules.moves_to(rules.playable(x | o))):
            if ending >> move & 1:
                scores[1 << move] = -self._line_scores[ply + 1]
            elif ply + 1 == rules.cells:
                scores[1 << move] = -self._full_score
            else:
                after = key | 1 << move + shift
                scores[1 << move] = -score(after & rules.full, after >> rules.cells)
        return graded(scores)


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
