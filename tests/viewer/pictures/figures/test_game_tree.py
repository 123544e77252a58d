"""Game trees in figures: true values, in every format as large as they were asked for."""

import xml.etree.ElementTree as ElementTree

import pytest

from oxobook.book.game.position import position_of_text
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.drawing.drawing import CM
from oxobook.viewer.pictures.drawing.file import drawn_file
from oxobook.viewer.pictures.figures.game_tree import game_tree, preorder, score_for_x
from oxobook.viewer.pictures.figures.style import Style
from oxobook.viewer.pictures.figures.tree_figure import minimax_figure
from tests.viewer.pictures.figures.plain import value_for_x

CASES = [
    ("3x3x3", "XOX/.O./.X.", 9, False),
    ("3x3x3", "", 2, True),
    ("3x3x3-misere", "XO./.XO/...", 9, False),
    ("2x3x2", "", 9, True),
    ("3x3x3-gravity", "a1 b1 a2", 2, False),
    ("1x3x2", "", 9, False),
]


@pytest.mark.parametrize(("rules", "text", "depth", "merge"), CASES)
def test_values_are_those_of_plain_minimax(make_book, rules, text, depth, merge):
    """The value of every node is what plain minimax to the end of play gives, as X sees it, and merged moves count."""
    book = make_book(rules)
    tree = game_tree(book, position_of_text(text, book.rules), depth, merge)
    for node in preorder(tree):
        assert node.value == value_for_x(node.position), node.position.text
        moves = sum(child.alike for child in node.children)
        assert moves in (0, len(node.position.legal_moves)) and (merge or moves == len(node.children))


@pytest.mark.parametrize(("rules", "text", "depth"), [("3x3x3", "XOX/.O./.X.", 9), ("3x3x3-gravity", "a1 b1 a2", 2)])
def test_scores_tell_sooner_wins_from_later_ones(make_book, rules, text, depth):
    """A score is one more than the cells, less the number of the winning move, for perfect play; O's are negative."""
    book = make_book(rules)
    for node in preorder(game_tree(book, position_of_text(text, book.rules), depth, False, worth=score_for_x)):
        end = node.position
        for move in book.line(node.position):
            end = end.play(move)
        assert node.value == {"X": 1, "O": -1, None: 0}[end.winner] * (book.rules.cells + 1 - end.ply)


def test_every_format_has_the_size(book):
    """SVG in centimetres, PNG with 300 pixels an inch and a note of that; PDF and TeX with a page a step."""
    tree = game_tree(book, position_of_text("XOX/.O./.X.", book.rules), 1, False)
    figure = minimax_figure(tree, Style(12 * CM, COLOURS))
    root = ElementTree.fromstring(drawn_file([figure.whole], "svg"))
    assert root.get("width") == "12cm" and root.get("height") == f"{figure.height / CM:.4g}cm"
    png = drawn_file([figure], "png")
    assert abs(int.from_bytes(png[16:20]) - 12 / 2.54 * 300) <= 1
    assert png[37:41] == b"pHYs" and int.from_bytes(png[41:45]) == 11811


def test_the_commands(run, tmp_path):
    """It says what it has drawn; without a size that can be read, or with another ending, one line says why not."""
    file = tmp_path / "tree.svg"
    done = run("draw", "tree", str(file), "--from", "XOX/.O./.X.", "--depth", "1", "--width", "9cm")
    assert done.exit_code == 0 and "5 boards, worth 0 to X\n9.0 x" in done.stdout
    for words, said in [
        ((str(file),), "exists already"),
        ((str(tmp_path / "a.png"), "--steps"), "a picture with these options as svg, pdf, tex; got 'png'"),
        ((str(tmp_path / "tree.gif"),), "expected a picture as svg, png, pdf, tex; got 'gif'"),
        ((str(tmp_path / "a.svg"), "--width", "wide"), "a length in centimetres, such as 16 or 12.5; got 'wide'"),
        ((str(tmp_path / "a.svg"), "--depth", "1", "--width", "5"), "expected room for type of at least 6 points"),
    ]:
        done = run("draw", "tree", *words)
        assert done.exit_code == 2 and said in done.stderr and done.stderr.count("\n") == 1, done.stderr
