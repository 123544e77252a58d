"""Choosers of a side's moves; a diagram asks one about the positions that it draws, and no others.

A ``book.strategy.Strategy`` is one. ``Picks`` is another: it plays as the pick strategy does, but is not followed to
the end of the game first, which takes minutes on large boards.
"""

from collections.abc import Callable

from oxobook.book.book import Book
from oxobook.book.errors import OxobookError, quoted
from oxobook.book.game.position import Position, position_of
from oxobook.book.game.rules import Cell, Key
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.strategy import Strategy


class UnfitStrategy(OxobookError, TypeError):
    """What is given as a strategy is none, or one of another game."""


class Picks:
    """Picks of the book in any position of a side, each found when first needed."""

    name = "pick"

    def __init__(self, book: Book, side: str) -> None:
        self.rules = book.rules
        self.side = side
        self._book = book
        self._found: dict[Key, Cell] = {}

    def move(self, position: Position) -> Cell:
        """Return the pick, on the caller's board."""
        group = symmetry_group(self.rules)
        key, symmetry = group.canonical(position.x, position.o)
        if key not in self._found:
            pick = self._book.probe(position_of(key, self.rules)).pick_cell
            assert pick is not None  # a chooser is asked only while the game goes on
            self._found[key] = pick
        return group.cell_back(self._found[key], symmetry)


Chooser = Strategy | Picks
"""Way of a side to play."""
Find = Callable[[Book, str, str, bool], Chooser]
"""Function from a book, a side, a kind, and whether it is fast, to the chooser; raises MissingStrategy."""


def require_strategy(given: object, book: Book) -> None:
    """Raise UnfitStrategy unless it is a strategy of the book's game."""
    if not isinstance(given, Chooser) or given.rules != book.rules:
        got = f"one of {given.rules}" if isinstance(given, Chooser) else quoted(given)
        raise UnfitStrategy(f"expected a strategy of {book.rules}, such as strategy_in(book, 'X'); got {got}")
