"""Values as people read them: a value names its winner, and counts the winner's own moves.

Programs read ``value`` for the side to move and ``remoteness`` in plies; every text, picture and paper says the same by
these functions, so that one position has one number and one colour whoever is to move.
"""

from oxobook.book.game.score import Value
from oxobook.viewer.words.wording import own_moves


def winner_of(value: Value, mover: str) -> str | None:
    """Return the side that wins what has this value for ``mover``, ``X`` or ``O``; None for a draw.

    The value of a position is that for the side to move; the value of a move is that for the side that plays it.
    """
    if value is Value.DRAW:
        return None
    return mover if value is Value.WIN else "XO".replace(mover, "")


def winner_text(winner: str | None, plies: int = 0, mover: str = "X", draw: str = "draw") -> str:
    """Return a value in words: ``X in 3`` of X's own moves, ``X wins`` without a move of its own, or ``draw``.

    ``plies`` is the remoteness, from a turn of ``mover``. ``draw`` is the word for it in another language.

    >>> winner_text("X", 5), winner_text("X", 4, "O"), winner_text("O", 1), winner_text(None, 9)
    ('X in 3', 'X in 2', 'O wins', 'draw')
    """
    if winner is None:
        return draw
    moves = own_moves(plies, winner == mover)
    return f"{winner} in {moves}" if moves else f"{winner} wins"


def kind_of(best: int, safe: int, before: Value) -> str:
    """Return what a move is called, from whether it is best and safe, and the value of the position before it.

    In a lost position all moves are safe, as none changes the result; one that is not best loses ``sooner``.
    """
    return "best" if best else "mistake" if not safe else "sooner" if before is Value.LOSS else "safe"
