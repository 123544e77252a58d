"""Registry of diagrams: kinds of pictures of a strategy, for the command line and the server.

A further kind is a request (see ``viewer.diagrams.request``), a function that draws it, and one line in ``DIAGRAMS``:
then ``oxobook NAME FILE`` draws it, with an option for each field of the request. Every command starts from this
registry, so it imports none of the kinds, nor what they need.
"""

from collections.abc import Collection
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from oxobook.book.book import Book
    from oxobook.book.progress import Tell
    from oxobook.viewer.diagrams.chooser import Find
    from oxobook.viewer.diagrams.request import Request

Asked = TypeVar("Asked", bound="Request")
Taken = TypeVar("Taken", bound="Request", contravariant=True)


class Draw(Protocol[Taken]):
    """Function that draws a diagram of a book, as a file of a format; it gets the strategy from ``find``."""

    def __call__(self, book: "Book", request: Taken, form: str, find: "Find", tell: "Tell") -> bytes: ...


class Diagram(NamedTuple, Generic[Asked]):
    """Kind of diagram."""

    does: str
    """Description of what it shows, for the help of its command."""
    example: str
    request: type[Asked]
    draw: Draw[Asked]
    forms: Collection[str]
    """Formats, by the ending of the file's name."""
    most: int | None = None
    """Largest number of positions that a server draws."""


DIAGRAMS = {
    "graph": "oxobook.viewer.diagrams.kinds:GRAPH",
    "map": "oxobook.viewer.diagrams.kinds:MAP",
    "poster": "oxobook.viewer.diagrams.kinds:POSTER",
    "sheet": "oxobook.viewer.diagrams.kinds:SHEET",
}
"""Module and name of each diagram, by its command; imported when needed."""


def diagram_named(name: str) -> Diagram[Any]:
    """Return a kind of diagram; its module is imported now."""
    module, found = DIAGRAMS[name].split(":")
    diagram: Diagram[Any] = getattr(import_module(module), found)
    return diagram
