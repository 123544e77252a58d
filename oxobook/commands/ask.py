"""Commands that query a book: lookup, info, stats and verify."""

import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from oxobook.book.book import Book
from oxobook.book.errors import DamagedBook, MissingBook, masked
from oxobook.book.game.cell_labels import CellLabels, cell_labels, labels_by
from oxobook.book.game.position import Position, as_written, positions_shown
from oxobook.book.game.rules import Rules
from oxobook.book.layout.search import Unfinished, searching_for
from oxobook.book.library import FOLDER_HERE, LIBRARY_VARIABLE, book_path, is_large, rules_in
from oxobook.book.no_book import SearchedBook
from oxobook.commands.books import SEARCH_SECONDS, BookChoice, book_argument, book_options, sorted_words
from oxobook.commands.options import first_option, gathered, labels_option, reading_option, time_limit_option
from oxobook.commands.output import Output, force_option, json_option, picture_option, print_json, print_report, say
from oxobook.viewer.ask.answer_text import line_text, lookup_text, unfinished_text
from oxobook.viewer.terminal.console import print_lines, terminal_width


def _require_no_option(words: tuple[str, ...]) -> None:
    """Raise NoSuchOption, with similar options, for a word that looks like an option and not like a board."""
    command = click.get_current_context().command
    for word in words:
        if re.fullmatch(r"--?[^\W\d_][\w-]*(=.*)?", word) and not set(word.lower()) <= set("xo_-"):
            from difflib import get_close_matches

            known = [name for param in command.params for name in param.opts if name.startswith("-")]
            raise click.NoSuchOption(word, possibilities=get_close_matches(word, known))


class _Asked(NamedTuple):
    """Position that is asked about, and the book that answers."""

    words: tuple[str, ...]
    chosen: BookChoice
    labels: str | None
    reading: str | None
    first_side: str
    time_limit: float | None

    @contextmanager
    def opened(self) -> Iterator[tuple[Book, Position, CellLabels]]:
        """Open the book; yield it, the position, by default the empty board, and the labels to show."""
        _require_no_option(self.words)
        named, text = sorted_words(self.words)
        with self.chosen.narrowed(named).open(search=True) as book, ExitStack() as limits:
            position, called = self._read(" ".join(text), book.rules)
            if self.time_limit or isinstance(book, SearchedBook):
                limits.enter_context(searching_for(self.time_limit or SEARCH_SECONDS))
            yield book, position, called

    def _read(self, text: str, rules: Rules) -> tuple[Position, CellLabels]:
        """Return the position, and the labels to show; say how it was read, if that was inferred."""
        if not (self.labels or self.reading or self.first_side == "O") and (plain := as_written(text, rules)):
            return plain[-1], cell_labels(None, rules)
        from oxobook.book.game.reading.reader import Reader  # a lookup of what oxobook writes starts faster without
        from oxobook.book.game.reading.reading import stated

        how = stated(self.reading, self.labels, self.first_side)
        reader = Reader(rules, how)
        position = positions_shown(rules, *reader.alone(text))[-1]
        if text and reader.said:
            say(f"read as {reader.said}", err=True)
        return position, labels_by(how, rules)


_asked_option = gathered(
    "asked",
    _Asked,
    click.argument("words", metavar="[POSITION]", nargs=-1, type=click.UNPROCESSED),
    book_options,
    labels_option,
    reading_option,
    first_option,
    time_limit_option(
        f"Time to search where no book has the answer, {SEARCH_SECONDS:.0f} s unless given; then say what is proved."
    ),
)


# a position may have dashes for empty cells
@click.command(context_settings={"ignore_unknown_options": True}, epilog="Example: oxobook lookup X../.O./...")
@_asked_option
@json_option
@click.option("--line", is_flag=True, help="Show perfect play to the end: each side plays its pick.")
@picture_option("Also draw the board with its moves' values")
@force_option
def lookup(asked: _Asked, as_json: bool, line: bool, out: Output | None) -> None:
    """Show the value of a position and its best moves.

    POSITION is a board, rows top to bottom (X../.O./...), or a game (a3 b2 c1; 7 5 3 with --labels keypad; 4453 in
    Connect Four), in any notation that can be read in one way; by default the empty board. It may be followed by rules,
    or by a book's path or URL, instead of -r or -b.
    """
    if line and out:
        raise click.UsageError("--out draws one position; leave out --line.")
    with asked.opened() as (book, position, called):
        if line:
            from oxobook.viewer.ask.json_fields import line_report  # a lookup starts faster without

            report = line_report(book, position)
            print_report(as_json, report, line_text(report, called))
            return
        try:
            entry, moves = book.probe(position), book.moves(position)
        except Unfinished as unfinished:
            if out or unfinished.most - unfinished.least == 2:  # nothing is proved
                raise
            from oxobook.viewer.ask.json_fields import unfinished_report

            print_report(as_json, unfinished_report(unfinished), unfinished_text(unfinished, called))
            return
    if out:
        from oxobook.viewer.pictures.board import position_drawing

        out.draw(position_drawing(entry, moves, called))
    if as_json:
        from oxobook.viewer.ask.json_fields import lookup_report

        print_json(lookup_report(entry, moves))
    else:
        print_lines(lookup_text(entry, moves, terminal_width(), called))


