"""Signals that end a command: Ctrl-C while nothing has to be cleaned up, and SIGTERM while workers run."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn


@contextmanager
def stopping_at_once() -> Iterator[None]:
    """Let Ctrl-C end the process at once, with one line and exit code 2.

    As an exception it might be raised within a callback while modules are imported: Python would then print a traceback
    and continue.
    """
    before = signal.signal(signal.SIGINT, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    """End the process without running any other code."""
    os.write(2, b"oxobook: stopped\n")
    os._exit(2)


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Let SIGTERM raise SystemExit, so that all contexts are exited; a second SIGTERM ends the process at once."""
    before = signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    """Raise SystemExit, with the exit code that shells give to a process ended by the signal."""
    signal.signal(number, signal.SIG_DFL)
    raise SystemExit(128 + number)
