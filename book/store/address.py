"""Address of a book: a path, or the SQLAlchemy URL of a database."""

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from oxobook.book.errors import BookError, IllegalArgument, quoted

if TYPE_CHECKING:
    from sqlalchemy import URL


def is_url(address: str | Path) -> bool:
    """Return whether an address is a URL rather than a path."""
    return "://" in str(address)


def parsed_url(text: str) -> "URL":
    """Return a URL; raises BookError, without any password, if SQLAlchemy reads none in the text."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(text)
    except (ArgumentError, ValueError):  # which may quote a password
        raise not_a_database(text) from None


def not_a_database(url: str) -> BookError:
    """Return the error for a URL that leads to no database, which shows nothing that may be a password."""
    return BookError(
        "expected a path, or an SQLAlchemy URL such as postgresql+psycopg://user:password@host/database, or "
        f"mysql+pymysql:// of MariaDB (an @ in a password is %40); got {url.partition('://')[0]}://..."
    )


def file_of(address: str | Path) -> Path | None:
    """Return the path that an address is, or that the URL of a plain SQLite file names; None for another database.

    Raises BookError.
    """
    if not isinstance(address, str | os.PathLike):
        raise IllegalArgument(f"expected a book's path or SQLAlchemy URL; got {quoted(address)}")
    if not is_url(address):
        with suppress(UnicodeEncodeError):  # half of a character
            if b"\0" not in os.fsencode(address):
                return Path(address)
        raise BookError(f"expected a path or an SQLAlchemy URL; got {str(address)!r}: no file can have this name")
    url = parsed_url(str(address))
    if url.get_backend_name() != "sqlite":
        return None
    if not url.database:
        raise not_a_database(str(address))
    return Path(url.database)
