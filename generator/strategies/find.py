"""Finding of a strategy, with the proof that it holds, and its certificate beside the book."""

import os

from oxobook.book.book import Book
from oxobook.book.certificate.strategy_file import certificate_of, has_certificate, require_whole_book, strategy_path
from oxobook.book.deadline import Deadline
from oxobook.book.errors import BookError, CannotWrite, masked
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.store.new_file import make_folder, write_whole
from oxobook.book.strategy import Strategy, strategy_name
from oxobook.generator.strategies.smallest import smallest_strategy
from oxobook.generator.strategies.walk import broken_at, pick_moves

_SHARE_TO_WALK, _MOST_TO_WALK = 0.2, 5.0
"""Share of the time, and most seconds, for walking a strategy and writing it."""


def find_and_keep(book: Book, side: str, kind: str, fast: bool, seconds: float, tell: Tell = tell_nobody) -> Strategy:
    """Find a strategy as ``find`` does, and write its certificate for later readers, if it has one.

    Raises CannotWrite, before any work if that is known.
    """
    path = strategy_path(book, side, strategy_name(kind, fast))
    if not has_certificate(book, side, kind):
        return find(book, side, kind, fast, seconds, tell)
    make_folder(path.parent)
    if not os.access(path.parent, os.W_OK):
        raise CannotWrite(f"cannot write {masked(path)!r}: choose a folder that you may write to")
    found = find(book, side, kind, fast, seconds, tell)
    tell("write", 0, found.positions)
    if certificate := certificate_of(book, found):
        write_whole(path, certificate.content, replace=True)
    return found


def find(book: Book, side: str, kind: str, fast: bool, seconds: float, tell: Tell = tell_nobody) -> Strategy:
    """Find a strategy and walk it against every reply.

    All of that ends within about ``seconds``. Raises BookError if the strategy gives value away anywhere, which only a
    damaged book can cause, OutOfTime if no strategy at all was found in time, and TooLarge for a book of first plies.
    """
    require_whole_book(book)
    deadline = Deadline(seconds)
    to_find = deadline.earlier(min(_SHARE_TO_WALK * seconds, _MOST_TO_WALK))
    if kind == "pick":
        found = Strategy(book.rules, side, kind, False, pick_moves(book, side, to_find, tell))
    else:
        found = smallest_strategy(book, side, kind, fast, to_find, tell)
    if broken := broken_at(book, found, tell):
        raise BookError(
            f"the strategy found in {book.name!r} gives value away at {broken.text!r}, so the book is damaged: "
            "make it again with: oxobook generate RULES --force"
        )
    return found
