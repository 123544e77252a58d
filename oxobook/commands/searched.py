"""Commands for what searches below a book of first plies have proved: grow and merge."""

from pathlib import Path

import click

from oxobook.book.errors import BookError
from oxobook.book.store.address import file_of, searched_of
from oxobook.commands.keeping import keep_proved, keeping
from oxobook.commands.options import BookChoice, book_argument, book_options
from oxobook.commands.output import say
from oxobook.commands.signals import stopping_at_once
from oxobook.viewer.terminal.status_line import status_line


@click.command(epilog="Example: oxobook grow connect-four --time-limit 3600")
@click.option(
    "--time-limit",
    metavar="SECONDS",
    type=click.FloatRange(min=0, min_open=True),
    default=3600.0,
    show_default=True,
    help="Time to search.",
)
@book_argument
def grow(time_limit: float, chosen: BookChoice) -> None:
    """Search below a book of first plies, and keep what is proved.

    The positions that games meet most come first. They are kept in a file beside the book, where lookups find them at
    once. Give the same command again to continue.
    """
    with chosen.open() as book, keeping(book):
        with stopping_at_once():
            from oxobook.generator.search.growth import grow as search_on
        with status_line() as tell:
            searched = search_on(
                book, time_limit, lambda: keep_proved(book), lambda count: tell("searched", count, None)
            )
        kept = keep_proved(book)
        say(f"{searched_of(file_of(book.address))}: {searched:,} positions searched; it keeps {kept:,} proofs")


@click.command(epilog="Example: oxobook merge friend.searched -r connect-four")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@book_options
def merge(files: tuple[Path, ...], chosen: BookChoice) -> None:
    """Add what others have searched below the same book of first plies.

    FILE is the file beside their book that ends in .searched. Check the result with oxobook verify.
    """
    from oxobook.book.store.searched_file import keep_searched, read_searched

    with chosen.open() as book:
        own = searched_of(file_of(book.address))
        for file in files:
            found = read_searched(file, book.rules, book.info.digest)
            if not found:
                raise BookError(f"{str(file)!r} keeps nothing for {book.name!r}: was it made beside the same book?")
            kept = keep_searched(own, book.rules, book.info.digest, found)
            say(f"{own}: with the {len(found):,} proofs of {file}, it keeps {kept:,}")
