"""Choices of a strategy: those found for many positions at once are those found one by one."""

import numpy as np
import pytest

from oxobook.book.strategy import first_positions, own_positions_after, reflexes
from oxobook.generator.strategies.choices import choices_of, first_keys, reflexes_of

GAMES = [
    *("3x3x3", "2x3x2", "3x3x3-misere", "3x3x3-gravity", "1x5x3", "3x2x2-gravity", "1x1x1"),
    *("2x3x2-wild", "2x3x3-order", "3x3x3-notakto", "2x3x2-maker"),
]


@pytest.mark.parametrize("text", GAMES)
def test_choices_and_reflexes(make_book, text):
    """In every position of a book: its moves, the own positions after each, and its reflexes."""
    book = make_book(text)
    going = [entry.position for entry in book if not entry.position.over]
    for ply in range(book.rules.cells):
        here = [position for position in going if position.ply == ply]
        if not here:
            continue
        keys = np.array([position.key for position in here])
        legal = np.array([sum(1 << cell for cell in position.legal_cells) for position in here])
        assert reflexes_of(book.rules, keys).tolist() == list(map(reflexes, here))
        for position, (key, moves) in zip(here, choices_of(book.rules, keys, legal).sets(), strict=True):
            assert key == position.key and [cell for cell, _ in moves] == list(position.legal_cells)
            for cell, after in moves:
                assert after == {one.key for one in own_positions_after(position, cell)}
    for side in "XO":
        assert first_keys(book.rules, side).tolist() == [one.key for one in first_positions(book.rules, side)]
