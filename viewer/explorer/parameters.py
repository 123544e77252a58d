"""Parameters of the routes: the queries, and the book that a path names."""

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Depends, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field, create_model

from oxobook.book.game.board import KINDS
from oxobook.book.game.conventions import CONVENTIONS
from oxobook.book.game.labels import LABELS
from oxobook.book.game.notation import move_names
from oxobook.book.game.own import NAME
from oxobook.book.game.position import Position, position_of_text
from oxobook.book.game.rules import Rules
from oxobook.viewer.classroom.class_kit import PARTS
from oxobook.viewer.pictures import request as picture
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS
from oxobook.viewer.words.languages import LANGUAGES

_TEXT = 1000  # characters; drawn boards take some 500
_RULES = 40
_POSITION = "A board, rows top to bottom (X../.O./...), or a game record (a3 b2 c1); the empty board if left out."
_PLAY = "Moves played after the position, separated by commas or blanks; none if left out."
MANY = 10_000
"""Largest number of positions in one request."""
_LABELS = f"What moves are called, one of {', '.join(LABELS)}; any, if left out. Answers have coordinates."


class Parameters(BaseModel):
    """Query of a route; unknown parameters are refused, as they may be typos."""

    model_config = ConfigDict(extra="forbid")


class PositionQuery(Parameters):
    """Query that names a position."""

    position: str = Field("", description=_POSITION, max_length=_TEXT, examples=["X../.O./...", "a3 b2"])
    labels: str | None = Field(None, description=_LABELS, max_length=_RULES, examples=["keypad"])
    play: str = Field("", description=_PLAY, max_length=_TEXT, examples=["c3,c1"])

    def asked(self, rules: Rules) -> Position:
        """Return the position, after the moves that are played there; raises IllegalPosition."""
        position = position_of_text(self.position, rules, self.labels)
        for move in self.play.replace(",", " ").split():
            position = position.play(move_names(rules)[position.move(move, self.labels)])
        return position


class PositionsAsked(Parameters):
    """Body that names many positions."""

    positions: list[Annotated[str, Field(max_length=_TEXT)]] = Field(
        description="Each as in the query of a lookup.", max_length=MANY, examples=[["X../.O./...", "a3 b2 c1"]]
    )
    labels: str | None = Field(None, description=_LABELS, max_length=_RULES, examples=["keypad"])


class GameQuery(Parameters):
    """Query that names a game."""

    moves: str = Field(
        "", description="A game record (a3 b2 c1); no moves if left out.", max_length=_TEXT, examples=["a3 b2"]
    )
    labels: str | None = Field(None, description=_LABELS, max_length=_RULES, examples=["keypad"])


class PolicyQuery(PositionQuery):
    """Query that names a player and a position."""

    player: str = Field("perfect", description="One of the game's players.", max_length=_RULES, examples=["levi"])


class PaperQuery(Parameters):
    """Query for a paper."""

    paper: Literal[tuple(PAPERS)] = Field("a4", description="Size of the pages.")  # type: ignore[valid-type]
    language: Literal[tuple(LANGUAGES)] = Field("en", description="Language.")  # type: ignore[valid-type]


PaperName = Annotated[Literal["kit", *PARTS], Path(description="The paper, or the kit of all.", examples=["worksheet"])]  # type: ignore[valid-type]
"""Parameter of a route: the paper in its path."""

Asked = TypeVar("Asked", bound=picture.Request)


def asked_by_query(kind: type[Asked]) -> Callable[[Any], Asked]:
    """Return a FastAPI dependency that reads a request for a picture, which checks the values, from the query."""
    served = [one for one in picture.options(kind) if one.served]
    parameters: dict[str, Any] = {
        one.field: (one.kind if one.default is not None else one.kind | None, _described(one)) for one in served
    }
    query = create_model(f"{kind.__name__}Query", __base__=Parameters, **parameters)

    def asked(query: Any) -> Asked:
        return kind(**query.model_dump())

    asked.__annotations__["query"] = Annotated[query, Query()]
    return asked


def _described(one: picture.Option) -> Any:
    schema: dict[str, Any] = {"enum": list(one.choices)} if one.choices else {}
    schema |= {"minimum": one.least} if one.least is not None else {}
    return Field(
        one.default,
        alias=one.name if one.name != one.field else None,
        description=one.help,
        max_length=_TEXT if one.kind is str else None,
        json_schema_extra=schema or None,
    )


def _describe_rules(schema: dict[str, Any]) -> None:
    """Add the pattern of rules to the schema of a parameter; ``OpenBooks.named`` checks them."""
    size, words = "[1-9][0-9]{0,2}", "|".join(filter(None, ("misere", "gravity", *CONVENTIONS, *KINDS)))
    schema["pattern"] = f"^({size}x{size}x{size}(-({words}))*|{NAME.pattern})$"


RulesText = Annotated[
    str,
    Path(
        description="The game: ROWSxCOLUMNSxK, a common name, or that of a board of one's own in the library; "
        "-misere and/or -gravity may follow.",
        max_length=_RULES,
        examples=["3x3x3", "3x3x3-misere", "connect-four"],
        json_schema_extra=_describe_rules,
    ),
]
"""Parameter of a route: the rules in its path."""


async def _asked_rules(request: Request, rules: RulesText) -> Rules:
    named: Rules = await request.app.state.books.named(rules)
    return named


AskedRules = Annotated[Rules, Depends(_asked_rules)]
"""Parameter of a route: the rules that its path names."""
