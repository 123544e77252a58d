"""Game trees in figures: true values, no two boards on each other, type that can be read, in every format."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from oxobook.book import Position, Rules
from oxobook.book.game.position import position_of_text
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.drawing.drawing import CM
from oxobook.viewer.pictures.drawing.file import drawn_file
from oxobook.viewer.pictures.drawing.shapes import Text
from oxobook.viewer.pictures.figures.game_tree import game_tree, preorder, score_for_x
from oxobook.viewer.pictures.figures.style import IllegalFigure, Style
from oxobook.viewer.pictures.figures.tree_figure import asked_figure, minimax_figure
from tests.viewer.classroom.pdf_reader import pages_of
from tests.viewer.pictures.figures.plain import value_for_x

CASES = [
    ("3x3x3", "XOX/.O./.X.", None, False),
    ("3x3x3", "", 2, True),
    ("3x3x3-misere", "XO./.XO/...", None, False),
    ("2x3x2", "", None, True),
    ("3x3x3-gravity", "a1 b1 a2", None, False),
    ("1x3x2", "", None, False),
]


def whole_figure(tree, look):
    """The figure of a tree, with all its values."""
    return minimax_figure(tree, look).whole


def style(width=16.0, **chosen):
    """A style, by its width in centimetres."""
    return Style(width * CM, COLOURS, **chosen)


def asked(book, text, depth=None, merge=False, look=None):
    """A tree, as the command finds it."""
    drawn = []

    def draw(tree):
        figure = whole_figure(tree, look or style(30.0))
        drawn.append((figure, tree))
        return figure

    found = asked_figure(book, position_of_text(text, book.rules), depth, merge, draw)
    return next(tree for figure, tree in drawn if figure is found)


@pytest.mark.parametrize(("rules", "text", "depth", "merge"), CASES)
def test_values_are_those_of_plain_minimax(make_book, rules, text, depth, merge):
    """The value of every node in a tree is what plain minimax to the end of play gives, as X sees it."""
    for node in preorder(asked(make_book(rules), text, depth, merge)):
        assert node.value == value_for_x(node.position), node.position.text


def test_values_backed_up_are_the_books(book):
    """Minimax over the children gives what the book says of the parent, also where the tree is cut."""
    for node in preorder(asked(book, "", 2, merge=True)):
        value = int(book.probe(node.position).value)
        assert node.value == (value if node.position.to_move == "X" else -value)


@pytest.mark.parametrize(("rules", "text", "depth"), [("3x3x3", "XOX/.O./.X.", 9), ("3x3x3-gravity", "a1 b1 a2", 2)])
def test_scores_tell_sooner_wins_from_later_ones(make_book, rules, text, depth):
    """A score is one more than the cells, less the number of the winning move, for perfect play; O's are negative."""
    book = make_book(rules)
    for node in preorder(game_tree(book, position_of_text(text, book.rules), depth, False, worth=score_for_x)):
        end = node.position
        for move in book.line(node.position):
            end = end.play(move)
        assert node.value == {"X": 1, "O": -1, None: 0}[end.winner] * (book.rules.cells + 1 - end.ply)


def test_what_is_asked_for_and_what_is_refused(book):
    """A figure is as wide as asked for, with type of 6 to 10 points; the message for less says what it needs."""
    figure = whole_figure(asked(book, "XOX/.O./.X.", 1), style(12.0, captions=False))
    texts = [one.shape for one in figure.shapes if isinstance(one.shape, Text)]
    assert {one.size for one in texts} == {figure.type_size} <= {*range(6, 11)}
    assert figure.width == pytest.approx(12 * CM)
    assert {one.words for one in texts} == {"0", "MIN", "MAX", "O to move", "X to move", "a2", "c2", "a1", "c1"}
    tree = asked(book, "", 1)
    with pytest.raises(IllegalFigure, match="got a width of 7 cm for 10 boards, which need") as told:
        whole_figure(tree, style(7.0))
    needed = float(re.search(r"need ([\d.]+) cm", str(told.value))[1])
    assert whole_figure(tree, style(needed)).type_size == 6
    with pytest.raises(IllegalFigure, match=r"at most 200 boards; got 3 plies from .*: draw at most --depth 2"):
        asked(book, "", 3)
    assert len(list(preorder(asked(book, "XOX/OXX/.O.", 9)))) == 5


