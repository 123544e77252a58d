"""The parameters of the routes: what a URL may ask, and the book and the position that its text stands for."""

from typing import Annotated, Literal

from fastapi import Depends, Path, Request
from pydantic import BaseModel, ConfigDict, Field

from book.game.position import Position
from book.game.rules import MAX_CELLS, Rules
from viewer.web.answer_fields import Side
from viewer.web.shelf import Lent, Shelf

_TEXT = 256  # characters of the longest position: a record of 31 moves takes 5 each
_RULES = 40
_PATTERN = "^[1-9][0-9]{0,2}x[1-9][0-9]{0,2}x[1-9][0-9]{0,2}(-misere|-gravity|-misere-gravity)?$"  # described only
_POSITION = "A board, rows top to bottom (X../.O./...), or a game record (a3 b2 c1); the empty board if left out."

PaletteName = Literal["classic", "colorblind"]
Kind = Literal["pick", "smallest", "reflexes"]


class Parameters(BaseModel):
    """The query of a path; a parameter that it does not know is refused, for it might be a slip of the pen."""

    model_config = ConfigDict(extra="forbid")


class PositionQuery(Parameters):
    """Which position is asked."""

    position: str = Field("", description=_POSITION, max_length=_TEXT, examples=["X../.O./...", "a3 b2"])


class StrategyQuery(Parameters):
    """Which strategy is drawn, and how."""

    side: Side = Field("X", description="Whose strategy.")
    kind: Kind = Field("pick", description="Which strategy; all but pick must be kept in the book.")
    fast: bool = Field(False, description="The one that wins as soon as can be.")
    palette: PaletteName = Field("classic", description="Colours.")


class MapQuery(StrategyQuery):
    """What is on a map."""

    depth: int | None = Field(None, description="Cut after so many own moves.", ge=0, le=MAX_CELLS, examples=[2])


class GraphQuery(StrategyQuery):
    """What is in a graph."""

    whole: bool = Field(False, alias="all", description="Every position instead of a strategy.")
    start: str = Field(
        "", alias="from", description=f"Begin here. {_POSITION}", max_length=_TEXT, examples=["X../.O./..."]
    )
    depth: int | None = Field(None, description="Cut after so many plies.", ge=0, le=MAX_CELLS, examples=[2])
    orientation: Literal["top-down", "left-right"] = Field("top-down", description="Where the plies go.")


async def _lent(
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
) -> Lent:
    """The book of the rules in the path."""
    shelf: Shelf = request.app.state.shelf
    return shelf.lend(Rules.parse(rules))


AskedBook = Annotated[Lent, Depends(_lent)]
"""A route's parameter: the book that the path names, on loan; Refusal and IllegalRules are answered as problems."""


def position_of_text(text: str, rules: Rules) -> Position:
    """The position of a board or a game record; the record of no moves is the empty board. Raises IllegalPosition."""
    return Position.parse(text, rules) if text.strip() else Position(rules)
