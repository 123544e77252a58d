"""Layout of most books: one row for each canonical position, found by its key."""

from typing import TYPE_CHECKING

from oxobook.book.layout.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oxobook.book.game.rules import Key
    from oxobook.book.game.symmetry_arrays import Masks
    from oxobook.book.layout.answer_arrays import Answers, AnswerTable
    from oxobook.book.store.reader import Store
    from oxobook.book.store.row_checks import Row


class RowLayout(Layout):
    """Answers that are stored as they are."""

    name = "rows"

    def __init__(self, store: "Store") -> None:
        self._store, self._fetch = store, store.fetch
        self._table: AnswerTable | None = None

    def answer(self, key: "Key") -> "Row | None":
        return self._fetch(key)

    def rows(self) -> "Iterator[tuple[Key, Row]]":
        return self._store.rows()

    def many(self, x: "Masks", o: "Masks", pick: bool = True) -> "Answers":
        """Return the answers for positions; the first call reads the whole book, 20 bytes a position."""
        if self._table is None:
            from oxobook.book.layout.answer_arrays import AnswerTable
            from oxobook.book.layout.records import record_of, records_of

            rules = self._store.info.rules
            self._table = AnswerTable(rules, records_of(self.rows(), record_of(rules)))
        return self._table.lookup(x, o)
