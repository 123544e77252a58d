"""Commands for the classroom: MENACE and its lessons, strategies in words, and puzzles."""

from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from oxobook.book.strategy import NAMES, kind_named
from oxobook.commands.books import BookChoice, book_argument
from oxobook.commands.options import choice_option, gathered, labels_option, side_option
from oxobook.commands.output import (
    Output,
    OutputFile,
    force_option,
    json_option,
    picture_option,
    print_json,
    print_report,
    say,
)
from oxobook.commands.progress import progress
from oxobook.on_demand import found_strategy
from oxobook.viewer.classroom.instructions.instructions import (
    instruction_report,
    instruction_title,
    instructions,
    plain_text,
    words_part,
)
from oxobook.viewer.classroom.menace.boxes import kit_for
from oxobook.viewer.classroom.menace.kit import kit_lines, kit_report, menace_part
from oxobook.viewer.classroom.puzzles.puzzle_set import PUZZLES, puzzle_lines, puzzle_report, puzzle_set
from oxobook.viewer.classroom.puzzles.worksheet import anki_cards, puzzles_part
from oxobook.viewer.papers.paper import Part, paper_file
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS
from oxobook.viewer.words.languages import language_named

PAGES = ("pdf", "typ")
"""Formats of pages to print: the pages, or the template that sets them."""
_LANGUAGE = "Language of the words: en, de, or a file of Python with a language of your own."


class _Pages(NamedTuple):
    """Options of pages to print."""

    paper: str
    language: str
    template: Path | None

    def write(self, file: Output, parts: list[Part]) -> None:
        """Write a paper that has these parts."""
        file.write(paper_file(file.form, self.paper, language_named(self.language), parts, self.template))


_page_options = gathered(
    "pages",
    _Pages,
    choice_option("--paper", choices=PAPERS, default="a4", help="Size of the pages."),
    click.option("--language", metavar="LANGUAGE", default="en", show_default=True, help=_LANGUAGE),
    force_option,
    click.option(
        "--template",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Template of your own for the pages, as Typst text; a file that ends in typ gets oxobook's, to change it.",
    ),
)


@click.group(epilog="Example: oxobook classroom menace --side X")
def classroom() -> None:
    """Make things for a class to print, build and play with."""


@classroom.command(epilog="Example: oxobook classroom kit class.pdf --paper letter")
@click.argument("file", type=OutputFile(PAGES, "a kit"))
@_page_options
@labels_option
@book_argument
def kit(file: Output, pages: _Pages, labels: str | None, chosen: BookChoice) -> None:
    """Print all that a class needs, as one PDF.

    It has lesson plans for 45 and 60 minutes and for three hours, a worksheet with its solutions, cheat sheets and
    posters for both sides, and MENACE.
    """
    from oxobook.viewer.classroom.class_kit import class_kit

    with chosen.open() as book, progress() as tell:
        find = partial(found_strategy, tell=tell)
        parts = class_kit(book, find, pages.paper, pages.language, tell, labels)
    pages.write(file, parts)


@classroom.command(epilog="Example: oxobook classroom menace 3x3x3 --side O")
@side_option
@click.option("--out", type=OutputFile(PAGES, "a kit"), help="Also write the kit: instructions, box finder and labels.")
@_page_options
@book_argument
@json_option
def menace(side: str, out: Output | None, pages: _Pages, chosen: BookChoice, as_json: bool) -> None:
    """Count and print the matchboxes of MENACE, the machine that learns.

    MENACE has a matchbox for each position in which it has to choose, up to symmetry: a bead drawn from the box names
    its move.
    """
    with chosen.open() as book:
        kit = kit_for(book, side)
    if out:
        pages.write(out, [menace_part(kit, pages.language)])
    report = kit_report(kit)
    print_report(as_json, report, kit_lines(report))


