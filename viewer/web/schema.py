"""Schema of the JSON answers, for the API's description.

``viewer.ask.json_fields`` makes the answers themselves; tests keep the two in step.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from oxobook.book import __version__

Side = Literal["X", "O"]
Worth = Literal["win", "draw", "loss"]
_SCORE = "If stones fall: 22 less the winner's stones in Connect Four, negative for a loss, as published."


class Exact(BaseModel):
    """JSON object with exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class MoveWorth(Exact):
    """Legal move and its value."""

    move: str = Field(description="Coordinate: column letter, then row number counted from the bottom.")
    value: Worth = Field(description="For the mover.")
    remoteness: int = Field(description="Plies until the game ends under perfect play, this move included.")
    best: bool = Field(description="Wins soonest, holds the draw, or loses latest.")
    safe: bool = Field(description="Keeps the position's value.")
    replies: int = Field(description="The opponent's legal replies; 0 when the move ends the game.")
    wrong_replies: int = Field(description="Replies that are mistakes: they lower the value for the opponent.")
    score: int | None = Field(None, description=f"For the mover. {_SCORE}")


class CompletedLine(Exact):
    """Line of stones that ended a game."""

    cells: list[str]
    kind: Literal["row", "column", "diagonal", "line"]


class Lookup(Exact):
    """Position: its value, and every legal move ranked, best first."""

    rules: str
    position: str = Field(description="The board, rows top to bottom.")
    ply: int = Field(description="Stones on the board.")
    to_move: Side
    over: bool
    winner: Side | None
    value: Worth = Field(description="For the side to move.")
    remoteness: int = Field(description="Plies until the game ends; the winner hastens, the loser delays.")
    best: list[str] = Field(description="The best moves, in cell order.")
    pick: str | None = Field(description="The best move after which the opponent has the most ways to go wrong.")
    moves: list[MoveWorth]
    reasons: dict[str, list[str]] = Field(description="Why each best move is best.")
    score: int | None = Field(None, description=f"For the side to move. {_SCORE}")
    source: Literal["search"] | None = Field(None, description="Only of an answer that was searched, not in the book.")
    nodes: int | None = Field(None, description="Positions searched, likewise.")
    seconds: float | None = Field(None, description="Time of the search, likewise.")
    lines: list[CompletedLine] | None = Field(None, description="Lines that ended a game; only of a finished one.")


class Game(Exact):
    """Positions of a game."""

    rules: str
    positions: list[Lookup] = Field(description="Lookups by ply, the empty board first: one more than there are moves.")


class BoardAfter(Exact):
    """Move of a line."""

    move: str
    by: Side
    position: str = Field(description="The board after the move.")


class Line(Exact):
    """Perfect play from a position to the end."""

    rules: str
    position: str
    to_move: Side
    value: Worth
    remoteness: int
    line: list[str]
    boards: list[BoardAfter]
    winner: Side | None


class Counts(Exact):
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


class Stats(Exact):
    """Counts of a game."""

    rules: str
    plies: list[PlyCounts]
    totals: Totals
    lengths: list[dict[str, int]] | None = Field(description="Games of each number of `moves`: `x_won, o_won, drawn`.")
    first_moves: list[dict[str, int | str]] | None = Field(description="Games by their first `move`, likewise.")


class Maps(Exact):
    """Limits of the maps that the server draws; ``depth`` cuts larger ones."""

    boards: int = Field(description="Largest number of boards on a map.")
    levels: int = Field(description="Deepest nesting of boards.")


class Terms(Exact):
    """Convention of a game; under misère the winners are turned round."""

    signs: list[str] = Field(description="Signs that X, who moves first, may set, and those of O: `XO` is either.")
    counted: str = Field(description="Signs whose lines end the game.")
    line: str = Field(description="Winner by a line: `mover`, who completed it, `other`, `X` or `O`.")
    full: str = Field(description="Winner of a full board without a line; empty for a draw.")


class Drawing(Exact):
    """Place of everything on the drawn board, in widths of a cell, from the upper left corner."""

    width: float
    height: float
    places: list[tuple[int, int]] = Field(description="Row and column of each cell on the grid, from 0.")
    middles: list[tuple[float, float]] = Field(description="Middle of each cell.")
    borders: list[tuple[float, float, float, float]] = Field(description="Lines between the cells, end to end.")


class GameSummary(Exact):
    """Game and its board."""

    rules: str
    rows: int
    columns: int
    k: int = Field(description="Stones in a line.")
    misere: bool
    gravity: bool
    kind: str = Field(description="Kind of board, as in the rules; empty for the plain grid.")
    convention: str = Field(description="Who may set which sign, and who wins, as in the rules; empty for the usual.")
    definition: str = Field(description="Definition of a board of one's own, JSON; empty for other boards.")
    cells: list[str] = Field(description="Coordinates of the cells in reading order, from the top left.")
    lines: list[list[str]] = Field(description="Cells of each line; empty when k is larger than the board.")
    stacks: list[list[str]] = Field(
        description="Cells in stacks, each from the bottom up: a stone goes on the lowest free cell of its stack."
    )
    layers: int = Field(description="Number of layers that stand side by side; 1 on a flat board.")
    terms: Terms
    drawing: Drawing
    maps: Maps
    papers: bool = Field(description="Whether there are papers for a class.")


class BookSummary(GameSummary):
    """Book of the library, with its game."""

    positions: int = Field(description="Positions up to symmetry.")
    value: Worth = Field(description="Value of the empty board, for X.")
    remoteness: int = Field(description="Plies of a perfect game.")
    winner: Side | None = Field(description="Who wins the perfect game; null when it is drawn.")
    digest: str = Field(description="SHA-256 of the book's content.")
    size: int = Field(description="Size of the file in bytes.")


class ProvedGame(GameSummary):
    """Game without a book of which a certificate proves who wins, or that a side does not lose."""

    value: Worth = Field(description="Value of the empty board, for X; a draw if the proved side does not lose.")
    remoteness: int = Field(description="Always 0: no certificate says how long a game lasts.")
    winner: Side | None
    owner: Side = Field(description="Side that wins, or does not lose; its strategy is in /books/RULES.proof.js.")


class Books(Exact):
    """Books that can be queried, the smallest boards first."""

    books: list[BookSummary]
    proofs: list[ProvedGame] = Field(description="Games without a book that have a certificate in the library.")
    opening: list[str] = Field(description="Rules of the books that are still being opened: ask again later.")


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


class Games(Exact):
    """Games that have no book yet, but are solved on request."""

    games: list[GameSummary]


class Step(Exact):
    """Line of the progress of a solve."""

    share: float | None = Field(None, description="Part that is done, from 0 to 1; at 1 the book can be asked.")
    detail: str | None = Field(None, description="One sentence: why there will be no book.")


class Health(Exact):
    """Status of the server."""

    status: Literal["ok"]
    version: str = Field(description="Version of oxobook.", examples=[__version__])


class Problem(Exact):
    """Error."""

    detail: str = Field(description="One sentence: what is wrong, and what to do.")
