"""Estimate of a player from sampled games: its results, and the shares of its moves that are good and that are perfect.

One move of each game is judged, any of the player's with the same probability, so that what is judged is independent,
and a board without a book needs one search a game. A player that states odds counts by its shares. Nothing is proved.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from oxobook.book.book import Book
from oxobook.book.errors import OutOfTime, counted
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.progress import Tell, tell_nobody
from oxobook.viewer.players.judge import LEGEND, rate_cells, rate_fields
from oxobook.viewer.players.player import Forfeit, Player, Policy, Unanswered
from oxobook.viewer.terminal.board_text import side_style
from oxobook.viewer.terminal.console import Line
from oxobook.viewer.terminal.table import Cell, heads, paragraph, table

_NORMAL = 1.959964  # number of standard deviations within which 95 % of a normal distribution lie
_RESULTS, _KINDS = ("win", "draw", "loss"), ("good", "perfect")
Limited = Callable[[], AbstractContextManager[object]]
"""Function that returns a context that limits the searches for one move."""


class Rate(NamedTuple):
    """Share of some games or moves, with its interval of 95 % confidence."""

    number: float
    share: float
    low: float
    high: float


@dataclass
class Estimate:
    """Sampled games of a player in one seat."""

    player: str
    against: str  # name of the opponent, or ``random moves``
    rules: Rules
    seat: str
    results: Counter[str] = field(default_factory=Counter)
    """Number of games by ``win``, ``draw`` and ``loss``, as the player sees them; a forfeit is a loss."""
    plies: dict[int, Counter[str]] = field(default_factory=dict)
    """Sums of judged ``moves``, ``good`` and ``perfect`` ones, by the number of the move in its game, from 1."""
    forfeits: list[str] = field(default_factory=list)
    """Reasons of forfeits; a forfeit that is judged is neither good nor perfect."""
    unsolved: int = 0
    """Number of games whose move was not judged, as no book has its position and the search ran out of time."""

    @property
    def moves(self) -> Counter[str]:
        """Sums over all plies."""
        return sum(self.plies.values(), Counter())

    @property
    def rates(self) -> dict[str, Rate]:
        """Rates of results, of the games, and of good and perfect moves, of those that were judged."""
        moves = self.moves
        found = {name: rate(self.results[name], self.results.total()) for name in _RESULTS}
        return found | {name: rate(float(moves[name]), moves["moves"]) for name in _KINDS if moves["moves"]}


def estimate(
    player: Player,
    book: Book,
    seat: str,
    games: int,
    randomness: Random,
    opponent: Player | None = None,
    limited: Limited = nullcontext,
    tell: Tell = tell_nobody,
) -> Estimate:
    """Let a player play games in a seat against an opponent, by default one that plays any legal move.

    Raises UnfitPlayer if a player does not know the game, Forfeit if the opponent breaks the rules or an answer is no
    move, and OutOfTime if no move was judged in time.
    """
    for one in filter(None, (player, opponent)):
        one.require(book.rules)
    found = Estimate(player.name, opponent.name if opponent else "random moves", book.rules, seat)
    for done in range(games):
        tell("playing", done, games)
        try:
            own = _game(found, player, opponent, randomness, limited)
            if own:
                position, policy = randomness.choice(own)
                with limited():
                    entry = book.probe(position, pick=False)
                good, perfect = (sum(policy.get(move, 0) for move in kept) for kept in (entry.safe, entry.best))
                sums = found.plies.setdefault(position.ply + 1, Counter())
                sums.update({"moves": 1, "good": good, "perfect": perfect})
        except OutOfTime:
            found.unsolved += 1
    if games and found.unsolved == games:
        raise OutOfTime("no move was judged in time: allow more with --time-limit")
    return found


def _game(
    found: Estimate, player: Player, opponent: Player | None, randomness: Random, limited: Limited
) -> list[tuple[Position, Policy]]:
    """Play a game and count its result; return each position of the player's with what it answered."""
    position, record, own = Position(found.rules), tuple[str, ...](), list[tuple[Position, Policy]]()
    while not position.over:
        mover = player if position.to_move == found.seat else opponent
        if mover is None:
            move = randomness.choice(position.legal_moves)
        else:
            try:
                with limited():
                    policy = mover.policy_after(record, position)
            except Forfeit as broken:
                if mover is opponent or isinstance(broken, Unanswered):
                    raise
                found.forfeits.append(str(broken))
                found.results["loss"] += 1
                return [*own, (position, {})]
            if mover is player:
                own.append((position, policy))
            move = randomness.choices(list(policy), [float(share) for share in policy.values()])[0]
        position, record = position.play(move), (*record, move)
    found.results["draw" if position.winner is None else "win" if position.winner == found.seat else "loss"] += 1
    return own


