"""Maps of both sides for a wall, on pages of the paper."""

import pytest

from oxobook.book import Book
from oxobook.book.certificate.strategy_file import strategy_in
from oxobook.book.progress import tell_nobody
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS
from oxobook.viewer.pictures.drawing.shapes import Text
from oxobook.viewer.pictures.map_pages import MapRequest, maps
from tests.viewer.classroom.pdf_reader import pages_of


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "pages"), [("a3", 2), ("letter", 4)])
def test_pages_of_the_paper(run, kept, tmp_path, paper, pages):
    """A PDF of two upright pages of the paper; a small one has O's map for X in a corner, on an edge, in the centre."""
    file = tmp_path / "wall.pdf"
    drawn = run("draw", "map", str(file), "--side", "both", "--kind", "reflexes", "--paper", paper, "-b", kept)
    assert drawn.stderr == f"Written: {file}\n"
    assert [page.size for page in pages_of(file.read_bytes())] == [PAPERS[paper]] * pages


def test_maps_of_o_say_which_first_move_they_answer(kept):
    """On paper smaller than A3, O has a page for each first move of X, and its title and heading name that move."""
    with Book.open(kept) as book:
        _, *pages = maps(book, MapRequest(side="both", kind="reflexes", paper="a4"), strategy_in, tell_nobody)
    headings = [next(one.shape.words for one in page.shapes if isinstance(one.shape, Text)) for page in pages]
    assert headings == [f"How O never loses at tic-tac-toe (X: {move})" for move in ("a3", "b3", "b2")]
    assert len({page.title for page in pages}) == 3
