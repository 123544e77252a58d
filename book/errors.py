"""Errors a caller can meet: one base, and one child for each thing that can be wrong.

Each child is also the fitting builtin, so ``except ValueError`` or ``except LookupError`` works for a caller who does
not know this package. Every message is one line: what was expected, what came, what to do. It shows no control
character and no password of a URL, not even of one that was mistyped.
"""

import re
from numbers import Integral
from pathlib import Path
from types import UnionType

_IN_ADDRESS = r"(?s)(:/{1,3}[^\s/:@]*):(?!/).*@"
"""Password of a URL up to the last @, as another one in it may not be written as %40."""
_MISTYPED = r"(?s)^((?:[\w.+-]+:/{0,2}|(?:postgres|mysql|mariadb)[\w+]*/*)?[^/:@]*):(?!/).*@"
"""The same where nothing or a scheme whose :// lacks something is before it."""
_IN_SENTENCE = r"""(:/{1,3}[^\s/:@]*):(?!\d+[/?\s'";,)])[^\s'"]*@"""
"""The same within a sentence, where a port is none."""
_OPTION = r"(?i)((?:^|[?&\s])[^=&?\s]*(?:pass|pwd|secret|token)[^=&\s]*)=[^&\s'\"]*"


class OxobookError(Exception):
    """Base of every error that oxobook raises on purpose; its message is one line, whatever was quoted in it."""

    def __str__(self) -> str:
        return printable(super().__str__()).replace("\n", "\\n")


class IllegalArgument(OxobookError, TypeError, ValueError):
    """Argument of a function is not of the kind that the function takes."""


class IllegalRules(OxobookError, ValueError):
    """Rules text is not rules, or names a board that is too large."""


class IllegalPosition(OxobookError, ValueError):
    """Text is not a position, or no legal game reaches the position."""


class Unreadable(IllegalPosition):
    """The text or object says no position and no move at all, which is no fault of a player's."""


class MissingPosition(OxobookError, LookupError):
    """Position is legal, but the book does not hold it."""


class BookError(OxobookError):
    """Book cannot be read: no such book, no right to read it, not a book, another format, damaged."""


class DamagedBook(BookError):
    """File is there and may be read, but it is not a sound book of this format."""


class MissingBook(BookError, FileNotFoundError):
    """There is no book at the given path or URL."""


class NoAnswer(BookError, ConnectionError):
    """Book cannot be read now: not permitted, interrupted, or its server gone. It may well be sound."""


class ClosedBook(BookError, ValueError):
    """Book was used after it had been closed."""


class MissingStrategy(BookError, LookupError):
    """Book is sound, but does not hold the strategy."""


class TooLarge(OxobookError):
    """Task needs more memory or disk than this machine has, or more than the format can hold."""


class OutOfTime(OxobookError, TimeoutError):
    """Task was not done within its time limit."""


class MissingExtra(OxobookError, ImportError):
    """Library of an optional extra is not installed."""


class IllegalAddress(OxobookError, ValueError):
    """Text is not the address of a scheduler, or no scheduler answers there."""


class LostWorkers(OxobookError, ConnectionError):
    """Workers are gone, or cannot do the work."""


class CannotWrite(OxobookError, OSError):
    """File cannot be written: it exists already, or its folder or disk will not take it."""


class BeingWritten(CannotWrite):
    """File cannot be written now, as another process is writing it."""


def require_whole(least: int, **given: object) -> None:
    """Raise IllegalArgument, by the name of the argument, for anything but a whole number that is large enough."""
    for name, value in given.items():
        if not isinstance(value, Integral) or value < least:
            raise IllegalArgument(f"expected {name} as a whole number from {least} up; got {quoted(value)}")


def require_kind(kind: type | UnionType, words: str, **given: object) -> None:
    """Raise IllegalArgument, by the name of the argument, for anything but a value of a kind, which the words name."""
    for name, value in given.items():
        if not isinstance(value, kind):
            raise IllegalArgument(f"expected {name} as {words}; got {quoted(value)}")


def quoted(value: object) -> str:
    """Return a value's repr for a message, cut to one short line, and without a password.

    >>> quoted("a4"), len(quoted("x" * 1_000_000)), quoted(1 << 1_000_000)
    ("'a4'", 82, 'a number of 1000001 bits')
    """
    if isinstance(value, int) and value.bit_length() > 256:  # Python refuses to write the longest ones out
        return f"a number of {value.bit_length()} bits"
    try:
        text = repr(masked(value)[:100]) if isinstance(value, str) else " ".join(repr(value).split())
    except Exception:  # of a class from elsewhere
        return f"a value of type {type(value).__name__}"
    if len(text) <= 82:
        return text
    return f"{text[:78]}{text[0] if isinstance(value, str) else ''}..."  # an escape may take ten characters for one


def counted(count: int, noun: str, nouns: str | None = None) -> str:
    """Return a number of things: ``1 move``, ``3,010 moves``; ``nouns`` is for a plural that takes more than an s."""
    return f"{count:,} {noun if count == 1 else nouns or f'{noun}s'}"


def printable(text: str) -> str:
    r"""Return a text with control characters and marks of direction escaped, without passwords; line breaks stay.

    >>> printable("wrong\x1b[2K\rright\nX wins")
    'wrong\\x1b[2K\\rright\nX wins'
    >>> printable("nothing at tcp://u:secret@10.0.0.1:8786, but at http://10.0.0.1:8000")
    'nothing at tcp://u:***@10.0.0.1:8786, but at http://10.0.0.1:8000'
    """
    if ":/" in text and "@" in text:
        text = re.sub(_IN_SENTENCE, r"\1:***@", text)
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or one == "\n" else one.encode("unicode_escape").decode() for one in text)


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