def rate(count: float, total: int) -> Rate:
    """Return a share with its interval, as Wilson, *Probable Inference*, 1927, gives it.

    >>> [round(number, 3) for number in rate(0, 100)]
    [0, 0.0, 0.0, 0.037]
    """
    share, spread = count / total, _NORMAL**2 / total
    middle = (share + spread / 2) / (1 + spread)
    half = _NORMAL * sqrt(share * (1 - share) / total + spread / (4 * total)) / (1 + spread)
    return Rate(count, share, max(0.0, middle - half), min(1.0, middle + half))


def estimate_report(found: Estimate, seed: int) -> dict[str, Any]:
    """Return an estimate as JSON fields, in their order."""
    rates = found.rates
    return {
        "player": found.player,
        "rules": str(found.rules),
        "seat": found.seat,
        "estimate": {
            "against": found.against,
            "seed": seed,
            "games": found.results.total(),
            "confidence": 0.95,
            **{name: _rate_fields(name, rates.get(name)) for name in (*_RESULTS, *_KINDS)},
            "plies": [{"ply": ply, **_fields(sums)} for ply, sums in sorted(found.plies.items())],
            "forfeits": len(found.forfeits),
            "first_forfeit": found.forfeits[0] if found.forfeits else None,
            "unsolved": found.unsolved,
        },
    }


def _rate_fields(name: str, one: Rate | None) -> dict[str, float] | None:
    if one is None:
        return None
    number, share, low, high = one
    return {"moves" if name in _KINDS else "games": number, "share": share, "low": low, "high": high}


def _fields(sums: Counter[str]) -> dict[str, float]:
    return rate_fields(sums) | {name: float(sums[name]) for name in _KINDS}


def estimate_text(found: Estimate) -> Iterator[Line]:
    """Yield the rates with their intervals, and a table with the judged moves of each ply."""
    yield []
    seat = (found.seat, side_style(found.seat))
    yield [(f" {found.player} as ", "bold"), seat, (f" on {found.rules} is estimated, not proved", "bold")]
    yield []
    rows: list[list[Cell]] = []
    for name, one in found.rates.items():
        share, low, high = (f"{100 * number:.1f} %" for number in one[1:])
        what = f"{name} moves" if name in _KINDS else name
        rows.append([(what, "dim"), f"{one.number:,.{int(one.number % 1 > 0)}f}", share, f"{low} to {high}"])
    yield from table(rows, "lrrl")
    yield []
    yield from paragraph(
        f"{counted(found.results.total(), 'game')} against {found.against}, and one move of each judged: number, "
        f"share, and where it lies with 95 % confidence. {LEGEND}",
        "dim",
    )
    yield []
    plies = [[str(ply), *rate_cells(_fields(sums))] for ply, sums in sorted(found.plies.items())]
    yield from table([heads("move", "judged", "good", "perfect"), *plies], "r")
    if found.forfeits:
        yield from paragraph(f"{counted(len(found.forfeits), 'forfeit')}; the first: {found.forfeits[0]}")
    if found.unsolved:
        yield from paragraph(f"Not judged, as the search ran out of time: {counted(found.unsolved, 'game')}.")
