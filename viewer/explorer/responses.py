"""Responses: JSON and files with an ETag, and errors as one sentence."""

import json
import logging
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response

from oxobook.book.errors import OxobookError, quoted
from oxobook.viewer.explorer.refusal import Refusal, refusal_of

_log = logging.getLogger(__name__)

_BODY = "a body of JSON with the fields that /openapi.json names, and its Content-Type application/json"
MINUTE, YEAR = 60, 31_536_000
"""Seconds that caches may reuse an answer without asking whether it has changed."""


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

    for kind in (OxobookError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _answer)
    app.add_exception_handler(Exception, failed)


async def _answer(request: Request, error: Exception) -> Response:
    """Return the response to an error; paths and tracebacks stay on the server."""
    match error:
        case RequestValidationError():
            return problem(400, _sentence(error.errors()[0]))
        case HTTPException(status_code=400):  # FastAPI cannot decode the body
            return problem(400, f"expected {_BODY}, in UTF-8")
        case HTTPException(status_code=404):
            sentence, path = f"no such path: {quoted(request.url.path)}", request.url.path
            if path.startswith("/api"):
                return problem(404, f"{sentence}; see /openapi.json")
            return PlainTextResponse(f"{sentence}. The books are at /\n", 404, {"cache-control": "no-store"})
        case HTTPException(status_code=405):
            allowed = (error.headers or {}).get("Allow", "GET")
            return problem(405, f"the method must be {allowed}; got {request.method}", error.headers)
        case HTTPException():
            return problem(error.status_code, str(error.detail), error.headers)
    refusal = error if isinstance(error, Refusal) else refusal_of(error, request.path_params.get("rules", "the game"))
    return problem(refusal.status, refusal.detail, refusal.headers)


def _sentence(found: Mapping[str, Any]) -> str:
    """Return the sentence for an error that pydantic found in a parameter."""
    name = "".join(f"[{part}]" if isinstance(part, int) else str(part) for part in found["loc"][1:]) or "body"
    given, message = quoted(found["input"]), str(found["msg"])
    match found["type"]:
        case "json_invalid" | "model_attributes_type":
            return f"expected {_BODY}; got {given}"
        case "extra_forbidden":
            return f"this path has no parameter {quoted(name)}: see /openapi.json"
        case "string_too_long":
            return f"{name} must have at most {found['ctx']['max_length']} characters; got {len(found['input']):,}"
        case "too_long":
            return f"{name} must have at most {found['ctx']['max_length']:,} entries; got {len(found['input']):,}"
        case "missing":
            return f"the parameter {name} is missing: see /openapi.json"
        case "string_type":
            return f"expected {name} to be a text; got {given}"
    return f"expected {name} to {message.removeprefix('Input should ')}; got {given}"
