"""papers/NAME.pdf: the papers for a class, drawn in other processes."""

import shutil

import pytest

from oxobook.on_demand import served_strategy
from tests.viewer.classroom.pdf_reader import pages_of


@pytest.fixture
def asked(serve, made, tmp_path):
    """A client of a book that keeps no strategy, and the book's folder."""
    shutil.copy(made("3x3x3"), tmp_path)
    return serve(tmp_path, find=served_strategy), tmp_path


def test_a_paper_is_found_drawn_and_not_kept(asked):
    """A sheet comes on the asked paper in the asked language, by strategies found for it; the server writes no file."""
    client, folder = asked
    answer = client.get("/api/3x3x3/papers/sheets.pdf?paper=letter&language=de")
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/pdf"
    page, *_ = pages_of(answer.content)
    assert page.size[0] == 612 and page.text.startswith("So verliert X bei")
    assert [path.name for path in folder.iterdir()] == ["3x3x3.sqlite"]


@pytest.mark.slow
def test_the_kit_is_that_of_the_command(asked, run, kept, tmp_path):
    """The bytes are those that the command writes."""
    client, _ = asked
    assert run("classroom", "kit", str(tmp_path / "kit.pdf"), "-b", kept).exit_code == 0
    assert client.get("/api/3x3x3/papers/kit.pdf").content == (tmp_path / "kit.pdf").read_bytes()


def test_papers_that_there_are_not(asked, serve, library, make_book):
    """An unknown name is refused; so is a game without puzzles, and a book without strategies where none are found."""
    client, folder = asked
    assert client.get("/api/3x3x3/papers/exam.pdf").status_code == 400
    assert "reflexes" in serve(folder).get("/api/3x3x3/papers/posters.pdf").json()["detail"]
    make_book("2x3x2")
    refused = serve(library).get("/api/2x3x2/papers/worksheet.pdf")
    assert refused.status_code == 400 and "2x3x2 has none" in refused.json()["detail"]
