"""Responses: JSON and files with an ETag, and errors as a status and one sentence."""

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response

from oxobook.book import errors, library
from oxobook.book.game.rules import Rules
from oxobook.book.layout.search import preparing

_BODY = "a body of JSON with the fields that /openapi.json names, and its Content-Type application/json"
MINUTE, YEAR = 60, 31_536_000
"""Seconds that caches may reuse an answer without asking whether it has changed."""
_SOON = {"retry-after": "60"}


class Refusal(HTTPException):
    """Status, sentence and headers of the response to a request that is refused."""


def tagged(request: Request, content: bytes, media_type: str, max_age: int = 0) -> Response:
    """Return the response with some content, or with status 304 if the client has it already."""
    tag = f'"{blake2b(content, digest_size=16).hexdigest()}"'
    # weak, as compressed and plain bytes share it
    headers = {"etag": f"W/{tag}", "cache-control": f"public, max-age={max_age}, must-revalidate"}
    known = request.headers.get("if-none-match", "")
    if tag in known or known.strip() == "*":
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=media_type)


def json_bytes(content: Any) -> bytes:
    """Return a report as JSON."""
    return json.dumps(content, separators=(",", ":")).encode()


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return a response of one sentence, which caches must not store."""
    return JSONResponse({"detail": detail}, status, {"cache-control": "no-store", **(headers or {})})


def add_problems(app: FastAPI, headers: Mapping[str, str]) -> None:
    """Answer every error with one sentence: as JSON, but for an unknown page as text.

    Unexpected errors are answered outside the middleware, and so with its ``headers``.
    """

    async def failed(request: Request, error: Exception) -> Response:
        return problem(500, "internal error; the server's log says why: please report it", headers)

    for kind in (errors.OxobookError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _answer)
    app.add_exception_handler(Exception, failed)


async def _answer(request: Request, error: Exception) -> Response:
    """Return the response to an error; paths and tracebacks stay on the server."""
    path = request.url.path
    match error:
        case RequestValidationError():
            return problem(400, _sentence(error.errors()[0]))
        case Refusal():
            return problem(error.status_code, error.detail, error.headers)
        case HTTPException(status_code=400):  # FastAPI cannot decode the body
            return problem(400, f"expected {_BODY}, in UTF-8")
        case HTTPException(status_code=405) if "endpoint" in request.scope or not path.startswith("/api"):
            allowed = (error.headers or {}).get("Allow", "GET")
            return problem(405, f"the method must be {allowed}; got {request.method}", error.headers)
        case HTTPException(status_code=404 | 405):
            sentence = f"no such path: {errors.quoted(path)}"
            if path.startswith("/api"):
                return problem(404, f"{sentence}; see /openapi.json")
            return PlainTextResponse(f"{sentence}. The books are at /\n", 404, {"cache-control": "no-store"})
    refusal = refusal_of(error, request.path_params.get("rules", "the game"))
    return problem(refusal.status_code, refusal.detail, refusal.headers)


def refusal_of(error: Exception, rules: Rules | str) -> Refusal:
    """Return the refusal for an error about the book of some rules; it tells no path of the server."""
    match error:
        case errors.MissingBook() if isinstance(rules, Rules):
            return Refusal(404, f"there is no book of {rules}: {library.how_to_make(rules)}")
        case errors.OutOfTime():
            return Refusal(503, f"{error}; ask again", {"retry-after": "1"})
        case errors.MissingExtra():
            return Refusal(503, f"the book of {rules} cannot be read here: {error}")
        case errors.DamagedBook() | errors.MissingPosition():
            return Refusal(503, f"the book of {rules} is damaged: make it again with: oxobook generate {rules} --force")
        case TimeoutError() if rules in preparing:
            detail = f"the search of {rules} is being prepared, which this machine does once: try again in some seconds"
            return Refusal(503, detail, {"retry-after": "5"})
        case TimeoutError():
            detail = f"the disk with the book of {rules} does not answer: try again in a minute"
            return Refusal(503, detail, _SOON)
        case errors.BookError() if not isinstance(error, errors.NoAnswer):
            return Refusal(503, f"the book of {rules} is not as it should be: the server's log says why")
        case errors.BookError() | OSError():
            detail = f"the book of {rules} cannot be read now: the server's log says why; try again in a minute"
            return Refusal(503, detail, _SOON)
    return Refusal(400, str(error))


def _sentence(found: Mapping[str, Any]) -> str:
    """Return the sentence for an error that pydantic found in a parameter."""
    name = "".join(f"[{part}]" if isinstance(part, int) else str(part) for part in found["loc"][1:]) or "body"
    given, message = errors.quoted(found["input"]), str(found["msg"])
    match found["type"]:
        case "json_invalid" | "model_attributes_type":
            return f"expected {_BODY}; got {given}"
        case "extra_forbidden":
            return f"this path has no parameter {errors.quoted(name)}: see /openapi.json"
        case "string_too_long" | "too_long" as kind:
            units = "entries" if kind == "too_long" else "characters"
            return f"{name} must have at most {found['ctx']['max_length']:,} {units}; got {len(found['input']):,}"
        case "missing":
            return f"the parameter {name} is missing: see /openapi.json"
        case "string_type":
            return f"expected {name} to be a text; got {given}"
    return f"expected {name} to {message.removeprefix('Input should ')}; got {given}"
