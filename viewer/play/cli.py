"""The commands about players: audit, players, play, watch."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import TYPE_CHECKING, Any

import click

from book.cli import Command, book_argument, book_options, json_option
from book.game.rules import Rules
from book.library import open_book
from viewer.cli import palette_option
from viewer.palette import PALETTES
from viewer.play.audit import DEFAULT_LIMIT, audit
from viewer.play.audit_report import audit_report, players_report
from viewer.play.claims import settled
from viewer.play.labels import LABELS
from viewer.play.labels import labels as cell_labels
from viewer.play.player import Forfeit, Player
from viewer.play.roster import fitting, player_named
from viewer.play.seats import STARTS, Match, participants

if TYPE_CHECKING:
    from viewer.play.terminal import Terminal

_limit_option = click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=DEFAULT_LIMIT,
    show_default=True,
    help="Positions to walk at most, each seat for itself.",
)
_seconds_option = click.option(
    "--time-limit",
    "seconds",
    type=click.FloatRange(min=0.01),
    default=5.0,
    show_default=True,
    help="Seconds a program has for a move.",
)


@click.command("audit", epilog="Example: oxobook audit levi --seat O")
@click.argument("name", metavar="PLAYER")
@click.option("--seat", type=click.Choice("XO", case_sensitive=False), help="The seat; default both.")
@click.option("--expect", type=click.Choice(["never-loses"]), help="Exit with code 1 unless this is proved.")
@_limit_option
@_seconds_option
@book_argument
@book_options
@json_option
@palette_option
def audit_player(
    name: str,
    seat: str | None,
    expect: str | None,
    limit: int,
    seconds: float,
    rules: Rules | None,
    target: str | None,
    library: str,
    as_json: bool,
    palette: str,
) -> None:
    """Prove that a player never loses, or find the shortest game that it loses; and count what else is true of it.

    PLAYER is one that `oxobook players` lists, exec:COMMAND for a program, or MODULE:FUNCTION for a Python function.
    """
    with open_book(rules, target, library) as book, player_named(name, book, seconds) as player:
        try:
            audits = [audit(player, book, one, limit) for one in (seat or "XO")]
        except Forfeit as broken:
            click.echo(f"oxobook: {broken}", err=True)
            sys.exit(1)
    if as_json:
        reports = [audit_report(one) for one in audits]
        click.echo(json.dumps(reports[0] if seat else reports))
    else:
        from viewer.play.audit_text import audit_text
        from viewer.printing import show

        show(*(part for one in audits for part in audit_text(one, PALETTES[palette])))
    if expect and not all(one.never_loses for one in audits):
        sys.exit(1)


@click.command(epilog="Example: oxobook players -r 3x4x3")
@_limit_option
@book_argument
@book_options
@json_option
@palette_option
def players(limit: int, rules: Rules | None, target: str | None, library: str, as_json: bool, palette: str) -> None:
    """Audit every built-in player in both seats; on 3x3x3, settle what is claimed of them too."""
    with open_book(rules, target, library) as book:
        names = fitting(book.rules)
        audits = {(name, seat): audit(player_named(name, book), book, seat, limit) for name in names for seat in "XO"}
        finished = all(one.exact for one in audits.values())
        claims = settled(audits, book) if book.rules == Rules() and finished else []
    if as_json:
        click.echo(json.dumps(players_report(audits, claims)))
    else:
        from viewer.play.audit_text import players_text
        from viewer.printing import show

        show(*players_text(audits, claims, PALETTES[palette]))


def _match_options(command: Command) -> Command:
    """The options of a match, as ``_terminal`` takes them."""
    options = (
        click.option(
            "--starts", type=click.Choice(STARTS), default="first", show_default=True, help="Which of the two plays X."
        ),
        click.option(
            "--labels",
            type=click.Choice(LABELS),
            default="coordinates",
            show_default=True,
            help="What stands on the free cells and may be typed for them.",
        ),
        click.option("--seed", type=int, help="Makes all that is left to chance repeatable."),
        _seconds_option,
        book_options,
        palette_option,
    )
    for option in reversed(options):
        command = option(command)
    return command


@contextmanager
def _terminal(
    names: tuple[str, str],
    starts: str,
    labels: str,
    seed: int | None,
    seconds: float,
    rules: Rules | None,
    target: str | None,
    library: str,
    palette: str,
    **pace: Any,
) -> Iterator["Terminal"]:
    """The terminal for a match between two participants; closes the book and the players in the end."""
    from viewer.play.terminal import Terminal

    with ExitStack() as stack:
        book = stack.enter_context(open_book(rules, target, library))
        typed = cell_labels(labels, book.rules)
        match = Match(*participants(names, book, seconds), starts, Random(seed))
        for one in (match.first, match.second):
            if isinstance(one, Player):
                stack.enter_context(one)
        yield Terminal(book, match, typed, PALETTES[palette], **pace)


@click.command(epilog="Example: oxobook play human:Ada ralph --starts random --labels keypad")
@click.argument("first", default="human")
@click.argument("second", default="perfect")
@_match_options
def play(first: str, second: str, **options: Any) -> None:
    """Play in the terminal, against a person or a player, until you have had enough.

    FIRST and SECOND are human or human:NAME, or a player: one that `oxobook players` lists, exec:COMMAND or
    MODULE:FUNCTION. Without them you play X against perfect.
    """
    with _terminal((first, second), **options) as terminal:
        terminal.run()


@click.command(epilog="Example: oxobook watch ralph levi --games 3")
@click.argument("first")
@click.argument("second")
@click.option("--games", type=click.IntRange(min=1), default=1, show_default=True, help="How many to play.")
@click.option("--delay", type=click.FloatRange(min=0), help="Seconds after each move; default 1 on a terminal, else 0.")
@click.option("--pause", is_flag=True, help="Wait for Enter after each move.")
@_match_options
def watch(first: str, second: str, games: int, delay: float | None, pause: bool, **options: Any) -> None:
    """Watch two players play each other."""
    if "human" in (first.partition(":")[0], second.partition(":")[0]):
        raise click.UsageError("watch takes two players; people play with: oxobook play.")
    if delay is None:
        delay = 1.0 if sys.stdout.isatty() and not pause else 0.0
    with _terminal((first, second), **options, delay=delay, pause=pause) as terminal:
        terminal.run(games)
