"""Rating: shares of a player's moves that are good, and that are perfect, in given positions of one game.

A move is *good* if it keeps the value of its position, and *perfect* if it is a best move. A player that states odds
counts by its shares; any other is asked once in each position, and what it plays there is an observation.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Column, Table

from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition, OutOfTime
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.progress import Tell
from oxobook.viewer.players.estimate import rate
from oxobook.viewer.players.player import Forfeit, Player, Policy, Scope, UnfitPlayer

Asked = tuple[tuple[str, ...], Position]
"""Moves that led to a position, none if they are not known, and the position."""
Limited = Callable[[], AbstractContextManager[object]]


class Sums(NamedTuple):
    """Sums over the moves of one ply, or of all."""

    moves: int
    good: Fraction
    perfect: Fraction


class Rating(NamedTuple):
    """Rates of a player."""

    player: str
    rules: Rules
    plies: dict[int, Sums]
    """Sums by the number of the move in its game, from 1."""
    forfeits: list[str]
    """Reasons of forfeits; each counts as a move that is neither good nor perfect."""
    left_out: Counter[str]
    """Number of positions that are ``finished``, or ``unsolved`` within the time."""

    @property
    def whole(self) -> Sums:
        """Sums over all plies."""
        moves, good, perfect = zip(*self.plies.values(), strict=True)
        return Sums(sum(moves), sum(good, Fraction(0)), sum(perfect, Fraction(0)))


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
        before = found.plies.get(position.ply + 1, Sums(0, Fraction(0), Fraction(0)))
        good, perfect = (sum(policy.get(move, Fraction(0)) for move in moves) for moves in (entry.safe, entry.best))
        found.plies[position.ply + 1] = Sums(before.moves + 1, before.good + good, before.perfect + perfect)
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
    bounds = {name: list(rate(float(getattr(whole, name)), whole.moves)[2:]) for name in ("good", "perfect")}
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


def _fields(sums: Sums) -> dict[str, float]:
    good, perfect = float(sums.good), float(sums.perfect)
    shares = {"good_move_rate": good / sums.moves, "perfect_move_rate": perfect / sums.moves}
    return {"moves": sums.moves, "good": good, "perfect": perfect, **shares}


def rating_text(report: dict[str, Any], origin: str) -> list[RenderableType]:
    """Return a rating as a table with a row for each ply, and one for all; ``origin`` says whence the positions are."""
    headings = [Column(name, justify="right", no_wrap=True) for name in ("move", "positions", "good", "perfect")]
    table = Table(*headings, box=None, header_style="dim", padding=(0, 2, 0, 0))
    for row in report["plies"]:
        table.add_row(str(row["ply"]), *_cells(row))
    table.add_row("all", *_cells(report), style="bold")
    table.add_row("", "", *("{:.1f} to {:.1f} %".format(*(100 * bound for bound in report[name])) for name in
                            ("good_interval", "perfect_interval")))  # fmt: skip
    notes = [
        "good: keeps what the position is worth. perfect: a best move. Below: where the rates lie with 95 % confidence."
    ]
    if report["forfeits"]:
        notes.append(f"{report['forfeits']:,} forfeits count as neither; the first: {report['first_forfeit']}")
    for name, why in (("unsolved", "not solved in time"), ("finished", "without a move to make")):
        notes += [f"Left out, as they are {why}: {report[name]:,} positions."] if report[name] else []
    head = f"{report['player']} on {report['rules']}, in {origin}"
    return [Padding(part, (1, 0, 0, 1), expand=False) for part in (head, table, "\n".join(notes))]


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    return f"{row['moves']:,}", *(f"{100 * row[name]:.1f} %" for name in ("good_move_rate", "perfect_move_rate"))
