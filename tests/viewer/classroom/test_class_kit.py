"""The kit for a class: every paper on pages of its own, in each language, with lessons that take their hours."""

import re

import pytest

from oxobook.book.game.score import Value
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS
from oxobook.viewer.words.languages import LANGUAGES, language_named
from tests.viewer.classroom.pdf_reader import bookmarks_of, pages_of


@pytest.mark.parametrize(
    ("rules", "paper", "language", "title", "sheet"),
    [
        pytest.param("3x3x3", "a4", "en", "Tic-tac-toe in class", "How X never loses at", marks=pytest.mark.slow),
        ("2x4x2-gravity", "letter", "DE", "2x4x2-gravity im Unterricht", "So gewinnt X bei"),
        ("2x4x2-gravity", "legal", "en", "2x4x2-gravity in class", "How X always wins at"),
    ],
)
def test_every_paper_is_in_the_kit(run, tmp_path, rules, paper, language, title, sheet):
    """All pages have the paper's size, a poster is four; page 1 and bookmarks agree; no finder turns falling stones."""
    file = tmp_path / "kit.pdf"
    made = run("classroom", "kit", str(file), rules, "--paper", paper, "--language", language)
    assert made.stderr.splitlines()[-1] == f"Written: {file}"
    pdf = file.read_bytes()
    pages = pages_of(pdf)
    assert {(min(page.size), max(page.size)) for page in pages} == {PAPERS[paper]}  # wide posters on their side
    first = pages[0].lines
    told = [re.fullmatch(r"(.+) (\d+)\u2013(\d+)", line).groups() for line in first[1:6]]
    assert first[0] == title and [name for name, *_ in told] == bookmarks_of(pdf)
    assert [int(a) for _, a, _ in told] == [1, *(int(b) + 1 for *_, b in told[:-1])]
    assert title.startswith("Tic") or any(one in page.text for page in pages for one in ("mirror it.", "spiegle es."))
    assert (int(told[4][1]) - int(told[3][1])) % 4 == 0
    assert int(told[-1][2]) == len(pages) and pages[int(told[2][1]) - 1].lines[0].startswith(sheet)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_steps_of_a_plan_take_its_time(language):
    """The steps after a heading take 45 or 60 minutes in all; the first of three hours is the plan of one."""
    words = language_named(language)
    lessons = [([minutes], words.one_lesson(Value.DRAW, minutes)) for minutes in (45, 60)]
    for times, plan in (*lessons, ([60, 60], words.three_hours(304, 1720))):
        taken = []
        for kind, said in plan:
            taken += [0] * (kind == "heading")
            taken[-1] += int(said[0].split()[0]) if kind == "step" else 0
        assert [minutes for minutes in taken if minutes] == times


def test_the_plan_promises_what_the_game_gives(run, tmp_path, monkeypatch):
    """If X always wins, the plan says so; without puzzles there is none, and no strategy is looked for before."""
    file = tmp_path / "kit.pdf"
    assert run("classroom", "kit", str(file), "2x4x2-gravity").exit_code == 0
    said = " ".join(pages_of(file.read_bytes())[0].text.split())
    assert "win against the sheet for X?" in said and "moves first and makes only right moves always wins." in said
    monkeypatch.setattr("oxobook.commands.classroom.found_strategy", pytest.fail)
    assert "puzzles; 2x2x2 has none" in run("classroom", "kit", str(file), "2x2x2", "--force").stderr
