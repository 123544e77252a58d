"""What a layout is: the way from a store's tables to answers.

A book may keep a row for each position, or scores in blocks from which the rows are made; whoever asks cannot tell.
``book.layout.layouts`` finds the layout of an open store by the tables that it has.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from oxobook.book.game.rules import Cell, Key
from oxobook.book.store.store import Row

if TYPE_CHECKING:
    from oxobook.book.game.symmetry_arrays import Keys, Masks
    from oxobook.book.layout.answer_arrays import Answers
    from oxobook.book.layout.score_rows import ScoreRows


class Layout(Protocol):
    """The answers of one open book; to be shared among threads. All raise BookError where the book is damaged.

    The book's header and counts are the store's: ``book.store.store.Store.info``.
    """

    name: str
    """What the layout is called; ``book.verify`` finds its proof by it."""

    def answer(self, key: Key) -> Row | None:
        """The answer of a canonical key, None where the book does not hold it.

        Its pick may be None where finding it would take longer than all the rest: ``pick`` knows.
        """

    def pick(self, key: Key, answer: Row) -> Cell | None:
        """Return the pick of a canonical key that has this answer; None when the game is over."""

    def many(self, keys: "Keys") -> "Answers":
        """The answers for keys in any orientation, in theirs; raises MissingPosition for the first that is not held."""

    def good_moves(self, keys: "Keys") -> "tuple[Masks, Masks]":
        """The best and the safe moves alone, as masks, where they take less time than all of ``many``."""

    def rows(self) -> Iterator[tuple[Key, Row]]:
        """Every canonical key with its answer, picks included, ascending; raises TooLarge where they are too many."""

    def score_rows(self, stones: int) -> "ScoreRows | None":
        """The scores of all rows with so many stones of X; None where the layout has no such rows."""
