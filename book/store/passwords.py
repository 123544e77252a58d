"""Passwords of URLs, which are masked in whatever is shown, also in a URL that was mistyped."""

import re
from pathlib import Path

_IN_ADDRESS = r"(?s)(:/{1,3}[^\s/:@]*):(?!/).*@"
"""Password of a URL up to the last @, as another one in it may not be written as %40."""
_MISTYPED = r"(?s)^((?:[\w.+-]+:/{0,2}|(?:postgres|mysql|mariadb)[\w+]*/*)?[^/:@]*):(?!/).*@"
"""The same where nothing or a scheme whose :// lacks something is before it."""
_IN_SENTENCE = r"""(:/{1,3}[^\s/:@]*):(?!\d+[/?\s'";,)])[^\s'"]*@"""
"""The same within a sentence, where a port is none."""
_OPTION = r"(?i)((?:^|[?&\s])[^=&?\s]*(?:pass|pwd|secret|token)[^=&\s]*)=[^&\s'\"]*"


def masked(address: str | Path) -> str:
    """Return an address without its password, to be shown.

    >>> masked("postgresql+psycopg://reader:secret@localhost/books?sslpassword=secret")
    'postgresql+psycopg://reader:***@localhost/books?sslpassword=***'
    >>> masked("data/3x3x3.sqlite")
    'data/3x3x3.sqlite'
    """
    text = str(address)
    if not ("@" in text and ":" in text) and "=" not in text:  # nearly every path
        return text
    return re.sub(_OPTION, r"\1=***", re.sub(_MISTYPED, r"\1:***@", re.sub(_IN_ADDRESS, r"\1:***@", text)))


def without_passwords(text: str) -> str:
    """Return a sentence without the passwords of URLs that it quotes.

    >>> without_passwords("nothing at tcp://u:secret@10.0.0.1:8786, but at http://10.0.0.1:8000")
    'nothing at tcp://u:***@10.0.0.1:8786, but at http://10.0.0.1:8000'
    """
    return re.sub(_IN_SENTENCE, r"\1:***@", text) if ":/" in text and "@" in text else text
