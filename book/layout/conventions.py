"""Layout of searched answers in games where a side may set either sign, or where lines of one sign count."""

from collections.abc import Callable

from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.reachability import is_reachable
from oxobook.book.game.rules import Cell, Mask
from oxobook.book.layout.blocks import graded
from oxobook.book.layout.first_plies import FirstPliesLayout


class ConventionLayout(FirstPliesLayout):
    """Answers from searches, with moves as the convention has them."""

    def _ended(self, x: Mask, o: Mask) -> bool | None:
        return bool(Position(self.rules, x, o).completed_lines) if is_reachable(self.rules, x, o) else None

    def _graded(self, x: Mask, o: Mask, playable: Mask, score: Callable[[Mask, Mask], int]) -> tuple[int, Mask, Mask]:
        position, scores = Position(self.rules, x, o), {}
        for move in cells_of(self.rules.moves_to(playable)):
            after = position.after(move)
            ended = self._line_scores[after.ply] if after.completed_lines else self._full_score
            scores[1 << move] = -(ended if after.over else score(after.x, after.o))
        return graded(scores)

    def _safe_share(self, x: Mask, o: Mask, move: Cell) -> float:
        after = Position(self.rules, x, o).after(move)
        safe = 0 if after.over else self._safe_moves(after.x, after.o, self.rules.playable(after.x | after.o))
        return safe.bit_count() / (len(after.legal_cells) or 1)
