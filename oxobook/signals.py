"""SIGTERM while a command's workers run: it ends them too."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import NoReturn


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Let SIGTERM raise SystemExit, so that all contexts are exited; a second SIGTERM ends the process at once.

    Nothing changes in a thread that is not the main one, which alone gets signals.
    """
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    """Raise SystemExit, with the exit code that shells give to a process ended by the signal."""
    signal.signal(number, signal.SIG_DFL)
    raise SystemExit(128 + number)
