"""Registry of pictures: diagrams, figures, boards and charts.

A new kind is a request (see ``pictures.request``), a function that returns its shapes, and one line in ``PICTURES``:
then ``oxobook draw NAME FILE`` draws it, with an option for each field of the request. The help lists
this registry, so this module imports none of the kinds, nor the libraries that draw them.
"""

from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from oxobook.viewer.doors import opened

if TYPE_CHECKING:
    from oxobook.book.book import Book
    from oxobook.book.progress import Tell
    from oxobook.viewer.pictures.chooser import Find
    from oxobook.viewer.pictures.drawing.drawing import Drawing
    from oxobook.viewer.pictures.request import Request

DRAWN = ("svg", "png", "pdf")
"""Formats in which every picture can be written."""


class Picture(NamedTuple):
    """Kind of picture."""

    does: str  # description of the picture, for the help of its command
    example: str  # command that draws one
    request: "type[Request]"  # class of its options
    draw: "Callable[[Book, Any, Find, Tell], Sequence[Drawing]]"
    """Function from a book and a request to the pages; it asks ``Find`` for strategies."""
    drawn: Collection[str] = DRAWN  # formats of the picture, as endings of a file's name
    data: Collection[str] = ()  # formats in which other programs read it
    export: "Callable[[Book, Any, str, Find, Tell], bytes] | None" = None
    """Function from a book, a request and a format of ``data`` to a file."""

    answers: bool = True  # False if the rules of a game are enough, and no book need be there

    @property
    def forms(self) -> tuple[str, ...]:
        """All formats; the first is that of standard output."""
        return (*self.data, *self.drawn)


_FIGURES = ("tree", "alphabeta", "strip", "lines", "cells", "orbit", "forks")
PICTURES: "dict[str, str | Picture]" = {
    "board": "oxobook.viewer.pictures.board:BOARD",
    "chart": "oxobook.viewer.pictures.chart:CHART",
    "graph": "oxobook.viewer.pictures.graph:GRAPH",
    "map": "oxobook.viewer.pictures.map:MAP",
    "opening": "oxobook.viewer.pictures.opening:OPENING",
    "matrix": "oxobook.viewer.pictures.matrix:MATRIX",
    "sheet": "oxobook.viewer.pictures.sheet:SHEET",
    **{name: f"oxobook.viewer.pictures.figures.figures:{name.upper()}" for name in _FIGURES},
}
"""Module and variable of each picture, by the name of its command."""


def known_pictures() -> "dict[str, str | Picture]":
    """Return the pictures, with those of other distributions."""
    return opened("pictures", PICTURES, Picture)


def picture_named(name: str) -> Picture:
    """Import and return a kind of picture."""
    known = known_pictures()[name]
    if isinstance(known, Picture):
        return known
    module, variable = known.split(":")
    picture: Picture = getattr(import_module(module), variable)
    return picture


def picture_file(
    picture: Picture, book: "Book", request: "Request", form: str, find: "Find", tell: "Tell"
) -> tuple[bytes, str]:
    """Return a picture as a file, and the title and size of a figure, for the reader.

    Raises MissingExtra, and what its function raises.
    """
    from oxobook.viewer.pictures.drawing.file import drawn_file

    if picture.export is not None and form in picture.data:
        return picture.export(book, request, form, find, tell), ""
    pages = picture.draw(book, request, find, tell)
    return drawn_file(pages, form, request.page), pages[0].said
