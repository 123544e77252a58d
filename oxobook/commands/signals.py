"""Signals that end a command: Ctrl-C while nothing need be put in order, and SIGTERM while workers run."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn


@contextmanager
def stopping_at_once() -> Iterator[None]:
    """Have Ctrl-C end the process here and now, in one line and with exit code 2.

    Raised as an exception while modules are being imported it may come in the midst of a callback, where Python prints
    it with a traceback and goes on as if nothing had happened.
    """
    before = signal.signal(signal.SIGINT, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    """Say so and end, without asking any other code."""
    os.write(2, b"oxobook: stopped\n")
    os._exit(2)


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
