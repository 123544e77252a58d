"""The commands that draw a strategy: graph, map and sheet."""

from pathlib import Path

import click

from book.cli import Command, asked_book, book_options
from book.game.position import Position
from book.game.rules import Rules
from book.store.whole_file import require_new, whole_file
from book.strategy import KINDS, SIDES, strategy_in
from viewer.cli import palette_option
from viewer.palette import PALETTES

_file_argument = click.argument("file", type=click.Path(path_type=Path))
_side_option = click.option(
    "--side", type=click.Choice(SIDES, case_sensitive=False), default="X", show_default=True, help="Whose strategy."
)
_depth_option = click.option("--depth", type=click.IntRange(min=0), help="Cut after so many plies.")
_force_option = click.option("--force", is_flag=True, help="Replace a file that exists.")


def _kind_options(command: Command) -> Command:
    """The options that choose a strategy of the side."""
    kind = click.option("--kind", type=click.Choice(KINDS), default="pick", show_default=True, help="Which strategy.")
    return kind(click.option("--fast", is_flag=True, help="The one that wins as soon as can be.")(command))


def _save(file: Path, drawn: bytes, force: bool) -> None:
    """Write a picture whole, and say so."""
    with whole_file(file, replace=force) as opened:
        opened.write(drawn)
    click.echo(f"Drawn: {file}")


def _form(file: Path, force: bool) -> str:
    """The format that a file's ending names; raises CannotWrite early, before anything is drawn."""
    require_new(file, force)
    return file.suffix.lstrip(".").lower()


@click.command(epilog="Example: oxobook graph strategy.svg --side O")
@_file_argument
@_side_option
@_kind_options
@click.option("--all", "whole", is_flag=True, help="Every position instead of a strategy.")
@click.option("--from", "start", metavar="POSITION", help="Begin at this position.")
@_depth_option
@palette_option
@click.option("--orientation", type=click.Choice(["top-down", "left-right"]), default="top-down", show_default=True)
@_force_option
@book_options
def graph(
    file: Path,
    side: str,
    kind: str,
    fast: bool,
    whole: bool,
    start: str | None,
    depth: int | None,
    palette: str,
    orientation: str,
    force: bool,
    rules: Rules | None,
    target: str | None,
    library: str,
) -> None:
    """Draw a strategy as a graph of positions up to symmetry, a row a ply.

    The ending of FILE names the format: svg, png, pdf, dot, graphml or json (node-link).
    """
    from viewer.draw.graph import strategy_graph, whole_graph
    from viewer.draw.graph_export import export_graph

    form = _form(file, force)
    with asked_book(rules, target, library) as book:
        first = Position.parse(start, book.rules) if start else None
        if whole:
            drawn = whole_graph(book, first, depth)
        else:
            drawn = strategy_graph(book, strategy_in(book, side, kind, fast), first, depth)
    _save(file, export_graph(drawn, form, PALETTES[palette], orientation), force)


@click.command("map", epilog="Example: oxobook map x.svg --side X")
@_file_argument
@_side_option
@_kind_options
@_depth_option
@palette_option
@_force_option
@book_options
def nested_map(
    file: Path,
    side: str,
    kind: str,
    fast: bool,
    depth: int | None,
    palette: str,
    force: bool,
    rules: Rules | None,
    target: str | None,
    library: str,
) -> None:
    """Draw a side's whole strategy as one nested board: your move, and inside each reply the next board.

    The ending of FILE names the format: svg, png or pdf.
    """
    from viewer.draw.convert import convert
    from viewer.draw.map import strategy_map

    form = _form(file, force)
    with asked_book(rules, target, library) as book:
        drawn = strategy_map(book, strategy_in(book, side, kind, fast), PALETTES[palette], depth)
    _save(file, convert(drawn, form), force)


@click.command(epilog="Example: oxobook sheet x.pdf --side X")
@_file_argument
@_side_option
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@palette_option
@_force_option
@book_options
def sheet(
    file: Path,
    side: str,
    paper: str,
    palette: str,
    force: bool,
    rules: Rules | None,
    target: str | None,
    library: str,
) -> None:
    """Draw a one-page cheat sheet: the rule in words, and the few boards that no reflex decides.

    The ending of FILE names the format: svg, png or pdf. The strategy is the one that oxobook strategy --kind reflexes
    finds and keeps in the book.
    """
    from viewer.draw.convert import convert
    from viewer.draw.sheet import cheat_sheet

    form = _form(file, force)
    with asked_book(rules, target, library) as book:
        drawn = cheat_sheet(book, strategy_in(book, side, "reflexes", False), PALETTES[palette], paper)
    _save(file, convert(drawn, form), force)
