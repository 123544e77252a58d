"""Registry of diagrams: pictures of a strategy or of all positions, for the command line and the server.

A new kind is a request (see ``viewer.pictures.request``), a function that returns its shapes, and one line in
``DIAGRAMS``: then ``oxobook NAME FILE`` draws it, with an option for each field of the request. Every command reads
this registry at its start, so this module imports none of the kinds, nor the libraries that draw them.
"""

from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from oxobook.book.errors import OxobookError

if TYPE_CHECKING:
    from oxobook.book.book import Book
    from oxobook.book.progress import Tell
    from oxobook.viewer.pictures.chooser import Find
    from oxobook.viewer.pictures.drawing.drawing import Drawing
    from oxobook.viewer.pictures.request import Request

DRAWN = ("svg", "png", "pdf")
"""Formats in which every drawing can be written."""


class Diagram(NamedTuple):
    """Kind of diagram."""

    does: str  # description of the picture, for the help of its command
    example: str  # command that draws one
    request: "type[Request]"  # class of its options
    draw: "Callable[[Book, Any, Find, Tell], Sequence[Drawing]]"
    """Function from a book and a request to the pages; it asks ``Find`` for strategies."""
    most: int | None = None  # largest number of positions that a server draws
    drawn: Collection[str] = DRAWN  # formats of the picture, as endings of a file's name
    data: Collection[str] = ()  # formats in which other programs read it
    export: "Callable[[Book, Any, str, Find, Tell], bytes] | None" = None
    """Function from a book, a request and a format of ``data`` to a file."""

    @property
    def forms(self) -> tuple[str, ...]:
        """All formats; the first is that of standard output."""
        return (*self.data, *self.drawn)


DIAGRAMS = {
    "graph": "oxobook.viewer.pictures.graph_picture:GRAPH",
    "map": "oxobook.viewer.pictures.map_pages:MAP",
    "matrix": "oxobook.viewer.pictures.matrix:MATRIX",
    "poster": "oxobook.viewer.pictures.map_pages:POSTER",
    "sheet": "oxobook.viewer.pictures.sheet:SHEET",
}
"""Module and variable of each diagram, by the name of its command."""


def diagram_named(name: str) -> Diagram:
    """Import and return a kind of diagram."""
    module, variable = DIAGRAMS[name].split(":")
    diagram: Diagram = getattr(import_module(module), variable)
    return diagram


class NoPages(OxobookError, ValueError):
    """A paper is named for a file that has no pages."""


def diagram_file(diagram: Diagram, book: "Book", request: "Request", form: str, find: "Find", tell: "Tell") -> bytes:
    """Return a diagram as a file in one of its forms. Raises NoPages, MissingExtra, and what its function raises."""
    from oxobook.viewer.pictures.drawing.file import drawing_bytes, drawings_pdf

    if request.page is not None and form != "pdf":
        raise NoPages(f"expected paper only for a pdf; got {form!r}: name a file that ends in .pdf")
    if diagram.export is not None and form in diagram.data:
        return diagram.export(book, request, form, find, tell)
    drawings = diagram.draw(book, request, find, tell)
    return drawings_pdf(drawings, request.page) if form == "pdf" else drawing_bytes(drawings[0], form)
