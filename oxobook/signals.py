"""Signals that end a command: Ctrl-C while nothing has to be cleaned up, and SIGTERM while workers run."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import NoReturn


@contextmanager
def _handling(number: int, handler: Callable[[int, FrameType | None], NoReturn]) -> Iterator[None]:
    """Handle a signal within the block; nothing changes in a thread that is not the main one, which alone gets them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def stopping_at_once() -> AbstractContextManager[None]:
    """Let Ctrl-C end the process at once, with one line and exit code 2.

    As an exception it might be raised within a callback while modules are imported: Python would then print a traceback
    and continue.
    """
    return _handling(signal.SIGINT, _stop)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    """End the process without running any other code."""
    os.write(2, b"oxobook: stopped\n")
    os._exit(2)


def ending_in_order() -> AbstractContextManager[None]:
    """Let SIGTERM raise SystemExit, so that all contexts are exited; a second SIGTERM ends the process at once."""
    return _handling(signal.SIGTERM, _end)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    """Raise SystemExit, with the exit code that shells give to a process ended by the signal."""
    signal.signal(number, signal.SIG_DFL)
    raise SystemExit(128 + number)
