"""The description of the API (OpenAPI), served at /openapi.json."""

from functools import cache
from typing import Any

from fastapi import FastAPI, Request, Response

from oxobook.viewer.web.api.examples import EXAMPLES
from oxobook.viewer.web.server.responses import MINUTE, json_response

WORDS = """Perfect play in tic-tac-toe and its whole family, looked up.

Rules are written `ROWSxCOLUMNSxK`, with `-misere` and/or `-gravity` after them. Errors are JSON,
`{"detail": SENTENCE}`. Answers carry an ETag, and are packed for clients that take gzip."""


def add_description(app: FastAPI) -> None:
    """Serve the description of an application's routes; made when it is first asked for."""

    @cache
    def description() -> Response:
        return json_response(described(app), MINUTE)

    async def openapi(request: Request) -> Response:
        return description()

    app.add_route("/openapi.json", openapi, include_in_schema=False)


def described(app: FastAPI) -> dict[str, Any]:
    """FastAPI's description without the status 422, which is never given, and with whole examples: it drops nulls."""
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
