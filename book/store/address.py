"""A book's address: the path of a file, or the SQLAlchemy URL of a database; and how it is said without a password."""

import re
from pathlib import Path

_PASSWORD = r"(?s)(?<=://)([^:@]*):.*@"
"""Up to the last @: another one should be written as %40, but may not be."""
_NO_PORT = r"(?s)(?<=://)([^:/?@[]*):(?!\d*([/?]|$))[^@]*$"
"""A password after which the @ and the host have been forgotten."""
_SECRET_OPTION = r"(?i)(?<=[?&])([^=&]*(?:pass|secret|token)[^=&]*)=[^&]*"
_SECRET_WORD = r"(?i)(password|passwd|pwd)=[^&\s]*"
_MISTYPED = r"(?s)^((?:[\w.+-]+:/{0,2}|postgres[\w+]*/*)?[^/:@]*):(?!/).*@"
"""user:password@, with nothing or a scheme before it whose :// lacks something."""


def is_url(address: str | Path) -> bool:
    """Whether an address is a URL and no path."""
    return "://" in str(address)


def masked(address: str | Path) -> str:
    """An address as it may be shown to anybody: without a password.

    >>> masked("postgresql+psycopg://reader:secret@localhost/books")
    'postgresql+psycopg://reader:***@localhost/books'
    >>> masked("data/3x3x3.sqlite")
    'data/3x3x3.sqlite'
    """
    text = re.sub(_SECRET_WORD, r"\1=***", str(address))
    if not is_url(text):  # a path, or a URL that was mistyped
        return re.sub(_MISTYPED, r"\1:***@", text)
    text = re.sub(_SECRET_OPTION, r"\1=***", text)
    return re.sub(_NO_PORT, r"\1:***", re.sub(_PASSWORD, r"\1:***@", text))
