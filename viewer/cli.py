"""The root command, and the commands that ask a book: lookup, line, info, stats, export, verify."""

import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

import click

from book import __version__
from book.cli import book_options, json_option
from book.errors import DamagedBook, OxobookError
from book.game.position import Position
from book.game.rules import Rules
from book.library import book_path, open_book
from book.store.address import masked
from book.store.whole_file import require_new, whole_file
from viewer.palette import PALETTES
from viewer.report import info_report, line_report, lookup_report, stats_report, verify_report

_LAZY = {
    "generate": "generator.cli:generate",
    "plan": "generator.cli:plan",
    "strategy": "viewer.strategies.cli:strategy",
    "graph": "viewer.draw.cli:graph",
    "map": "viewer.draw.cli:nested_map",
    "sheet": "viewer.draw.cli:sheet",
    "audit": "viewer.play.cli:audit_player",
    "players": "viewer.play.cli:players",
    "play": "viewer.play.cli:play",
    "watch": "viewer.play.cli:watch",
    "serve": "viewer.web.cli:serve",
    "site": "viewer.web.cli:site",
}
"""Commands that stand elsewhere, imported only when they are called."""


def loaded(reference: str) -> Any:
    """What ``module:name`` stands for; its module is imported now."""
    module, name = reference.split(":")
    return getattr(import_module(module), name)


class Root(click.Group):
    """The command group: loads lazy commands by name, and turns every error into one line and exit code 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *_LAZY])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _LAZY:
            return super().get_command(ctx, cmd_name)
        command: click.Command = loaded(_LAZY[cmd_name])
        return command

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> NoReturn:  # type: ignore[override]
        _open_streams()
        try:
            code = super().main(args, prog_name, **extra | {"standalone_mode": False})
            sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            sys.exit(2)
        except click.UsageError as error:
            _fail(f"{error.format_message()} See: {error.ctx.command_path if error.ctx else 'oxobook'} --help")
        except (OxobookError, click.ClickException) as error:
            _fail(str(error))
        except click.Abort:
            _fail("stopped")
        except MemoryError:
            _fail("expected more memory than this process may take; allow it more")
        except OSError as error:
            sys.stdout = _nowhere()  # what is waiting there would fail again at the end
            _fail(f"cannot write: {error.strerror or error}; see that there is room for the output and temporary files")
        sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str) -> NoReturn:
    """One line on stderr, and exit code 2."""
    with suppress(OSError):
        click.echo(f"oxobook: {' '.join(message.splitlines())}", err=True)
    sys.exit(2)


def _open_streams() -> None:
    """Have somewhere to print to, and let an alphabet that lacks a sign get a question mark in its place."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, _nowhere())
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")


def _nowhere() -> TextIOWrapper:
    """A stream that nobody reads."""
    return TextIOWrapper(BytesIO())


@click.group("oxobook", cls=Root, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="oxobook")
def main() -> None:
    """Solve tic-tac-toe and its whole family once, then look every answer up."""


palette_option = click.option(
    "--palette", type=click.Choice(list(PALETTES)), default="classic", show_default=True, help="Colours."
)
_position_argument = click.argument("words", metavar="POSITION", nargs=-1, required=True, type=click.UNPROCESSED)
_TAKES_DASHES = {"ignore_unknown_options": True}  # a dash may stand for an empty cell


def _print_json(report: dict[str, Any]) -> None:
    click.echo(json.dumps(report))


