"""Bytes and seconds, written for people."""

from math import ceil


def in_bytes(count: int) -> str:
    """Return a number of bytes for people, in decimal units.

    >>> in_bytes(1_234_567)
    '1.23 MB'
    """
    size = float(count)
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:,.3g} TB" if size < 1000 else f"{size:,.0f} TB"


def in_words(seconds: float) -> str:
    """Return a time for people.

    >>> in_words(0.4), in_words(90), in_words(7200)
    ('1 s', '2 min', '2 h')
    """
    if seconds < 60:
        return f"{max(1, ceil(seconds))} s"
    if seconds < 3600:
        return f"{ceil(seconds / 60)} min"
    return f"{ceil(seconds / 3600):,} h"
