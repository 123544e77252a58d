"""Progress: how far a diagram is, told in a few words to whoever wants to know."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[str], None]

_EVERY = 0.1  # seconds between two lines


def silent(words: str) -> None:
    """Progress that nobody follows."""


@contextmanager
def on_terminal() -> Iterator[Progress]:
    """Progress as one line on standard error, which is gone afterwards; none where that is no terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield silent
        return
    last, widest = 0.0, 0

    def tell(words: str) -> None:
        nonlocal last, widest
        now = time.monotonic()
        if now - last >= _EVERY:
            last, widest = now, max(widest, len(words))
            sys.stderr.write(f"\r{words:<{widest}}")
            sys.stderr.flush()

    try:
        yield tell
    finally:
        if widest:
            sys.stderr.write(f"\r{'':{widest}}\r")
            sys.stderr.flush()
