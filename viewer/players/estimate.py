"""Estimate: rates of a player's results in games against random moves, with intervals. It proves nothing."""

from math import sqrt
from random import Random
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.viewer.players.audit import require_auditable
from oxobook.viewer.players.player import Player

_NORMAL = 1.959964  # number of standard deviations within which 95 % of a normal distribution lie


class Rate(NamedTuple):
    """Share of the games or moves, with its interval of 95 % confidence."""

    games: float
    share: float
    low: float
    high: float


class Estimate(NamedTuple):
    """Results of a player in one seat, in games against an opponent who plays all legal moves equally often."""

    player: str
    rules: Rules
    seat: str
    games: int
    rates: dict[str, Rate]  # of games won, drawn and lost, and of those in which it made a mistake


def estimate(player: Player, book: Book, seat: str, games: int, randomness: Random) -> Estimate:
    """Play games and return the rates; raises UnfitPlayer, Forfeit and TooLarge as an audit does."""
    require_auditable(player, book)
    counts = dict.fromkeys(("win", "draw", "loss", "mistaken"), 0)
    for _ in range(games):
        position, record, mistaken = Position(book.rules), tuple[str, ...](), False
        while not position.over:
            if position.to_move == seat:
                move = player.choose(record, position, randomness)
                mistaken = mistaken or move not in book.probe(position, pick=False).safe
            else:
                move = randomness.choice(position.legal_moves)
            position, record = position.play(move), (*record, move)
        counts["draw" if position.winner is None else "win" if position.winner == seat else "loss"] += 1
        counts["mistaken"] += mistaken
    return Estimate(player.name, book.rules, seat, games, {name: rate(count, games) for name, count in counts.items()})


def rate(count: float, games: int) -> Rate:
    """Return a share of games with its interval, as Wilson, *Probable Inference*, 1927, gives it.

    >>> [round(number, 3) for number in rate(0, 100)]
    [0, 0.0, 0.0, 0.037]
    """
    share, spread = count / games, _NORMAL**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = _NORMAL * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return Rate(count, share, max(0.0, middle - half), min(1.0, middle + half))
