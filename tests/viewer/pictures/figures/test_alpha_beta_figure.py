"""Figures of searches on a tree: minimax in steps, and alpha-beta with its cuts."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from oxobook.book import Position
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.drawing.drawing import CM
from oxobook.viewer.pictures.drawing.file import drawn_file
from oxobook.viewer.pictures.drawing.shapes import Lines, Text
from oxobook.viewer.pictures.figures.alpha_beta_figure import (
    ORDERS,
    alpha_beta,
    alpha_beta_figure,
    moments,
    ordered,
)
from oxobook.viewer.pictures.figures.game_tree import game_tree, preorder
from oxobook.viewer.pictures.figures.style import Style, signed
from oxobook.viewer.pictures.figures.tree_figure import minimax_figure, minimax_sentences
from tests.viewer.classroom.pdf_reader import pages_of
from tests.viewer.pictures.figures import plain

STYLE = Style(24 * CM, COLOURS)
STARTS = ["XOX/.O./.X.", "XO./.XO/...", "a3 b2 c1", "X.O/.X./..O"]


@pytest.fixture(scope="module")
def trees(book):
    """Trees by where they start: three plies deep."""
    return {text: game_tree(book, Position.parse(text), 3, merge=False) for text in STARTS}


def rising(shapes):
    """Return the number of long strokes that rise to the right, as those through boards that are cut."""
    strokes = [end for one in shapes if isinstance(one, Lines) and one.thick == 0.9 for end in one.segments]
    return sum(y1 - y2 > 20 for _, y1, _, y2 in strokes)


@pytest.mark.parametrize("order", ORDERS)
def test_alpha_beta_is_the_plain_one(trees, order):
    """It returns the same value and comes to the same boards, in the same order, as a plain implementation.

    What it says of a board is true, something is always cut, and nothing is visited more if the best come first.
    """
    for tree in (ordered(tree, order) for tree in trees.values()):
        value, texts = plain.alpha_beta(tree)
        visits, told = alpha_beta(tree), list(moments(tree, alpha_beta(tree)))
        assert [node.position.text for node in preorder(tree) if id(node) in visits] == texts
        assert list({id(moment.node): moment.node.position.text for moment in told}.values()) == texts
        assert sum(moment.ends for moment in told) == len(texts) < len(list(preorder(tree)))
        assert visits[id(tree)].value == value == plain.value_for_x(tree.position)
        assert len(alpha_beta(ordered(tree, "best"))) <= len(visits)
        for node in preorder(tree):
            if visit := visits.get(id(node)):
                assert visit.least <= node.value <= visit.most and visit.value in (visit.least, visit.most)
                assert visit.words.removeprefix("\u2265 ").removeprefix("\u2264 ") == signed(visit.value)
                assert visit.value == node.value or not visit.alpha < visit.value < visit.beta


def test_the_figure_counts_and_strikes_out(book):
    """As many boards are struck out as the caption says, and each visited one has its brackets."""
    tree = game_tree(book, Position.parse("XOX/.O./.X."), 2, merge=False)
    figure = alpha_beta_figure(tree, "cells", STYLE).whole
    words = [one.shape.words for one in figure.shapes if isinstance(one.shape, Text)]
    assert "visits 11 of 17 boards, cuts the 6 that are struck out" in " ".join(words)
    assert sum(bool(re.fullmatch(r"\(.+, .+\)", word)) for word in words) == 11
    assert rising(one.shape for one in figure.shapes) == 6
    assert drawn_file([figure], "tex").decode("ascii").count(r"\infty") >= 11


def test_alpha_beta_strikes_out_a_board_when_it_is_cut(book):
    """Boards are struck out in the step that says so, and the last step has the words of the whole figure."""
    tree = game_tree(book, Position.parse("XOX/.O./.X."), 2, merge=False)
    figure = alpha_beta_figure(tree, "cells", STYLE)
    steps = [figure.step(number).shapes for number in range(figure.steps)]
    struck = [rising(one.shape for one in step) for step in steps]
    said = [" ".join(one.shape.words for one in step if isinstance(one.shape, Text)) for step in steps]
    assert [number for number in range(1, len(steps)) if struck[number] > struck[number - 1]] == [
        number for number, words in enumerate(said) if "MIN already has a move as good, so 2 moves are cut." in words
    ]
    assert struck[0] == 0 and struck[-1] == 6
    whole = alpha_beta_figure(tree, "cells", STYLE).whole
    assert sorted(said[-1].split()) == sorted(
        " ".join(one.shape.words for one in whole.shapes if isinstance(one.shape, Text)).split()
    )


def test_values_go_up_one_board_a_step(book):
    """First none, then those of the leaves, then one more in each step, and in the end all, which are the tree's."""
    tree = game_tree(book, Position.parse("XOX/.O./.X."), 2, merge=False)
    figure = minimax_figure(tree, STYLE)
    values = [
        [one.shape.words for one in figure.step(step).shapes if isinstance(one.shape, Text) and one.shape.bold]
        for step in range(figure.steps)
    ]
    counts = [sum(word not in ("MAX", "MIN") for word in words) for words in values]
    assert counts == [0, 12, 13, 14, 15, 16, 17, 17]
    assert sorted(word for word in values[-1] if word not in ("MAX", "MIN")) == sorted(
        signed(node.value) for node in preorder(tree)
    )
    assert minimax_sentences(tree)[2] == "MAX takes the greatest of 0, \u20131 and \u20131: 0 goes up."


def test_steps_as_pages_pictures_and_an_animation(book):
    """A PDF has a page a step, TeX a picture a step; the SVG moves without a script and rests as the whole tree."""
    tree = game_tree(book, Position.parse("XOX/.O./.X."), 1, merge=False)
    figure = minimax_figure(tree, STYLE)
    assert figure.steps == 4
    assert len(pages_of(drawn_file([figure], "pdf"))) == 4
    assert drawn_file([figure], "tex").count(rb"\begin{tikzpicture}") == 4
    text = drawn_file([figure], "svg").decode()
    ElementTree.fromstring(text)
    assert "<script" not in text and "prefers-reduced-motion:reduce" in text and "infinite" in text
    hidden = set(re.findall(r"\.(s\d+-\d+)\{visibility:hidden\}", text))
    assert hidden == {name for name in re.findall(r'class="(s\d+-\d+)"', text) if not name.endswith("-4")}


def test_the_commands(run, tmp_path):
    """Steps are refused as PNG; alphabeta draws, and names what it visits."""
    done = run("draw", "tree", str(tmp_path / "a.png"), "--steps")
    assert done.exit_code == 2 and "a picture with these options as svg, pdf, tex; got 'png'" in done.stderr
    done = run("draw", "alphabeta", str(tmp_path / "a.svg"), "--from", "XO./.XO/...", "--kind", "best", "--depth", "1")
    assert done.exit_code == 0 and "moves best first: it visits" in done.stdout
