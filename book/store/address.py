"""Address of a book: a path, or the SQLAlchemy URL of a database; and how to show it without a password.

SQLAlchemy reads URLs and hides their passwords; it is imported only for a URL. A text that it cannot read may hold a
password all the same, mistyped or with characters that should have been escaped. The patterns here mask those, and the
passwords among a URL's options, which SQLAlchemy shows.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from oxobook.book.errors import BookError

if TYPE_CHECKING:
    from sqlalchemy import URL

_PASSWORD = r"(?s)(?<=://)([^:@]*):.*@"
"""Password up to the last @: another one should be written as %40, but may not be."""
_NO_PORT = r"(?s)(?<=://)([^:/?@[]*):(?!\d*([/?]|$))[^@]*$"
"""Password after which the @ and the host are missing."""
_SECRET_OPTION = r"(?i)(?<=[?&])([^=&]*(?:pass|secret|token)[^=&]*)=[^&]*"
_SECRET_WORD = r"(?i)(password|passwd|pwd)=[^&\s]*"
_MISTYPED = r"(?s)^((?:[\w.+-]+:/{0,2}|postgres[\w+]*/*)?[^/:@]*):(?!/).*@"
"""Text user:password@, with nothing before it or a scheme whose :// lacks something."""


def is_url(address: str | Path) -> bool:
    """Return whether an address is a URL rather than a path."""
    return "://" in str(address)


def masked(address: str | Path) -> str:
    """Return an address without its password, to be shown.

    >>> masked("postgresql+psycopg://reader:secret@localhost/books")
    'postgresql+psycopg://reader:***@localhost/books'
    >>> masked("data/3x3x3.sqlite")
    'data/3x3x3.sqlite'
    """
    text = str(address)
    if ":" not in text and "=" not in text:  # an ordinary path, which takes no searching
        return text
    if not is_url(text):  # a path, or a URL that was mistyped
        if "@" not in text and "=" not in text:  # nearly every path, which need not wait for the patterns
            return text
        return re.sub(_MISTYPED, r"\1:***@", re.sub(_SECRET_WORD, r"\1=***", text))
    url = _read(text)
    if url is not None:
        text = url.render_as_string(hide_password=True)
    else:
        text = re.sub(_NO_PORT, r"\1:***", re.sub(_PASSWORD, r"\1:***@", text))
    return re.sub(_SECRET_OPTION, r"\1=***", re.sub(_SECRET_WORD, r"\1=***", text))


def parsed_url(text: str) -> "URL":
    """Return a parsed URL; raises BookError, without any password, if the text is not a URL."""
    if "%00" in text or "\0" in text:  # where the driver would stop to read
        raise BookError(f"{expected(text)}: without %00")
    if text.count("@") > 1:
        raise BookError(f"{expected(text)}: write an @ in a user's name or a password as %40")
    url = _read(text)
    if url is None:
        raise BookError(f"{expected(text)}: of a file, or as postgresql+psycopg://user:password@host/database")
    return url


def file_of(address: str) -> Path:
    """Return the path that an address is, or that the URL of a file names."""
    return Path(parsed_url(address).database or "") if is_url(address) else Path(address)


def companion_of(path: Path) -> Path:
    """Return the file beside a book, which keeps its strategies."""
    return path.with_name(f"{path.name}.strategies")


def expected(address: str) -> str:
    """Return the beginning of a message about a wrong address."""
    return f"expected a path or an SQLAlchemy URL; got {masked(address)!r}"


def _read(text: str) -> "URL | None":
    """Return the URL as SQLAlchemy reads it, or None if it cannot, or if there are two @."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(text) if text.count("@") < 2 else None
    except (ArgumentError, ValueError):  # which may quote a password
        return None
