"""Address of a book: a path, or the SQLAlchemy URL of a database."""

from pathlib import Path
from typing import TYPE_CHECKING

from oxobook.book.errors import BookError
from oxobook.book.store.passwords import masked, read_url

if TYPE_CHECKING:
    from sqlalchemy import URL


def is_url(address: str | Path) -> bool:
    """Return whether an address is a URL rather than a path."""
    return "://" in str(address)


def parsed_url(text: str) -> "URL":
    """Return a parsed URL; raises BookError, without any password, if the text is not a URL."""
    if "%00" in text or "\0" in text:  # where the driver would stop to read
        raise BookError(f"{expected(text)}: without %00")
    if text.count("@") > 1:
        raise BookError(f"{expected(text)}: write an @ in a user's name or a password as %40")
    url = read_url(text)
    if url is None:
        raise BookError(f"{expected(text)}: of a file, or as postgresql+psycopg://user:password@host/database")
    return url


def file_of(address: str) -> Path:
    """Return the path that an address is, or that the URL of a file names."""
    return Path(parsed_url(address).database or "") if is_url(address) else Path(address)


def companion_of(path: Path) -> Path:
    """Return the file beside a book, which keeps its strategies."""
    return path.with_name(f"{path.name}.strategies")


def searched_of(path: Path) -> Path:
    """Return the file beside a book of first plies, which keeps what searches below it have proved."""
    return path.with_name(f"{path.name}.searched")


def expected(address: str) -> str:
    """Return the beginning of a message about a wrong address."""
    return f"expected a path or an SQLAlchemy URL; got {masked(address)!r}"
