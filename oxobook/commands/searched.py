"""Proofs of searches below a book of first plies, kept in it, also by --keep: the commands grow and merge."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import click

from oxobook.book.book import Book
from oxobook.book.errors import BookError, masked
from oxobook.book.library import address_to_keep
from oxobook.book.store.reader import Store
from oxobook.commands.options import BookChoice, book_argument, book_options, time_limit_option
from oxobook.commands.output import say
from oxobook.signals import stopping_at_once


@contextmanager
def keeping(book: Book, library: str) -> Iterator[None]:
    """Keep what searches prove within the block, even if it ends with an error; raises CannotWrite."""
    if book.info.plies is None or book.info.plies < 0:
        holds = "holds all positions" if book.info.plies is None else "is none"
        raise click.UsageError(f"kept searches are for books of first plies; {book.name!r} {holds}.")
    try:
        yield
    finally:
        _keep_proved(book, library)


def _keep_proved(book: Book, library: str) -> int:
    """Keep what an open book's searches have proved; return how many positions are kept now. Raises CannotWrite."""
    from oxobook.book.store.writer import target_at

    proved = book.layout.proved()
    kept = target_at(address_to_keep(book, library)).keep_searched(book.info.digest, book.rules, proved)
    proved.clear()
    return kept


@click.command(epilog="Example: oxobook grow connect-four --time-limit 3600")
@time_limit_option("Time to search.", 3600.0)
@book_argument
def grow(time_limit: float, chosen: BookChoice) -> None:
    """Search below a book of first plies, and keep what is proved.

    The positions that games meet most come first. They are kept in the book, where lookups find them at once; a book
    that comes with oxobook is copied into the library first. Give the same command again to continue.
    """
    with chosen.open() as book, keeping(book, chosen.library):
        with stopping_at_once():
            from oxobook.commands.progress import progress
            from oxobook.generator.search.growth import grow as search_on
        with progress() as tell:
            searched = search_on(
                book,
                time_limit,
                lambda: _keep_proved(book, chosen.library),
                lambda count: tell("searched", count, None),
            )
        kept = _keep_proved(book, chosen.library)
        name = masked(address_to_keep(book, chosen.library))
        say(f"{name}: {searched:,} positions searched; it keeps {kept:,} proofs")


@click.command(epilog="Example: oxobook merge friend.sqlite -r connect-four")
@click.argument("books", metavar="BOOK...", nargs=-1, required=True)
@book_options
def merge(books: tuple[str, ...], chosen: BookChoice) -> None:
    """Add what others have searched below the same book of first plies.

    BOOK is their book, a path or URL. Check the result with oxobook verify.
    """
    from oxobook.book.store.writer import target_at

    with chosen.open() as book:
        own = address_to_keep(book, chosen.library)
        for other in books:
            with closing(Store(other)) as store:
                found = store.searched() if store.info.digest == book.info.digest else {}
            if not found:
                raise BookError(f"{masked(other)!r} keeps nothing for {book.name!r}: is it a copy of the same book?")
            kept = target_at(own).keep_searched(book.info.digest, book.rules, found)
            say(f"{masked(own)}: with the {len(found):,} proofs of {masked(other)}, it keeps {kept:,}")
