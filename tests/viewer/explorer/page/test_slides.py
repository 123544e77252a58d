"""Slides for a projector, and the papers beside them."""

import json

import pytest

from oxobook.viewer.ask.json_fields import lookup_report
from oxobook.viewer.explorer.summary import book_summary
from tests.viewer.explorer.modules import SOURCES, run

MODULES = """
  { rulesOf } from ./game/rules.ts
  { gameSlides, hasLessons, lessonSlides, questionSlides } from ./game/slides.ts
"""


def answer(book, record):
    """The answer of the position that moves lead to."""
    return lookup_report(book.probe(record), book.moves(record))


def test_a_game_asks_before_it_tells(book):
    """A slide for each position: the question names the side to move, the answer the value and a best cell; at
    the end it says how the game was won."""
    moves = ["a3", "b2", "c1"]
    entries = [answer(book, " ".join(moves[:ply]) or ".........") for ply in range(4)]
    code = "const [book, moves, entries] = given; return gameSlides(rulesOf(book), moves, entries);"
    slides = run(code, book_summary(book), moves, entries, imports=MODULES)
    assert [slide["ask"] for slide in slides] == [f"Where should {side} go?" for side in "XOXO"]
    last = slides[-1]
    assert last["tell"] == "A draw with best play."
    assert [book_summary(book)["cells"][cell] for cell in last["lit"]] == [entries[-1]["pick"]]
    assert "draw" not in last["ask"]
    moves = ["a3", "b2", "b3", "c1", "c3"]
    (over,) = run(code, book_summary(book), moves, [answer(book, " ".join(moves))], imports=MODULES)
    assert (over["ask"], over["why"]) == ("X has won.", "Three in the top row.")


def test_a_question_has_one_answer(book):
    """The cell that is lit is the only safe one."""
    entry = answer(book, "a3 b2 b3")
    code = "const [book, entry] = given; return questionSlides(rulesOf(book), [[['a3', 'b2', 'b3'], entry]]);"
    (slide,) = run(code, book_summary(book), entry, imports=MODULES)
    assert slide["ask"] == "O to move: block."
    assert [book_summary(book)["cells"][cell] for cell in slide["lit"]] == ["c3"]


def test_an_answer_is_about_the_question(book):
    """A fork that also blocks a line is told as the fork that the question asks for."""
    code = "const [book, entry] = given; return questionSlides(rulesOf(book), [[[], entry]])[0];"
    slide = run(code, book_summary(book), answer(book, "OO./..X/X.."), imports=MODULES)
    assert (slide["ask"], slide["tell"]) == ("X to move: find the fork.", "Take this corner. It makes two threats.")


@pytest.mark.slow
def test_lessons_are_of_tic_tac_toe(book, make_book):
    """Both sides have one there; other games have none."""
    code = """
      const [lessons, ...books] = given, [first, other] = books.map(rulesOf);
      return [hasLessons(other), ...["X", "O"].map((side) => lessonSlides(first, side, lessons).length)];
    """
    lessons = json.loads((SOURCES / "game" / "lessons.json").read_text())
    books = [book_summary(one) for one in (book, make_book("2x3x2"))]
    assert run(code, lessons, *books, imports=MODULES) == [False, 5, 11]
