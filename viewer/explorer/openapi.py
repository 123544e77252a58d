"""Description of the API (OpenAPI), served at /openapi.json; and the responses of each route."""

from collections.abc import Callable
from functools import cache
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.types import DecoratedCallable

from oxobook.viewer.explorer.answers import Problem
from oxobook.viewer.explorer.responses import report
from oxobook.viewer.reports import Report

WORDS = """Perfect play in tic-tac-toe and its whole family, looked up.

Rules are written `ROWSxCOLUMNSxK`, with `-misere` and/or `-gravity` after them, or by a name such as `connect-four`.
Errors are JSON, `{"detail": SENTENCE}`. Answers carry an ETag, and are compressed for clients that accept gzip."""


Responses = dict[int | str, dict[str, Any]]


class Svg(Response):
    """SVG response, for the description of the API."""

    media_type = "image/svg+xml"


class Pdf(Response):
    """PDF response, for the description of the API."""

    media_type = "application/pdf"


SVG_EXAMPLE = '<svg xmlns="http://www.w3.org/2000/svg" role="img"><title>X\'s strategy on 3x3x3</title></svg>'

_PROBLEMS = {
    400: (
        "Bad rules, a bad position or a bad parameter",
        "expected X, O and . for an empty cell; got '0' at cell 5 of 'X../.0./...'",
    ),
    403: ("A page of another site asks", "pages of other sites may not have games solved"),
    404: (
        "No book of these rules, or no such strategy in it",
        "there is no book of 2x2x2: make it with: oxobook generate 2x2x2",
    ),
    414: ("The path and query are too long", "path and query must have at most 2,048 bytes; got 1,048,600"),
    503: (
        "The book cannot be read, there is too much to draw, or the server has not what it needs",
        "the book of 3x3x3 is damaged: make it again with: oxobook generate 3x3x3 --force",
    ),
}
"""Meaning of each status, and an example of the server's sentence."""
IF_NONE_MATCH = {
    "parameters": [
        {
            "name": "If-None-Match",
            "in": "header",
            "description": "ETag of an answer that the client has already.",
            "schema": {"type": "string"},
            "example": 'W/"0123456789abcdef0123456789abcdef"',
        }
    ]
}
"""Addition to the description of a route whose answers have ETags."""


def book_route(
    router: APIRouter, path: str, model: type[Report], tag: str = "answers"
) -> Callable[[DecoratedCallable], DecoratedCallable]:
    """Return the decorator of a route that answers from the book of the rules in its path."""
    return router.get(
        f"/api/{{rules}}/{path}",
        response_model=model,
        responses=responses(400, 404, 503),
        openapi_extra=IF_NONE_MATCH,
        tags=[tag],
    )


def responses(*problems: int, tagged: bool = True, content: dict[str, Any] | None = None) -> Responses:
    """Return a route's responses: its answer, 304 if answers have ETags, and these errors."""
    headers = {"Cache-Control": "How long the answer may be cached."} | (
        {"ETag": "Tag of the answer's content."} if tagged else {}
    )
    described = {name: {"description": text, "schema": {"type": "string"}} for name, text in headers.items()}
    found: Responses = {200: {"headers": described} | ({"content": content} if content else {})}
    if tagged:
        found[304] = {"description": "The client has the answer already"}
    for status in sorted(problems):
        meaning, said = _PROBLEMS[status]
        example = {"application/json": {"example": {"detail": said}}}
        found[status] = {"model": Problem, "description": meaning, "content": example}
    return found


def add_description(app: FastAPI) -> None:
    """Serve the description of an application's routes, which is made at the first request."""

    @cache
    def description() -> dict[str, Any]:
        return described(app)

    async def openapi(request: Request) -> Response:
        return report(request, description())

    app.add_route("/openapi.json", openapi, include_in_schema=False)


def described(app: FastAPI) -> dict[str, Any]:
    """Return FastAPI's description without the status 422, which never occurs."""
    found = app.openapi()
    for operations in found["paths"].values():
        for operation in operations.values():
            operation["responses"].pop("422", None)
    schemas = found["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    game = schemas["GameSummary"]["properties"]
    for name in ("BookSummary", "ProvedGame"):  # pydantic reads no docstrings of inherited fields
        schemas[name]["properties"] |= {field: game[field] for field in schemas[name]["properties"] if field in game}
    return found
