"""Parameters of the routes: the queries, and the book that a path names."""

from collections import Counter
from typing import Annotated

from fastapi import Depends, Path, Request
from pydantic import BaseModel, ConfigDict, Field

from oxobook.book.errors import IllegalArgument, quoted
from oxobook.book.game.labels import LABELS
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position, positions_read
from oxobook.book.game.reading.reading import stated
from oxobook.book.game.rules import Rules

_TEXT = 1000  # characters; drawn boards take some 500
_RULES = 40
_POSITION = "A board, rows top to bottom (X../.O./...), or a game record (a3 b2 c1); the empty board if left out."
_PLAY = "Moves played after the position, separated by commas or blanks, rows and columns by blanks; none if left out."
_LABELS = f"What moves are called, one of {', '.join(LABELS)}. Answers have coordinates."
_READING = (
    "How positions and moves are written, such as mine=1 theirs=-1, or labels. Nothing is guessed: if left out, moves "
    "are coordinates, cells from 0 or, where stones fall, columns from 1, and numbers are 0 free, 1 X, 2 or -1 O."
)


class Parameters(BaseModel):
    """Query of a route; unknown parameters are refused, as they may be typos."""

    model_config = ConfigDict(extra="forbid")


async def require_single(request: Request) -> None:
    """Raise IllegalArgument if a parameter of the query is repeated."""
    for name, times in Counter(name for name, _ in request.query_params.multi_items()).most_common(1):
        if times > 1:
            raise IllegalArgument(f"expected the parameter {quoted(name)} once; got it {times:,} times")


class PositionQuery(Parameters):
    """Query that names a position."""

    position: str = Field("", description=_POSITION, max_length=_TEXT, examples=["X../.O./...", "a3 b2"])
    labels: str | None = Field(None, description=_LABELS, max_length=_RULES, examples=["keypad"])
    reading: str | None = Field(None, description=_READING, max_length=_TEXT, examples=["columns0"])
    play: str = Field("", description=_PLAY, max_length=_TEXT, examples=["c3,c1"])

    def asked(self, rules: Rules) -> Position:
        """Return the position, after the moves that are played there; raises IllegalPosition."""
        reading = stated(self.reading, self.labels)
        position = positions_read(self.position, rules, reading, inferring=False)[-1]
        within = reading.cells.startswith("matrix")  # a move has a comma, as in 1,2
        for move in (self.play if within else self.play.replace(",", " ")).split():
            position = position.play(move_names(rules)[position.move(move, reading=reading)])
        return position


class PositionsAsked(Parameters):
    """Body that names many positions."""

    positions: list[Annotated[str, Field(max_length=_TEXT)]] = Field(
        description="Each as in the query of a lookup.", max_length=10_000, examples=[["X../.O./...", "a3 b2 c1"]]
    )
    labels: str | None = Field(None, description=_LABELS, max_length=_RULES, examples=["keypad"])
    reading: str | None = Field(None, description=_READING, max_length=_TEXT, examples=["columns0"])


class GameQuery(Parameters):
    """Query that names a game."""

    moves: str = Field(
        "", description="A game record (a3 b2 c1); no moves if left out.", max_length=_TEXT, examples=["a3 b2"]
    )
    labels: str | None = Field(None, description=_LABELS, max_length=_RULES, examples=["keypad"])
    reading: str | None = Field(None, description=_READING, max_length=_TEXT, examples=["columns0"])


RulesText = Annotated[
    str,
    Path(
        description="The game: ROWSxCOLUMNSxK, a common name, or that of a board of one's own in the library; "
        "-misere and/or -gravity may follow.",
        max_length=_RULES,
        examples=["3x3x3", "3x3x3-misere", "connect-four"],
    ),
]
"""Parameter of a route: the rules in its path."""


async def _asked_rules(request: Request, rules: RulesText) -> Rules:
    named: Rules = await request.app.state.books.named(rules)
    return named


AskedRules = Annotated[Rules, Depends(_asked_rules)]
"""Parameter of a route: the rules that its path names."""
