"""The export command."""

import sys
from pathlib import Path

import click

from book.cli import book_options
from book.game.rules import Rules
from book.library import open_book
from book.store.whole_file import whole_file
from viewer.export import export_book


@click.command(epilog="Example: oxobook export csv --out 3x3x3.csv")
@click.argument("form", metavar="FORMAT", type=click.Choice(["csv", "json", "parquet", "c", "js"]))
@book_options
@click.option("--out", help="Write to this file; without it, text goes to the terminal.")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
def export(form: str, rules: Rules | None, target: str | None, library: str, out: str | None, force: bool) -> None:
    """Export a book: csv, json or parquet, every position; c or js, a table of best moves to build into a program."""

    if form == "parquet" and not out:
        raise click.UsageError("export parquet writes no text: name a file with --out.")
    with open_book(rules, target, library) as book:
        if out:
            with whole_file(Path(out), replace=force) as file:
                export_book(book, form, file)
        else:
            export_book(book, form, sys.stdout.buffer)
