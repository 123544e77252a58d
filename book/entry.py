"""Entry and Move: the answers of a book, as plain values."""

from typing import NamedTuple

from oxobook.book.game.notation import coordinates_in, move_names
from oxobook.book.game.picture import picture
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask
from oxobook.book.game.score import Value, published_score


class Entry(NamedTuple):
    """Answer of a book for a position, in the caller's orientation; a plain value that outlives the book."""

    position: Position
    value: Value
    """Position value: for the side to move."""
    remoteness: int
    """Plies until the game ends under perfect play."""
    best_mask: Mask
    """Moves that win soonest, hold the draw, or lose latest."""
    safe_mask: Mask
    """Moves that keep the value."""
    pick_cell: Cell | None
    """Move that a strategy plays; None if the game is over or the pick was not asked for."""
    orbit: int
    """Number of positions that are this one up to symmetry, itself included."""
    source: str = "book"
    """``book``, or ``search`` if the answer is below a book of first plies."""
    nodes: int = 0
    """Number of nodes of the search, if there was one."""
    seconds: float = 0.0
    """Time of the search."""

    @property
    def best(self) -> tuple[str, ...]:
        """Coordinates of the best moves, in cell order."""
        return coordinates_in(self.best_mask, self.position.rules)

    @property
    def safe(self) -> tuple[str, ...]:
        """Coordinates of the safe moves, in cell order."""
        return coordinates_in(self.safe_mask, self.position.rules)

    @property
    def pick(self) -> str | None:
        """Coordinate of the pick; None as for ``pick_cell``."""
        return None if self.pick_cell is None else move_names(self.position.rules)[self.pick_cell]

    def score(self, worth: "Entry | Move") -> int:
        """Return the published score of this position, if ``worth`` is this entry, or of one of its moves.

        It is 22 less the winner's stones in Connect Four; see ``book.game.score.published_score``.
        """
        position = self.position
        return published_score(worth.value, worth.remoteness, position.ply, position.rules.cells)

    def __repr__(self) -> str:
        return (
            f"Entry(position={self.position!r}, value={self.value!r}, remoteness={self.remoteness}, "
            f"best={self.best!r}, safe={self.safe!r}, orbit={self.orbit}, pick={self.pick!r})"
        )

    def _repr_svg_(self) -> str | None:
        return picture(self)

    @property
    def summary(self) -> str:
        """One line with the position, its value, remoteness and best moves."""
        return f"{self.position.text}: {self.value.word} in {self.remoteness}, best {' '.join(self.best)}"


class Outcome(NamedTuple):
    """Value of a position, and how long it takes."""

    value: Value
    """Position value: for the side to move."""
    remoteness: int
    """Plies until the game ends under perfect play."""


class Move(NamedTuple):
    """Answer of a book for a legal move."""

    move: str
    """Coordinate of the cell."""
    value: Value
    """Move value: for the mover, the opposite of the position value that it leads to."""
    remoteness: int
    """Plies until the game ends, this move included."""
    best: bool
    safe: bool
    replies: int
    """Number of the opponent's legal replies; 0 when the move ends the game."""
    wrong_replies: int
    """Number of replies that give away value; 0 if the opponent has lost whatever the reply."""


def move_order(move: Move) -> tuple[int, int]:
    """Return the key that sorts moves: wins, the soonest first; draws; losses, the latest first."""
    return -move.value, move.value * move.remoteness
