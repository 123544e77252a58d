"""SIGTERM while worker processes run: they and the semaphores shared with them are released before the process ends."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Have SIGTERM raise SystemExit, so that all contexts are left; a second SIGTERM ends the process at once."""
    before = signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    """Raise SystemExit with the exit code by which a shell reports the signal."""
    signal.signal(number, signal.SIG_DFL)
    raise SystemExit(128 + number)
