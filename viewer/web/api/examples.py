"""Examples for the description of the API."""

from typing import Any

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
"""By the name of the schema; true answers everywhere, but for a book's digest and size; a test proves it."""
TAG = 'W/"0123456789abcdef0123456789abcdef"'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" role="img"><title>X\'s pick strategy on 3x3x3</title></svg>'
PROBLEMS = {
    400: "expected X, O and . for an empty cell; got '0' at cell 5 of 'X../.0./...'",
    404: "expected a game with a book; there is none of 2x2x2: make it with: oxobook generate 2x2x2",
    413: "expected no body, or one of at most 65,536 bytes with its Content-Length; got more",
    414: "expected a path and query of at most 2,048 bytes; got 1,048,600",
    429: "expected at most 20,000 requests a second; got more: wait a second",
    503: "expected a whole book of 3x3x3; its file cannot be read as one: "
    "make it again with: oxobook generate 3x3x3 --force",
}
"""What the server says, by status."""
