"""Layout of most books: one row for each canonical position, found by its key."""

from typing import TYPE_CHECKING

from oxobook.book.layout.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oxobook.book.game.rules import Key
    from oxobook.book.store.reader import Store
    from oxobook.book.store.row_checks import Row


class RowLayout(Layout):
    """Answers that are stored as they are."""

    name = "rows"

    def __init__(self, store: "Store") -> None:
        self.rules = store.info.rules
        self._store, self._fetch = store, store.fetch

    def answer(self, key: "Key") -> "Row | None":
        return self._fetch(key)

    def rows(self) -> "Iterator[tuple[Key, Row]]":
        return self._store.rows()
