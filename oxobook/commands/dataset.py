"""Dataset command."""

from pathlib import Path

import click

from oxobook.book.errors import counted
from oxobook.book.store.new_file import hidden_name
from oxobook.commands.books import BookChoice, book_argument
from oxobook.commands.options import choice_option, jobs_option
from oxobook.commands.output import json_option, local_name, print_json, say
from oxobook.commands.progress import progress
from oxobook.generator.machine import processors
from oxobook.viewer.datasets.dataset import Choice, write_dataset
from oxobook.viewer.datasets.new_folder import whole_folder
from oxobook.viewer.searched import forget


@click.command(epilog="Example: oxobook dataset 4x4x4 --out 4x4x4-positions")
@book_argument
@click.option("--out", required=True, metavar="FOLDER", callback=local_name, help="New folder to write.")
@choice_option(
    "--kind",
    choices=("all", "raw", "games"),
    default="all",
    help="all: every position up to symmetry; raw: in every orientation; games: every game, with its first mistake.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the random games.")
@click.option(
    "--games",
    type=click.IntRange(1, 10_000_000),
    help="Write one position of each of this many random games, searched.",
)
@click.option("--even", is_flag=True, help="With --games: equally many positions of each ply.")
@click.option("--moves", is_flag=True, help="With --games: the values of all moves, too, in eight times the time.")
@jobs_option
@json_option
def dataset(
    chosen: BookChoice,
    out: str,
    kind: str,
    seed: int,
    games: int | None,
    even: bool,
    moves: bool,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Write a data set of a game as Parquet files.

    The files are divided into splits, and a manifest, checksums and a card lie beside them.

    Each row is a position with its value, remoteness, every move's value, and how hard it is. The card is in Hugging
    Face's form. With --games, as for Connect Four, rows are positions of random games, and the same command goes on
    where it was stopped. BOOK is rules, or a book's path or URL; default 3x3x3.
    """
    if kind != "all" and games is not None:
        raise click.UsageError("expected one of --kind and --games; got both: leave one out.")
    if (even or moves) and games is None:
        raise click.UsageError("--even and --moves are for positions of random games: add --games N.")
    choice = Choice("played" if games else kind, seed, games or 0, even, moves)
    journal = hidden_name(Path(out).resolve(), "searched") if games else None
    with chosen.open() as book, whole_folder(Path(out)) as folder, progress() as tell:
        manifest = write_dataset(book, folder, choice, tell, jobs or processors(), journal)
    if journal:
        forget(journal)
    if as_json:
        print_json(manifest)
    else:
        say(f"{out}: {counted(manifest['rows'], 'row')} in {counted(len(manifest['files']), 'file')}")
