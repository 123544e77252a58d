"""Value, remoteness, and the score that carries both.

*value*: WIN, DRAW or LOSS for the side to move. *remoteness*: plies until the game ends when the winner hastens
and the loser delays; a draw ends when the board is full. *score*, for the side to move: ``N + 1 - e`` for a win
that ends at ply e, ``-(N + 1 - e)`` for a loss, 0 for a draw. As e is an absolute ply,
``score(parent) = max(-score(child))`` needs no arithmetic on distances.
"""

from enum import IntEnum

from oxobook.book.errors import IllegalArgument, quoted


class Value(IntEnum):
    """Value of a position for the side to move."""

    LOSS = -1
    DRAW = 0
    WIN = 1

    @classmethod
    def _missing_(cls, value: object) -> "Value":
        """Return the value that a word names, such as ``win``; raises IllegalArgument."""
        for one in cls:
            if one.word == value:
                return one
        raise IllegalArgument(f"expected a value, -1, 0 or 1, or win, draw or loss; got {quoted(value)}")

    @property
    def word(self) -> str:
        """Word for the value: ``win``, ``draw`` or ``loss``."""
        return self.name.lower()

    def seen_by(self, side: str, to_move: str) -> "Value":
        """Return the value for a side, given the value for the side to move.

        >>> Value.WIN.seen_by("O", to_move="X")
        <Value.LOSS: -1>
        """
        return self if side == to_move else Value(-self)


def remoteness_of(score: int, ply: int, cells: int) -> int:
    """Return the plies left until the game ends, from a score at this ply on a board of ``cells`` cells.

    >>> remoteness_of(5, 4, 9), remoteness_of(0, 4, 9)
    (1, 5)
    """
    return (cells + 1 - abs(score) if score else cells) - ply


def published_score(value: Value, remoteness: int, ply: int, cells: int) -> int:
    """Return the score by which Connect Four's positions are published (Pons, "Solving Connect Four").

    Half the cells and one (22 in Connect Four), less the number of the winner's stones; negative if the side to move,
    or the mover of a move, loses; 0 for a draw.

    >>> published_score(Value.WIN, 41, 0, 42), published_score(Value.LOSS, 36, 4, 42)
    (1, -2)
    """
    first_wins = (value is Value.WIN) == (ply % 2 == 0)
    return value * ((cells + 1) // 2 + 1 - (ply + remoteness + first_wins) // 2)
