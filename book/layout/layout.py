"""Layout: the way from a store's tables to answers.

A book may keep a row for each position, found by its key, or scores in blocks from which the rows are made; callers
cannot tell. ``book.layout.layouts`` finds the layout of an open store by its tables.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oxobook.book.game.rules import Cell, Key

if TYPE_CHECKING:
    from oxobook.book.layout.answer_arrays import AnswerTable
    from oxobook.book.layout.block_arrays import BlockTable
    from oxobook.book.layout.search import Effort
    from oxobook.book.store.reader import Row, Store


class Layout:
    """Answers of one open book, which are stored as they are; other layouts derive from this one.

    It may be shared among threads. All methods raise BookError if the book is damaged.
    """

    name = "rows"
    """Name of the layout, by which ``book.verify`` finds its proof."""
    _table: "AnswerTable | BlockTable | None" = None

    def __init__(self, store: "Store") -> None:
        self.rules, self.store = store.info.rules, store

    def answer(self, key: Key) -> "Row | None":
        """Return the answer of a canonical key, or None if the book does not hold it.

        Its pick may be None if finding it would take longer than everything else; ``pick`` finds it.
        """
        return self.store.fetch(key)

    def table(self) -> "AnswerTable | BlockTable":
        """Return the answers many at a time; reads the whole book when it is first called, 20 bytes a position."""
        if self._table is None:
            from oxobook.book.layout.answer_arrays import AnswerTable
            from oxobook.book.layout.records import record_of, records_of

            self._table = AnswerTable(self.rules, records_of(self.rows(), record_of(self.rules)))
        return self._table

    def rows(self) -> "Iterator[tuple[Key, Row]]":
        """Return an iterator over every canonical key with its answer, picks included, ascending.

        Raises TooLarge, before the first, if there are too many.
        """
        return self.store.rows()

    def pick(self, key: Key, answer: "Row") -> Cell | None:
        """Return the pick of a canonical key that has this answer; None when the game is over."""
        return answer[4]

    def quick_answer(self, key: Key) -> "Row | None":
        """Return the answer of a canonical key, but without its best moves where they take a search."""
        return self.answer(key)

    def outcome(self, key: Key) -> tuple[int, int] | None:
        """Return the value and the remoteness of a canonical key, without its moves if that is faster, or None."""
        answer = self.answer(key)
        return answer and answer[:2]

    def effort(self, key: Key) -> "Effort | None":
        """Return the work behind the answer of a canonical key if it was searched; None if the book holds it."""
        return None
