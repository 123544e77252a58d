"""Walks through strategies: where one breaks."""

from oxobook.book import Position, Rules
from oxobook.book.deadline import Deadline
from oxobook.book.game.notation import cells_of
from oxobook.book.strategy import Strategy
from oxobook.generator.strategies import walk
from oxobook.generator.strategies.walk import broken_at, pick_moves


def test_a_strategy_breaks_at_a_wrong_move(book):
    """A move that gives value away, one that cannot be played and one that is lacking are found where they are."""
    moves = pick_moves(book, "X", Deadline(60))
    assert broken_at(book, Strategy(Rules(), "X", "pick", False, moves, None)) is None
    wrong = {key: Position.from_key(key, Rules()).legal_cells for key in moves}
    wrong = {key: {*cells} - {*cells_of(book.layout.answer(key)[3])} for key, cells in wrong.items()}
    for key, cells in [one for one in wrong.items() if one[1]][:5]:
        for cell in (min(cells), 9, 64, 99, -1, -64):
            changed = Strategy(Rules(), "X", "pick", False, moves | {key: cell}, None)
            assert broken_at(book, changed) == Position.from_key(key, Rules())


def test_a_strategy_is_walked_in_batches(book, monkeypatch):
    """Seven positions at a time give the same moves, and find the same wrong one, as a whole ply at once."""
    whole = pick_moves(book, "X", Deadline(60))
    monkeypatch.setattr(walk, "AT_ONCE", 7)
    assert pick_moves(book, "X", Deadline(60)) == whole
    last = max(whole, key=int.bit_count)
    wrong = Strategy(Rules(), "X", "pick", False, whole | {last: 99}, None)
    assert broken_at(book, wrong) == Position.from_key(last, Rules())
