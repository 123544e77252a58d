"""Slides of a strategy: each says one thing, and shows a board on which it holds."""

import pytest

from docs.slides import slides, slides_json
from oxobook.book.book import Book
from oxobook.generator.strategies.smallest import smallest_strategy
from oxobook.viewer.classroom.instructions.instructions import instructions
from tests.viewer.explorer.modules import SOURCES


@pytest.mark.parametrize(("rules", "side"), [("3x3x3", "X"), ("3x3x3", "O"), ("3x3x3-misere", "X")])
def test_each_slide_keeps_the_value(make_book, rules, side):
    """Every cell that a slide lights is safe in its position, where its side is to move, and each sentence has one."""
    book = make_book(rules)
    strategy = smallest_strategy(book, side, "reflexes")
    found = slides(book, strategy)
    told = instructions(book, strategy)
    assert len(found) == told.count - len(told.rules) + (0 if "misere" in rules else 2)
    for slide in found:
        assert slide.position.to_move == side
        assert slide.cells
        assert not slide.cells & ~book.probe(slide.position).safe_mask


def test_the_page_has_these_slides(kept):
    """The page's data is what docs/slides.py writes."""
    with Book.open(kept) as book:
        assert slides_json(book) == (SOURCES / "game" / "lessons.json").read_text(), "run make pictures"
