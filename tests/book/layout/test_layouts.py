"""Layouts: which one a store's tables are."""

from types import SimpleNamespace

import pytest

from oxobook.book import DamagedBook, Rules
from oxobook.book.layout.layouts import layout_in


def test_rows_of_a_board_too_large_for_keys():
    """A book of rows of a board of more than 31 cells is refused: no key holds its positions."""
    info = SimpleNamespace(rules=Rules(4, 8, 4), plies=None)
    store = SimpleNamespace(tables={"book", "position"}, name="wide", info=info)
    with pytest.raises(DamagedBook, match=r"^cannot read the book 'wide': its rows have keys, .* at most 31 cells$"):
        layout_in(store)


@pytest.mark.parametrize("plies", [None, 3])
def test_blocks_of_a_convention_that_has_none(plies):
    """A book that claims to have scores of a game whose moves choose their sign is refused."""
    info = SimpleNamespace(rules=Rules.parse("wild"), plies=plies)
    with pytest.raises(DamagedBook, match="no book of 3x3x3-wild has blocks of scores"):
        layout_in(SimpleNamespace(tables={"block", "x_masks"}, name="odd", info=info))
