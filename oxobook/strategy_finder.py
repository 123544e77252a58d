"""The strategy that a command needs: the book's own, or one that is found now."""

from oxobook.book.book import Book
from oxobook.book.errors import CannotWrite, MissingStrategy
from oxobook.book.progress import Tell
from oxobook.book.strategy import Strategy, strategy_in
from oxobook.commands.root import loaded

KEEPER = "oxobook.generator.strategies.find:find_and_keep"
"""What finds a strategy and keeps it, imported only when there is one to find."""
_FINDER = "oxobook.generator.strategies.find:find"
_SECONDS = 60.0  # for finding a strategy; the best one that is found by then is taken


def found_strategy(book: Book, side: str, kind: str, fast: bool, tell: Tell) -> Strategy:
    """The strategy of a kind; where the book lacks it, it is found, and kept if the book can be written to."""
    try:
        return strategy_in(book, side, kind, fast)
    except MissingStrategy:
        keep, find = loaded(KEEPER), loaded(_FINDER)
    try:
        found: Strategy = keep(book, side, kind, fast, _SECONDS, tell)
    except CannotWrite:
        found = find(book, side, kind, fast, _SECONDS, tell)
    return found
