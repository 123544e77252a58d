"""Stopping: Ctrl-C while there is nothing to be put in order."""

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
