"""Conventions: who may set which sign where, and who has won. The registry is ``CONVENTIONS``.

A *move* is a cell and a sign. If each side has one sign, the number of the cell is enough. If a side may set either
sign, X on a cell has the cell's number and O on it that number plus N, as in a position's key; a set of moves is a mask
of 2N bits. X is still the side that moves first, and the number of stones says whose turn it is.
"""

from typing import NamedTuple


class Convention(NamedTuple):
    """Signs that moves may set, and winners when the game ends."""

    signs: tuple[str, str] = ("X", "O")
    """Signs that the side which moves first may set, and those of the other side."""
    counted: str = "XO"
    """Signs whose lines end the game."""
    line: str = "mover"
    """Winner by a line: ``mover`` for the side that completed it, ``other``, ``X`` or ``O``."""
    full: str = ""
    """Winner of a full board without a line; empty for a draw."""

    @property
    def both(self) -> bool:
        """True if a side may set either sign."""
        return "XO" in self.signs

    def reversed(self) -> "Convention":
        """Return the misère form: whoever would win by a line or by a full board loses."""
        turned = {"mover": "other", "other": "mover", "X": "O", "O": "X", "": ""}
        return self._replace(line=turned[self.line], full=turned[self.full])

    def settable(self, ply: int) -> str:
        """Return the signs that the side to move may set."""
        return self.signs[ply % 2]

    def fits(self, x_stones: int, o_stones: int) -> bool:
        """Return whether play can lead to these numbers of stones."""
        if self.signs == ("X", "O"):
            return 0 <= x_stones - o_stones <= 1
        return self.both or o_stones == 0

    def line_winner(self, ply: int) -> str:
        """Return the winner of a game that a line ended at this ply."""
        mover, other = ("X", "O") if ply % 2 else ("O", "X")
        return {"mover": mover, "other": other}.get(self.line, self.line)

    def line_value(self, ply: int) -> int:
        """Return what a line is to the side to move that completes it: 1 a win, -1 a loss, 0 if none of its counts.

        >>> [CONVENTIONS["maker"].line_value(ply) for ply in (0, 1)]
        [1, 0]
        """
        if not {*self.settable(ply)} & {*self.counted}:
            return 0
        return 1 if self.line_winner(ply + 1) == "XO"[ply % 2] else -1

    @property
    def lines_lose(self) -> bool:
        """True if either side loses by a line that it completes."""
        return self.line_value(0) < 0 and self.line_value(1) < 0

    def reflexes(self, ply: int) -> tuple[str, ...]:
        """Return the reflexes on lines that the side to move has: to ``win`` by one, to ``block`` the other side's."""
        own, other = self.line_value(ply), self.line_value(ply + 1)
        blocks = self.signs == ("X", "O") and own >= 0 and other > 0
        return ("win",) * (own > 0) + ("block",) * blocks

    def line_score(self, ply: int, cells: int) -> int:
        """Return the score, for the side to move, of a game that a line has ended at this ply.

        >>> Convention().line_score(5, 9), Convention().reversed().line_score(5, 9)
        (-5, 5)
        """
        return self._score(self.line_winner(ply), ply, cells)

    def full_score(self, cells: int) -> int:
        """Return the score, for the side to move, of a full board without a line."""
        return self._score(self.full, cells, cells) if self.full else 0

    def _score(self, winner: str, ply: int, cells: int) -> int:
        return cells + 1 - ply if winner == "XO"[ply % 2] else ply - cells - 1


SIGNS = ("X", "O"), ("X", "X"), ("XO", "XO")
"""Pairs of signs that positions, moves and engines know."""
PLAIN = ""
"""Convention that needs no word: whoever completes a line wins."""
CONVENTIONS = {
    PLAIN: Convention(),
    "maker": Convention(counted="X", line="X", full="O"),
    "notakto": Convention(signs=("X", "X"), line="other"),
    "wild": Convention(signs=("XO", "XO")),
    "order": Convention(signs=("XO", "XO"), line="X", full="O"),
}
"""Conventions by their words in the rules.

``maker``: X wins by a line, and O by preventing it. ``notakto``: both set X, and whoever completes a line loses.
``wild``: each move sets either sign. ``order``: likewise, and X (Order) wins by a line of either sign, O (Chaos) by a
full board without one.
"""