@click.command(epilog="Example: oxobook info 3x4x3")
@book_argument
@json_option
@click.pass_context
def info(ctx: click.Context, chosen: BookChoice, as_json: bool) -> None:
    """Show who wins and what a book holds, or which books there are.

    Of a book: its rules, who wins, its counts, versions and digest. Of a game that has none: who wins, if that is
    known, and the evidence. Without either: the folder where books are looked for, the reason why, and the books in it.
    """
    from oxobook.viewer.ask.book_text import info_text, library_text
    from oxobook.viewer.ask.json_fields import info_report

    source = ctx.get_parameter_source("library")
    if not chosen.rules and not chosen.target:
        found = library_report(chosen.library, source)
        advice = "It has none yet. A small book is made when it is first needed: oxobook lookup b2"
        if source is not ParameterSource.DEFAULT and not Path(found["library"]).is_dir():
            advice = "There is no such folder. Make it, with a book in it: oxobook generate 3x3x3"
        if source is ParameterSource.COMMANDLINE:
            from shlex import quote  # a lookup in text starts faster without

            advice += f" --library {quote(found['library'])}"
        print_report(as_json, found, library_text(found, advice))
        return
    try:
        book = chosen.open()
    except MissingBook as error:
        if chosen.target or not chosen.rules:
            raise
        from oxobook.viewer.ask.who_wins import who_wins_report, who_wins_text

        known = who_wins_report(chosen.rules, chosen.library)
        advice = str(error).partition("; there is ")[2].partition(": ")[2].partition("; oxobook info ")[0]
        if source is not ParameterSource.DEFAULT and not Path(chosen.library).is_dir():
            advice = f"there is no folder {masked(chosen.library)!r}: {advice}"
        searched = f"; oxobook lookup POSITION {chosen.rules} searches, late in the game" * is_large(chosen.rules)
        print_report(as_json, known, who_wins_text(known, advice + searched))
        return
    with book:
        report = info_report(book)
    print_report(as_json, report, info_text(report))


def library_report(library: str, source: ParameterSource | None) -> dict[str, Any]:
    """Return the folder of the books, why it is that one, and its books."""
    named = {ParameterSource.COMMANDLINE: "--library", ParameterSource.ENVIRONMENT: LIBRARY_VARIABLE}
    if source in named:
        why = f"{named[source]} names it"
    elif library == FOLDER_HERE:
        why = "the working directory has a folder of this name"
    else:
        why = f"your own data folder, as the working directory has no folder {FOLDER_HERE!r}"
    paths = {rules: book_path(rules, library) for rules in rules_in(library)}
    books = [{"rules": str(rules), "path": str(path), "bytes": path.stat().st_size} for rules, path in paths.items()]
    return {"library": masked(library), "why": why, "books": books}


@click.command(epilog="Example: oxobook stats --out counts.svg")
@book_argument
@json_option
@labels_option
@picture_option("Also draw the counts")
@force_option
def stats(chosen: BookChoice, as_json: bool, labels: str | None, out: Output | None) -> None:
    """Count positions and games, ply by ply.

    Positions, and the terminal ones among them, are counted with and without symmetry.
    """
    from oxobook.viewer.ask.book_text import stats_text
    from oxobook.viewer.ask.json_fields import stats_report

    with chosen.open() as book:
        report = stats_report(book)
        if out:
            from oxobook.viewer.pictures.chart import counts_drawing

            out.draw(counts_drawing(book))
    print_report(as_json, report, stats_text(book.info, report, cell_labels(labels, book.rules)))


@click.command(epilog="Example: oxobook verify 4x4x4 --sample 10000")
@book_argument
@json_option
@click.option(
    "--sample",
    type=click.IntRange(1, 1_000_000),
    help="Of a book of blocks, check the positions of this many random games alone.",
)
def verify(chosen: BookChoice, as_json: bool, sample: int | None) -> None:
    """Prove that a book is right, or show what is wrong.

    Every position, answer and count is computed again, by other means than those that made the book. The exit code is
    1 if anything is wrong. A certificate, as `oxobook prove` writes it, is checked by the rules of the game alone.
    """
    from oxobook.book.verify import verify_book
    from oxobook.book.verify.certificates import is_certificate, verify_certificate
    from oxobook.commands.progress import progress
    from oxobook.viewer.ask.book_text import verify_text
    from oxobook.viewer.ask.json_fields import verify_report

    certificate = chosen.target if is_certificate(chosen.target) else None
    if not certificate:
        with suppress(DamagedBook), chosen.open():  # which makes a small book that is missing
            pass
    with progress() as tell:
        verdict = verify_certificate(certificate) if certificate else verify_book(chosen.address, sample, tell=tell)
    print_report(as_json, verify_report(verdict), verify_text(verdict))
    if not verdict.right:
        sys.exit(1)
