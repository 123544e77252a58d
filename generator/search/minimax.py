"""Minimax of games that the search's kernel does not know: alpha-beta with a table, for positions late in a game."""

from collections.abc import Iterator
from contextlib import suppress
from math import inf

from oxobook.book.deadline import Deadline
from oxobook.book.errors import OutOfTime
from oxobook.book.game.notation import cells_of
from oxobook.book.game.rules import Mask, Rules

_LOOKS = 256
"""Number of positions between looks at the clock."""


class Minimax:
    """Exact search of positions of one game, of any convention; see ``book.layout.search.Search``.

    >>> Minimax(Rules.parse("3x3x3-wild")).value(0, 0)
    1
    """

    def __init__(self, rules: Rules) -> None:
        self.rules, self.nodes = rules, 0
        self._through = [[line for line in rules.lines if line >> cell & 1] for cell in range(rules.cells)]
        self._bounds: dict[tuple[Mask, Mask], tuple[int, int]] = {}
        self._deadline = Deadline()

    def score(self, x: Mask, o: Mask, seconds: float = inf) -> int:
        """Return the score of a position in which the game goes on; raises OutOfTime."""
        self._deadline = Deadline(seconds)
        return self._search(x, o, -self.rules.cells, self.rules.cells)

    def value(self, x: Mask, o: Mask, seconds: float = inf) -> int:
        """Return the value, which takes less than the score; raises OutOfTime."""
        least, most = self.bounds(x, o, seconds)
        if least < most:
            raise OutOfTime("the search was stopped before the value was proved: allow it more time")
        return least

    def bounds(self, x: Mask, o: Mask, seconds: float) -> tuple[int, int]:
        """Return the least and the greatest value that can be proved in some seconds."""
        self._deadline, least, most = Deadline(seconds), -1, 1
        with suppress(OutOfTime):
            if self._search(x, o, 0, 1) > 0:
                return 1, 1
            most = 0
            least = most = 0 if self._search(x, o, -1, 0) >= 0 else -1
        return least, most

    def confirms(self, x: Mask, o: Mask, least: int, most: int) -> bool:
        """Return whether a search with an empty table finds a score within bounds."""
        return least <= Minimax(self.rules).score(x, o) <= most

    def _search(self, x: Mask, o: Mask, low: int, high: int) -> int:
        """Return the score if it is between two bounds, else a bound of it beyond the nearer one; raises OutOfTime."""
        at_least, at_most = self._bounds.get((x, o), (-self.rules.cells, self.rules.cells))
        low, high = max(low, at_least), min(high, at_most)
        if low >= high:
            return at_least if at_least >= high else at_most
        self.nodes += 1
        if not self.nodes % _LOOKS and not self._deadline.left:
            raise OutOfTime("the search was stopped before the score was proved: allow it more time")
        best, open_ = -self.rules.cells, list[tuple[Mask, Mask]]()
        for after_x, after_o, score in self._moves(x, o):
            if score is None:
                open_.append((after_x, after_o))
            else:
                best = max(best, score)
        for after_x, after_o in open_:
            if best >= high:
                break
            best = max(best, -self._search(after_x, after_o, -high, -max(low, best)))
        self._bounds[x, o] = (best if best > low else at_least), (best if best < high else at_most)
        return best

    def _moves(self, x: Mask, o: Mask) -> Iterator[tuple[Mask, Mask, int | None]]:
        """Yield the stones after each move, and the score for the mover if it ends the game."""
        rules, terms, ply = self.rules, self.rules.terms, (x | o).bit_count()
        full = -terms.full_score(rules.cells) if ply + 1 == rules.cells else None
        line_score = -terms.line_score(ply + 1, rules.cells)
        for cell in cells_of(rules.playable(x | o)):
            for sign in terms.settable(ply):
                after = (x | 1 << cell, o) if sign == "X" else (x, o | 1 << cell)
                stones = after[sign == "O"]
                ended = sign in terms.counted and any(line & stones == line for line in self._through[cell])
                yield *after, line_score if ended else full
