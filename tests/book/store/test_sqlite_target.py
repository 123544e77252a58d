"""Targets in SQLite files: which games' books they take."""

import pytest

from oxobook.book import Rules, TooLarge
from oxobook.book.store.stores import target_at


def test_a_board_that_is_too_large_for_keys(tmp_path):
    """More than 31 cells are taken only if stones fall, as such a book may hold scores instead of keys."""
    target = target_at(str(tmp_path / "book"))
    target.require_new(Rules.parse("6x7x4-gravity"), False)
    with pytest.raises(TooLarge, match="at most 31 cells"):
        target.require_new(Rules.parse("6x6x4"), False)
