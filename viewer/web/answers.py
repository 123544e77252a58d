"""Answers that only the server gives: reports around those of the commands."""

from typing import Literal, NotRequired

from oxobook.viewer.reports import BookSummary, GameSummary, PlayerInfo, ProvedGame, Report


class Books(Report):
    """Books that can be queried, the smallest boards first."""

    books: list[BookSummary]
    proofs: list[ProvedGame]
    """Games without a book that have a certificate in the library."""
    opening: list[str]
    """Rules of the books that are still being opened: ask again later."""


class Players(Report):
    """Built-in players that can play a game, roughly from strongest to weakest."""

    rules: str
    players: list[PlayerInfo]


class PolicyAnswer(Report):
    """Moves that a player may make in a position."""

    rules: str
    player: str
    position: str
    policy: dict[str, str]
    """The probability of each move, as a fraction in text; they sum to 1."""


class Games(Report):
    """Games that have no book yet, but are solved on request."""

    games: list[GameSummary]


class Step(Report):
    """Line of the progress of a solve."""

    share: NotRequired[float]
    """Part that is done, from 0 to 1; at 1 the book can be asked."""
    detail: NotRequired[str]
    """One sentence: why there will be no book."""


class Health(Report):
    """Status of the server."""

    status: Literal["ok"]
    version: str
    """Version of oxobook."""


class Problem(Report):
    """Error."""

    detail: str
    """One sentence: what is wrong, and what to do."""
