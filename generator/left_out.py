"""Libraries that are not loaded though they are installed: Numba loads some for what no kernel here does.

That would be a quarter of the time in which a command makes a board of a million positions. Only a command does so, for
its process is its own: in somebody else's, Numba would lack linear algebra from then on.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

UNUSED = ("scipy", "cffi")
"""What Numba takes linear algebra and foreign functions from; it does without where they are not installed."""


@contextmanager
def left_out(names: tuple[str, ...] = UNUSED) -> Iterator[None]:
    """These libraries are not found while the context lasts, but for those that are loaded already."""
    hidden = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # None stands for what is not to be imported
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]
