"""Description of the API (OpenAPI) with its examples, served at /openapi.json."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response

from oxobook.viewer.web.server.responses import MINUTE, json_response

WORDS = """Perfect play in tic-tac-toe and its whole family, looked up.

Rules are written `ROWSxCOLUMNSxK`, with `-misere` and/or `-gravity` after them, or by a name such as `connect-four`.
Errors are JSON, `{"detail": SENTENCE}`. Answers carry an ETag, and are compressed for clients that accept gzip."""


EXAMPLES: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "examples.json").read_text())
"""Examples by the name of the schema; true except for a book's digest and size, as a test proves."""


def add_description(app: FastAPI) -> None:
    """Serve the description of an application's routes, which is made at the first request."""

    @cache
    def description() -> Response:
        return json_response(described(app), MINUTE)

    async def openapi(request: Request) -> Response:
        return description()

    app.add_route("/openapi.json", openapi, include_in_schema=False)


def described(app: FastAPI) -> dict[str, Any]:
    """Return FastAPI's description without the status 422, which never occurs, and with examples and their nulls."""
    found = app.openapi()
    for operations in found["paths"].values():
        for operation in operations.values():
            operation["responses"].pop("422", None)
    schemas = found["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    for name, example in EXAMPLES.items():
        schemas[name]["examples"] = [example]
    return found
