"""Registry of layouts, by the tables of an open store.

Another layout is a module of its own and one line in ``LAYOUTS``. What it needs is imported for the first book that has
it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from oxobook.book.errors import DamagedBook
from oxobook.book.game.rules import KEY_CELLS
from oxobook.book.layout.layout import Layout
from oxobook.book.store.database import not_a_book

if TYPE_CHECKING:
    from oxobook.book.store.reader import Store


def layout_in(store: "Store") -> Layout:
    """Return the answers of an open store, in the first layout whose tables are there; raises DamagedBook."""
    for needs, opened in LAYOUTS.items():
        if needs <= store.tables:
            return opened(store)
    raise not_a_book(store.name, "it has no table of answers")


def _blocks(store: Any) -> Layout:
    if not store.info.rules.plain and store.info.plies != -1:  # else each answer is searched
        raise DamagedBook(f"cannot read the book {store.name!r}: no book of {store.info.rules} has blocks of scores")
    if store.info.plies is not None:
        from oxobook.book.layout.first_plies import FirstPliesLayout

        return FirstPliesLayout(store, store.info.plies)
    from oxobook.book.layout.blocks import BlockLayout

    return BlockLayout(store)


def _rows(store: Any) -> Layout:
    if store.info.rules.cells > KEY_CELLS:
        raise DamagedBook(
            f"cannot read the book {store.name!r}: its rows have keys, which hold boards of at most {KEY_CELLS} cells"
        )
    return Layout(store)


LAYOUTS: dict[frozenset[str], Callable[[Any], Layout]] = {
    frozenset({"block", "x_masks"}): _blocks,
    frozenset({"position"}): _rows,
}
"""Function from an open store to its answers, by the tables that it needs."""
