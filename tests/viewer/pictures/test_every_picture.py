"""Every kind of picture, by a table of requests: nothing overlaps, nothing is illegible, and each file opens."""

import xml.etree.ElementTree as ElementTree
from itertools import combinations

import pypdfium2
import pytest

from oxobook.book import Rules
from oxobook.book.library import open_book
from oxobook.book.progress import tell_nobody
from oxobook.generator.strategies.smallest import smallest_strategy
from oxobook.viewer.pictures.chooser import chooser_in
from oxobook.viewer.pictures.drawing.file import drawn_file
from oxobook.viewer.pictures.drawing.shapes import Group, Text
from oxobook.viewer.pictures.registry import PICTURES, picture_file, picture_named

REQUESTS = {
    "board": ("3x3x3", {"position": "X../.../..O"}),
    "board, the other side first": ("3x3x3", {"position": "X../.../..O", "first": "O", "labels": "keypad"}),
    "board, wild": ("2x3x2-wild", {"position": "X../..."}),
    "board, over": ("3x3x3-misere", {"position": "a3 b2 b3 c1 c3"}),
    "chart": ("3x3x3", {}),
    "chart, long": ("4x4x4-gravity", {}),
    "graph": ("3x3x3", {"side": "O", "depth": 3}),
    "graph, all": ("3x3x3", {"kind": "all", "depth": 2}),
    "graph, misère": ("2x3x2-misere", {"kind": "all"}),
    "map": ("3x3x3", {}),
    "map, both": ("3x3x3", {"side": "both", "kind": "reflexes", "paper": "letter"}),
    "map, cut": ("3x3x3-gravity", {"depth": 2, "language": "de"}),
    "map, from": ("3x3x3", {"side": "O", "start": "a3 b2 c1"}),
    "matrix": ("2x3x2", {"language": "de"}),
    "matrix, gravity": ("3x3x3-gravity", {}),
    "opening": ("connect-four", {"start": "d1 d2"}),
    "opening, a sheet": ("connect-four", {"start": "d1 d2 d3 c1 f1 e1 e2 d4", "labels": "columns"}),
    "sheet": ("3x3x3", {"side": "O"}),
    "sheet, misère": ("3x3x3-misere", {"paper": "letter", "language": "de"}),
    "sheet, gravity": ("3x3x3-gravity", {"side": "O", "labels": "matrix"}),
    "tree": ("3x3x3", {"start": "XOX/.O./.X.", "width": 12.0}),
    "tree, scores": ("3x3x3", {"depth": 2, "merge": True, "scores": True, "black": True}),
    "tree, wide": ("3x4x3", {"start": "XOX./OXO./.X.O", "width": 30.0, "depth": 2}),
    "alphabeta": ("3x3x3", {"start": "XOX/.O./.X.", "kind": "best"}),
    "strip": ("3x3x3", {"game": "a3 b2 c1 b3 b1"}),
    "strip, narrow": ("3x3x3", {"game": "a3 b2 c1 b3 b1", "width": 5.0}),
    "lines": ("3x4x3", {}),
    "cells": ("3x3x3", {}),
    "orbit": ("3x3x3", {"position": "XO./.../...", "width": 12.0}),
    "forks": ("3x3x3", {"position": "XO./.X./..O"}),
}
"""Rules and options by the kind of picture, with what is special about the request."""


def find(book, side, kind, fast):
    """Find a strategy, also one that the book does not keep."""
    return chooser_in(book, side, kind, fast) if kind == "pick" else smallest_strategy(book, side, kind)


def parts(shape):
    """Return the parts of a shape that is a group."""
    return [one for part in shape.shapes for one in parts(part)] if isinstance(shape, Group) else [shape]


def test_every_kind_is_in_the_table():
    """The table has a request of each kind in the registry."""
    assert {name.split(",")[0] for name in REQUESTS} == {*PICTURES}


SLOW = "chart", "graph", "map", "matrix", "sheet", "tree"


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name.startswith(SLOW) else name for name in REQUESTS]
)
def test_a_picture(make_book, name):
    """Nothing overlaps, nothing is illegible, and each file opens."""
    rules, options = REQUESTS[name]
    picture = picture_named(name.split(",")[0])
    book = open_book(Rules.parse(rules)) if rules == "connect-four" else make_book(rules)
    asked = picture.request(**options)
    pages = picture.draw(book, asked, find, tell_nobody)
    for page in pages:
        holds_legible_words(page)
    pdf = drawn_file(pages, "pdf", asked.page)
    keeps_words_apart(pdf)
    if len(pages) == 1:
        svg = drawn_file(pages, "svg")
        assert ElementTree.fromstring(svg).findtext("{http://www.w3.org/2000/svg}title") == pages[0].title
        again = picture_file(picture, book, asked, "svg", find, tell_nobody).content
        assert again == svg and drawn_file(pages, "png").startswith(b"\x89PNG\r\n")


def keeps_words_apart(pdf):
    """Hold that no words lie on others or reach beyond the page, as a reader of the PDF sees them."""
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            words, (width, height) = page.get_textpage(), page.get_size()
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