@classroom.command(epilog="Example: oxobook classroom words --side O --out never-lose.pdf")
@side_option
@choice_option(
    "--kind",
    choices=NAMES,
    default="reflexes",
    help="Kind of strategy, as for oxobook strategy; reflexes takes the fewest words.",
)
@click.option(
    "--out",
    type=OutputFile(("txt", *PAGES), "instructions"),
    help="Write the instructions to this txt or pdf file instead.",
)
@_page_options
@book_argument
@json_option
def words(side: str, kind: str, out: Output | None, pages: _Pages, chosen: BookChoice, as_json: bool) -> None:
    """Describe a side's strategy in words that a person can follow.

    It is for 3x3 boards: the words are corners, edges and the centre.
    """
    language = pages.language
    with chosen.open() as book:
        with progress() as tell:
            strategy = found_strategy(book, side, *kind_named(kind), tell)
        told, title = instructions(book, strategy, language), instruction_title(book, side, language)
    if out and out.form in PAGES:
        pages.write(out, [words_part(title, told)])
    elif out:
        out.write(plain_text(title, told).encode())
    if as_json:
        print_json(instruction_report(title, told))
    elif not out:
        say(plain_text(title, told).rstrip("\n"))


@classroom.command(epilog="Example: oxobook classroom puzzles 3x4x3 --kind fork --out forks.pdf")
@choice_option(
    "--kind", choices=PUZZLES, help="; ".join(f"{name}: {what}" for name, what in PUZZLES.items()) + ". By default all."
)
@click.option("--sample", type=click.IntRange(1, 1000), default=24, show_default=True, help="Choose at most this many.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed for choosing and rotating the positions."
)
@click.option(
    "--out",
    type=OutputFile((*PAGES, "txt"), "puzzles"),
    help="Also write worksheets with their solutions to this pdf file, or flash cards for Anki to this txt file.",
)
@_page_options
@labels_option
@book_argument
@json_option
def puzzles(
    kind: str | None,
    sample: int,
    seed: int,
    out: Output | None,
    pages: _Pages,
    labels: str | None,
    chosen: BookChoice,
    as_json: bool,
) -> None:
    """Choose puzzles with one right move, and print them.

    Their grade is the number of your own moves that you must see. No two are the same up to symmetry.
    """
    with chosen.open() as book, progress() as tell:
        found = puzzle_set(book, [kind] if kind else list(PUZZLES), sample, seed, labels, tell)
    language = language_named(pages.language)
    if out and out.form == "txt":
        out.write(anki_cards(book.rules, found, language).encode())
    elif out:
        pages.write(out, [puzzles_part(book.rules, found, language)])
    print_report(as_json, puzzle_report(book.rules, seed, found), puzzle_lines(found))


@classroom.command(epilog="Example: oxobook classroom learn --against levi --games 500 --out curve.svg")
@side_option
@click.option(
    "--against",
    metavar="PLAYER",
    default="perfect",
    show_default=True,
    help="Opponent that follows a rule or states its odds.",
)
@click.option("--games", type=click.IntRange(1, 100_000), default=200, show_default=True, help="Number of games.")
@click.option("--seed", type=click.IntRange(0), default=2, show_default=True, help="Seed of the random choices.")
@picture_option("Also draw the learning curve")
@force_option
@book_argument
@json_option
def learn(
    side: str, against: str, games: int, seed: int, out: Output | None, chosen: BookChoice, as_json: bool
) -> None:
    """Let MENACE learn, and prove after each game how well it plays.

    A machine with new boxes plays game after game against a player. The chances after each game are computed exactly
    from its beads, not estimated by playing.
    """
    from oxobook.viewer.classroom.menace.lesson import give_lesson, lesson_lines, lesson_report
    from oxobook.viewer.players.roster import player_named

    with chosen.open() as book, player_named(against, book) as opponent:
        lesson = give_lesson(book, side, opponent, games, seed)
    if out:
        out.draw(lesson.curve())
    print_report(as_json, lesson_report(lesson), lesson_lines(lesson))
