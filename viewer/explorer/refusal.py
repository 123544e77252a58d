"""Refusal of a request: a status and one sentence; it knows no web framework."""

from collections.abc import Mapping

from oxobook.book import library
from oxobook.book.errors import (
    BookError,
    DamagedBook,
    MissingBook,
    MissingExtra,
    MissingPosition,
    NoAnswer,
    OutOfTime,
    OxobookError,
)
from oxobook.book.game.rules import Rules
from oxobook.book.layout.search import preparing

_SOON = {"retry-after": "60"}


class Refusal(OxobookError):
    """Error with the status, sentence and headers of the response to a request that is refused.

    >>> Refusal(404, "there is no book of 2x2x2").status
    404
    """

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, detail, headers)  # all of them, as pickling rebuilds it from these in another process
        self.status = status
        self.detail = detail
        self.headers = dict(headers or {})

    def __str__(self) -> str:
        return self.detail


def refusal_of(error: Exception, rules: Rules | str) -> Refusal:
    """Return the refusal for an error about the book of some rules; it tells no path of the server."""
    match error:
        case Refusal():
            return error
        case MissingBook() if isinstance(rules, Rules):
            return Refusal(404, f"there is no book of {rules}: {library.how_to_make(rules)}")
        case OutOfTime():
            return Refusal(503, f"{error}; ask again", {"retry-after": "1"})
        case MissingExtra():
            return Refusal(503, f"the book of {rules} cannot be read here: {error}")
        case DamagedBook() | MissingPosition():
            again = f"make it again with: oxobook generate {rules} --force"
            return Refusal(503, f"the book of {rules} is damaged: {again}")
        case TimeoutError() if rules in preparing:
            detail = f"the search of {rules} is being prepared, which this machine does once: try again in some seconds"
            return Refusal(503, detail, {"retry-after": "5"})
        case TimeoutError():
            return Refusal(503, f"the disk with the book of {rules} does not answer: try again in a minute", _SOON)
        case BookError() if not isinstance(error, NoAnswer):
            return Refusal(503, f"the book of {rules} is not as it should be: the server's log says why")
        case BookError() | OSError():
            detail = f"the book of {rules} cannot be read now: the server's log says why; try again in a minute"
            return Refusal(503, detail, _SOON)
    return Refusal(400, str(error))
