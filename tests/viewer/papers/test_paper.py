"""Templates: oxobook's can be printed, changed and used, and one that is wrong is refused in a line."""

import pytest

from tests.viewer.classroom.pdf_reader import pages_of


@pytest.fixture
def mine(run, tmp_path):
    """The template of puzzles, printed into a file."""
    file = tmp_path / "mine.typ"
    file.write_text(run("classroom", "puzzles", "--print-template").stdout)
    return file


def test_a_template_of_ones_own(run, tmp_path, mine):
    """Changed in two places, the pages are wider than high and end with the school's name."""
    text = mine.read_text()
    text = text.replace("width: data.width * 1pt, height: data.height * 1pt", "width: 842pt, height: 595pt")
    mine.write_text(text.replace("#let foot(ruler) = {", "#let foot(ruler) = {\n  [Lakeside School]"))
    asked = ("classroom", "puzzles", "--count", "3", "--template", str(mine), "--out", str(tmp_path / "mine.pdf"))
    assert run(*asked).exit_code == 0
    tasks, solutions = pages_of((tmp_path / "mine.pdf").read_bytes())
    assert tasks.size == solutions.size == (842, 595)
    assert tasks.lines[-1].startswith("Lakeside School") and "3. " in solutions.text


def test_the_printed_template_is_the_one_used(run, tmp_path, mine):
    """It gives the same bytes."""
    asked = ("classroom", "puzzles", "--count", "3", "--out")
    assert run(*asked, str(tmp_path / "ours.pdf")).exit_code == 0
    assert run(*asked, str(tmp_path / "mine.pdf"), "--template", str(mine)).exit_code == 0
    assert (tmp_path / "mine.pdf").read_bytes() == (tmp_path / "ours.pdf").read_bytes()


@pytest.mark.parametrize(
    ("text", "said"),
    [("\n#nothing", "line 2: unknown variable: nothing"), ('#image("no.png")', "line 1: file not found")],
)
def test_a_template_that_is_wrong(run, tmp_path, text, said):
    """It is refused with its line, and nothing is written."""
    (tmp_path / "wrong.typ").write_text(text)
    asked = ("classroom", "words", "--template", str(tmp_path / "wrong.typ"), "--out", str(tmp_path / "words.pdf"))
    refused = run(*asked)
    assert refused.exit_code == 2 and len(refused.stderr.splitlines()) == 1 and said in refused.stderr
    assert not (tmp_path / "words.pdf").exists()
