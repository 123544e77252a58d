"""Reasons: each best move has one, in words that the board bears out."""

import pytest

from oxobook.book import Position
from oxobook.viewer.ask.reasons import IN_MOVES, IN_PLIES, reasons


def why(book, board, voice=IN_PLIES):
    entry = book.probe(Position.parse(board, book.rules))
    return reasons(entry, book.moves(entry.position), voice)


@pytest.mark.parametrize(
    ("board", "move", "expected"),
    [
        ("XX./OO./...", "c3", ["wins at once"]),
        ("XX./O../...", "c3", ["blocks X's line", "holds out for 4 plies"]),
        ("XX./O../O..", "c3", ["wins at once"]),
        ("X../.../..O", "a1", ["threatens a line at a2", "wins in 5 plies"]),
        ("X.X/.O./O..", "b3", ["wins at once"]),
        ("X../.O./..X", "b3", ["threatens a line at b1", "stops X's fork at c3 or a1", "holds the draw"]),
        ("XO./.../...", "b2", ["threatens a line at c1", "wins in 5 plies"]),
        (".../.../...", "b2", ["draws, as every move does"]),
        ("X../.../...", "b2", ["holds the draw"]),
        ("XOX/.../X.O", "a2", ["blocks X's line", "loses in 2 plies, as every move does"]),
        ("XO./X../..O", "a1", ["wins at once"]),
        ("XO./.X./..O", "a2", ["forks, with threats at c2 and a1", "wins in 3 plies"]),
    ],
)
def test_known_reasons(book, board, move, expected):
    """Return the reasons that a primer would give for a move."""
    assert why(book, board)[move] == expected


@pytest.mark.parametrize(
    ("board", "move", "expected"),
    [
        ("XX./OO./...", "c3", ["wins at once"]),
        ("XX./O../...", "c3", ["blocks X's line", "lasts longest"]),
        ("X../.../..O", "a1", ["threatens a2", "wins in 3 moves"]),
        ("X../.O./..X", "b3", ["threatens b1", "stops X's fork at c3 or a1", "holds the draw"]),
        (".../.../...", "b2", ["every move draws"]),
        ("XOX/.../X.O", "a2", ["blocks X's line", "every move loses"]),
        ("XO./.X./..O", "a2", ["forks: threatens c2 and a1", "wins in 2 moves"]),
    ],
)
def test_reasons_for_players(book, board, move, expected):
    """Players read of the winner's own moves, not of plies."""
    assert why(book, board, IN_MOVES)[move] == expected


@pytest.mark.parametrize(
    ("board", "move", "expected"),
    [
        (".../.../...", "b2", ["holds the draw"]),
        ("XX./OO./...", "c1", ["completes no line", "holds the draw"]),
    ],
)
def test_misere_reasons(make_book, board, move, expected):
    """Under misère lines are avoided, not made."""
    assert why(make_book("3x3x3-misere"), board)[move] == expected


@pytest.mark.parametrize("rules", ["3x3x3", "3x3x3-misere", "3x3x3-gravity", "1x5x3", "3x2x1"])
def test_every_best_move_has_a_reason(make_book, rules):
    """In every position each best move, and no other, has at least one reason."""
    book = make_book(rules)
    for entry in book:
        found = reasons(entry, book.moves(entry.position))
        assert set(found) == set(entry.best) and all(found.values())