def test_merged_children_stand_for_all(book):
    """The first moves are three up to symmetry, for 4 + 4 + 1; drawn in full they are nine."""
    tree = game_tree(book, Position(Rules()), 1, merge=True)
    assert [(child.move, child.alike) for child in tree.children] == [("a3", 4), ("b3", 4), ("b2", 1)]
    assert len(game_tree(book, Position(Rules()), 1, merge=False).children) == 9


def test_without_a_depth_the_tree_is_as_deep_as_can_be_read(book):
    """A wider figure has a deeper tree."""
    counts = [len(list(preorder(asked(book, "XOX/.O./.X.", look=style(width))))) for width in (8.0, 16.0, 40.0)]
    assert counts == [5, 17, 61]


def test_every_format_has_the_size(book):
    """SVG in centimetres, PDF in points, PNG with 300 pixels an inch and a note of that, TeX in big points."""
    figure = whole_figure(asked(book, "XOX/.O./.X.", 1), style(12.0))
    root = ElementTree.fromstring(drawn_file([figure], "svg"))
    assert root.get("width") == "12cm" and root.get("height") == f"{figure.height / CM:.4g}cm"
    assert pages_of(drawn_file([figure], "pdf"))[0].size == pytest.approx((figure.width, figure.height), abs=0.01)
    png = drawn_file([figure], "png")
    assert abs(int.from_bytes(png[16:20]) - 12 / 2.54 * 300) <= 1
    assert png[37:41] == b"pHYs" and int.from_bytes(png[41:45]) == 11811


def test_tex_needs_nothing_but_tikz(book):
    """Its environments and braces are closed, every colour is defined, all is ASCII, and no number has an exponent."""
    text = drawn_file([whole_figure(asked(book, "", 2, merge=True), style())], "tex").decode("ascii")
    assert text.count(r"\begin{tikzpicture}") == text.count(r"\end{tikzpicture}") == 1
    assert text.count(r"\begin{scope}") == text.count(r"\end{scope}") == 16
    assert text.count("{") == text.count("}")
    used = set(re.findall(r"\boxo[0-9a-f]{6}\b", text))
    assert used == set(re.findall(r"\\definecolor\{(\w+)\}", text))
    assert not re.search(r"\d[eE][-+]?\d", re.sub("oxo[0-9a-f]{6}|HTML}{.{6}", "", text))
    commands = set(re.findall(r"\\([a-z]+)", text))
    known = "begin end definecolor useasboundingbox draw filldraw fill node textbf times usepackage sffamily fontsize"
    assert commands <= {*known.split(), "selectfont"}


def test_the_command(run, tmp_path):
    """It says what it has drawn; without a size that can be read, or with another ending, one line says why not."""
    file = tmp_path / "tree.svg"
    done = run("draw", "tree", str(file), "--from", "XOX/.O./.X.", "--depth", "1", "--width", "9cm")
    assert done.exit_code == 0, done.output
    assert "5 boards, worth 0 to X\n9.0 x" in done.stdout and file.read_text().startswith("<?xml")
    for words, said in [
        ((str(file),), "exists already"),
        ((str(tmp_path / "tree.gif"),), "expected a picture as svg, png, pdf, tex; got 'gif'"),
        (
            (str(tmp_path / "a.svg"), "--width", "wide"),
            "expected a length in centimetres, such as 16 or 12.5; got 'wide'",
        ),
        ((str(tmp_path / "a.svg"), "--depth", "1", "--width", "5"), "expected room for type of at least 6 points"),
    ]:
        done = run("draw", "tree", *words)
        assert done.exit_code == 2 and said in done.stderr and done.stderr.count("\n") == 1, done.stderr
