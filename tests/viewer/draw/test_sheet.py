"""The cheat sheet: its boards are the strategy's, each move safe, all on one page."""

import xml.etree.ElementTree as ElementTree

import pytest

from book import Position, TooLarge, Value
from book.game.notation import coordinates
from book.strategy import pick_strategy, position_of
from generator.strategies.smallest import smallest_strategy
from viewer.draw.sheet import PAPERS, cheat_sheet
from viewer.palette import PALETTES

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("rules", "side", "boards"), [("3x3x3", "X", 3), ("3x3x3", "O", 13), ("3x3x3-gravity", "X", None)]
)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("palette", PALETTES)
def test_the_sheet_shows_what_is_to_be_remembered(make_book, rules, side, boards, paper, palette):
    """One captioned board for each remembered position, its move in the caption; well-formed, the same each time."""
    book = make_book(rules)
    strategy = smallest_strategy(book, side, "reflexes")
    svg = cheat_sheet(book, strategy, PALETTES[palette], paper)
    assert svg == cheat_sheet(book, strategy, PALETTES[palette], paper)
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


@pytest.mark.parametrize(("rules", "side"), [("3x3x3", "X"), ("3x3x3", "O"), ("3x3x3-misere", "X"), ("3x4x3", "O")])
def test_everything_is_on_the_page(make_book, rules, side):
    """Every board, its caption included, ends above the note at the foot and within the margins."""
    book = make_book(rules)
    width, height = PAPERS["a4"]
    root = ElementTree.fromstring(cheat_sheet(book, smallest_strategy(book, side, "reflexes"), PALETTES["classic"]))
    boards = [group for group in root.iter(f"{SVG}g") if group.get("transform")]
    assert boards
    for board in boards:
        left, top = map(float, board.get("transform").removeprefix("translate(").removesuffix(")").split())
        caption = next(text for text in board.iter(f"{SVG}text"))
        right, bottom = left + 2 * float(caption.get("x")), top + float(caption.get("y")) + 5
        assert left >= 48 and right <= width - 48 and bottom <= height - 45


def test_the_title_is_the_truth(make_book):
    """The promise of the title is the value of the game for the side."""
    for rules, side, words in (
        ("3x3x3", "O", "never loses"),
        ("3x4x3", "X", "always wins"),
        ("3x4x3", "O", "best of it"),
    ):
        book = make_book(rules)
        title = ElementTree.fromstring(
            cheat_sheet(book, smallest_strategy(book, side, "reflexes"), PALETTES["classic"])
        ).find(f"{SVG}title")
        assert words in title.text
        value = book.probe(Position(book.rules)).value
        assert {"never": Value.DRAW, "always": Value.WIN, "best": Value.WIN}[words.split()[0]] == value


def test_too_many_boards_are_refused(make_book):
    """A strategy that fills more than a page is refused with what to draw instead."""
    book = make_book("3x4x4")
    with pytest.raises(TooLarge, match=r"more than fit on one sheet: draw a graph or a map of it with --depth"):
        cheat_sheet(book, pick_strategy(book, "O"), PALETTES["classic"])
