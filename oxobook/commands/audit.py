"""Command audit: what a player, or a match of two, is measured to do."""

import sys
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

import click

from oxobook.book.book import Book
from oxobook.book.errors import TooLarge, quoted
from oxobook.book.game.cell_labels import CellLabels, cell_labels
from oxobook.book.layout.search import searching_for
from oxobook.book.progress import Tell
from oxobook.commands.books import BookChoice, book_options, sorted_words
from oxobook.commands.ending import fail
from oxobook.commands.options import choice_option, gathered, labels_option, reading_option
from oxobook.commands.output import json_option, print_report
from oxobook.commands.play import completed_players, program_time_option
from oxobook.commands.progress import progress
from oxobook.viewer.players.audit import audit as audited
from oxobook.viewer.players.audit import require_auditable
from oxobook.viewer.players.audit_text import audit_report, audit_text, players_report, players_text
from oxobook.viewer.players.estimate import estimate, estimate_report, estimate_text
from oxobook.viewer.players.exact_match import exact_match, match_report, match_text
from oxobook.viewer.players.player import Forfeit, Player
from oxobook.viewer.players.roster import fitting, is_player, player_named
from oxobook.viewer.terminal.console import Line

_SAMPLE = 100
"""Games of a sample where no book holds all positions, by default."""

Measured = tuple[Any, list[Line | str]]
"""Measurement as JSON fields, and as lines of text."""


class _Asked(NamedTuple):
    """Questions asked of a player."""

    side: str | None
    expect: str | None
    sample: int | None
    seed: int
    time_limit: float
    labels: str | None
    reading: str | None


@click.command(epilog="Example: oxobook audit levi --side O")
@click.argument("words", metavar="[PLAYER] [BOOK]", nargs=-1, shell_complete=completed_players)
@click.option("--against", metavar="PLAYER", help="Play this opponent, not every reply: the exact odds of the two.")
@gathered(
    "asked",
    _Asked,
    choice_option("--side", choices="XO", metavar="[X|O]", help="Side of PLAYER; by default both."),
    click.option("--expect", type=click.Choice(["never-loses"]), help="Exit with code 1 unless the audit proves this."),
    click.option(
        "--sample",
        type=click.IntRange(1, 1_000_000),
        help=f"Prove nothing: estimate from this many games; default {_SAMPLE} where no book holds all positions.",
    ),
    click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random choices."),
    program_time_option,
    labels_option,
    reading_option,
)
@book_options
@json_option
def audit(words: tuple[str, ...], against: str | None, asked: _Asked, chosen: BookChoice, as_json: bool) -> None:
    """Prove that a player never loses, or find a game it loses.

    The game shown is the shortest of its losses. Its possible games, its mistakes, the shares of its moves that are
    good, which keep the value of their position, and perfect, which are best moves, and its chances against random
    moves are counted exactly. So are, with --against, the odds of two players. Without a PLAYER, all built-in ones are
    measured.

    PLAYER is one of these, exec:COMMAND for a program, or MODULE:FUNCTION for a Python function, which are asked
    several times. If an answer changes, nothing is proved, and --sample estimates how the player fares. So it does
    where no book holds all positions, as of Connect Four. Name the --labels, or the --reading, of its moves if they are
    not coordinates.

    BOOK is rules, or a book's path or URL; default 3x3x3.
    """
    named, players = sorted_words(words, is_player)
    if len(players) > 1:
        raise click.UsageError(f"expected one player; got {', '.join(map(quoted, players))}: add --against.")
    if (asked.sample or against) and not players:
        raise click.UsageError("--sample and --against take a player, as in: oxobook audit levi --sample 9.")
    if asked.expect and (asked.sample or against or not players):
        raise click.UsageError("--expect is for the audit of one player: leave out --expect, or the others.")
    with chosen.narrowed(named).open(search=bool(players)) as book:
        try:
            with progress(f"Asking {players[0] if players else 'all players'} on {book.rules}") as tell:
                report, lines = _measured(book, players, against, asked, tell)
        except Forfeit as broken:
            fail(str(broken), 1)
    print_report(as_json, report, lines)
    if asked.expect and not all(one.get("never_loses") for one in ([report] if asked.side else report)):
        sys.exit(1)


def _measured(book: Book, players: Sequence[str], against: str | None, asked: _Asked, tell: Tell) -> Measured:
    """Return the measurement that is asked for; raises Forfeit."""
    if not players:
        names = fitting(book.rules)
        audits = {(name, side): audited(player_named(name, book), book, side) for name in names for side in "XO"}
        return players_report(audits), list(players_text(audits))
    whole = book.info.plies is None and bool(len(book))
    if asked.expect and not whole:
        require_auditable(player_named(players[0], book), book)
    with (
        player_named(players[0], book, asked.time_limit, asked.labels, asked.reading) as player,
        player_named(against or "random", book, asked.time_limit, asked.labels, asked.reading) as opponent,
    ):
        called = cell_labels(asked.labels, book.rules)
        if against and whole and not asked.sample:
            return _odds(book, player, opponent, asked, called)
        if against and not asked.sample:
            raise TooLarge(f"exact odds need a book of all positions of {book.rules}: --sample 100 estimates them")
        reports, lines = list[Any](), list[Line | str]()
        for side in asked.side or "XO":
            if asked.sample or not whole:
                games, limited = asked.sample or _SAMPLE, partial(searching_for, asked.time_limit)
                other = opponent if against else None
                guess = estimate(player, book, side, games, Random(asked.seed), other, limited, tell)
                reports.append(estimate_report(guess, asked.seed))
                lines += estimate_text(guess)
            else:
                found = audited(player, book, side)
                reports.append(audit_report(found))
                lines += audit_text(found, called)
    return reports[0] if asked.side else reports, lines


def _odds(book: Book, player: Player, opponent: Player, asked: _Asked, called: CellLabels) -> Measured:
    for one in (player, opponent):
        require_auditable(one, book)
    pairs = {"X": (player, opponent), "O": (opponent, player)}
    matches = [exact_match(*pairs[side], book.rules) for side in asked.side or "XO"]
    report = match_report(matches, player, book.rules)
    return report, list(match_text(matches, report, called))
