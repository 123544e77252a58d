"""Errors as JSON: each is answered as ``{"detail": "<one sentence>"}`` with a fitting status."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from oxobook.book.errors import BookError, MissingBook, MissingExtra, MissingPosition, OxobookError
from oxobook.viewer.web.books.unread import no_book, unread_book
from oxobook.viewer.web.server.refusal import Refusal, problem, shortened

_log = logging.getLogger(__name__)


def add_problems(app: FastAPI, headers: Mapping[str, str]) -> None:
    """Answer every error as JSON; unexpected ones, answered outside the middleware, with ``headers``."""

    async def failed(request: Request, error: Exception) -> JSONResponse:
        return problem(500, "internal error; the server's log says why: please report it", headers)

    for kind in (OxobookError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _answer)
    app.add_exception_handler(Exception, failed)


async def _answer(request: Request, error: Exception) -> JSONResponse:
    """Return the response to an error; paths and tracebacks stay on the server."""
    rules = request.path_params.get("rules", "the game")
    match error:
        case Refusal():
            return problem(error.status, error.detail, error.headers)
        case RequestValidationError():
            return problem(400, _sentence(error.errors()[0]))
        case HTTPException():
            sentence = str(error.detail)
            if error.status_code == 404:
                sentence = f"no such path: {shortened(request.url.path)}; see /openapi.json"
            elif error.status_code == 405:
                sentence = f"the method must be {(error.headers or {}).get('Allow', 'GET')}; got {request.method}"
            return problem(error.status_code, sentence, error.headers)
        case MissingBook():
            return await _answer(request, no_book(rules))
        case BookError() | MissingPosition() | MissingExtra():
            _log.warning("%s", error)
            return await _answer(request, unread_book(rules, error))
    return problem(400, str(error))


def _sentence(found: Mapping[str, Any]) -> str:
    """Return the sentence for an error that pydantic found in a parameter."""
    name, given, message = found["loc"][-1], shortened(str(found["input"])), str(found["msg"])
    match found["type"]:
        case "extra_forbidden":
            return f"this path has no parameter {shortened(str(name))}: see /openapi.json"
        case "string_too_long":
            return f"{name} must have at most {found['ctx']['max_length']} characters; got {len(found['input']):,}"
        case "missing":
            return f"the parameter {name} is missing: see /openapi.json"
    return f"expected {name} to {message.removeprefix('Input should ')}; got {given}"
