"""Routes about players: the players of a game, and the moves of one in a position."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from oxobook.book.game.position import position_of_text
from oxobook.viewer.players.roster import fitting, player_named, player_reports
from oxobook.viewer.web.api.lookups import answered
from oxobook.viewer.web.api.parameters import AskedBook, Parameters, PositionQuery
from oxobook.viewer.web.api.schema import Exact, Side, book_route
from oxobook.viewer.web.server.refusal import Refusal, shortened

router = APIRouter(tags=["players"])


class PlayerInfo(Exact):
    """Built-in player."""

    name: str = Field(examples=["levi"])
    plays: str = Field(description="How it chooses its moves, in a phrase.", examples=["win, block, anything"])
    never_loses: list[Side] | None = Field(
        description="The sides with which it provably never loses this game; null if nothing is proved.", examples=[[]]
    )
    won_against_random: dict[Side, str] | None = Field(
        description="Share of its games against random moves that it wins, by side, as a fraction; null if unknown.",
        examples=[{"X": "20311/22680", "O": "529/756"}],
    )


class Players(Exact):
    """Built-in players that can play a game, roughly from strongest to weakest."""

    rules: str
    players: list[PlayerInfo]


class PolicyAnswer(Exact):
    """Moves that a player may make in a position."""

    rules: str = Field(examples=["3x3x3"])
    player: str = Field(examples=["levi"])
    position: str = Field(examples=["XX./OO./..."])
    policy: dict[str, str] = Field(
        description="The probability of each move, as a fraction in text; they sum to 1.", examples=[{"c3": "1"}]
    )


class PolicyQuery(PositionQuery):
    """Query that names a player and a position."""

    player: str = Field("perfect", description="One of the game's players.", max_length=40, examples=["levi"])


@book_route(router, "players", Players)
async def players(request: Request, opened: AskedBook, asked: Annotated[Parameters, Query()]) -> Response:
    """Return the built-in players that can play a game."""
    book = opened.book
    return await answered(request, opened, lambda: {"rules": str(book.rules), "players": player_reports(book)})


@book_route(router, "policy", PolicyAnswer)
async def policy(request: Request, opened: AskedBook, asked: Annotated[PolicyQuery, Query()]) -> Response:
    """Return the moves that a built-in player may make in a position, each with its probability."""
    book = opened.book
    known = fitting(book.rules)
    if asked.player not in known:  # a name from outside must never start a program or import a module
        raise Refusal(
            400, f"no such player of {book.rules}: {shortened(asked.player)}; choose one of {', '.join(known)}"
        )
    position = position_of_text(asked.position, book.rules, asked.labels)
    if position.over:
        raise Refusal(400, f"the game is over in {position.text}: choose a position with moves left")

    def report() -> dict[str, object]:
        policy = player_named(asked.player, book).policy(position)
        shares = {move: str(share) for move, share in policy.items()}
        return {"rules": str(book.rules), "player": asked.player, "position": position.text, "policy": shares}

    return await answered(request, opened, report)
