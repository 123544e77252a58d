"""Templates: oxobook's can be written to a file, changed and used, and one that is wrong is refused in a line."""

import pytest

from tests.viewer.classroom.pdf_reader import pages_of


def test_a_template_of_ones_own(run, tmp_path):
    """Printed, it gives the same bytes; changed, the pages are wider than high and end with the school's name."""
    mine, pages = tmp_path / "mine.typ", [tmp_path / f"{name}.pdf" for name in ("ours", "same", "mine")]
    run("classroom", "puzzles", "--out", str(tmp_path / "ours.typ"))
    text = (tmp_path / "ours.typ").read_text()
    asked, own = ("classroom", "puzzles", "--sample", "3", "--out"), ("--template", str(mine))
    assert run(*asked, str(pages[0])).exit_code == 0
    mine.write_text(text)
    assert run(*asked, str(pages[1]), *own).exit_code == 0 and pages[0].read_bytes() == pages[1].read_bytes()
    text = text.replace("width: data.width * 1pt, height: data.height * 1pt", "width: 842pt, height: 595pt")
    mine.write_text(text.replace("#let foot(ruler) = {", "#let foot(ruler) = {\n  [Lakeside School]"))
    assert run(*asked, str(pages[2]), *own).exit_code == 0
    tasks, solutions = pages_of(pages[2].read_bytes())
    assert tasks.size == solutions.size == (842, 595)
    assert tasks.lines[-1].startswith("Lakeside School") and "3. " in solutions.text


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
