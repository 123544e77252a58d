"""Commands that read files of positions and of games: label and judge."""

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from shutil import copyfileobj
from tempfile import NamedTemporaryFile
from typing import BinaryIO, NamedTuple

import click

from oxobook.book.book import Book
from oxobook.book.errors import CannotWrite, IllegalPosition, counted, quoted
from oxobook.book.game.cell_labels import CellLabels, labels_by
from oxobook.book.game.reading.reader import Reader
from oxobook.book.game.reading.reading import stated
from oxobook.book.game.rules import Rules
from oxobook.book.plain_file import open_plain
from oxobook.book.progress import Tell
from oxobook.commands.books import BookChoice, book_argument
from oxobook.commands.options import gathered, jobs_option, labels_option, reading_option
from oxobook.commands.output import STDOUT, Output, OutputFile, force_option, form_of, json_option, print_report, say
from oxobook.commands.progress import progress
from oxobook.generator.machine import processors
from oxobook.viewer.files.judging import GameJudge, Tally, game_report, judging_text, writing_games
from oxobook.viewer.files.labelling import NOTHING, Label, Labeller, settle, whole_answer
from oxobook.viewer.files.rows import (
    FORMS,
    GAMES,
    POSITIONS,
    Batch,
    Choose,
    Form,
    UnreadableFile,
    Widened,
    chosen_columns,
)
from oxobook.viewer.searched import forget, searched

_COPY = "oxobook.standard_input"  # in click's meta
_TOLERATED = 0.05  # share of games that cannot be read
_SHOWN = 10  # rows that cannot be read are named one by one up to this number


class _Source(NamedTuple):
    """Options of commands that read rows: which columns of a file, and how."""

    columns: tuple[str, ...]
    header: list[str]
    form: str | None
    labels: str | None
    reading: str | None

    def form_of(self, name: str) -> Form:
        """Return the form of a file: the one that is named, or else that of its ending; raises UnreadableFile."""
        form = self.form or form_of(name) or "txt"
        if form not in FORMS:
            raise UnreadableFile(f"expected a file as {', '.join(FORMS)}; got {quoted(name)}: say which with --form")
        return FORMS[form]

    def read(self, name: str, choose: Choose) -> Iterator[Batch]:
        """Yield the rows of a file, or of standard input; raises UnreadableFile."""
        form = self.form_of(name)
        try:
            with _standard_input() if name == STDOUT else open_plain(name) as file:
                yield from form.read(file, self.header, choose)
        except UnicodeDecodeError as error:
            raise UnreadableFile(f"expected text in UTF-8; {quoted(name)} is not: {error.reason}") from None
        except OSError as error:
            raise UnreadableFile(f"cannot read {quoted(name)}: {error.strerror or error}") from error

    def called(self, rules: Rules) -> CellLabels:
        """Return the labels to write, by default coordinates."""
        return labels_by(stated(self.reading, self.labels), rules)

    def reader(self, name: str, choose: Choose, rules: Rules, games: bool = False) -> Reader:
        """Return the reader of a file, and say what it infers; raises UnreadableFile."""
        reader = Reader(rules, stated(self.reading, self.labels), games)
        settle(partial(self.read, name, choose), reader, partial(say, err=True))
        return reader

    def position_columns(self, book: Book, names: list[str]) -> list[str]:
        """Return the columns of a file with positions."""
        labels = self.called(book.rules).of_cells
        cells = labels if len({*labels}) == len(labels) else book.rules.board.names
        return chosen_columns(names, self.columns, POSITIONS, cells)


_source_options = gathered(
    "source",
    _Source,
    click.option(
        "--column",
        "columns",
        multiple=True,
        metavar="NAME",
        help="Column to read; several are the cells in reading order. By default found by its name.",
    ),
    click.option(
        "--header",
        metavar="NAMES",
        callback=lambda ctx, param, value: [name.strip() for name in value.split(",")] if value else [],
        help="Names of the columns of a CSV file without them.",
    ),
    click.option("--form", type=click.Choice(list(FORMS)), help="Form of the file, if its name does not say."),
    labels_option,
    reading_option,
)


def _standard_input() -> BinaryIO:
    """Open what standard input holds; it can be opened again."""
    context = click.get_current_context()
    if _COPY not in context.meta:
        context.meta[_COPY] = context.with_resource(NamedTemporaryFile())  # noqa: SIM115
        copyfileobj(sys.stdin.buffer, context.meta[_COPY])
        context.meta[_COPY].flush()
    return open(context.meta[_COPY].name, "rb")


class _Unreadable:
    """Rows that cannot be read: the first ends the work, or they are counted and the first few named."""

    def __init__(self, skip: bool) -> None:
        self.count, self._skip = 0, skip

    def __call__(self, place: str, error: IllegalPosition) -> None:
        if not self._skip:
            raise UnreadableFile(f"{place}: {error}; --skip leaves such rows as they are")
        self.count += 1
        if self.count <= _SHOWN:
            say(f"{place}: {error}", err=True)

    def sum_up(self, rows: int, noun: str, advice: str = "") -> None:
        """Say how many of the rows could not be read, and what to do."""
        if self.count > _SHOWN:
            say(f"... and {self.count - _SHOWN:,} more", err=True)
        if self.count:
            say(f"{self.count:,} of {counted(rows, noun)} could not be read{advice}", err=True)


