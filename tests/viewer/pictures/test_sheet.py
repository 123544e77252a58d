"""The cheat sheet: its boards are the strategy's, each move safe, all on one page."""

import re

import pytest

from oxobook.book import Position, TooLarge, Value
from oxobook.book.game.notation import coordinates
from oxobook.book.strategy import pick_strategy, position_of
from oxobook.generator.strategies.smallest import smallest_strategy
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS
from oxobook.viewer.pictures.drawing.shapes import Text
from oxobook.viewer.pictures.drawing.svg import svg_text
from oxobook.viewer.pictures.sheet import sheet_drawing


@pytest.mark.parametrize(
    ("rules", "side", "boards"), [("3x3x3", "X", 3), ("3x3x3", "O", 13), ("3x3x3-gravity", "X", None)]
)
def test_the_sheet_shows_what_is_to_be_remembered(make_book, rules, side, boards):
    """One captioned board for each remembered position, with a safe move in the caption and the description."""
    book = make_book(rules)
    strategy, names = smallest_strategy(book, side, "reflexes"), coordinates(book.rules)
    drawing = sheet_drawing(book, strategy, "letter")
    assert (drawing.width * drawing.unit, drawing.height * drawing.unit) == pytest.approx(PAPERS["letter"])
    captions = [text for text in re.findall(r">([^<>]*)</text>", svg_text(drawing)) if " plays " in text]
    assert sorted(captions) == sorted(f"{side} plays {names[strategy.moves[key]]}" for key in strategy.remembered)
    assert boards is None or len(captions) == boards
    for position in (position_of(key, book.rules) for key in strategy.remembered):
        move = names[strategy.moves[position.key]]
        assert f"{position.text} play {move}" in drawing.description and move in book.probe(position).safe


@pytest.mark.slow
def test_the_title_is_the_truth(make_book):
    """The promise of the title is the value of the game for the side."""
    for rules, side, words in (
        ("3x3x3", "O", "never loses"),
        ("3x4x3", "X", "always wins"),
        ("3x4x3", "O", "best of it"),
    ):
        book = make_book(rules)
        assert words in sheet_drawing(book, smallest_strategy(book, side, "reflexes")).title
        value = book.probe(Position(book.rules)).value
        assert {"never": Value.DRAW, "always": Value.WIN, "best": Value.WIN}[words.split()[0]] == value


def test_too_many_boards_are_refused(make_book):
    """A strategy that fills more than a page is refused with what to draw instead."""
    book = make_book("3x4x4")
    with pytest.raises(TooLarge, match=r"more than fit on one sheet: draw a graph or a map of limited depth instead"):
        sheet_drawing(book, pick_strategy(book, "O"))


@pytest.mark.parametrize(
    ("rules", "side", "said"),
    [
        ("3x3x3-maker", "X", ("Win if you can", "If only one move is left", "Otherwise find", "turned or flipped")),
        ("3x3x3-maker", "O", ("Block if you must", "If only one move is left", "Otherwise find", "turned or flipped")),
        ("3x3x3-notakto", "X", ("Whoever completes a line of 3 loses", "If only", "Otherwise find", "or flipped")),
        ("3x3x3-torus", "X", ("Win if you can", "Block if you must", "Otherwise find", "flipped or shifted")),
        ("3x3x3-gravity", "X", ("Win if you can", "Block if you must", "Otherwise find", "mirrored left to right")),
    ],
)
def test_the_rules_of_a_sheet_are_those_of_its_game(make_book, rules, side, said):
    """A sheet names the reflexes that the side has, and what the board's symmetries do to it."""
    book = make_book(rules)
    texts = [shape.shape for shape in sheet_drawing(book, smallest_strategy(book, side, "reflexes")).shapes]
    words = [
        one.words for one in texts if isinstance(one, Text) and (one.words[:1].isdigit() or "marked cell" in one.words)
    ]
    words = [one for one in words if "remember" not in one]
    assert len(words) == len(said) and all(part in one for part, one in zip(said, words, strict=True)), words
