"""Dataset command."""

from pathlib import Path

import click

from oxobook.commands.books import BookChoice, book_argument
from oxobook.commands.options import WholeNumber, choice_option
from oxobook.commands.output import json_option, print_json, say
from oxobook.commands.progress import progress
from oxobook.viewer.datasets.dataset import FILES, Choice, write_dataset
from oxobook.viewer.datasets.own_folder import whole_folder


@click.command(epilog="Example: oxobook dataset 4x4x4 --out 4x4x4-positions")
@book_argument
@click.option("--out", required=True, metavar="FOLDER", help="Folder to write, or to write anew.")
@choice_option(
    "--kind",
    choices=("all", "raw", "games"),
    default="all",
    help="all: every position up to symmetry; raw: in every orientation; games: every game, with its first mistake.",
)
@click.option(
    "--sample", type=WholeNumber(1, 100_000_000), help="Write a uniform sample of this many positions, by ply."
)
@click.option("--seed", type=WholeNumber(0), default=0, show_default=True, help="Seed of the sample.")
@json_option
def dataset(chosen: BookChoice, out: str, kind: str, sample: int | None, seed: int, as_json: bool) -> None:
    """Write a data set of a game as Parquet files.

    The files are divided into splits, and a manifest, checksums and a card lie beside them.

    Each row is a position with its value, remoteness, every move's value, and how hard it is. The card is in Hugging
    Face's form, with Croissant metadata. BOOK is rules, or a book's path or URL; default 3x3x3.
    """
    if sample is not None and kind != "all":
        raise click.UsageError(f"a sample is of positions up to symmetry; leave out --kind {kind}, or --sample.")
    with chosen.open() as book, whole_folder(Path(out), FILES) as folder, progress() as tell:
        manifest = write_dataset(book, folder, Choice(kind == "raw", sample, seed, kind == "games"), tell)
    if as_json:
        print_json(manifest)
    else:
        say(f"{out}: {manifest['rows']:,} rows in {len(manifest['files'])} files")
