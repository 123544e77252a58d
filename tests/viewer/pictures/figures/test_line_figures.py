"""Figures of lines: all of a game, and forks."""

import pytest

from oxobook.book import Position, Rules
from oxobook.book.game.notation import move_names
from oxobook.viewer.pictures.drawing.board_shapes import centre
from oxobook.viewer.pictures.drawing.shapes import Text
from oxobook.viewer.pictures.figures.line_figures import forks_figure, lines_figure
from oxobook.viewer.pictures.figures.style import IllegalFigure
from tests.viewer.pictures.figures.test_game_tree import style
from tests.viewer.pictures.figures.test_tile_figures import boards, words


def pluses(figure):
    """The names of the cells with a plus, board by board."""
    signs = [one.shape for one in figure.shapes if isinstance(one.shape, Text) and "+" in one.shape.words[:3]]
    return [
        {
            name
            for cell, name in enumerate(move_names(board.position.rules))
            for x, y in [centre(cell, board.position.rules, board.side)]
            if any(abs(board.x + x - sign.x) + abs(board.y + y - sign.y) < 1e-6 for sign in signs)
        }
        for board in boards(figure)
    ]


@pytest.mark.parametrize(
    ("text", "rows", "columns", "diagonals", "said"),
    [
        ("3x3x3", 3, 3, 2, "8 lines of 3: whoever completes one wins."),
        ("3x4x3", 6, 4, 4, "14 lines of 3: whoever completes one wins."),
        ("4x4x4-misere", 4, 4, 2, "10 lines of 4: whoever completes one loses."),
        ("3x3x3-maker", 3, 3, 2, "8 lines of 3: if one is completed, X wins."),
    ],
)
def test_every_line_has_a_board(text, rows, columns, diagonals, said):
    """Each line is marked on one board, which says whether it is a row, a column or a diagonal; who wins, below."""
    rules = Rules.parse(text)
    figure = lines_figure(rules, style())
    assert sorted(one.marked for one in boards(figure)) == sorted(rules.lines)
    told = words(figure)
    assert [told.count(word) for word in ("row", "column", "diagonal")] == [rows, columns, diagonals]
    assert told[-1] == said


@pytest.mark.parametrize(
    ("rules", "text", "forks"),
    [
        ("3x3x3", "OX./..O/X..", ["X b2: c3 b1", "X b1: b2 c1", "O b2: a2 c1", "O c1: c3 b2"]),
        ("3x3x3", "X../.O./..X", ["X c3: b3 c2", "X a1: a2 b1"]),
        ("4x4x3-gravity", "a1 b1 b2 c1", ["X a2: a3 c2", "X c2: c3 a2", "O c2: c3 d1"]),
    ],
)
def test_forks_are_those_of_both_sides(rules, text, forks):
    """The mover's come first; a board has the stone that makes the fork, and a plus where that side wins next."""
    position = Position.parse(text, Rules.parse(rules))
    figure, names = forks_figure(position, style(30.0)), move_names(position.rules)
    told, drawn = words(figure), boards(figure)
    for board, (head, aims) in zip(drawn, (fork.split(": ") for fork in forks), strict=True):
        side, move = head.split()
        stone = 1 << names.index(move)
        assert board.marked == stone and head in told and f"{side} threatens {' and '.join(aims.split())}" in told
        x, o = (stone, 0) if side == "X" else (0, stone)
        assert board.position == Position(position.rules, position.x | x, position.o | o)
    assert pluses(figure) == [set(fork.split(": ")[1].split()) for fork in forks]
    turn = f"It is {position.to_move}'s turn"
    assert any(turn in word for word in told) == any(fork[0] != position.to_move for fork in forks)


@pytest.mark.parametrize(
    ("figure", "rules", "text", "message"),
    [
        (forks_figure, "3x3x3", "X../.../...", "in which a side has a fork, .* at once; got 'X../.../...'"),
        (forks_figure, "3x3x3-misere", "OX./..O/X..", "in which a side has a fork"),
        (lambda position, style: lines_figure(position.rules, style), "2x3x5", "......", "the board of 2x3x5 has none"),
    ],
)
def test_what_has_none_is_refused(figure, rules, text, message):
    """A position without a fork, and a game without lines."""
    with pytest.raises(IllegalFigure, match=message):
        figure(Position.parse(text, Rules.parse(rules)), style())
