"""Entry and Move: the answers of a book, as plain values."""

from typing import TYPE_CHECKING, NamedTuple

from oxobook.book.arguments import checked
from oxobook.book.game.notation import cells_of, coordinates_in, move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask, Rules
from oxobook.book.game.score import Value, published_score

if TYPE_CHECKING:
    from oxobook.book.game.board_svg import Mark
    from oxobook.book.game.palette import Palette


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

    @checked
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

    def _repr_svg_(self) -> str:
        from oxobook.book.game.board_svg import value_mark
        from oxobook.book.game.palette import CLASSIC
        from oxobook.book.notebook import values_svg

        draws = self.position.legal_cells if self.value is Value.DRAW else ()
        draws = tuple(cell % self.position.rules.cells for cell in draws)
        marks = {cell: value_mark(Value.LOSS, None, False, CLASSIC) for cell in draws}  # all others lose
        for cell in cells_of(self.safe_mask):
            best = self.best_mask >> cell & 1 == 1
            marks[cell % self.position.rules.cells] = value_mark(
                self.value, self.remoteness if best else None, best, CLASSIC
            )
        return values_svg(self.position, self.summary, marks)

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


def move_marks(rules: Rules, moves: list[Move], palette: "Palette") -> "dict[Cell, Mark]":
    """Return the marks of a position's moves, by cell: each move's value for the mover, the best outlined."""
    from oxobook.book.game.board_svg import value_mark

    names, marks = move_names(rules), dict["Cell", "Mark"]()
    for move in moves:  # the best first: of two signs on a cell, the better one is shown
        mark = value_mark(move.value, move.remoteness, move.best, palette)
        cell = names.index(move.move) % rules.cells
        if rules.terms.both:
            mark = mark._replace(lines=(f"{move.move[0]}: {mark.lines[0]}", *mark.lines[1:]))
        marks.setdefault(cell, mark)
    return marks
