"""Keeping of what searches below a book of first plies have proved, in the file beside it."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from oxobook.book.book import Book
from oxobook.book.errors import CannotWrite
from oxobook.book.store.address import file_of, is_url, searched_of

keep_option = click.option(
    "--keep", is_flag=True, help="Keep what is searched below a book of first plies, in a file beside it."
)


@contextmanager
def keeping(book: Book, keep: bool = True) -> Iterator[None]:
    """Keep what searches prove within the block, even if it ends with an error; raises CannotWrite."""
    if keep and book.info.plies is None:
        raise click.UsageError(f"--keep is for books of first plies; {book.name!r} holds all positions.")
    try:
        yield
    finally:
        if keep:
            keep_proved(book)


def keep_proved(book: Book) -> int:
    """Keep what an open book's searches have proved; return how many positions are kept now. Raises CannotWrite."""
    from oxobook.book.store.searched_file import keep_searched

    if is_url(book.address):
        raise CannotWrite(f"searched positions are kept beside a file; {book.name!r} is none")
    proved = book.layout.proved()
    kept = keep_searched(searched_of(file_of(book.address)), book.rules, book.info.digest, proved)
    proved.clear()
    return kept
