"""Command rate: how often a player's moves are good, and perfect, where no audit can walk every position."""

from collections.abc import Iterator
from functools import partial
from random import Random

import click

from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition
from oxobook.book.game.notation import coordinates
from oxobook.book.game.position import Position
from oxobook.book.layout.search import searching_for
from oxobook.commands.files import columns_options, opened_rows
from oxobook.commands.options import BookChoice, WholeNumber, book_argument, time_limit_option
from oxobook.commands.output import json_option, print_json
from oxobook.commands.play import completed_players
from oxobook.viewer.files import labelling
from oxobook.viewer.files.rows import Form, UnreadableFile, chosen_columns, values_in
from oxobook.viewer.players.rating import Asked, rated, rating_report, rating_text, sampled
from oxobook.viewer.players.roster import player_named
from oxobook.viewer.terminal.status_line import status_line


@click.command(epilog="Example: oxobook rate exec:./bot connect-four --sample 100")
@click.argument("name", metavar="PLAYER", shell_complete=completed_players)
@click.option("--positions", "file", metavar="FILE", help="Rate it in the positions of a file, as label takes it.")
@click.option(
    "--sample",
    type=WholeNumber(1, 1_000_000),
    help="Rate it in this many positions: any one of each of as many games of random moves.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the sample.")
@time_limit_option("Seconds a position, for a program's move and for the search below or without a book.", 5.0)
@columns_options
@book_argument
@json_option
def rate(
    name: str,
    file: str | None,
    sample: int | None,
    seed: int,
    time_limit: float,
    columns: tuple[str, ...],
    header: list[str],
    form: str | None,
    labels: str | None,
    chosen: BookChoice,
    as_json: bool,
) -> None:
    """Rate a player by its moves in some positions.

    The good move rate is the share of its moves that keep the value of the position, the perfect move rate that of best
    moves. PLAYER is as for audit; odds that it states count by their shares, and a program is asked once in each
    position. Positions are those of a file, or a sample.
    """
    if (file is None) == (sample is None):
        raise click.UsageError("expected the positions to rate it in: --positions FILE, or --sample N.")
    limited = partial(searching_for, time_limit)
    with (
        chosen.open_or_search() as book,
        player_named(name, book, time_limit, labels) as player,
        status_line() as tell,
    ):
        if file is not None:
            with opened_rows(file, form, header) as rows:
                rating = rated(player, book, _listed(rows, columns, book, labels), limited, tell)
        else:
            rating = rated(player, book, sampled(book.rules, sample or 0, Random(seed)), limited, tell)
    report = rating_report(rating, None if sample is None else seed)
    if as_json:
        print_json(report)
        return
    from oxobook.viewer.terminal.rich_console import show

    show(*rating_text(report, file or f"positions of {sample:,} games of random moves, with seed {seed}"))


def _listed(rows: Form, columns: tuple[str, ...], book: Book, labels: str | None) -> Iterator[Asked]:
    """Yield the positions of a file; raises UnreadableFile."""
    names = chosen_columns(rows, columns, labelling.USUAL, coordinates(book.rules))
    for batch in rows.batches():
        for place, value in zip(batch.places, values_in(rows, batch, names), strict=True):
            try:
                yield (), Position.parse(list(value) if isinstance(value, tuple) else value, book.rules, labels)
            except IllegalPosition as error:
                raise UnreadableFile(f"{place}: {error}") from None
