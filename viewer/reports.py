"""Reports: the fields of every answer, once, for ``--json``, for the API and its description, and for mypy.

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


class Counts(Report):
    """Counts of positions, up to symmetry unless raw, and of games, regardless of symmetry; null if not computed."""

    positions: int
    raw_positions: int
    terminals: int
    raw_terminals: int
    x_won: int
    o_won: int
    drawn: int
    x_winning: int
    o_winning: int
    drawing: int
    sequences: int | None
    games: int | None


class PlyCounts(Counts):
    """Counts of a ply."""

    ply: int


class Totals(Counts):
    """Sums of the plies, and the counts of whole games."""

    x_games: int | None
    o_games: int | None
    drawn_games: int | None
    games_up_to_symmetry: int | None
    perfect_games: int | None
    raw_x_won: int | None
    raw_o_won: int | None
    raw_drawn: int | None


class Stats(Report):
    """Counts of a game."""

    rules: str
    plies: list[PlyCounts]
    totals: Totals
    lengths: list[dict[str, int]] | None
    """Games of each number of `moves`: `x_won, o_won, drawn`."""
    first_moves: list[dict[str, int | str]] | None
    """Games by their first `move`, likewise."""


class Maps(Report):
    """Limits of the maps that the server draws; ``depth`` cuts larger ones."""

    boards: int
    """Largest number of boards on a map."""
    levels: int
    """Deepest nesting of boards."""


class Terms(Report):
    """Convention of a game; under misère the winners are turned round."""

    signs: list[str]
    """Signs that X, who moves first, may set, and those of O: `XO` is either."""
    counted: str
    """Signs whose lines end the game."""
    line: str
    """Winner by a line: `mover`, who completed it, `other`, `X` or `O`."""
    full: str
    """Winner of a full board without a line; empty for a draw."""


class Drawing(Report):
    """Place of everything on the drawn board, in widths of a cell, from the upper left corner."""

    width: float
    height: float
    places: list[tuple[int, int]]
    """Row and column of each cell on the grid, from 0."""
    middles: list[tuple[float, float]]
    """Middle of each cell."""
    borders: list[tuple[float, float, float, float]]
    """Lines between the cells, end to end."""


class GameSummary(Report):
    """Game and its board."""

    rules: str
    rows: int
    columns: int
    k: int
    """Stones in a line."""
    misere: bool
    gravity: bool
    kind: str
    """Kind of board, as in the rules; empty for the plain grid."""
    convention: str
    """Convention of who may set which sign, and who wins, as in the rules; empty for the usual."""
    definition: str
    """Definition of a board of one's own, JSON; empty for other boards."""
    cells: list[str]
    """Coordinates of the cells in reading order, from the top left."""
    lines: list[list[str]]
    """Cells of each line; empty when k is larger than the board."""
    stacks: list[list[str]]
    """Cells in stacks, each from the bottom up: a stone goes on the lowest free cell of its stack."""
    layers: int
    """Number of layers that stand side by side; 1 on a flat board."""
    terms: Terms
    drawing: Drawing
    maps: Maps
    papers: bool
    """True if there are papers for a class."""


class BookSummary(GameSummary):
    """Book of the library, with its game."""

    positions: int
    """Positions up to symmetry."""
    value: Worth
    """Value of the empty board, for X."""
    remoteness: int
    """Plies of a perfect game."""
    winner: Side | None
    """Winner of the perfect game; null when it is drawn."""
    digest: str
    """SHA-256 of the book's content."""
    size: int
    """Size of the file in bytes."""


class ProvedGame(GameSummary):
    """Game without a book of which a certificate proves who wins, or that a side does not lose."""

    value: Worth
    """Value of the empty board, for X; a draw if the proved side does not lose."""
    remoteness: int
    """Always 0: no certificate says how long a game lasts."""
    winner: Side | None
    owner: Side
    """Side that wins, or does not lose; its strategy is in /books/RULES.proof.js."""


class PlayerInfo(Report):
    """Built-in player."""

    name: str
    plays: str
    """How it chooses its moves, in a phrase."""
    never_loses: list[Side] | None
    """The sides with which it provably never loses this game; null if nothing is proved."""
    won_against_random: dict[Side, str] | None
    """Share of its games against random moves that it wins, by side, as a fraction; null if unknown."""
