"""Reports: the fields of the API's answers, once, for its description and for the ``--json`` of the same commands.

They are plain dictionaries, so that JSON has the fields in the order in which they are made, and leaves out those that
are ``NotRequired`` where they do not apply. The docstrings of the fields are their description in the API.
"""

from typing import TYPE_CHECKING, Literal, NotRequired

from typing_extensions import TypedDict

if TYPE_CHECKING:  # what books and positions say is text
    Side = str
    Worth = str
    Kind = str
    Source = str
else:
    Side = Literal["X", "O"]
    Worth = Literal["win", "draw", "loss"]
    Kind = Literal["row", "column", "diagonal", "line"]
    Source = Literal["search"]


class Report(TypedDict):
    """JSON object with exactly these fields."""


# as pydantic's manual has it, but outside of the class, where mypy would take it for a field
Report.__pydantic_config__ = {"extra": "forbid", "use_attribute_docstrings": True}  # type: ignore[attr-defined]


class MoveWorth(Report):
    """Legal move and its value."""

    move: str
    """Coordinate: column letter, then row number counted from the bottom."""
    value: Worth
    """Value for the mover."""
    remoteness: int
    """Plies until the game ends under perfect play, this move included."""
    best: bool
    """Wins soonest, holds the draw, or loses latest."""
    safe: bool
    """Keeps the position's value."""
    replies: int
    """The opponent's legal replies; 0 when the move ends the game."""
    wrong_replies: int
    """Replies that are mistakes: they lower the value for the opponent."""
    score: NotRequired[int]
    """Score for the mover. If stones fall: 22 less the winner's stones in Connect Four, negative for a loss."""


class CompletedLine(Report):
    """Line of stones that ended a game."""

    cells: list[str]
    kind: Kind


class Lookup(Report):
    """Position: its value, and every legal move ranked, best first."""

    rules: str
    position: str
    """The board, rows top to bottom."""
    ply: int
    """Stones on the board."""
    to_move: Side
    over: bool
    winner: Side | None
    value: Worth
    """Value for the side to move."""
    remoteness: int
    """Plies until the game ends; the winner hastens, the loser delays."""
    best: list[str]
    """The best moves, in cell order."""
    pick: str | None
    """The best move after which the opponent has the most ways to go wrong."""
    moves: list[MoveWorth]
    reasons: dict[str, list[str]]
    """Why each best move is best."""
    score: NotRequired[int]
    """Score for the side to move. If stones fall: 22 less the winner's stones in Connect Four, negative for a loss."""
    source: NotRequired[Source]
    """Only of an answer that was searched, not in the book."""
    nodes: NotRequired[int]
    """Positions searched, likewise."""
    seconds: NotRequired[float]
    """Time of the search, likewise."""
    lines: NotRequired[list[CompletedLine]]
    """Lines that ended a game; only of a finished one."""


class Game(Report):
    """Positions of a game."""

    rules: str
    positions: list[Lookup]
    """Lookups by ply, the empty board first: one more than there are moves."""


class BoardAfter(Report):
    """Move of a line."""

    move: str
    by: Side
    position: str
    """The board after the move."""


class Line(Report):
    """Perfect play from a position to the end."""

    rules: str
    position: str
    to_move: Side
    value: Worth
    remoteness: int
    line: list[str]
    boards: list[BoardAfter]
    winner: Side | None


class PlyPositions(Report):
    """Positions of a ply, up to symmetry and raw."""

    ply: int
    positions: int
    raw_positions: int


class KeptStrategy(Report):
    """Strategy that has a certificate beside the book."""

    name: str
    side: Side
    positions: int
    bound: int | None
    """Lower bound of the cost of any such strategy, as its finder has proved it; null if there is none."""


class RulesFields(Report):
    """Rules of a game."""

    rules: str
    rows: int
    columns: int
    k: int
    """Stones in a line."""
    misere: bool
    gravity: bool
    kind: str
    """Kind of board, as in the rules; empty for the plain grid."""
    definition: str
    """Definition of a board of one's own, JSON; empty for other boards."""
    convention: str
    """Convention of who may set which sign, and who wins, as in the rules; empty for the usual."""


class Info(RulesFields):
    """Header and counts of a book."""

    value: Worth
    remoteness: int
    winner: Side | None
    positions: int
    raw_positions: int
    plies: list[PlyPositions]
    format_version: int
    generator_version: str
    digest: str
    strategies: list[KeptStrategy]
    first_plies: NotRequired[int]
    """Number of plies that the book holds; only of a book of first plies."""
