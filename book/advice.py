"""Advice: how a message names a book in the command that it advises, so that the command works as printed."""

import shlex

from oxobook.book.book import Book
from oxobook.book.game.rules import Rules
from oxobook.book.library import book_path


def options_naming(book: Book) -> str:
    """The options that name a book to a command, a blank before each; none for the book that is asked without any.

    A book that is not found by its rules, for it stands in another library or somewhere else, is named by its address.
    """
    usual = book_path(book.rules)
    if book.name != str(usual):
        return f" -b {shlex.quote(book.name)}"
    return "" if book.rules == Rules() else f" -r {book.rules}"
