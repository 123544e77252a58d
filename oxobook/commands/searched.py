"""Proofs of searches below a book of first plies, kept in the file beside it: the option --keep, grow and merge."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from oxobook.book.book import Book
from oxobook.book.errors import BookError, CannotWrite
from oxobook.book.store.address import file_of, is_url, searched_of
from oxobook.commands.options import BookChoice, book_argument, book_options, time_limit_option
from oxobook.commands.output import say
from oxobook.commands.signals import stopping_at_once
from oxobook.viewer.terminal.status_line import status_line

keep_option = click.option(
    "--keep", is_flag=True, help="Keep what is searched below a book of first plies, in a file beside it."
)


@contextmanager
def keeping(book: Book, keep: bool = True) -> Iterator[None]:
    """Keep what searches prove within the block, even if it ends with an error; raises CannotWrite."""
    if keep and (book.info.plies is None or book.info.plies < 0):
        holds = "holds all positions" if book.info.plies is None else "is none"
        raise click.UsageError(f"kept searches are for books of first plies; {book.name!r} {holds}.")
    try:
        yield
    finally:
        if keep:
            keep_proved(book)


def keep_proved(book: Book) -> int:
    """Keep what an open book's searches have proved; return how many positions are kept now. Raises CannotWrite."""
    from oxobook.book.store.companions import keep_searched

    if is_url(book.address):
        raise CannotWrite(f"searched positions are kept beside a file; {book.name!r} is none")
    proved = book.layout.proved()
    kept = keep_searched(searched_of(file_of(book.address)), book.rules, book.info.digest, proved)
    proved.clear()
    return kept


@click.command(epilog="Example: oxobook grow connect-four --time-limit 3600")
@time_limit_option("Time to search.", 3600.0)
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
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@book_options
def merge(files: tuple[Path, ...], chosen: BookChoice) -> None:
    """Add what others have searched below the same book of first plies.

    FILE is the file beside their book that ends in .searched. Check the result with oxobook verify.
    """
    from oxobook.book.store.companions import keep_searched, read_searched

    with chosen.open() as book:
        own = searched_of(file_of(book.address))
        for file in files:
            found = read_searched(file, book.rules, book.info.digest)
            if not found:
                raise BookError(f"{str(file)!r} keeps nothing for {book.name!r}: was it made beside the same book?")
            kept = keep_searched(own, book.rules, book.info.digest, found)
            say(f"{own}: with the {len(found):,} proofs of {file}, it keeps {kept:,}")
