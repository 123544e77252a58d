"""Refusal of a request: a status and one sentence."""

from collections.abc import Mapping

from starlette.responses import JSONResponse

from oxobook.book.errors import OxobookError


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


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return a JSON response of one sentence, which caches must not store."""
    return JSONResponse({"detail": detail}, status, {"cache-control": "no-store", **(headers or {})})


def shortened(text: str) -> str:
    """Return a quoted text, cut to a readable length.

    >>> len(shortened("x" * 100))
    62
    """
    return repr(text) if len(text) <= 60 else f"{text[:57]!r}..."
