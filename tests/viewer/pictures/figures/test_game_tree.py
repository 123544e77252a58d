"""Game trees in figures: true values, in every format as large as they were asked for."""

import xml.etree.ElementTree as ElementTree

import pytest

from oxobook.book import Position
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
    tree = game_tree(book, Position.parse(text, book.rules), depth, merge)
    for node in preorder(tree):
        assert node.value == value_for_x(node.position), node.position.text
        moves = sum(child.alike for child in node.children)
        assert moves in (0, len(node.position.legal_moves)) and (merge or moves == len(node.children))


@pytest.mark.parametrize(("rules", "text", "depth"), [("3x3x3", "XOX/.O./.X.", 9), ("3x3x3-gravity", "a1 b1 a2", 2)])
def test_scores_tell_sooner_wins_from_later_ones(make_book, rules, text, depth):
    """A score is one more than the cells, less the number of the winning move, for perfect play; O's are negative."""
    book = make_book(rules)
    for node in preorder(game_tree(book, Position.parse(text, book.rules), depth, False, worth=score_for_x)):
        end = node.position
        for move in book.line(node.position):
            end = end.play(move)
        assert node.value == {"X": 1, "O": -1, None: 0}[end.winner] * (book.rules.cells + 1 - end.ply)


def test_every_format_has_the_size(book):
    """SVG in centimetres, PNG with 300 pixels an inch and a note of that; PDF and TeX with a page a step."""
    tree = game_tree(book, Position.parse("XOX/.O./.X.", book.rules), 1, False)
    figure = minimax_figure(tree, Style(12 * CM, COLOURS))
    root = ElementTree.fromstring(drawn_file([figure.whole], "svg"))
    assert root.get("width") == "12cm" and root.get("height") == f"{figure.height / CM:.4g}cm"
    png = drawn_file([figure], "png")
    assert abs(int.from_bytes(png[16:20]) - 12 / 2.54 * 300) <= 1
    assert png[37:41] == b"pHYs" and int.from_bytes(png[41:45]) == 11811
