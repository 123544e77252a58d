"""The commands for the classroom: MENACE."""

import json

import click

from book.cli import asked_book, book_argument, book_options, json_option, say
from book.game.rules import Rules
from book.strategy import SIDES
from viewer.classroom.boxes import SETS, boxes
from viewer.classroom.kit_report import kit_lines, kit_report


@click.group(epilog="Example: oxobook classroom menace --side X")
def classroom() -> None:
    """Make what a class can print, build and play with."""


@classroom.command(epilog="Example: oxobook classroom menace 3x3x3 --side O")
@click.option("--side", type=click.Choice(SIDES, case_sensitive=False), default="X", show_default=True)
@click.option(
    "--boxes",
    "which",
    type=click.Choice(list(SETS)),
    default="choice",
    show_default=True,
    help="; ".join(f"{name}: {what}" for name, what in SETS.items()) + ".",
)
@book_argument
@book_options
@json_option
def menace(side: str, which: str, rules: Rules | None, target: str | None, library: str, as_json: bool) -> None:
    """Count the matchboxes and beads of MENACE, the machine that learns.

    MENACE plays with a matchbox for each position, up to symmetry, in which it has to choose: a bead drawn from the box
    names the move. BOOK is rules, or a book's path or URL; default 3x3x3.
    """
    with asked_book(rules, target, library) as book:
        found = boxes(book, side, which)
    report = kit_report(book.rules, side, which, found)
    if as_json:
        say(json.dumps(report))
    else:
        say("\n".join(kit_lines(report)))
