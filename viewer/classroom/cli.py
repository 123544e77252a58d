"""The commands for the classroom: MENACE, and strategies in words."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from book.cli import asked_book, book_argument, book_options, json_option, say
from book.game.rules import Rules
from book.store.whole_file import require_new, whole_file
from book.strategy import KINDS, SIDES
from viewer.classroom.boxes import SETS, boxes
from viewer.classroom.instruction_text import WRITTEN, instruction_report, instruction_title, plain_text
from viewer.classroom.instructions import instructions
from viewer.classroom.kit_report import kit_lines, kit_report
from viewer.classroom.label import Size
from viewer.draw.paper import PAPERS
from viewer.stage_line import StageLine
from viewer.strategies.strategy_finder import found_strategy

if TYPE_CHECKING:
    SizeParameter = click.ParamType[Size]
else:
    SizeParameter = click.ParamType  # which takes no type from click before 8.4


class SizeText(SizeParameter):
    """The size of a label as text, such as 35x15mm."""

    name = "size"

    def convert(self, value: str | Size, param: click.Parameter | None, ctx: click.Context | None) -> Size:
        return value if isinstance(value, Size) else Size.parse(value)


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
@click.option("--pdf", metavar="FILE", help="Also write the kit to print: instructions, box finder and labels.")
@click.option(
    "--size",
    type=SizeText(),
    default="35x15mm",
    show_default=True,
    help="The width and height of a label, in mm or cm: what of a matchbox it is to cover.",
)
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True, help="The pages.")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
@book_argument
@book_options
@json_option
def menace(
    side: str,
    which: str,
    pdf: str | None,
    size: Size,
    paper: str,
    force: bool,
    rules: Rules | None,
    target: str | None,
    library: str,
    as_json: bool,
) -> None:
    """Count and print the matchboxes of MENACE, the machine that learns.

    MENACE plays with a matchbox for each position, up to symmetry, in which it has to choose: a bead drawn from the box
    names the move. BOOK is rules, or a book's path or URL; default 3x3x3.
    """
    if pdf is not None:
        require_new(Path(pdf), force)
    with asked_book(rules, target, library) as book:
        found = boxes(book, side, which)
    if pdf is not None:
        from viewer.classroom.kit import kit_pdf

        drawn = kit_pdf(found, side, book.rules, size, paper)
        with whole_file(Path(pdf), replace=force) as file:
            file.write(drawn)
    report = kit_report(book.rules, side, which, found)
    if as_json:
        say(json.dumps(report))
    else:
        say("\n".join(kit_lines(report)))


@classroom.command(epilog="Example: oxobook classroom words --side O --out never-lose.md")
@click.option("--side", type=click.Choice(SIDES, case_sensitive=False), default="X", show_default=True)
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default="reflexes",
    show_default=True,
    help="Which strategy, as in oxobook strategy; that of reflexes needs the fewest words.",
)
@click.option("--out", metavar="FILE", help="Write them to this file instead, which ends in .txt or .md.")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
@book_argument
@book_options
@json_option
def words(
    side: str,
    kind: str,
    out: str | None,
    force: bool,
    rules: Rules | None,
    target: str | None,
    library: str,
    as_json: bool,
) -> None:
    """Tell a side's strategy in words that a person can follow.

    On 3x3 boards cells are corners, sides and the centre; elsewhere they are coordinates. BOOK is rules, or a book's
    path or URL; default 3x3x3.
    """
    file = Path(out) if out is not None else None
    if file is not None:
        if file.suffix.lower() not in WRITTEN:
            raise click.UsageError(f"expected a file that ends in {' or '.join(WRITTEN)}; got {out!r}.")
        require_new(file, force)
    with asked_book(rules, target, library) as book:
        with StageLine() as tell:
            strategy = found_strategy(book, side, kind, False, tell)
        told, title = instructions(book, strategy), instruction_title(book, side)
    if file is not None:
        with whole_file(file, replace=force) as opened:
            opened.write(WRITTEN[file.suffix.lower()](title, told).encode())
        say(f"Written: {file}")
    elif as_json:
        say(json.dumps(instruction_report(title, told)))
    else:
        say(plain_text(title, told).rstrip("\n"))
