"""Export command."""

import sys
from pathlib import Path

import click

from oxobook.book.game.rules import Rules
from oxobook.book.store.atomic_file import whole_file
from oxobook.commands.options import asked_book, book_argument, book_options
from oxobook.viewer.export import FORMATS

_HELP = f"""Write a book in another form.

FORMAT is {"; ".join(f"{name}: {form.holds}" for name, form in FORMATS.items())}. BOOK is rules, or a book's path or
URL; default 3x3x3.
"""


@click.command(help=_HELP, epilog="Example: oxobook export csv --out 3x3x3.csv")
@click.argument("form", metavar="FORMAT", type=click.Choice(list(FORMATS)))
@book_argument
@book_options
@click.option("--out", help="Write to this file; without it, or as -, to standard output.")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
def export(form: str, rules: Rules | None, target: str | None, library: str, out: str | None, force: bool) -> None:
    """Write a book in one of ``FORMATS``."""
    if not (out or FORMATS[form].text):
        raise click.UsageError(f"export {form} writes no text: name a file with --out.")
    with asked_book(rules, target, library) as book:
        if out and out != "-":
            with whole_file(Path(out), replace=force) as file:
                FORMATS[form].write(book, file)
        else:
            FORMATS[form].write(book, sys.stdout.buffer)
