"""Refusal: a request that gets a status and one sentence instead of an answer."""

from collections.abc import Mapping

from starlette.responses import JSONResponse

from oxobook.book.errors import OxobookError


class Refusal(OxobookError):
    """Answer of the server when it cannot answer: a sentence on what was expected, what came and what to do.

    >>> Refusal(404, "expected a book").status
    404
    """

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, detail, headers)  # all of them, so that it comes back whole from another process
        self.status = status
        self.detail = detail
        self.headers = dict(headers or {})

    def __str__(self) -> str:
        return self.detail


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return a response of one sentence, which caches may not keep."""
    return JSONResponse({"detail": detail}, status, {"cache-control": "no-store", **(headers or {})})


def shortened(text: str) -> str:
    """Return a quoted text, cut so that a sentence stays readable.

    >>> len(shortened("x" * 100))
    62
    """
    return repr(text) if len(text) <= 60 else f"{text[:57]!r}..."