@main.command(context_settings=_TAKES_DASHES, epilog="Example: oxobook lookup X../.O./...")
@_position_argument
@book_options
@json_option
@palette_option
@click.option("--picture", metavar="FILE", help="Also draw the board with its moves' values to this SVG file.")
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
    """Say what a position is worth, which moves are best, and why.

    POSITION is a board, rows top to bottom (X../.O./...), or a game record (a3 b2 c1).
    """
    if picture is not None and Path(picture).suffix.lower() not in ("", ".svg"):
        raise click.UsageError(f"expected a picture's name that ends in .svg; got {masked(picture)!r}.")
    with open_book(rules, target, library) as book:
        position = Position.parse(" ".join(words), book.rules)
        entry, moves = book.probe(position), book.moves(position)
    report = lookup_report(entry, moves)
    if picture is not None:
        from viewer.draw.picture import board_picture

        with whole_file(Path(picture), replace=force) as file:
            file.write(board_picture(entry, moves, PALETTES[palette]).encode())
    if as_json:
        _print_json(report)
    else:
        from viewer.text import lookup_text, show, terminal_width

        show(*lookup_text(entry, moves, report["reasons"], PALETTES[palette], terminal_width()))


@main.command(context_settings=_TAKES_DASHES, epilog="Example: oxobook line a3 b2")
@_position_argument
@book_options
@json_option
@palette_option
def line(
    words: tuple[str, ...], rules: Rules | None, target: str | None, library: str, as_json: bool, palette: str
) -> None:
    """Show perfect play from a position to the end: each side's pick."""
    with open_book(rules, target, library) as book:
        report = line_report(book, Position.parse(" ".join(words), book.rules))
    if as_json:
        _print_json(report)
    else:
        from viewer.text import line_text, show

        show(*line_text(report, PALETTES[palette]))


@main.command(epilog="Example: oxobook info -r 3x4x3")
@book_options
@json_option
def info(rules: Rules | None, target: str | None, library: str, as_json: bool) -> None:
    """Say what a book holds: rules, result, counts by ply, versions, digest."""
    with open_book(rules, target, library) as book:
        report = info_report(book)
    if as_json:
        _print_json(report)
    else:
        from viewer.text import info_text, show

        show(*info_text(report))


@main.command(epilog="Example: oxobook stats --chart counts.svg")
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
    """Count positions, terminal positions and games, by ply, with and without symmetry."""
    with open_book(rules, target, library) as book:
        report = stats_report(book)
        if chart:
            from viewer.draw.charts import chart_bytes

            path = Path(chart)
            require_new(path, force)
            drawn = chart_bytes(book, PALETTES[palette], path.suffix.lstrip("."))
            with whole_file(path, replace=force) as file:
                file.write(drawn)
    if as_json:
        _print_json(report)
    else:
        from viewer.text import show, stats_text

        show(*stats_text(book.info, report["totals"]))


@main.command(epilog="Example: oxobook export csv --out 3x3x3.csv")
@click.argument("form", metavar="FORMAT", type=click.Choice(["csv", "json", "parquet", "c", "js"]))
@book_options
@click.option("--out", help="Write to this file; without it, text goes to the terminal.")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
def export(form: str, rules: Rules | None, target: str | None, library: str, out: str | None, force: bool) -> None:
    """Export a book: csv, json or parquet, every position; c or js, a table of best moves to build into a program."""
    from viewer.export import export_book

    if form == "parquet" and not out:
        raise click.UsageError("export parquet writes no text: name a file with --out.")
    with open_book(rules, target, library) as book:
        if out:
            with whole_file(Path(out), replace=force) as file:
                export_book(book, form, file)
        else:
            export_book(book, form, sys.stdout.buffer)


@main.command(epilog="Example: oxobook verify -r 4x4x4 --sample 10000")
@book_options
@json_option
@click.option("--sample", type=click.IntRange(1, 1_000_000), help="Check so many random positions instead of all.")
def verify(rules: Rules | None, target: str | None, library: str, as_json: bool, sample: int | None) -> None:
    """Prove a book right, or name what is wrong with it; the exit code is 1 when anything is.

    Every position, answer and count is worked out anew, by other means than those that made the book.
    """
    from book.verify import verify_book

    with suppress(DamagedBook):  # which the verdict will say
        open_book(rules, target, library).close()
    verdict = verify_book(target or book_path(rules or Rules(), library), sample)
    if as_json:
        _print_json(verify_report(verdict))
    else:
        from viewer.text import show, verify_text

        show(*verify_text(verdict))
    if not verdict.right:
        sys.exit(1)
