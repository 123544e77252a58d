"""Posters: both sides on two pages of the paper."""

import pytest

from oxobook.book import Book, Position
from oxobook.book.game.notation import coordinates
from oxobook.book.progress import tell_nobody
from oxobook.book.strategy import strategy_in
from oxobook.viewer.pictures.drawing.paper import PAPERS
from oxobook.viewer.pictures.drawing.shapes import Text
from oxobook.viewer.pictures.map_pages import PosterRequest, poster_drawings
from tests.viewer.classroom.pdf_reader import pages_of


@pytest.mark.slow
@pytest.mark.parametrize(("shows", "paper", "pages"), [("sheet", "a2", 2), ("map", "a3", 2), ("map", "letter", 4)])
def test_pages_of_the_paper(run, kept, tmp_path, shows, paper, pages):
    """A PDF of two upright pages of the paper; a small one has O's map for X in a corner, on an edge, in the centre."""
    file = tmp_path / "wall.pdf"
    assert (
        run("draw", "poster", str(file), "--shows", shows, "--paper", paper, "-b", kept).stderr == f"Written: {file}\n"
    )
    assert [page.size for page in pages_of(file.read_bytes())] == [PAPERS[paper]] * pages


@pytest.mark.slow
def test_posters_and_sheets_show_one_strategy(kept):
    """X opens in the centre on both; another kind may be chosen for the maps."""
    with Book.open(kept) as book:
        drawn = {
            kind: poster_drawings(book, PosterRequest(kind=kind), strategy_in, tell_nobody)[0].title
            for kind in ("reflexes", "pick")
        }
        assert drawn == {kind: f"X's {kind} strategy for 3x3x3" for kind in drawn}
        assert coordinates(book.rules)[strategy_in(book, "X", "reflexes").move(Position(book.rules))] == "b2"


def test_posters_of_o_say_which_first_move_they_answer(kept):
    """On paper smaller than A3, O has a page for each first move of X, and its title and heading name that move."""
    with Book.open(kept) as book:
        _, *pages = poster_drawings(book, PosterRequest(paper="a4"), strategy_in, tell_nobody)
    headings = [next(one.shape.words for one in page.shapes if isinstance(one.shape, Text)) for page in pages]
    assert headings == [f"How O never loses at tic-tac-toe (X: {move})" for move in ("a3", "b3", "b2")]
    assert len({page.title for page in pages}) == 3


def test_a_poster_is_the_same_each_time(run, kept, tmp_path):
    """Drawn twice, it has the same bytes."""
    files = tmp_path / "one.pdf", tmp_path / "other.pdf"
    for file in files:
        run("draw", "poster", str(file), "--shows", "sheet", "-b", kept)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_poster_is_for_a_wall(run, tmp_path):
    """It is a PDF, and has no side to choose."""
    refused = run("draw", "poster", str(tmp_path / "x.svg"))
    assert refused.exit_code == 2 and "pdf" in refused.stderr
    assert "--side" not in run("draw", "poster", "--help").stdout
