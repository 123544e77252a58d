"""The cheat sheet: its boards are the strategy's, each move safe, all on one page."""

import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations

import pytest

from oxobook.book import Position, TooLarge, Value
from oxobook.book.game.notation import coordinates
from oxobook.book.strategy import pick_strategy, position_of
from oxobook.generator.strategies.smallest import smallest_strategy
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS
from oxobook.viewer.pictures.drawing.shapes import Text
from oxobook.viewer.pictures.drawing.svg import svg_text
from oxobook.viewer.pictures.sheet import sheet_drawing

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("rules", "side", "boards"), [("3x3x3", "X", 3), ("3x3x3", "O", 13), ("3x3x3-gravity", "X", None)]
)
@pytest.mark.parametrize("paper", ["a4", "letter", "a0"])
def test_the_sheet_shows_what_is_to_be_remembered(make_book, rules, side, boards, paper):
    """One captioned board for each remembered position, its move in the caption; well-formed, the same each time."""
    book = make_book(rules)
    strategy = smallest_strategy(book, side, "reflexes")
    svg = svg_text(sheet_drawing(book, strategy, paper))
    assert svg == svg_text(sheet_drawing(book, strategy, paper))
    root = ElementTree.fromstring(svg)
    assert [float(root.get(name)) for name in ("width", "height")] == list(PAPERS[paper])
    captions = [text.text for text in root.iter(f"{SVG}text") if " plays " in text.text]
    names = coordinates(book.rules)
    assert sorted(captions) == sorted(f"{side} plays {names[strategy.moves[key]]}" for key in strategy.remembered)
    assert boards is None or len(captions) == boards
    description = root.find(f"{SVG}desc").text
    for key in strategy.remembered:
        position = position_of(key, book.rules)
        move = names[strategy.moves[key]]
        assert f"{position.text} play {move}" in description and move in book.probe(position).safe


@pytest.fixture(
    scope="module",
    params=[
        ("3x3x3", "X"),
        ("3x3x3", "O"),
        ("3x3x3-misere", "X"),
        ("3x3x3-misere-gravity", "X"),
        ("3x3x3-gravity", "O"),
    ],
    ids=" ".join,
)
def sheet(request, make_book):
    """The sheet of a game's side on A4, parsed."""
    rules, side = request.param
    book = make_book(rules)
    drawn = sheet_drawing(book, smallest_strategy(book, side, "reflexes"))
    return ElementTree.fromstring(svg_text(drawn))


def boards_of(sheet):
    """Return each board's left, top, right and bottom, the last with the caption."""
    for board in sheet.iter(f"{SVG}g"):
        if board.get("transform"):
            left, top = map(float, board.get("transform").removeprefix("translate(").removesuffix(")").split())
            caption = next(text for text in board.iter(f"{SVG}text"))
            yield left, top, left + 2 * float(caption.get("x")), top + float(caption.get("y")) + 5


def test_everything_is_on_the_page(sheet):
    """Every board, its caption included, ends above the note at the foot and within the margins."""
    width, height = PAPERS["a4"]
    assert list(boards_of(sheet))
    for left, _, right, bottom in boards_of(sheet):
        assert left >= 48 and right <= width - 48 and bottom <= height - 60


def test_no_board_lies_on_another(sheet):
    """No two boards overlap, nor a board and a heading."""
    boards = list(boards_of(sheet))
    headings = [text for text in sheet.iter(f"{SVG}text") if re.fullmatch(r"Your \d+\w\w move", text.text)]
    for text in headings:
        left, bottom = float(text.get("x")), float(text.get("y"))
        boards.append((left, bottom - 12, left + 90, bottom + 2))
    for one, other in combinations(boards, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_a_page_is_used(sheet):
    """The boards reach from the rule at the top to the last quarter of the page."""
    height = PAPERS["a4"][1]
    assert max(bottom for *_, bottom in boards_of(sheet)) > 0.75 * height


def test_every_rule_says_to_play_the_marked_cell(sheet):
    """Under misère too the words lead from the boards to the move."""
    assert "3.  Otherwise find your board below, and play the marked cell." in [
        text.text for text in sheet.iter(f"{SVG}text")
    ]


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
