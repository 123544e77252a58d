"""Routes that solve small games on request: games, which offers some, and solve."""

import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field
from starlette.responses import StreamingResponse

from oxobook.book.game.rules import Rules
from oxobook.viewer.web.api.parameters import Parameters, RulesText
from oxobook.viewer.web.api.schema import IF_NONE_MATCH, Exact, GameSummary, responses
from oxobook.viewer.web.books.solving import Solver
from oxobook.viewer.web.books.summary import game_summary
from oxobook.viewer.web.server.refusal import Refusal
from oxobook.viewer.web.server.responses import json_response

router = APIRouter(tags=["solving"])


class Games(Exact):
    """Games that have no book yet, but are solved on request."""

    games: list[GameSummary]


class Step(Exact):
    """Line of the progress of a solve."""

    share: float | None = Field(None, description="Part that is done, from 0 to 1; at 1 the book can be asked.")
    detail: str | None = Field(None, description="One sentence: why there will be no book.")


@router.get("/api/games", response_model=Games, responses=responses(400), openapi_extra=IF_NONE_MATCH)
async def games(request: Request, asked: Annotated[Parameters, Query()]) -> Response:
    """Return well-known games that are solved on request; none if the server solves none."""
    solver: Solver = request.app.state.solver
    return json_response({"games": [game_summary(rules) for rules in await solver.offers()]}, 0)


@router.post("/api/{rules}/solve", response_model=Step, responses=responses(400, 403, 404, 503, tagged=False))
async def solve(request: Request, rules: RulesText, asked: Annotated[Parameters, Query()]) -> Response:
    """Solve a small game, and keep its book in the library; the answer is a line of JSON for each step.

    It ends when the client hangs up. A client may have one game solved at a time.
    """
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refusal(403, "pages of other sites may not have games solved")
    solver: Solver = request.app.state.solver
    steps = solver.solve(Rules.written(rules), request)
    first = await anext(steps)

    async def lines() -> AsyncIterator[str]:
        yield f"{json.dumps(first)}\n"
        async for step in steps:
            yield f"{json.dumps(step)}\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson", headers={"cache-control": "no-store"})
