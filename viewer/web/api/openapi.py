"""Description of the API (OpenAPI) with its examples, served at /openapi.json."""

from functools import cache
from typing import Any

from fastapi import FastAPI, Request, Response

from oxobook.viewer.web.server.responses import MINUTE, json_response

WORDS = """Perfect play in tic-tac-toe and its whole family, looked up.

Rules are written `ROWSxCOLUMNSxK`, with `-misere` and/or `-gravity` after them. Errors are JSON,
`{"detail": SENTENCE}`. Answers carry an ETag, and are packed for clients that take gzip."""


Example = dict[str, Any]
LOOKUP: Example = {
    **{"rules": "3x3x3", "position": "XOX/XOO/.X.", "ply": 7, "to_move": "O", "over": False, "winner": None},
    **{"value": "draw", "remoteness": 2, "best": ["a1"], "pick": "a1"},
    "moves": [
        {"move": "a1", "value": "draw", "remoteness": 2, "best": True, "safe": True}
        | {"replies": 1, "wrong_replies": 0},
        {"move": "c1", "value": "loss", "remoteness": 2, "best": False, "safe": False}
        | {"replies": 1, "wrong_replies": 0},
    ],
    "reasons": {"a1": ["blocks X's line", "holds the draw"]},
}
LINE: Example = {
    **{"rules": "3x3x3", "position": "XX./OO./...", "to_move": "X", "value": "win", "remoteness": 1},
    **{"line": ["c3"], "boards": [{"move": "c3", "by": "X", "position": "XXX/OO./..."}], "winner": "X"},
}
_COUNTS = (
    *("positions", "raw_positions", "terminals", "raw_terminals", "x_won", "o_won", "drawn"),
    *("x_winning", "o_winning", "drawing", "sequences", "games"),
)
STATS: Example = {
    "rules": "1x1x1",
    "plies": [
        {"ply": 0} | dict(zip(_COUNTS, (1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0), strict=True)),
        {"ply": 1} | dict(zip(_COUNTS, (1, 1, 1, 1, 1, 0, 0, 1, 0, 0, 1, 1), strict=True)),
    ],
    "totals": dict(zip(_COUNTS, (2, 2, 1, 1, 1, 0, 0, 2, 0, 0, 2, 1), strict=True))
    | {"x_games": 1, "o_games": 0, "drawn_games": 0, "games_up_to_symmetry": 1, "perfect_games": 1},
}
_LINES = ("a3 b3 c3", "a2 b2 c2", "a3 a2 a1", "c3 b2 a1", "b3 b2 b1", "a3 b2 c1", "c3 c2 c1", "a1 b1 c1")
BOOKS: Example = {
    "books": [
        {
            **{"rules": "3x3x3", "rows": 3, "columns": 3, "k": 3, "misere": False, "gravity": False, "kind": ""},
            **{"positions": 765, "value": "draw", "remoteness": 9, "winner": None},
            "cells": ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"],
            "lines": [line.split() for line in _LINES],
            "stacks": [["a3"], ["b3"], ["c3"], ["a2"], ["b2"], ["c2"], ["a1"], ["b1"], ["c1"]],
            "maps": {"boards": 1400, "levels": 4},
            **{"digest": "d98c1248e7f4f080b658f57e39039d6a50f50f30f9c8469827b6a4bf8a2cb977", "size": 81920},
        }
    ],
    "opening": [],
}
EXAMPLES = {"Lookup": LOOKUP, "Line": LINE, "Stats": STATS, "Books": BOOKS}
"""Examples by the name of the schema; true except for a book's digest and size, as a test proves."""


def add_description(app: FastAPI) -> None:
    """Serve the description of an application's routes; it is made when first requested."""

    @cache
    def description() -> Response:
        return json_response(described(app), MINUTE)

    async def openapi(request: Request) -> Response:
        return description()

    app.add_route("/openapi.json", openapi, include_in_schema=False)


def described(app: FastAPI) -> dict[str, Any]:
    """Return FastAPI's description without the status 422, which never occurs, and with whole examples.

    FastAPI drops nulls from them.
    """
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
