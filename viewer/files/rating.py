"""Rating: shares of a player's moves that are good, and that are perfect, in given positions of one game.

A player that states odds
counts by its shares; any other is asked once in each position, and what it plays there is an observation.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition, OutOfTime
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.progress import Tell
from oxobook.viewer.files.rates import LEGEND, rate_cells, rate_fields
from oxobook.viewer.players.estimate import rate
from oxobook.viewer.players.player import Forfeit, Player, Policy, Scope, UnfitPlayer
from oxobook.viewer.terminal.console import Line
from oxobook.viewer.terminal.table import heads, paragraph, table

Asked = tuple[tuple[str, ...], Position]
"""Moves that led to a position, none if they are not known, and the position."""
Limited = Callable[[], AbstractContextManager[object]]


class Rating(NamedTuple):
    """Rates of a player."""

    player: str
    rules: Rules
    plies: dict[int, Counter[str]]
    """Sums of ``moves``, ``good`` and ``perfect`` ones, by the number of the move in its game, from 1."""
    forfeits: list[str]
    """Reasons of forfeits; each counts as a move that is neither good nor perfect."""
    left_out: Counter[str]
    """Number of positions that are ``finished``, or ``unsolved`` within the time."""

    @property
    def whole(self) -> Counter[str]:
        """Sums over all plies."""
        return sum(self.plies.values(), Counter())


def sampled(rules: Rules, count: int, randomness: Random) -> Iterator[Asked]:
    """Yield one position of each of ``count`` games of random moves: any before its end, with the same probability."""
    for _ in range(count):
        position, record, game = Position(rules), tuple[str, ...](), list[Asked]()
        while not position.over:
            game.append((record, position))
            move = randomness.choice(position.legal_moves)
            position, record = position.play(move), (*record, move)
        yield randomness.choice(game)


def rated(player: Player, book: Book, asked: Iterable[Asked], limited: Limited, tell: Tell) -> Rating:
    """Ask a player in each position and rate its moves by the book, or its searches.

    ``limited`` returns a context that limits the searches for one position.

    Raises UnfitPlayer if the player depends on moves that are not known, OutOfTime if no position is solved in time,
    and IllegalPosition if none has a move to make.
    """
    found = Rating(player.name, book.rules, {}, [], Counter())
    for done, (record, position) in enumerate(asked):
        tell("rating", done, None)
        if player.scope is Scope.RECORD and len(record) < position.ply:
            raise UnfitPlayer(f"the player {player.name} looks at the moves before a position too: take --sample")
        if position.over:
            found.left_out["finished"] += 1
            continue
        try:
            with limited():
                entry = book.probe(position, pick=False)
                policy = _answer(player, record, position, found.forfeits)
        except OutOfTime:
            found.left_out["unsolved"] += 1
            continue
        kept = {"good": entry.safe, "perfect": entry.best}
        shares = {name: sum(policy.get(move, Fraction(0)) for move in moves) for name, moves in kept.items()}
        found.plies.setdefault(position.ply + 1, Counter()).update({"moves": 1, **shares})
    if not found.plies and found.left_out["unsolved"]:
        raise OutOfTime("no position was solved in time: allow more with --time-limit")
    if not found.plies:
        raise IllegalPosition("expected positions with a move to make; got none")
    return found


def _answer(player: Player, record: tuple[str, ...], position: Position, forfeits: list[str]) -> Policy:
    """Return a player's policy, or an empty one and note why it forfeits."""
    try:
        return player.policy_after(record, position)
    except Forfeit as broken:
        forfeits.append(str(broken))
        return {}


def rating_report(rating: Rating, seed: int | None) -> dict[str, Any]:
    """Return a rating as JSON fields, in their order; ``seed`` is that of the sample, if it was one."""
    whole = rating.whole
    bounds = {name: list(rate(float(whole[name]), whole["moves"])[2:]) for name in ("good", "perfect")}
    return {
        "player": rating.player,
        "rules": str(rating.rules),
        "seed": seed,
        **_fields(whole),
        "confidence": 0.95,
        "good_interval": bounds["good"],
        "perfect_interval": bounds["perfect"],
        "forfeits": len(rating.forfeits),
        "first_forfeit": rating.forfeits[0] if rating.forfeits else None,
        "unsolved": rating.left_out["unsolved"],
        "finished": rating.left_out["finished"],
        "plies": [{"ply": ply, **_fields(one)} for ply, one in sorted(rating.plies.items())],
    }


def _fields(sums: Counter[str]) -> dict[str, float]:
    return rate_fields(sums) | {name: float(sums[name]) for name in ("good", "perfect")}


def rating_text(report: dict[str, Any], origin: str) -> Iterator[Line]:
    """Yield a rating as a table with a row for each ply, and one for all; ``origin`` says whence the positions are."""
    bounds = ([f"{100 * one:.1f}" for one in report[f"{name}_interval"]] for name in ("good", "perfect"))
    yield []
    yield from paragraph(f"{report['player']} on {report['rules']}, in {origin}")
    yield []
    yield from table(
        [
            heads("move", "positions", "good", "perfect"),
            *([str(row["ply"]), *rate_cells(row)] for row in report["plies"]),
            [(cell, "bold") for cell in ("all", *rate_cells(report))],
            ["", "", *(f"{low} to {high} %" for low, high in bounds)],
        ],
        "r",
    )
    yield []
    yield from paragraph(f"{LEGEND} Below: where the rates lie with 95 % confidence.")
    if report["forfeits"]:
        yield from paragraph(f"{report['forfeits']:,} forfeits count as neither; the first: {report['first_forfeit']}")
    for name, why in (("unsolved", "not solved in time"), ("finished", "without a move to make")):
        if report[name]:
            yield from paragraph(f"Left out, as they are {why}: {report[name]:,} positions.")
