"""Conventions by the words of FORMAT.md: the signs that each side may set, whose lines count, and winners.

Nothing here is shared with ``book.game.conventions``, on purpose.
"""

from oxobook.book.errors import BookError
from oxobook.book.game.rules import Rules

_KNOWN = ("", "maker", "notakto", "wild", "order")


class Endings:
    """Convention of some rules. Signs are 0 for X and 1 for O; a winner is 1 for X, -1 for O and 0 for a draw.

    Raises BookError for a convention that is not in FORMAT.md.
    """

    def __init__(self, rules: Rules) -> None:
        if rules.convention not in _KNOWN:
            raise BookError(f"the verifier knows the conventions {', '.join(_KNOWN[1:])}; the book is of {rules}")
        self._word, self._turned = rules.convention, -1 if rules.misere else 1
        self.either = rules.convention in ("wild", "order")
        """True if a move sets either sign: then O's moves have the numbers after X's."""

    def signs(self, ply: int) -> tuple[int, ...]:
        """Return the signs that the mover at a ply may set."""
        return (0, 1) if self.either else (0,) if self._word == "notakto" else (ply % 2,)

    def by_line(self, ply: int) -> int:
        """Return the winner of a game that a line ended at a ply."""
        last = 1 if ply % 2 else -1
        return self._turned * {"notakto": -last, "maker": 1, "order": 1}.get(self._word, last)

    @property
    def by_full_board(self) -> int:
        """Winner of a full board without a line."""
        return -self._turned if self._word in ("maker", "order") else 0

    def counted(self, ply: int) -> tuple[int, ...]:
        """Return the signs of the lines that the last move can have completed, in positions of a ply."""
        return tuple(sign for sign in self.signs(ply + 1) if not (sign and self._word == "maker"))
