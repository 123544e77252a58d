"""Finding a strategy, proving that it holds, and keeping it in the book."""

from book.book import Book
from book.errors import BookError
from book.store.stores import place_at
from book.strategy import Strategy, broken_at, pick_strategy
from generator.strategies.smallest import smallest_strategy


def find_and_keep(book: Book, side: str, kind: str, fast: bool, seconds: float) -> Strategy:
    """Find a strategy, walk it against every reply, and write it into the book, where who opens it anew finds it.

    Raises BookError when the strategy gives value away anywhere, which only a damaged book can cause; then nothing is
    written. Raises CannotWrite.
    """
    found = pick_strategy(book, side) if kind == "pick" else smallest_strategy(book, side, kind, fast, seconds)
    if broken := broken_at(book, found):
        raise BookError(
            f"the strategy found in {book.name!r} gives value away at {broken.text!r}, so the book is damaged: "
            "make it again with: oxobook generate --force"
        )
    place_at(book.address).keep(book.info.digest, found.name, side, found.moves, found.bound)
    return found
