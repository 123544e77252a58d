"""Commands that read files of positions and games: label and judge."""

import csv
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from tempfile import TemporaryFile
from typing import Any, BinaryIO

import click

from oxobook.book.errors import IllegalPosition, quoted
from oxobook.book.game.notation import coordinates
from oxobook.book.store.new_file import open_plain
from oxobook.commands.options import BookChoice, book_argument, joined, labels_option
from oxobook.commands.output import STDOUT, Output, OutputFile, force_option, form_of, json_option, print_json, say
from oxobook.viewer.files import judging, labelling
from oxobook.viewer.files.judging import Judge, JudgedMove, Tally, game_report
from oxobook.viewer.files.labelling import NOTHING, Label, Labeller
from oxobook.viewer.files.rows import FORMS, Form, UnreadableFile, chosen_columns, values_in
from oxobook.viewer.terminal.status_line import status_line

_SHOWN = 10  # rows that cannot be read are named one by one up to this number
_GAMES = ("x", "o")


def _names(ctx: click.Context, param: click.Parameter, value: str | None) -> list[str]:
    return [name.strip() for name in value.split(",")] if value else []


columns_options = joined(
    click.option(
        "--column",
        "columns",
        multiple=True,
        metavar="NAME",
        help="Column to read; several are the cells in reading order. By default found by its name.",
    ),
    click.option("--header", callback=_names, metavar="NAMES", help="Names of the columns of a CSV file without them."),
    click.option("--form", type=click.Choice(list(FORMS)), help="Form of the file, if its name does not say."),
    labels_option,
)
"""Options of commands that read rows."""
_file_options = joined(columns_options, force_option)


@contextmanager
def opened_rows(name: str, form: str | None, header: list[str]) -> Iterator[Form]:
    """Open a file of rows, or standard input, in the form that its name ends with; raises UnreadableFile."""
    form = form or form_of(name) or "txt"
    if form not in FORMS:
        raise UnreadableFile(f"expected a file as {', '.join(FORMS)}; got {quoted(name)}: say which with --form")
    try:
        with sys.stdin.buffer if name == STDOUT else open_plain(name) as file:
            yield FORMS[form](file, header)
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"expected text in UTF-8; {quoted(name)} is not: {error.reason}") from None
    except OSError as error:
        raise UnreadableFile(f"cannot read {quoted(name)}: {error.strerror or error}") from error


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


@contextmanager
def _whole(out: Output) -> Iterator[BinaryIO]:
    """Open an output that appears whole or not at all, standard output too."""
    if not out.is_stdout:
        with out.opened() as file:
            yield file
        return
    with TemporaryFile() as file:
        yield file
        file.seek(0)
        with out.opened() as stream:
            shutil.copyfileobj(file, stream)


@click.command(epilog="Example: oxobook label games.csv --out labelled.csv")
@click.argument("file", metavar="FILE")
@_file_options
@click.option("--out", type=OutputFile(), default=STDOUT, show_default="standard output", help="Write to this file.")
@click.option("--skip", is_flag=True, help="Leave rows that cannot be read without labels, instead of stopping.")
@click.option(
    "--search",
    is_flag=True,
    help="Below a book of first plies, search each position and its moves: slow, but complete.",
)
@book_argument
def label(
    file: str,
    columns: tuple[str, ...],
    header: list[str],
    form: str | None,
    labels: str | None,
    out: Output,
    skip: bool,
    search: bool,
    chosen: BookChoice,
) -> None:
    """Label the positions of a file with value, remoteness and moves.

    FILE is CSV, TSV, JSON lines, Parquet, or text with a position a line; - is standard input. It is written again
    with five columns more. A position may be written in any notation that `oxobook lookup` reads, or be spread over a
    column for each cell. Values are for the side to move.
    """
    unreadable, absent, done = _Unreadable(skip), 0, 0
    with opened_rows(file, form, header) as rows, chosen.open() as book, _whole(out) as target, status_line() as tell:
        names = chosen_columns(rows, columns, labelling.USUAL, coordinates(book.rules))
        if taken := [name for name in Label._fields if name in rows.names]:
            raise UnreadableFile(
                f"the file has a column {taken[0]!r} already: rename it, or label the file it came from"
            )
        labeller = Labeller(book, labels, search)
        for batch in rows.batches():
            found: list[Label] = []
            for place, one in zip(batch.places, labeller.labels(values_in(rows, batch, names)), strict=True):
                if isinstance(one, IllegalPosition):
                    unreadable(place, one)
                    one = NOTHING
                else:
                    absent += one is NOTHING
                found.append(one)
            rows.write(target, batch, dict(zip(Label._fields, zip(*found, strict=True), strict=True)))
            done += len(found)
            tell("labelling", done)
        rows.end()
    _sum_up(done, "positions", unreadable.count)
    if absent:
        say(f"{absent:,} are below the plies that the book holds, and have no labels: --search finds them", err=True)


