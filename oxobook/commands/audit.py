"""Commands audit and players: what is proved of players."""

import sys
from random import Random
from typing import Any

import click

from oxobook.book.game.cell_labels import cell_labels
from oxobook.commands.books import BookChoice, book_argument
from oxobook.commands.ending import fail
from oxobook.commands.options import choice_option, labels_option
from oxobook.commands.output import json_option, print_report
from oxobook.commands.play import completed_players, program_time_option
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.players.audit import DEFAULT_LIMIT
from oxobook.viewer.players.audit import audit as audited
from oxobook.viewer.players.audit_text import (
    audit_report,
    audit_text,
    estimate_report,
    estimate_text,
    players_report,
    players_text,
)
from oxobook.viewer.players.estimate import estimate
from oxobook.viewer.players.player import Forfeit
from oxobook.viewer.players.roster import fitting, player_named
from oxobook.viewer.terminal.console import Line

_limit_option = click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=DEFAULT_LIMIT,
    show_default=True,
    help="Largest number of positions to explore for each side.",
)


@click.command(epilog="Example: oxobook audit levi --side O")
@click.argument("name", metavar="PLAYER", shell_complete=completed_players)
@choice_option("--side", choices="XO", metavar="[X|O]", help="Audit this side only.")
@click.option("--expect", type=click.Choice(["never-loses"]), help="Exit with code 1 unless the audit proves this.")
@click.option("--samples", metavar="N", type=click.IntRange(min=1), help="Prove nothing: estimate from N games.")
@_limit_option
@program_time_option
@book_argument
@json_option
@labels_option
def audit(
    name: str,
    side: str | None,
    expect: str | None,
    samples: int | None,
    limit: int,
    time_limit: float,
    chosen: BookChoice,
    as_json: bool,
    labels: str | None,
) -> None:
    """Prove that a player never loses, or find a game it loses.

    The game shown is the shortest of its losses. Its possible games, its mistakes and its chances against random moves
    are counted exactly. PLAYER is one that `oxobook players` lists, exec:COMMAND for a program, or MODULE:FUNCTION for
    a Python function. These are asked several times. If an answer changes, nothing is proved, and --samples
    estimates how the player fares against random moves. Name the --labels of its moves if they are not coordinates.
    """
    if expect and samples:
        raise click.UsageError("--samples estimates and proves nothing; leave out --expect, or --samples.")
    reports, lines, proved = list[dict[str, Any]](), list[Line](), True
    with chosen.open() as book, player_named(name, book, time_limit, labels) as player:
        try:
            for one in side or "XO":
                if samples:
                    rates = estimate(player, book, one, samples, Random())
                    reports.append(estimate_report(rates))
                    lines += estimate_text(rates, COLOURS)
                else:
                    found = audited(player, book, one, limit)
                    reports.append(audit_report(found))
                    called = cell_labels(labels, book.rules)
                    lines += audit_text(found, COLOURS, called)
                    proved = proved and bool(found.never_loses)
        except Forfeit as broken:
            fail(str(broken), 1)
    print_report(as_json, reports[0] if side else reports, lines)
    if expect and not proved:
        sys.exit(1)


@click.command(epilog="Example: oxobook players 3x4x3")
@_limit_option
@book_argument
@json_option
def players(limit: int, chosen: BookChoice, as_json: bool) -> None:
    """List the built-in players, and audit each of them."""
    with chosen.open() as book:
        names = fitting(book.rules)
        audits = {(name, seat): audited(player_named(name, book), book, seat, limit) for name in names for seat in "XO"}
    print_report(as_json, players_report(audits), players_text(audits, COLOURS))
