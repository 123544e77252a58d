"""Assessment: each move of a game beside what the book says of it."""

from collections.abc import Sequence
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.position import Position
from oxobook.book.game.score import Value


class Assessed(NamedTuple):
    """A move of a game."""

    ply: int
    """Stones on the board after it."""
    by: str
    move: str
    kind: str
    """``best``, ``safe`` (it keeps the value, but ends later or sooner than it could) or ``mistake``."""
    value: Value
    """What the move is worth to the mover."""
    remoteness: int
    """Plies until the game ends under perfect play, this move included."""
    could_have: Value
    """What a best move would have been worth."""
    better: tuple[str, ...]
    """The best moves, where this is none of them."""


def assessed(moves: Sequence[str], book: Book) -> list[Assessed]:
    """Each move of a game from the empty board."""
    position = Position(book.rules)
    found = []
    for name in moves:
        entry = book.probe(position)
        move = next(move for move in book.moves(position) if move.move == name)
        kind = "best" if move.best else "safe" if move.safe else "mistake"
        better = () if move.best else entry.best
        by = position.to_move
        position = position.play(name)
        found.append(Assessed(position.ply, by, name, kind, move.value, move.remoteness, entry.value, better))
    return found
