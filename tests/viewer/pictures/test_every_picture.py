"""Every kind of picture, by a table of requests: each is drawn as when somebody looked at it, and legibly."""

import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations

import pypdfium2
import pytest

from oxobook.book import IllegalPosition, MissingPosition, Rules, TooLarge
from oxobook.book.library import open_book
from oxobook.book.no_book import NoBook
from oxobook.book.progress import tell_nobody
from oxobook.book.strategy import pick_strategy
from oxobook.viewer.pictures.drawing.drawing import CM
from oxobook.viewer.pictures.drawing.file import drawn_file
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS
from oxobook.viewer.pictures.drawing.shapes import Group, Text
from oxobook.viewer.pictures.figures.style import IllegalFigure
from oxobook.viewer.pictures.registry import PICTURES, picture_named

GAME = "a3 b1 b2 c1 a1"
STONES = "XOX/.O./.X."
SHEET = "d1 c1 f1 c2 f2 c3"
REQUESTS = {
    "board": ("3x3x3", {"position": "X../.../..O"}),
    "board, the other side first": ("3x3x3", {"position": "X../.../..O", "reading": "first=O", "labels": "keypad"}),
    "board, wild": ("2x3x2-wild", {"position": "X../..."}),
    "board, over": ("3x3x3-misere", {"position": "a3 b2 b3 c1 c3"}),
    "chart": ("3x3x3", {}),
    "chart, misere": ("2x3x2-misere", {}),
    "chart, long": ("4x4x4-gravity", {}),
    "graph": ("3x3x3", {"side": "O", "depth": 3}),
    "graph, all": ("3x3x3", {"kind": "all", "depth": 2}),
    "graph, misere": ("2x3x2-misere", {"kind": "all"}),
    "graph, from": ("3x3x3", {"side": "O", "start": "c1", "depth": 3}),
    "graph, from, merged": ("3x3x3", {"kind": "all", "start": ".../.../..X", "depth": 2, "merge": True}),
    "map": ("3x3x3", {}),
    "map, both": ("3x3x3-gravity", {"side": "both", "paper": "a3", "depth": 2}),
    "map, both, small paper": ("2x3x3", {"side": "both", "paper": "letter"}),
    "map, cut": ("3x3x3-gravity", {"depth": 2, "language": "de"}),
    "map, from": ("3x3x3", {"side": "O", "start": "a3 b2 c1"}),
    "map, from and cut": ("3x3x3", {"side": "O", "start": "a3 b2", "depth": 0}),
    "map, of no moves": ("3x3x3", {"start": "a3 b2", "depth": 0}),
    "map, punished": ("3x3x3", {"start": "a3 b3"}),
    "map, notakto": ("2x3x3-notakto", {"side": "O"}),
    "map, a row": ("1x5x3-misere", {}),
    "matrix": ("2x3x2", {"language": "de"}),
    "matrix, gravity": ("2x3x2-gravity", {}),
    "opening": ("connect-four", {"start": "d1 d2"}),
    "opening, a sheet": ("connect-four", {"start": SHEET, "labels": "columns"}),
    "opening, whole": ("connect-four", {"language": "de"}),
    "sheet": ("2x4x3", {"side": "O"}),
    "sheet, misere": ("2x3x2-misere", {"paper": "letter", "language": "de"}),
    "sheet, gravity": ("2x4x3-gravity", {"side": "O", "labels": "matrix"}),
    "sheet, maker": ("2x4x3-maker", {"side": "O"}),
    "sheet, notakto": ("2x3x3-notakto", {}),
    "sheet, torus": ("2x3x3-torus", {}),
    "sheet, X wins": ("2x4x2", {}),
    "tree": ("3x3x3", {"start": STONES, "width": 12.0}),
    "tree, scores": ("3x3x3", {"depth": 2, "merge": True, "scores": True, "black": True}),
    "tree, wide": ("3x4x3", {"start": "XOX./OXO./.X.O", "width": 30.0, "depth": 2}),
    "tree, deep": ("3x3x3", {"start": STONES, "width": 40.0}),
    "tree, narrow": ("3x3x3-misere", {"start": STONES, "width": 8.0, "captions": False}),
    "tree, in steps": ("3x3x3", {"start": STONES, "depth": 2, "steps": True}),
    "alphabeta": ("3x3x3", {"start": STONES, "kind": "best"}),
    "alphabeta, in steps": ("3x3x3", {"start": STONES, "depth": 2, "steps": True}),
    "strip": ("3x3x3", {"game": GAME}),
    "strip, narrow": ("3x3x3", {"game": "a3 b1 b2 c2 c3", "width": 5.0}),
    "strip, in steps": ("3x3x3", {"game": GAME, "width": 5.0, "steps": True}),
    "lines": ("3x4x3", {}),
    "lines, misere": ("4x4x4-misere", {}),
    "lines, maker": ("3x3x3-maker", {}),
    "cells": ("3x3x3", {}),
    "orbit": ("3x3x3", {"position": "XO./.../...", "width": 12.0}),
    "orbit, two": ("3x3x3", {"position": "X../.O./..X", "width": 6.0}),
    "orbit, four": ("3x3x3", {"position": "X.X/.O./...", "width": 8.0}),
    "orbit, one": ("3x3x3", {}),
    "forks": ("3x3x3", {"position": "XO./.X./..O"}),
    "forks, of both sides": ("3x3x3", {"position": "OX./..O/X.."}),
    "forks, gravity": ("4x4x3-gravity", {"position": "a1 b1 b2 c1", "width": 30.0}),
}
"""Rules and options by the kind of picture, with what is special about the request."""
REFUSED = {
    "graph": ("3x3x3", {"start": "X../..."}, IllegalPosition, "expected 3 rows of 3 cells"),
    "graph, all": ("connect-four", {"kind": "all"}, TooLarge, "graph of limited depth; most positions of 6x7x4-g"),
    "map": ("4x4x3-gravity", {"side": "O"}, TooLarge, "legible; 4x4x3-gravity needs more: draw a map of depth 3, or a"),
    "opening": ("connect-four", {"start": "a1 a2"}, MissingPosition, "left the certificate's strategy"),
    "opening, without sheets": ("3x3x3", {"proof": "data/atlas/3x3x3.proof"}, TooLarge, "plays by sheets"),
    "sheet": ("3x4x4", {"side": "O"}, TooLarge, "more than fit on one sheet: draw a graph or a map of limited depth"),
    "tree": ("3x3x3", {"depth": 1, "width": 7.0}, IllegalFigure, r"7 cm for 10 boards, which need [\d.]+ cm"),
    "tree, deep": ("3x3x3", {"depth": 3}, IllegalFigure, "at most 200 boards; got 3 plies from .* most --depth 2"),
    "strip": ("3x3x3", {"game": "X../.../..."}, IllegalPosition, "expected a game as its moves, .*; got 'X"),
    "strip, none": ("3x3x3", {"game": ""}, IllegalPosition, "a game of one move or more; got none"),
    "lines": ("2x3x5", {}, IllegalFigure, "the board of 2x3x5 has none"),
    "orbit": ("3x3x3", {"width": 1.0}, IllegalFigure, r"1 cm for 8 boards, of which one alone is 2\.4 cm wide"),
    "forks": ("3x3x3", {"position": "X../.../..."}, IllegalFigure, "in which a side has a fork, .* got 'X../..."),
    "forks, misere": ("3x3x3-misere", {"position": "OX./..O/X.."}, IllegalFigure, "in which a side has a fork"),
}
"""Requests that are refused, with the error and words of it."""


