"""Answers of the server and of the page's files: reports around those of the commands."""

from typing import TYPE_CHECKING, Literal, NotRequired

from oxobook.viewer.reports import Report, RulesFields, Side, Worth

if TYPE_CHECKING:
    Held = str
else:
    Held = Literal["table", "search", "proof", "api"]


class PositionValue(Report):
    """Value of one of many positions."""

    position: str
    value: NotRequired[Worth]
    """Value for the side to move; left out if the position cannot be read."""
    remoteness: NotRequired[int]
    """Plies until the game ends under perfect play."""
    detail: NotRequired[str]
    """Reason why the position cannot be read."""


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


class GameSummary(RulesFields):
    """Game and its board."""

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


class SolvedGame(GameSummary):
    """Game, and who wins it under perfect play."""

    value: Worth
    """Value of the empty board, for X; without a book a draw if a side is proved not to lose."""
    remoteness: int
    """Plies of a perfect game; 0 without a book, as no certificate says how long a game lasts."""
    winner: Side | None
    """Winner of the perfect game; null when it is drawn."""


class BookSummary(SolvedGame):
    """Book of the library, with its game."""

    positions: int
    """Positions up to symmetry."""
    digest: str
    """SHA-256 of the book's content."""
    size: int
    """Size of the file in bytes; 0 in a database."""


class ProvedGame(SolvedGame):
    """Game without a book of which a certificate proves who wins, or that a side does not lose."""

    owner: Side
    """Side that wins, or does not lose; its strategy is in /books/RULES.proof.js."""


class Books(Report):
    """Books that can be queried, the smallest boards first."""

    books: list[BookSummary]
    proofs: list[ProvedGame]
    """Games without a book that have a certificate in the library."""
    opening: list[str]
    """Rules of the books that are still being opened: ask again later."""


class KnownPlayer(Report):
    """Player of a game."""

    name: str
    never_loses: list[Side] | None
    """The sides with which it provably never loses."""


class KnownProof(Report):
    """Certificate by which the page plays a side."""

    file: str
    """Address of its script."""
    owner: Side
    """Side that it plays."""
    wins: bool
    """True if that side wins, false if it does not lose."""


class KnownGame(SolvedGame):
    """Game with a book or a certificate, and how the page gets its answers."""

    owner: Side | None
    """Side whose strategy is proved, where there is no book."""
    held: Held
    """Way in which the page gets the answers: see `viewer/explorer/files.py`."""
    file: str
    """Address of the book's script; empty if it has none."""
    proof: KnownProof | None
    players: list[KnownPlayer]


class Known(Report):
    """List of what there is, `known.js`."""

    api: str
    """Address of the server's API; empty if there is none."""
    books: list[KnownGame]
    """Books and certificates, the smallest boards first."""
    opening: list[str]
    """Rules of the books that a server is still opening."""


class Table(Report):
    """Small book as its script has it: a number for each row, by ascending key."""

    symmetries: list[list[int]]
    steps: list[int]
    """Distance of each key from the one before."""
    values: list[int]
    remoteness: list[int]
    best: list[int]
    safe: list[int]
    picks: list[int]


class FirstPlies(Report):
    """Book of first plies as its script has it, packed by zlib and written in base64."""

    scores: str
    words: str
    """The board as the kernel of the search is told of it."""
    stack: int
    """Number of words of the kernel's stack."""


class Proof(Report):
    """Certificate as its script has it."""

    rows: list[int]
    """Rows of its tables of moves, of pairings and of sheets."""
    tables: str
    """All of them, packed by zlib and written in base64."""


class Health(Report):
    """Status of the server."""

    status: Literal["ok"]
    version: str
    """Version of oxobook."""


class Problem(Report):
    """Error."""

    detail: str
    """One sentence: what is wrong, and what to do."""
