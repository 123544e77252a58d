"""Parameters of the routes: the query of a URL, and the book that its path names."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field, create_model

from oxobook.book.game.rules import Rules
from oxobook.viewer.diagrams import request as diagram
from oxobook.viewer.web.books.open_books import OpenBook, OpenBooks

_TEXT = 256  # characters of the longest position: a record of 31 moves takes 5 each
_RULES = 40
_PATTERN = "^[1-9][0-9]{0,2}x[1-9][0-9]{0,2}x[1-9][0-9]{0,2}(-[a-z]+)*$"  # described only: kinds of boards and variants
_POSITION = "A board, rows top to bottom (X../.O./...), or a game record (a3 b2 c1); the empty board if left out."


class Parameters(BaseModel):
    """Query of a path; an unknown parameter is refused, as it may be a typing error."""

    model_config = ConfigDict(extra="forbid")


class PositionQuery(Parameters):
    """Query that names a position."""

    position: str = Field("", description=_POSITION, max_length=_TEXT, examples=["X../.O./...", "a3 b2"])


class GameQuery(Parameters):
    """Query that names a game."""

    moves: str = Field(
        "", description="A game record (a3 b2 c1); no moves if left out.", max_length=_TEXT, examples=["a3 b2"]
    )


Asked = TypeVar("Asked", bound=diagram.Request)


def asked_by_query(kind: type[Asked]) -> Callable[[Any], Asked]:
    """Return a dependency: the request for a diagram in the query, each option a parameter.

    The types are read here; the request itself checks the values, as it does for the command.
    """
    served = [one for one in diagram.options(kind) if one.served]
    parameters: dict[str, Any] = {one.field: (_type_of(one), _described(one)) for one in served}
    query = create_model(f"{kind.__name__}Query", __base__=Parameters, **parameters)

    def asked(query: Any) -> Asked:
        return kind(**query.model_dump())

    asked.__annotations__["query"] = Annotated[query, Query()]
    return asked


def _type_of(one: diagram.Option) -> Any:
    """Return the type of a parameter."""
    return one.kind if one.default is not None else one.kind | None


def _described(one: diagram.Option) -> Any:
    """Return a parameter's default, name and description."""
    schema: dict[str, Any] = {"enum": list(one.choices)} if one.choices else {}
    schema |= {"minimum": one.least} if one.least is not None else {}
    return Field(
        one.default,
        alias=one.name if one.name != one.field else None,
        description=one.help,
        max_length=_TEXT if one.kind is str else None,
        json_schema_extra=schema or None,
    )


async def _opened(
    request: Request,
    rules: Annotated[
        str,
        Path(
            description="The game, ROWSxCOLUMNSxK with -misere and/or -gravity after it.",
            max_length=_RULES,
            examples=["3x3x3", "3x3x3-misere"],
            json_schema_extra={"pattern": _PATTERN},
        ),
    ],
) -> OpenBook:
    """Return the book of the rules in the path."""
    open_books: OpenBooks = request.app.state.books
    return await open_books.get(Rules.parse(rules))


AskedBook = Annotated[OpenBook, Depends(_opened)]
"""Parameter of a route: the open book that the path names; Refusal and IllegalRules become problems."""