def find(book, side, kind, fast):
    """Find a strategy that depends on no solver's version."""
    return pick_strategy(book, side)


@pytest.fixture
def drawn(make_book):
    """A function from the name of a request, its rules and options to its kind, its request and its pages."""

    def draw(name, rules, options):
        picture = picture_named(name.split(",")[0])
        book = open_book(Rules.parse(rules)) if rules == "connect-four" else NoBook(Rules.parse(rules))
        book = make_book(rules) if picture.answers and rules != "connect-four" else book
        asked = picture.request(**options)
        return picture, asked, picture.draw(book, asked, find, tell_nobody)

    return draw


def parts(shape):
    """Return the parts of a shape that is a group."""
    return [one for part in shape.shapes for one in parts(part)] if isinstance(shape, Group) else [shape]


def test_every_kind_is_in_the_table():
    """The table has a request of each kind in the registry."""
    assert {name.split(",")[0] for name in REQUESTS} == {*PICTURES}


def marked(*names):
    """Return the names of the requests, marked as slow if they begin with one of these."""
    return [pytest.param(name, marks=pytest.mark.slow) if name.startswith(names) else name for name in REQUESTS]


@pytest.mark.parametrize("name", marked("chart, long", "opening, whole"))
def test_a_picture_is_drawn_as_it_was(drawn, snapshot, name):
    """Its pages are those that somebody has looked at, but for the places in a graph, which Graphviz finds."""
    picture, _, pages = drawn(name, *REQUESTS[name])
    for number, page in enumerate(pages, 1):
        svg = drawn_file([page], "svg").decode()
        root = ElementTree.fromstring(svg)
        assert root.findtext("{http://www.w3.org/2000/svg}title") == page.title
        if picture.data:
            snapshot(f"{name}.txt", "; ".join(root.itertext()))
        else:
            snapshot(f"{name}, page {number}.svg" if len(pages) > 1 else f"{name}.svg", svg)


