"""Commands for the classroom: MENACE and its lessons, strategies in words, and puzzles."""

import json

import click

from oxobook.book.game.palette import PALETTES
from oxobook.book.game.rules import Rules
from oxobook.book.strategy import KINDS, SIDES
from oxobook.commands.options import WholeNumber, asked_book, book_argument, book_options, json_option, say
from oxobook.commands.output import leaves_stdout, output
from oxobook.commands.root import palette_option
from oxobook.on_demand import found_strategy
from oxobook.viewer.classroom.instructions.instructions import (
    instruction_report,
    instruction_title,
    instructions,
    markdown,
    plain_text,
)
from oxobook.viewer.classroom.menace.boxes import BEAD_RULES, SETS, kit_for
from oxobook.viewer.classroom.menace.kit import kit_lines, kit_pdf, kit_report
from oxobook.viewer.classroom.menace.labels import LabelSize
from oxobook.viewer.classroom.puzzles.puzzle import PUZZLES
from oxobook.viewer.classroom.puzzles.puzzle_set import anki_cards, puzzle_lines, puzzle_report, puzzle_set
from oxobook.viewer.drawing.paper import PAPERS
from oxobook.viewer.terminal.status_line import StageLine


class SizeText(click.ParamType[LabelSize]):
    """Size of a label as text, such as 35x15mm."""

    name = "size"

    def convert(self, value: str | LabelSize, param: click.Parameter | None, ctx: click.Context | None) -> LabelSize:
        return value if isinstance(value, LabelSize) else LabelSize.parse(value)


paper_option = click.option(
    "--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="The pages."
)


