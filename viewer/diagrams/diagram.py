"""Diagram: one kind of picture of a strategy, as the command line and the server know it.

A further kind is a request (see ``viewer.diagrams.request``), a function that draws it, and one line in
``viewer.diagrams.registry``: then ``oxobook NAME FILE`` draws it, with an option for each field of the request.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from oxobook.book.book import Book
from oxobook.book.progress import Tell
from oxobook.viewer.diagrams.chooser import Find
from oxobook.viewer.diagrams.request import Request

Asked = TypeVar("Asked", bound=Request)
Taken = TypeVar("Taken", bound=Request, contravariant=True)


class Draw(Protocol[Taken]):
    """What draws a diagram of a book, as a file of a format; asks ``find`` for the strategy."""

    def __call__(self, book: Book, request: Taken, form: str, find: Find, tell: Tell) -> bytes: ...


@dataclass(frozen=True)
class Diagram(Generic[Asked]):
    """A kind of diagram."""

    does: str
    """What it shows, as the help of its command."""
    example: str
    request: type[Asked]
    draw: Draw[Asked]
    forms: Collection[str]
    """The formats, by the ending of the file's name."""
    most: int | None = None
    """The most positions that a server draws."""