@pytest.mark.parametrize("name", marked("chart", "graph", "map", "matrix", "opening", "sheet", "tree", "alphabeta"))
def test_a_picture_is_legible(drawn, name):
    """Nothing overlaps, nothing is illegible, and each file opens."""
    picture, asked, pages = drawn(name, *REQUESTS[name])
    for page in pages:
        holds_legible_words(page)
    holds_legible_pages(drawn_file(pages, "pdf", asked.page), pages, asked.page)
    assert pages[0].steps > 1 or drawn_file(pages, "png").startswith(b"\x89PNG\r\n")
    if "tex" in picture.drawn:
        needs_nothing_but_tikz(drawn_file(pages, "tex").decode("ascii"), pages[0].steps)


def holds_legible_pages(pdf, pages, paper):
    """Hold that a PDF has its pages, and that no words on them lie on others or reach beyond the page."""
    with pypdfium2.PdfDocument(pdf) as document:
        assert len(document) == sum(page.steps for page in pages)
        for page in document:
            words, (width, height) = page.get_textpage(), page.get_size()
            size = PAPERS[paper] if paper else (pages[0].width * pages[0].unit, pages[0].height * pages[0].unit)
            assert sorted((width, height)) == pytest.approx(sorted(size), abs=0.01)  # a wide one is on its side
            boxes = [words.get_rect(number) for number in range(words.count_rects())]
            assert all(x > -1 and y > -1 and to_x < width + 1 and to_y < height + 1 for x, y, to_x, to_y in boxes)
            for one, other in combinations(boxes, 2):
                shared = [min(one[i + 2], other[i + 2]) - max(one[i], other[i]) for i in (0, 1)]
                assert min(shared) < 1.0, (words.get_text_bounded(*one), words.get_text_bounded(*other))


def holds_legible_words(page):
    """Hold that a page has words, and that all have a size of six points or more."""
    words = [shape for whole in page.drawn for shape in parts(whole) if isinstance(shape, Text)]
    assert words and page.title
    assert all(one.words.strip() and one.size * page.unit >= 6 for one in words)


def needs_nothing_but_tikz(text, steps):
    """Hold that environments and braces are closed, every colour is defined, and no number has an exponent."""
    assert text.count(r"\begin{tikzpicture}") == text.count(r"\end{tikzpicture}") == steps
    assert text.count(r"\begin{scope}") == text.count(r"\end{scope}") and text.count("{") == text.count("}")
    assert set(re.findall(r"\boxo[0-9a-f]{6}\b", text)) == set(re.findall(r"\\definecolor\{(\w+)\}", text))
    assert not re.search(r"\d[eE][-+]?\d", re.sub("oxo[0-9a-f]{6}|HTML}{.{6}", "", text))
    known = "begin end definecolor useasboundingbox draw filldraw fill node textbf times usepackage sffamily fontsize"
    assert {*re.findall(r"\\([a-z]+)", text)} <= {*known.split(), "selectfont", "infty", "geq", "leq"}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_drawn(drawn, name):
    """Pictures of nothing, or too large to be read, are refused with what to do instead."""
    rules, options, error, said = REFUSED[name]
    with pytest.raises(error, match=said):
        drawn(name, rules, options)


def test_a_width_that_is_named_is_wide_enough(drawn):
    """The width that a tree is said to need is just enough for type of 6 points."""
    with pytest.raises(IllegalFigure) as refused:
        drawn("tree", "3x3x3", {"depth": 1, "width": 7.0})
    needed = float(re.search(r"need ([\d.]+) cm", str(refused.value))[1])
    _, _, (figure,) = drawn("tree", "3x3x3", {"depth": 1, "width": needed})
    assert (figure.type_size, figure.width) == (6, pytest.approx(needed * CM))
