"""The errors a caller can meet: one base, and one child for each thing that can be wrong.

Each child is also the fitting builtin, so ``except ValueError`` or ``except LookupError`` works for a
caller who does not know this package. Every message is one line: what was expected, what came, what to do.
"""


class OxobookError(Exception):
    """The base of every error that oxobook raises on purpose."""


class IllegalRules(OxobookError, ValueError):
    """The rules text is not rules, or names a board that is too large."""


class IllegalPosition(OxobookError, ValueError):
    """The text is not a position, or no legal game reaches the position."""


class MissingPosition(OxobookError, LookupError):
    """The position is legal, but the book does not hold it."""


class BookError(OxobookError):
    """The book cannot be read: no such book, no right to read it, not a book, another format, damaged."""


class DamagedBook(BookError):
    """The file is there and may be read, but it is not a sound book of this format."""


class MissingBook(BookError, FileNotFoundError):
    """There is no book at the place named."""


class NoAnswer(BookError, ConnectionError):
    """The book cannot be read now: locked, not permitted, interrupted, its server gone; it may well be sound."""


class ClosedBook(BookError, ValueError):
    """The book was asked after it had been closed."""


class MissingStrategy(BookError, LookupError):
    """The book is sound, but does not keep the strategy."""


class TooLarge(OxobookError):
    """The task needs more memory or disk than this machine has, or more than the format can hold."""


class OutOfTime(OxobookError, TimeoutError):
    """The task was not done within the time that it was given."""


class MissingExtra(OxobookError, ImportError):
    """A library of an optional extra is not installed."""


class IllegalAddress(OxobookError, ValueError):
    """The text is no address of a scheduler, or none answers there."""


class LostWorkers(OxobookError, ConnectionError):
    """Those who were to work are gone, or cannot do the work."""


class CannotWrite(OxobookError, OSError):
    """A file cannot be written: it exists already, or its folder or disk will not take it."""


def quoted(value: object) -> str:
    """What came, as a message shows it: its repr, cut so that the message stays one short line.

    >>> quoted("a4"), len(quoted("x" * 1_000_000)), quoted(1 << 1_000_000)
    ("'a4'", 82, 'a number of 1000001 bits')
    """
    if isinstance(value, int) and value.bit_length() > 256:  # Python refuses to write the longest ones out
        return f"a number of {value.bit_length()} bits"
    if isinstance(value, str) and len(value) > 80:
        return f"{value[:77]!r}..."
    return repr(value)


def printable(text: str) -> str:
    """A text in which whatever is no sign or blank stands as its escape: control characters, and marks of direction.

    Lines stay lines.

    >>> printable("wrong\\x1b[2K\\rright\\nX wins")
    'wrong\\\\x1b[2K\\\\rright\\nX wins'
    """
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or one == "\n" else one.encode("unicode_escape").decode() for one in text)