@click.command(epilog="Example: oxobook label games.csv --out labelled.csv")
@click.argument("file", metavar="FILE")
@_source_options
@force_option
@click.option("--out", type=OutputFile(), default=STDOUT, show_default="standard output", help="Write to this file.")
@click.option("--skip", is_flag=True, help="Leave rows that cannot be read without labels, instead of stopping.")
@click.option(
    "--search",
    is_flag=True,
    help="Below a book of first plies, search each position and its moves: slow, but complete.",
)
@jobs_option
@book_argument
def label(
    file: str, source: _Source, out: Output, skip: bool, search: bool, jobs: int | None, chosen: BookChoice
) -> None:
    """Label the positions of a file with value, remoteness and moves.

    FILE is CSV, JSON lines, a JSON document, Parquet, or text with a position a line; - is standard input. It is
    written again in the same form with five columns more. A position may be written in any notation that `oxobook
    lookup` reads, the same in all rows, or be spread over a column for each cell. Values are for the side to move.
    Searches that were stopped go on when the same command is given again.
    """
    unreadable, absent, done = _Unreadable(skip), 0, 0

    def choose(names: list[str]) -> list[str]:
        for name in Label._fields:
            if name in names:
                raise UnreadableFile(f"the file has a column {name!r} already: rename it, or label the original file")
        return source.position_columns(book, names)

    def labelled(labeller: Labeller, tell: Tell) -> Widened:
        nonlocal absent, done
        for batch in source.read(file, choose):
            found = labeller.labels(batch.values)
            absent += found.count(NOTHING)
            for row, one in enumerate(found):
                if isinstance(one, IllegalPosition):
                    unreadable(batch.place(row), one)
                    found[row] = NOTHING
            yield batch, found
            done += len(found)
            tell("labelling", done)

    form = source.form_of(file)
    if FORMS.get(out.form, form) is not form:
        raise CannotWrite(f"expected --out in the same form as {quoted(file)}; got {quoted(str(out))}")
    with chosen.open() as book, progress() as tell, out.opened() as target:
        labeller = Labeller(book, source.reader(file, choose, book.rules), source.called(book.rules), search)
        journal = None if out.is_stdout else out.beside("searched")
        if search:
            wanted = labeller.unheld(source.read(file, choose), (lambda place, error: None) if skip else unreadable)
            labeller.learn(searched(book, wanted, whole_answer, jobs or processors(), journal, tell))
        form.write(target, source.header, Label._fields, labelled(labeller, tell))
    if journal:
        forget(journal)
    unreadable.sum_up(done, "position")
    if absent:
        say(f"no labels below the book's plies, for {counted(absent, 'position')}: --search finds them", err=True)


@click.command(epilog="Example: oxobook judge games.jsonl --out moves.csv")
@click.argument("file", metavar="FILE")
@_source_options
@force_option
@click.option(
    "--out",
    type=OutputFile(("jsonl", "csv"), "judgements"),
    help="Also write every move: a game a line to this jsonl file, or a move a line to this csv file.",
)
@click.option("--retries", is_flag=True, help="Go on after an illegal move, as it was given back.")
@click.option("--skip", is_flag=True, help="Take it that more than 5 % of the games cannot be read.")
@book_argument
@json_option
def judge(
    file: str, source: _Source, out: Output | None, retries: bool, skip: bool, chosen: BookChoice, as_json: bool
) -> None:
    """Judge the moves of games, and show where the mistakes were.

    FILE has a game a line, as its moves in any notation that `oxobook lookup` reads, or a game a row of CSV, JSON lines
    or Parquet; - is standard input. Columns x and o name the players. A move is good if it keeps the value of its
    position, and perfect if it is a best move. An illegal move ends its game; such games and unfinished ones are
    counted.
    """
    unreadable, tally, sides = _Unreadable(skip=True), Tally(), dict[str, None]()

    def choose(names: list[str]) -> list[str]:
        games = chosen_columns(names, source.columns, GAMES)
        if len(games) > 1:
            raise UnreadableFile(f"expected one column of games; got {len(games)}")
        named = {name.upper(): name for name in names if name.lower() in ("x", "o")}
        sides.update(dict.fromkeys(named))
        return [*games, *named.values()]

    with chosen.open() as book, out.opened() if out else nullcontext() as target, progress() as tell:
        judge = GameJudge(book, source.reader(file, choose, book.rules, games=True), retries)
        write = writing_games(target, out.form) if out and target else None
        for batch in source.read(file, choose):
            for row, (value, *named) in enumerate(zip(*batch.columns, strict=True)):
                called = {side: str(name) for side, name in zip(sides, named, strict=True) if name not in (None, "")}
                if called and judge.o_began(value):
                    called = {other: called[side] for side, other in ("XO", "OX") if side in called}
                try:
                    game = judge.judge(value, {"X": "X", "O": "O"} | called)
                except IllegalPosition as error:
                    unreadable(batch.place(row), error)
                else:
                    tally.add(game)
                    if write:
                        write(game_report(batch.place(row), game))
            tell("judging", tally.results["games"])
    tally.results["unreadable"] = unreadable.count
    report, rows = tally.report(book.rules), unreadable.count + tally.results["games"]
    too_many = unreadable.count > _TOLERATED * rows and not skip
    print_report(as_json, report, judging_text(report))
    unreadable.sum_up(rows, "game", ": state their --reading, or --skip them" * too_many)
    if too_many:
        sys.exit(1)
