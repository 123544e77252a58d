"""Ground floor: what a position is, what a file of solved positions looks like, and how to ask it.

The rules of the game live here. Neither the generator, which makes books, nor the viewer, which shows them,
is imported by this package; both build on it.

>>> from oxobook.book import Position
>>> Position.parse("a3 b2").text
'X../.O./...'
"""

from oxobook.book import library as library  # it hands names down to rules
from oxobook.book.book import Book
from oxobook.book.entry import Entry, Move, Outcome
from oxobook.book.errors import (
    BookError,
    CannotWrite,
    DamagedBook,
    IllegalArgument,
    IllegalPosition,
    IllegalRules,
    MissingBook,
    MissingExtra,
    MissingPosition,
    OxobookError,
    TooLarge,
)
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.game.score import Value
from oxobook.book.info import __version__

__all__ = [
    "Book",
    "BookError",
    "CannotWrite",
    "DamagedBook",
    "Entry",
    "IllegalArgument",
    "IllegalPosition",
    "IllegalRules",
    "MissingBook",
    "MissingExtra",
    "MissingPosition",
    "Move",
    "Outcome",
    "OxobookError",
    "Position",
    "Rules",
    "TooLarge",
    "Value",
    "__version__",
]
