"""Registry of diagrams: the kinds of pictures of a strategy, for the command line and the server.

A new kind is a request (see ``viewer.diagrams.request``), a function that draws it, and one line in ``DIAGRAMS``: then
``oxobook NAME FILE`` draws it, with an option for each field of the request. Every command reads this registry at its
start, so this module imports none of the kinds, nor the libraries that draw them.
"""

from collections.abc import Callable, Collection
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from oxobook.book.book import Book
    from oxobook.book.progress import Tell
    from oxobook.viewer.diagrams.chooser import Find
    from oxobook.viewer.diagrams.request import Request


class Diagram(NamedTuple):
    """Kind of diagram."""

    does: str  # description of the picture, for the help of its command
    example: str  # command that draws one
    request: "type[Request]"  # class of its options
    draw: "Callable[[Book, Any, str, Find, Tell], bytes]"
    """Function from a book, a request and a format to a file; it asks ``Find`` for strategies."""
    forms: Collection[str]  # formats, as endings of a file's name
    most: int | None = None  # largest number of positions that a server draws


DIAGRAMS = {
    "graph": "oxobook.viewer.diagrams.kinds:GRAPH",
    "map": "oxobook.viewer.diagrams.kinds:MAP",
    "poster": "oxobook.viewer.diagrams.kinds:POSTER",
    "sheet": "oxobook.viewer.diagrams.kinds:SHEET",
}
"""Module and variable of each diagram, by the name of its command."""


def diagram_named(name: str) -> Diagram:
    """Import and return a kind of diagram."""
    module, variable = DIAGRAMS[name].split(":")
    diagram: Diagram = getattr(import_module(module), variable)
    return diagram