beads_option = click.option(
    "--beads",
    type=click.Choice(list(BEAD_RULES)),
    default="michie",
    show_default=True,
    help="Whose rule for the beads: Michie's own of 1961, Scroggs' with more beads in the first boxes, or Gardner's, "
    "which only takes the last bead of a lost game.",
)


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
@beads_option
@click.option("--pdf", metavar="FILE", help="Also write the kit to print: instructions, box finder and labels.")
@click.option(
    "--size",
    type=SizeText(),
    default="35x15mm",
    show_default=True,
    help="The width and height of a label, in mm or cm: what of a matchbox it is to cover.",
)
@paper_option
@click.option("--force", is_flag=True, help="Replace a file that exists.")
@book_argument
@book_options
@json_option
def menace(
    side: str,
    which: str,
    beads: str,
    pdf: str | None,
    size: LabelSize,
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
    out = output(pdf, force)
    with asked_book(rules, target, library) as book:
        kit = kit_for(book, side, which, beads)
    if out:
        out.write(kit_pdf(kit, size, paper))
    if leaves_stdout(out):
        report = kit_report(kit)
        say(json.dumps(report) if as_json else "\n".join(kit_lines(report)))


@classroom.command(epilog="Example: oxobook classroom words --side O --out never-lose.md")
@click.option("--side", type=click.Choice(SIDES, case_sensitive=False), default="X", show_default=True)
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default="reflexes",
    show_default=True,
    help="Which strategy, as in oxobook strategy; that of reflexes needs the fewest words.",
)
@click.option("--out", metavar="FILE", help="Write them to this file instead, which ends in .txt, .md or .pdf.")
@paper_option
@click.option("--force", is_flag=True, help="Replace a file that exists.")
@book_argument
@book_options
@json_option
def words(
    side: str,
    kind: str,
    out: str | None,
    paper: str,
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
    file = output(out, force, "txt", "md", "pdf", what="words")
    with asked_book(rules, target, library) as book:
        with StageLine() as tell:
            strategy = found_strategy(book, side, kind, False, tell)
        told, title = instructions(book, strategy), instruction_title(book, side)
    if file:
        if file.form == "pdf":
            from oxobook.viewer.classroom.instructions.instruction_pages import instruction_pages

            whole = instruction_pages(title, told, paper)
        else:
            whole = (markdown if file.form == "md" else plain_text)(title, told).encode()
        file.write(whole, "" if as_json else f"Written: {out}")
    if as_json and leaves_stdout(file):
        say(json.dumps(instruction_report(title, told)))
    elif not file:
        say(plain_text(title, told).rstrip("\n"))


@classroom.command(epilog="Example: oxobook classroom puzzles 3x4x3 --kind fork --pdf forks.pdf")
@click.option(
    "--kind",
    type=click.Choice(list(PUZZLES)),
    help="; ".join(f"{name}: {what}" for name, what in PUZZLES.items()) + ". By default all.",
)
@click.option("--grade", type=WholeNumber(1), help="Only those in which so many moves of one's own have to be seen.")
@click.option("--count", type=WholeNumber(1, 1000), default=24, show_default=True, help="At most so many.")
@click.option(
    "--seed", type=WholeNumber(0), default=0, show_default=True, help="Another number chooses and turns others."
)
@click.option("--pdf", metavar="FILE", help="Also write worksheets, with sheets of solutions after them.")
@click.option("--anki", metavar="FILE", help="Also write them as cards: a text file that Anki imports.")
@paper_option
@click.option("--force", is_flag=True, help="Replace files that exist.")
@book_argument
@book_options
@json_option
def puzzles(
    kind: str | None,
    grade: int | None,
    count: int,
    seed: int,
    pdf: str | None,
    anki: str | None,
    paper: str,
    force: bool,
    rules: Rules | None,
    target: str | None,
    library: str,
    as_json: bool,
) -> None:
    """Choose puzzles with one right move, and print them.

    They are graded by the moves that have to be seen, and none is there twice, however it is turned. BOOK is rules, or
    a book's path or URL; default 3x3x3.
    """
    sheets, cards = output(pdf, force), output(anki, force)
    with asked_book(rules, target, library) as book:
        found = puzzle_set(book, [kind] if kind else list(PUZZLES), grade, count, seed)
    if cards:
        cards.write(anki_cards(book.rules, found).encode())
    if sheets:
        from oxobook.viewer.classroom.puzzles.worksheet import worksheet

        sheets.write(worksheet(book.rules, found, paper))
    if leaves_stdout(sheets, cards):
        say(json.dumps(puzzle_report(book.rules, seed, found)) if as_json else "\n".join(puzzle_lines(found)))


@classroom.command(epilog="Example: oxobook classroom learn --against levi --games 500 --chart curve.svg")
@click.option("--side", type=click.Choice(SIDES, case_sensitive=False), default="X", show_default=True)
@click.option("--against", default="perfect", show_default=True, help="The opponent: any player.")
@beads_option
@click.option("--games", type=WholeNumber(1, 100_000), default=200, show_default=True, help="How many games.")
@click.option("--seed", type=WholeNumber(0), default=2, show_default=True, help="The same seed gives the same lesson.")
@click.option("--chart", metavar="FILE", help="Also draw the learning curve to this svg, png or pdf file.")
@click.option("--force", is_flag=True, help="Replace a chart that exists.")
@book_argument
@book_options
@json_option
@palette_option
def learn(
    side: str,
    against: str,
    beads: str,
    games: int,
    seed: int,
    chart: str | None,
    force: bool,
    rules: Rules | None,
    target: str | None,
    library: str,
    as_json: bool,
    palette: str,
) -> None:
    """Let MENACE learn, and prove after each game how well it plays.

    A machine with new boxes plays game after game against a player. The chances after a game are exact for the beads
    that it then has, not counted from games. BOOK is rules, or a book's path or URL; default 3x3x3.
    """
    from oxobook.viewer.classroom.menace.lesson import give_lesson, lesson_lines, lesson_report
    from oxobook.viewer.players.roster import player_named

    drawing = output(chart, force, "svg", "png", "pdf", what="a chart")
    with asked_book(rules, target, library) as book, player_named(against, book) as opponent:
        lesson = give_lesson(book, side, opponent, beads, games, seed)
    if drawing:
        drawing.write(lesson.curve(PALETTES[palette], drawing.form))
    if leaves_stdout(drawing):
        say(json.dumps(lesson_report(lesson)) if as_json else "\n".join(lesson_lines(lesson)))
