"""Conventions of the verifier: moves and endings, by rules that are written down once more."""

import numpy as np
import pytest

from oxobook.book import Rules
from oxobook.book.verify.endings import Endings
from oxobook.book.verify.geometry import geometry_of
from tests.boards import Agreed
from tests.book.game.test_conventions import SMALL


@pytest.mark.parametrize("text", SMALL)
def test_every_board(text):
    """In all positions that play reaches, lines, moves and winners are those of the slow solver."""
    rules = Rules.parse(text)
    slow, endings, geometry = Agreed(rules).solved(), Endings(rules), geometry_of(rules)
    for board in slow.answers:
        x, o = (sum(1 << cell for cell, sign in enumerate(board) if sign == side) for side in "XO")
        key, ply = np.array([x | o << rules.cells], geometry.dtype), (x | o).bit_count()
        after, has_line = slow.children(board), bool(geometry.ended(ply, key)[0])
        assert has_line == bool(slow.line_owner(board))
        if after:
            assert int(np.bitwise_count(geometry.moves(key))[0]) == len(after)
            placed = {new for one in after for old, new in zip(board, one, strict=True) if old != new}
            assert {"XO"[sign] for sign in endings.signs(ply)} == placed
        else:
            winner = endings.by_line(ply) if has_line else endings.by_full_board
            assert winner == {"X": 1, "O": -1, None: 0}[slow.winner(board)]
