"""Reasons: each best move has one, in words that the board bears out."""

import re
from collections import Counter

import pytest

from oxobook.book import Position, Value
from oxobook.book.game.notation import cells_of, move_named
from oxobook.viewer.ask.reasons import reasons
from tests.games import lines_next, small_games

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS


@pytest.mark.parametrize(
    ("board", "move", "expected"),
    [
        ("XX./OO./...", "c3", ["wins at once"]),
        ("XX./O../...", "c3", ["blocks X's line", "lasts longest"]),
        ("X.X/.O./O..", "b3", ["wins at once"]),
        ("X../.../..O", "a1", ["threatens a2", "wins in 3 moves"]),
        ("X../.O./..X", "b3", ["threatens b1", "stops X's fork at c3 or a1", "holds the draw"]),
        (".../.../...", "b2", ["every move draws"]),
        ("X../.../...", "b2", ["holds the draw"]),
        ("XOX/.../X.O", "a2", ["blocks X's line", "every move loses"]),
        ("XO./.X./..O", "a2", ["forks: threatens c2 and a1", "wins in 2 moves"]),
        ("XX./OO./... misere", "c1", ["completes no line", "holds the draw"]),
    ],
)
def test_known_reasons(make_book, board, move, expected):
    """They are those that a primer would give for a move, in the winner's own moves; in misère lines are avoided."""
    board, _, misere = board.partition(" ")
    book = make_book("3x3x3-misere" if misere else "3x3x3")
    entry = book.probe(Position.parse(board, book.rules))
    assert reasons(entry, book.moves(entry.position))[move] == expected


def passed(position, mover):
    """The cells in which this side would win by a line with a stone of its own set now, whoever is to move."""
    terms, turn = position.rules.terms, "XO".index(mover)
    return set(lines_next(position, terms.settable(turn)) if terms.line_winner(turn + 1) == mover else ())


def forking(position, mover):
    """The cells in which a stone of this side completes no line and leaves two in which it would win by one."""
    cells = cells_of(position.rules.playable(position.x | position.o))
    set_on = {cell: Position(position.rules, position.x | (mover == "X") << cell, position.o | (mover == "O") << cell)
              for cell in cells if cell not in lines_next(position, mover)}  # fmt: skip
    return {cell for cell, after in set_on.items() if len(passed(after, mover)) > 1}


def is_true(reason, position, move, entry):
    """Return whether a reason holds on the board, and in the book."""
    rules, mover = position.rules, position.to_move
    other, after = "O" if mover == "X" else "X", position.play(move)
    cell = move_named(move, rules)
    named = lambda words: {move_named(name, rules) for name in re.split(", | and | or ", words)}  # noqa: E731
    completes = {one for one in position.legal_cells if position.after(one).completed_lines}
    said = {
        "wins at once": lambda: after.winner == mover,
        f"blocks {other}'s line": lambda: cell in passed(position, other),
        r"threatens ([^:]*)": lambda cells: named(cells) == passed(after, mover),
        r"forks: threatens (.*)": lambda cells: (
            named(cells) == passed(after, mover) and cell in forking(position, mover)),
        rf"stops {other}'s fork at (.*)": lambda cells: named(cells) == forking(position, other) and not any(
            reply in forking(after, other) for reply in passed(after, mover) or after.legal_cells),
        "completes no line": lambda: completes and cell not in completes and all(
            position.after(one).winner == other for one in completes),
        f"leaves {other} only moves that complete a line": lambda: all(
            after.after(one).completed_lines and after.after(one).winner == mover for one in after.legal_cells),
        r"wins in (\d+) moves?": lambda count: (entry.value, (entry.remoteness + 1) // 2) == (WIN, int(count)),
        "holds the draw": lambda: entry.value is DRAW and len(entry.safe) < len(position.legal_cells),
        "every move draws": lambda: entry.value is DRAW and len(entry.safe) == len(position.legal_cells),
        "lasts longest": lambda: entry.value is LOSS and len(entry.best) < len(position.legal_cells),
        "every move loses": lambda: entry.value is LOSS and len(entry.best) == len(position.legal_cells),
    }  # fmt: skip
    (holds,) = (check(*found.groups()) for words, check in said.items() if (found := re.fullmatch(words, reason)))
    return holds


@pytest.mark.slow
def test_reasons_of_all_games(game_book):
    """In some positions of every kind of game each best move, and no other, has reasons, and each of them is true."""
    told = Counter()
    for rules in small_games():
        book = game_book(rules)
        for entry in list(book)[:: max(1, len(book) // 20)]:
            found = reasons(entry, book.moves(entry.position))
            assert set(found) == set(entry.best) and all(found.values())
            for move, reason in ((move, one) for move, each in found.items() for one in each):
                assert is_true(reason, entry.position, move, entry), (entry.position, move, reason)
                told[reason.split()[0]] += 1
    assert {"blocks", "threatens", "forks:", "stops", "completes", "leaves", "wins", "holds", "every", "lasts"} == {
        *told
    }