@click.command(epilog="Example: oxobook judge games.jsonl --out moves.csv")
@click.argument("file", metavar="FILE")
@_file_options
@click.option(
    "--out",
    type=OutputFile(("jsonl", "csv"), "judgements"),
    help="Also write every move: a game a line to this jsonl file, or a move a line to this csv file.",
)
@book_argument
@json_option
def judge(
    file: str,
    columns: tuple[str, ...],
    header: list[str],
    form: str | None,
    labels: str | None,
    out: Output | None,
    chosen: BookChoice,
    as_json: bool,
) -> None:
    """Judge the moves of games, and show where the mistakes were.

    FILE has a game a line, as its moves in any notation that `oxobook lookup` reads, or a game a row of CSV, JSON lines
    or Parquet; - is standard input. Columns x and o name the players. A move is good if it keeps the value of its
    position, and perfect if it is a best move. An illegal move ends its game; such games and unfinished ones are
    counted.
    """
    unreadable, tally = _Unreadable(skip=True), Tally()
    with opened_rows(file, form, header) as rows, chosen.open() as book, status_line() as tell, _moves_to(out) as write:
        names = chosen_columns(rows, columns, judging.USUAL, ())
        if len(names) > 1:
            raise UnreadableFile(f"expected one column of games; got {len(names)}")
        judge = Judge(book, labels)
        for batch in rows.batches():
            players = [rows.column(batch, _called(rows, sign)) if _called(rows, sign) else None for sign in _GAMES]
            for number, value in enumerate(values_in(rows, batch, names)):
                called = {sign.upper(): str(found[number] if found and found[number] else sign.upper())
                          for sign, found in zip(_GAMES, players, strict=True)}  # fmt: skip
                try:
                    game = judge.judge(value, called)
                except IllegalPosition as error:
                    unreadable(batch.places[number], error)
                else:
                    tally.add(game)
                    write(game_report(batch.places[number], game))
            tell("judging", tally.results["games"])
    tally.results["unreadable"] = unreadable.count
    report = tally.report(book.rules)
    if as_json:
        print_json(report)
    else:
        from oxobook.viewer.files.judging_text import judging_text
        from oxobook.viewer.terminal.rich_console import show

        show(*judging_text(report))
    _sum_up(tally.results["games"], "games", unreadable.count)


def _called(rows: Form, name: str) -> str:
    """Return the column of this name in any case, or nothing."""
    return next((one for one in rows.names if one.lower() == name), "")


@contextmanager
def _moves_to(out: Output | None) -> Iterator[Callable[[dict[str, Any]], object]]:
    """Yield a function that writes a game's report: as a line of JSON, or its moves as lines of CSV, or not at all."""
    if out is None:
        yield lambda game: None
        return
    with _whole(out) as file:
        text = TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
        if out.form == "jsonl":
            yield lambda game: text.write(json.dumps(game) + "\n")
        else:
            writer = csv.DictWriter(text, ["place", "player", *JudgedMove._fields], lineterminator="\n")
            writer.writeheader()
            yield lambda game: writer.writerows(
                {"place": game["place"], "player": game[move["by"].lower()], **move, "best": " ".join(move["best"])}
                for move in game["moves"]
            )
        text.detach()


def _sum_up(done: int, what: str, unreadable: int) -> None:
    if unreadable > _SHOWN:
        say(f"... and {unreadable - _SHOWN:,} more", err=True)
    if unreadable:
        say(f"{unreadable:,} of {done:,} {what} could not be read" if what == "positions"
            else f"{unreadable:,} games could not be read; {done:,} were judged", err=True)  # fmt: skip
