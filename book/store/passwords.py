"""Passwords in addresses, which are masked wherever an address is shown.

SQLAlchemy, imported only for a URL, hides the password of one that it can read. The patterns here mask those in other
texts, which may be mistyped, and among a URL's options.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import URL

_PASSWORD = r"(?s)(?<=://)([^:@]*):.*@"
"""Password up to the last @: another one should be written as %40, but may not be."""
_NO_PORT = r"(?s)(?<=://)([^:/?@[]*):(?!\d*([/?]|$))[^@]*$"  # password after which the @ and the host are missing
_SECRET_OPTION = r"(?i)(?<=[?&])([^=&]*(?:pass|secret|token)[^=&]*)=[^&]*"
_SECRET_WORD = r"(?i)(password|passwd|pwd)=[^&\s]*"
_MISTYPED = r"(?s)^((?:[\w.+-]+:/{0,2}|postgres[\w+]*/*)?[^/:@]*):(?!/).*@"
"""Text user:password@, with nothing before it or a scheme whose :// lacks something."""
_IN_SENTENCE = r"""(:/{1,3}[^\s/:@]*):(?!\d+(?:[/?\s'";,)]|$))[^'"\n]*@"""
"""Password of a URL within a sentence, up to the last @ before a quotation mark; a port is none."""


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
    if "://" not in text:  # a path, or a URL that was mistyped
        if "@" not in text and "=" not in text:  # nearly every path, which need not wait for the patterns
            return text
        return re.sub(_MISTYPED, r"\1:***@", re.sub(_SECRET_WORD, r"\1=***", text))
    url = read_url(text)
    if url is not None:
        text = url.render_as_string(hide_password=True)
    else:
        text = re.sub(_NO_PORT, r"\1:***", re.sub(_PASSWORD, r"\1:***@", text))
    return re.sub(_SECRET_OPTION, r"\1=***", re.sub(_SECRET_WORD, r"\1=***", text))


def without_passwords(text: str) -> str:
    """Return a sentence without the passwords of URLs that it quotes.

    >>> without_passwords("nothing at tcp://u:secret@10.0.0.1:8786, but at http://10.0.0.1:8000")
    'nothing at tcp://u:***@10.0.0.1:8786, but at http://10.0.0.1:8000'
    """
    return re.sub(_IN_SENTENCE, r"\1:***@", text) if ":/" in text and "@" in text else text


def read_url(text: str) -> "URL | None":
    """Return the URL as SQLAlchemy reads it, or None if it cannot, or if there are two @."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(text) if text.count("@") < 2 else None
    except (ArgumentError, ValueError):  # which may quote a password
        return None
