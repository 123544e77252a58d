"""Boards side by side: games as strips, and orbits."""

import pytest

from oxobook.book import IllegalPosition, Position, Rules
from oxobook.book.game.labels import kinds_for
from oxobook.viewer.pictures.drawing.drawing import PlacedBoard
from oxobook.viewer.pictures.drawing.file import drawn_file
from oxobook.viewer.pictures.drawing.shapes import Box, Text
from oxobook.viewer.pictures.figures.style import IllegalFigure
from oxobook.viewer.pictures.figures.tile_figures import cells_figure, orbit_figure, strip_figure
from tests.viewer.pictures.figures.test_game_tree import style

GAME = "a3 b1 b2 c1 a1"


def boards(figure):
    """The boards of a figure."""
    return [one.shape for one in figure.shapes if isinstance(one.shape, PlacedBoard)]


def words(figure):
    """Its words."""
    return [one.shape.words for one in figure.shapes if isinstance(one.shape, Text)]


def test_a_strip_has_a_board_for_each_move(book):
    """Each with one stone more, which is the marked one, under its number and name; the book judges each move."""
    figure = strip_figure(book, GAME, False, style())
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
    figure = strip_figure(book, GAME, True, style(5.0))
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


def test_what_cannot_be_drawn(book):
    """A game must be moves, and one board with its words must fit."""
    with pytest.raises(IllegalPosition, match=r"expected a game as its moves, .*; got 'X"):
        strip_figure(book, "X../.../...", False, style())
    with pytest.raises(IllegalPosition, match="a game of one move or more; got none"):
        strip_figure(book, "", False, style())
    with pytest.raises(
        IllegalFigure, match=r"at least 6 points; got a width of 1 cm for 8 boards, of which one alone is 2\.4 cm wide"
    ):
        orbit_figure(Position(Rules()), style(1.0))


def test_every_cell_has_its_names(book):
    """Each kind of labels names all cells on a board of its own, in the place that it has in the game."""
    labels = kinds_for(book.rules)
    figure = cells_figure(book.rules, labels, style())
    assert words(figure) == [word for kind, names in labels.items() for word in (kind, *names)]
    first, second, third = (
        one.shape for one in figure.shapes if isinstance(one.shape, Text) and one.shape.words[0] == "a"
    )
    assert first.x == second.x == third.x and first.y < second.y < third.y
    assert drawn_file([figure], "tex").count(b"tikzpicture") == 2
