"""Ground floor: what a position is, what a file of solved positions looks like, and how to ask it.

The rules of the game live here. Neither the generator, which makes books, nor the viewer, which shows them,
is imported by this package; both build on it.

>>> from oxobook.book import Position
>>> Position.parse("a3 b2").text
'X../.O./...'
"""

from oxobook.book import library as library  # it hands names down to rules
from oxobook.book.book import Book as Book
from oxobook.book.entry import Entry as Entry
from oxobook.book.entry import Move as Move
from oxobook.book.entry import Outcome as Outcome
from oxobook.book.errors import BookError as BookError
from oxobook.book.errors import CannotWrite as CannotWrite
from oxobook.book.errors import DamagedBook as DamagedBook
from oxobook.book.errors import IllegalArgument as IllegalArgument
from oxobook.book.errors import IllegalPosition as IllegalPosition
from oxobook.book.errors import IllegalRules as IllegalRules
from oxobook.book.errors import MissingBook as MissingBook
from oxobook.book.errors import MissingExtra as MissingExtra
from oxobook.book.errors import MissingPosition as MissingPosition
from oxobook.book.errors import OxobookError as OxobookError
from oxobook.book.errors import TooLarge as TooLarge
from oxobook.book.game.position import Position as Position
from oxobook.book.game.rules import Rules as Rules
from oxobook.book.game.score import Value as Value
from oxobook.book.info import __version__ as __version__
