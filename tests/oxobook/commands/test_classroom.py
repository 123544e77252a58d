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


def drawn(run, kept, file, shows):
    """A poster's bytes, on A2."""
    asked = run("poster", str(file), "--shows", shows, "--paper", "a2", "-b", kept, "--force")
    assert asked.stderr == f"Written: {file}\n"
    return file.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("shows", ["map", "sheet"])
def test_two_pages_of_the_paper(run, kept, tmp_path, shows):
    """A PDF of two pages, upright, of the size of the paper."""
    assert [page.size for page in pages_of(drawn(run, kept, tmp_path / "wall.pdf", shows))] == [PAPERS["a2"]] * 2


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "pages"), [("a4", 4), ("letter", 4), ("a3", 2)])
def test_small_paper_has_a_page_for_each_opening(run, kept, tmp_path, paper, pages):
    """O's map cannot be read on one small page: it has one for X in a corner, on an edge and in the centre."""
    file = tmp_path / "wall.pdf"
    assert run("poster", str(file), "--paper", paper, "-b", kept).exit_code == 0
    assert len(pages_of(file.read_bytes())) == pages


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
    first, second = (drawn(run, kept, tmp_path / "wall.pdf", "sheet") for _ in range(2))
    assert first == second


def test_a_poster_is_for_a_wall(run, tmp_path):
    """It is a PDF, and has no side to choose."""
    refused = run("poster", str(tmp_path / "x.svg"))
    assert refused.exit_code == 2 and "pdf" in refused.stderr
    assert "--side" not in run("poster", "--help").stdout
