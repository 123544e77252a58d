"""Commands that query a book: lookup, line, info, stats, verify."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from typing import Any

import click

from oxobook.book.book import Book
from oxobook.book.errors import DamagedBook
from oxobook.book.game.palette import PALETTES
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.library import book_path
from oxobook.commands.lookup import answer, print_answer
from oxobook.commands.options import (
    Command,
    WholeNumber,
    asked_book,
    book_argument,
    book_options,
    json_option,
    names_book,
    one_book,
    say,
)
from oxobook.commands.output import leaves_stdout, output
from oxobook.commands.root import palette_option
from oxobook.viewer.ask.json_fields import info_report, line_report, stats_report, verify_report


def _position_argument(required: bool) -> Callable[[Command], Command]:
    """Return an argument for the words of a position, with rules or a book's path among them."""
    return click.argument(
        "words", metavar="POSITION" if required else "[POSITION]", nargs=-1, required=required, type=click.UNPROCESSED
    )


_TAKES_DASHES = {"ignore_unknown_options": True}  # a dash may stand for an empty cell


def _require_no_option(words: tuple[str, ...]) -> None:
    """Raise NoSuchOption, with the nearest names, for a word that begins like an option and is no board."""
    command = click.get_current_context().command
    for word in words:
        if word.startswith("-") and not set(word.lower()) <= set("xo._-/"):
            known = [name for param in command.params for name in param.opts if name.startswith("-")]
            raise click.NoSuchOption(word, possibilities=get_close_matches(word, known))


@contextmanager
def _asked(
    words: tuple[str, ...], rules: Rules | None, target: str | None, library: str
) -> Iterator[tuple[Book, Position]]:
    """Open the book that words and options name; yield it and the position, by default the empty board."""
    _require_no_option(words)
    named = [word for word in words if names_book(word)]
    text = [word for word in words if word not in named]
    with asked_book(*one_book(named, rules, target), library) as book:
        yield book, Position.parse(" ".join(text), book.rules) if text else Position(book.rules)


def _print_json(report: dict[str, Any]) -> None:
    import json  # which a lookup in text starts faster without

    say(json.dumps(report))


@click.command(context_settings=_TAKES_DASHES, epilog="Example: oxobook lookup X../.O./...")
@_position_argument(required=True)
@book_options
@json_option
@palette_option
@click.option(
    "--picture", metavar="FILE", help="Also draw the board with its moves' values to this svg, png or pdf file."
)
@click.option("--force", is_flag=True, help="Replace a picture that exists.")
def lookup(
    words: tuple[str, ...],
    rules: Rules | None,
    target: str | None,
    library: str,
    as_json: bool,
    palette: str,
    picture: str | None,
    force: bool,
) -> None:
    """Show what a position is worth and which moves are best.

    POSITION is a board, rows top to bottom (X../.O./...), or a game record (a3 b2 c1). Rules, or a book's path or URL,
    may stand beside it instead of -r or -b.
    """
    drawing = output(picture, force, "svg", "png", "pdf")
    with _asked(words, rules, target, library) as (book, position):
        entry, moves = answer(book, position)
    if drawing:
        from oxobook.viewer.diagrams.position import position_drawing
        from oxobook.viewer.drawing.file import drawing_bytes

        drawing.write(drawing_bytes(position_drawing(entry, moves, PALETTES[palette]), drawing.form))
    if leaves_stdout(drawing):
        print_answer(entry, moves, as_json, PALETTES[palette])


@click.command(context_settings=_TAKES_DASHES, epilog="Example: oxobook line a3 b2")
@_position_argument(required=False)
@book_options
@json_option
@palette_option
def line(
    words: tuple[str, ...], rules: Rules | None, target: str | None, library: str, as_json: bool, palette: str
) -> None:
    """Show perfect play from a position to the end.

    Each side plays its pick. POSITION is a board or a game record, as for lookup; without one, play begins on the empty
    board. Rules, or a book's path or URL, may stand beside it instead of -r or -b.
    """
    with _asked(words, rules, target, library) as (book, position):
        report = line_report(book, position)
    if as_json:
        _print_json(report)
    else:
        from oxobook.viewer.ask.answer_text import line_text
        from oxobook.viewer.terminal.console import print_lines

        print_lines(line_text(report, PALETTES[palette]))


@click.command(epilog="Example: oxobook info 3x4x3")
@book_argument
@book_options
@json_option
def info(rules: Rules | None, target: str | None, library: str, as_json: bool) -> None:
    """Show what a book holds: its rules, result and counts.

    With its versions and its digest. BOOK is rules, or a book's path or URL; default 3x3x3.
    """
    with asked_book(rules, target, library) as book:
        report = info_report(book)
    if as_json:
        _print_json(report)
    else:
        from oxobook.viewer.ask.book_text import info_text
        from oxobook.viewer.terminal.rich_console import show

        show(*info_text(report))


@click.command(epilog="Example: oxobook stats --chart counts.svg")
@book_argument
@book_options
@json_option
@palette_option
@click.option("--chart", metavar="FILE", help="Also draw the counts to this svg, png or pdf file.")
@click.option("--force", is_flag=True, help="Replace a chart that exists.")
def stats(
    rules: Rules | None,
    target: str | None,
    library: str,
    as_json: bool,
    palette: str,
    chart: str | None,
    force: bool,
) -> None:
    """Count positions and games, ply by ply.

    Positions, and those among them in which the game is over, are counted with and without symmetry. BOOK is rules, or
    a book's path or URL; default 3x3x3.
    """
    drawing = output(chart, force, "svg", "png", "pdf", what="a chart")
    with asked_book(rules, target, library) as book:
        report = stats_report(book)
        if drawing:
            from oxobook.viewer.charts.charts import chart_bytes

            drawing.write(chart_bytes(book, PALETTES[palette], drawing.form))
    if not leaves_stdout(drawing):
        return
    if as_json:
        _print_json(report)
    else:
        from oxobook.viewer.ask.book_text import stats_text
        from oxobook.viewer.terminal.rich_console import show

        show(*stats_text(book.info, report["totals"]))


@click.command(epilog="Example: oxobook verify 4x4x4 --sample 10000")
@book_argument
@book_options
@json_option
@click.option(
    "--sample", type=WholeNumber(1, 1_000_000), help="Check the positions of this many random games instead of all."
)
def verify(rules: Rules | None, target: str | None, library: str, as_json: bool, sample: int | None) -> None:
    """Prove that a book is right, or show what is wrong.

    Every position, answer and count is worked out anew, by other means than those that made the book. The exit code is
    1 when anything is wrong. BOOK is rules, or a book's path or URL; default 3x3x3.
    """
    from oxobook.book.verify import verify_book
    from oxobook.viewer.terminal.status_line import StageLine

    with suppress(DamagedBook):  # which the verdict will say
        asked_book(rules, target, library).close()
    with StageLine() as tell:
        verdict = verify_book(target or book_path(rules or Rules(), library), sample, tell=tell)
    if as_json:
        _print_json(verify_report(verdict))
    else:
        from oxobook.viewer.ask.book_text import verify_text
        from oxobook.viewer.terminal.rich_console import show

        show(*verify_text(verdict))
    if not verdict.right:
        sys.exit(1)
