"""Puzzles: positions with one right move, found in a book, each with its grade and its solution.

Three kinds. *win*: the side to move wins, by one move only. *fork*: that move wins by two threats at once. *draw*: all
moves but one lose. Moves that look the same by the position's own symmetry count as one.

The *depth* of a puzzle is the number of plies to look ahead: to the end of a won game, or, in a drawn one, to the end
after the wrong move that lasts longest. The *grade* is the same in moves of one's own, from 1.
"""

from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.entry import Entry
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.score import Value
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.game.tactics import tactics
from oxobook.viewer.ask.reasons import IN_MOVES, reasons
from oxobook.viewer.classroom.languages.paper_phrases import paper_phrases
from oxobook.viewer.diagrams.phrases import Phrases
from oxobook.viewer.terminal.wording import own_moves

PUZZLES = {
    "win": "win by the only move that wins",
    "fork": "win by making two threats at once",
    "draw": "save the draw by the only move that does not lose",
}
"""Task of the side to move, by kind of puzzle."""


_SHOWN = 10  # number of moves after a solution that are written out


class Puzzle(NamedTuple):
    """Position with one right move."""

    kind: str
    position: Position
    solution: tuple[str, ...]
    """Right moves, as coordinates in cell order; if there are several, they look the same on a turned board."""
    depth: int
    wrong: int  # number of wrong moves
    line: tuple[str, ...]  # perfect play to the end, from the first of the right moves on
    why: tuple[str, ...]  # reasons why that move is right, the strongest first

    @property
    def grade(self) -> int:
        """Number of one's own moves to see ahead."""
        return own_moves(self.depth)

    @property
    def task(self) -> str:
        """Task in a sentence."""
        return self.say("task", paper_phrases())

    def say(self, phrase: str, phrases: Phrases) -> str:
        """Return the ``task`` or the ``answer`` in a language."""
        name = "win at once" if self.depth == 1 and self.kind == "win" else self.kind
        return phrases.say(f"{phrase}, {name}", mover=self.position.to_move, moves=self.grade)

    @property
    def explanation(self) -> str:
        """Reason why the solution is right, and how the game goes on."""
        why, then = "; ".join(self.why), self.line[1:]
        on = " …" if len(then) > _SHOWN else ""
        return f"{why} (then {' '.join(then[:_SHOWN])}{on})" if then else why


def puzzle_sort(entry: Entry, book: Book) -> tuple[str, int] | None:
    """Return the kind and the depth of the puzzle that a position makes, or None."""
    kind = _kind_of(entry)
    if kind != "draw":
        return (kind, entry.remoteness) if kind else None
    return kind, max(move.remoteness for move in book.moves(entry.position) if not move.safe)


def solved_puzzle(book: Book, position: Position) -> Puzzle:
    """Return the puzzle of a position that makes one, with its solution."""
    entry, legal = book.probe(position), book.moves(position)
    sort = puzzle_sort(entry, book)
    assert sort is not None
    first, wrong = entry.safe[0], sum(not move.safe for move in legal)
    line = (first, *book.line(position.play(first)))
    return Puzzle(sort[0], position, entry.safe, sort[1], wrong, line, tuple(reasons(entry, legal, IN_MOVES)[first]))


def _kind_of(entry: Entry) -> str | None:
    position = entry.position
    if (
        position.rules.terms.both
        or entry.value is Value.LOSS
        or position.over
        or entry.safe_mask.bit_count() == len(position.legal_cells)
    ):
        return None
    first, *others = cells_of(entry.safe_mask)
    alike = symmetry_group(position.rules).alike(position.x, position.o, first)
    if not all(alike >> cell & 1 for cell in others):
        return None
    if entry.value is Value.DRAW:
        return "draw"
    forks = tactics(position).forks if entry.remoteness == 3 else 0
    return "fork" if forks >> first & 1 else "win"
