"""Figures that explain a board: each line once, each cell by its names, each fork with what it threatens."""

import pytest

from oxobook.book import Position, Rules
from oxobook.book.game.shapes import Text
from oxobook.viewer.drawing.drawing import PlacedBoard
from oxobook.viewer.drawing.file import drawing_bytes
from oxobook.viewer.figures.board_figures import cells_figure, forks_figure, lines_figure
from oxobook.viewer.figures.style import IllegalFigure
from oxobook.viewer.play.cell_labels import LABELS
from tests.viewer.figures.test_game_tree import style
from tests.viewer.figures.test_tile_figures import boards, words


@pytest.mark.parametrize(
    ("text", "rows", "columns", "diagonals"), [("3x3x3", 3, 3, 2), ("3x4x3", 6, 4, 4), ("4x4x4-misere", 4, 4, 2)]
)
def test_every_line_has_a_board(text, rows, columns, diagonals):
    """Each line is marked on one board, which says whether it is a row, a column or a diagonal."""
    rules = Rules.parse(text)
    figure = lines_figure(rules, style())
    assert sorted(one.marked for one in boards(figure)) == sorted(rules.lines)
    said = words(figure)
    assert [said.count(word) for word in ("row", "column", "diagonal")] == [rows, columns, diagonals]
    assert said[-1].endswith("loses." if rules.misere else "wins.")


def test_lines_of_a_cube_have_no_direction():
    """Boards of several layers are drawn side by side, where a row need not be a row."""
    assert words(lines_figure(Rules.parse("tic-tac-toe-3d"), style(25))).count("line") == 49


def test_every_cell_has_its_names(book):
    """Each kind of labels names all cells on a board of its own, in the place that it has in the game."""
    labels = {kind: named(book.rules) for kind, named in LABELS.items()}
    figure = cells_figure(book.rules, labels, style())
    assert words(figure) == [word for kind, names in labels.items() for word in (kind, *names)]
    first, second, third = (
        one.shape for one in figure.shapes if isinstance(one.shape, Text) and one.shape.words[0] == "a"
    )
    assert first.x == second.x == third.x and first.y < second.y < third.y
    assert drawing_bytes(figure, "tex").count(b"tikzpicture") == 2


@pytest.mark.parametrize(
    ("text", "heads", "threatened"),
    [("OX./..O/X..", ["X b2", "X b1"], [{"c3", "b1"}, {"b2", "c1"}]), ("X../.OX/..O", [], [])],
)
def test_forks_are_those_that_win(book, text, heads, threatened):
    """A fork's board has the stone that makes it, and a plus on each cell where the mover wins next."""
    position = Position.parse(text)
    if not heads:
        with pytest.raises(IllegalFigure, match=f"X has a fork, a move with two threats at once; got '{text}'"):
            forks_figure(position, style())
        return
    figure = forks_figure(position, style())
    assert [word for word in words(figure) if word in heads] == heads
    assert words(figure).count("+") == sum(map(len, threatened))
    for board, cells in zip(boards(figure), threatened, strict=True):
        assert isinstance(board, PlacedBoard) and board.position.to_move == "O"
        reply = next(move for move in board.position.legal_moves if move not in cells)
        after = board.position.play(reply)
        assert {move for move in after.legal_moves if after.play(move).winner == "X"} == cells
