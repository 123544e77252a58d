"""Refusals of questions about books that cannot be read, or are not there."""

from oxobook.book.errors import BookError, DamagedBook, MissingExtra, MissingPosition, NoAnswer
from oxobook.book.game.rules import Rules
from oxobook.viewer.web.books.render_pool import TakesTooLong
from oxobook.viewer.web.server.refusal import Refusal


def no_book(rules: Rules | str) -> Refusal:
    """Return the refusal for a game without a book in the library."""
    return Refusal(404, f"there is no book of {rules}: make it with: oxobook generate {rules}")


def unread_book(rules: Rules | str, error: Exception | None) -> Refusal:
    """Return the refusal for a book that cannot be read; only one that is known to be damaged is to be made again."""
    match error:
        case TakesTooLong():
            return opening_book(rules)
        case Refusal():
            return error
        case MissingExtra():
            return Refusal(503, f"the book of {rules} cannot be read here: {error}")
        case DamagedBook() | MissingPosition():
            again = f"make it again with: oxobook generate {rules} --force"
            return Refusal(503, f"the book of {rules} is damaged: {again}")
        case BookError() if not isinstance(error, NoAnswer):
            return Refusal(503, f"the book of {rules} is not as it should be: the server's log says why")
    detail = f"the book of {rules} cannot be read now: the server's log says why; try again in a minute"
    return Refusal(503, detail, {"retry-after": "60"})


def opening_book(rules: Rules | str) -> Refusal:
    """Return the refusal for a book that takes long to open."""
    detail = f"the book of {rules} is still being opened: try again in a minute"
    return Refusal(503, detail, {"retry-after": "60"})
