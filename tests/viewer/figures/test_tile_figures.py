"""Boards side by side: games as strips, and orbits."""

from itertools import combinations

import pytest

from oxobook.book import IllegalPosition, Position, Rules
from oxobook.book.game.reading.labels import kinds_for
from oxobook.book.game.shapes import Box, Text
from oxobook.viewer.drawing.drawing import PlacedBoard
from oxobook.viewer.drawing.file import drawing_bytes
from oxobook.viewer.figures.style import IllegalFigure
from oxobook.viewer.figures.tile_figures import cells_figure, forks_figure, lines_figure, orbit_figure, strip_figure
from tests.viewer.figures.test_game_tree import box, overlap, style

GAME = "a3 b1 b2 c1 a1"


def boards(figure):
    """The boards of a figure."""
    return [one.shape for one in figure.shapes if isinstance(one.shape, PlacedBoard)]


def words(figure):
    """Its words."""
    return [one.shape.words for one in figure.shapes if isinstance(one.shape, Text)]


def test_a_strip_has_a_board_for_each_move(book):
    """Each with one stone more, which is the marked one, under its number and name; the book judges each move."""
    figure = strip_figure(book, GAME, True, False, style())
    position, played = Position(Rules()), []
    for move in GAME.split():
        position = position.play(move)
        played.append(position)
    assert [one.position for one in boards(figure)] == played
    assert [one.marked for one in boards(figure)] == [1 << cell for cell in (0, 7, 4, 8, 6)]
    assert [word for word in words(figure) if word[0].isdigit()] == ["1 a3", "2 b1", "3 b2", "4 c1", "5 a1"]
    entries = [book.probe(before) for before in (Position(Rules()), *played[:-1])]
    verdicts = [word for word in words(figure) if word in ("best", "safe", "mistake")]
    assert verdicts == [
        "best" if move in entry.best else "safe" if move in entry.safe else "mistake"
        for move, entry in zip(GAME.split(), entries, strict=True)
    ]
    assert "mistake" in verdicts and words(figure)[-1] == "O is to move."


def test_a_strip_in_steps_is_one_board(book):
    """Each step has one board, of one stone more than the step before, all at one place."""
    figure = strip_figure(book, GAME, False, True, style(5.0))
    assert [[one.position.ply for one in boards(figure.step(step))] for step in range(5)] == [[1], [2], [3], [4], [5]]
    assert len({(one.x, one.y) for one in boards(figure)}) == 1


@pytest.mark.parametrize(
    ("text", "different"), [("XO./.../...", 8), ("X../.O./..X", 2), ("...", 1), ("X.X/.O./...", 4)]
)
def test_an_orbit_is_what_the_book_counts(book, text, different):
    """As many different boards as the book says; each other one names the first it is the same as."""
    position = Position.parse(text) if text != "..." else Position(Rules())
    figure = orbit_figure(position, style())
    keys = [one.position.key for one in boards(figure)]
    assert len(keys) == 8 and len(set(keys)) == different == book.probe(position).orbit
    same = [word for word in words(figure) if word.startswith("same as")]
    firsts = [keys.index(key) + 1 for number, key in enumerate(keys) if keys.index(key) < number]
    assert same == [f"same as {first}" for first in firsts]
    (frame,) = (one.shape for one in figure.shapes if isinstance(one.shape, Box))
    framed = [
        one
        for one in boards(figure)
        if abs(one.middle - frame.x - frame.width / 2) < 1 and one.y < frame.y + frame.height / 2 < one.y + one.height
    ]
    assert [one.position.key for one in framed] == [min(keys)]


@pytest.mark.parametrize(("width", "size"), [(6.0, 7), (8.0, 6), (16.0, 10)])
def test_tiles_have_the_largest_type_that_their_rows_allow(width, size):
    """If no type gives rows as long as columns, smaller type is only taken for fewer rows."""
    assert orbit_figure(Position.parse("X../.O./..X"), style(width)).type_size == size


@pytest.mark.parametrize("width", [8.0, 16.0])
def test_tiles_keep_apart(book, width):
    """No board or words lie on each other or stick out, in an orbit as in a strip."""
    figures = [
        orbit_figure(Position.parse("X../.O./..X"), style(width)),
        strip_figure(book, GAME, True, False, style(width)),
    ]
    for figure in figures:
        shapes = [box(one.shape) for one in figure.shapes if not isinstance(one.shape, Box)]
        assert [pair for pair in combinations(shapes, 2) if overlap(*pair)] == []
        for one in shapes:
            assert one[0] >= 0 and one[1] >= 0 and one[2] <= figure.width and one[3] <= figure.height + 1e-6


def test_what_cannot_be_drawn(book):
    """A game must be moves, and one board with its words must fit."""
    with pytest.raises(IllegalPosition, match=r"expected a game as its moves, such as 'a3 b2 c1'; got 'X\.\./\.\.\./"):
        strip_figure(book, "X../.../...", False, False, style())
    with pytest.raises(
        IllegalFigure, match=r"at least 6 points; got 1 cm for 8 boards, of which one alone is 2\.4 cm wide"
    ):
        orbit_figure(Position(Rules()), style(1.0))
    with pytest.raises(IllegalFigure, match="expected a game with lines; the board of 2x3x5 has none"):
        lines_figure(Rules(2, 3, 5), style())


def test_the_commands_for_tiles(run, tmp_path):
    """Both draw, by the rules that are named."""
    done = run("figure", "strip", str(tmp_path / "a.svg"), "a1 b1", "-r", "2x3x2", "--judge")
    assert done.exit_code == 0 and "The game a1 b1 of 2x3x2" in done.stdout, done.output
    done = run("figure", "orbit", str(tmp_path / "b.tex"), "a1", "-r", "2x3x2")
    assert done.exit_code == 0 and "4 different boards under 4 symmetries" in done.stdout, done.output


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
    labels = kinds_for(book.rules)
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
