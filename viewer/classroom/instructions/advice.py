"""Statements about a strategy's positions, and the steps and sections that make them."""

from dataclasses import dataclass
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position, position_of
from oxobook.book.game.rules import Mask
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.strategy import SIDES, Strategy, reflexes
from oxobook.viewer.words.english import English

_SETTLED = 3
"""Largest number of free cells at which, if all moves are safe, the words allow any: later none is left to choose."""


class Example(NamedTuple):
    """Position that a step decides: the stones of the side to move and of the other, and the cells to choose from."""

    own: Mask
    their: Mask
    cells: Mask


class Step(NamedTuple):
    """Branch of the tree, such as ``If X has the centre, take a corner``."""

    when: str  # condition, such as ``If X has the centre`` or ``Otherwise, if it has a corner``; empty without one
    take: str  # cells to choose from; empty if the steps below say it
    then: tuple["Step", ...] = ()  # steps that depend on it: further conditions, or the replies to the move
    example: Example | None = None  # first position that it decides


class Section(NamedTuple):
    """Steps under one heading."""

    heading: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Instructions:
    """Strategy in words."""

    strategy: Strategy
    words: English
    rules: tuple[str, ...]  # rules to try, in this order
    parts: tuple[Section, ...]

    @property
    def count(self) -> int:
        """Number of sentences that say what to do."""
        return len(self.rules) + sum(_count(step) for part in self.parts for step in part.steps)


def _count(step: Step) -> int:
    return bool(step.take) + sum(map(_count, step.then))


class Advice:
    """Statements that a strategy's words may make in its positions."""

    def __init__(self, book: Book, strategy: Strategy, words: English) -> None:
        self.rules = book.rules
        self.strategy = strategy
        self.words = words
        self.other = "O" if strategy.side == "X" else "X"
        self._book = book
        self._group = symmetry_group(book.rules)

    def alike(self, position: Position) -> Mask:
        """Return the strategy's move, with those that look the same by the position's own symmetry."""
        return self._group.alike(position.x, position.o, self.strategy.move(position))

    def settled(self, position: Position) -> bool:
        """Return whether few cells are free, and all of them safe."""
        return self._few(position) and self._book.probe(position, pick=False).safe_mask.bit_count() == len(
            position.legal_cells
        )

    def _few(self, position: Position) -> bool:
        return self.rules.cells - position.ply <= _SETTLED

    def good(self, position: Position) -> Mask:
        """Return the cells that may be named: those alike, or all where the game is settled."""
        return self.rules.playable(position.x | position.o) if self.settled(position) else self.alike(position)

    def ruled(self, position: Position) -> bool:
        """Return whether the reflexes lead to a move as good as the strategy's: alike, or a win at once."""
        cells = reflexes(position)
        wins = all(position.play(cell).winner == position.to_move for cell in cells_of(cells))
        return bool(cells) and (wins or not cells & ~self.alike(position))

    def positions(self) -> list[Position]:
        """Return the strategy's own positions, by ply and key."""
        found = (position_of(key, self.rules) for key in self.strategy.moves)
        return sorted(found, key=lambda position: (position.ply, position.key))

    def spoken_reflexes(self) -> tuple[str, ...]:
        """Return the reflexes as rules, without those that the game has no use for."""
        said = {"win": self.words.complete(self.rules.k), "block": self.words.block(self.other)}
        has = self.rules.terms.reflexes(SIDES.index(self.strategy.side)) if self.rules.lines else ()
        last = any(len(one.legal_cells) == 1 or self._few(one) for one in self.positions())
        return (*(said[one] for one in has), *(self.words.only_move,) * last)
