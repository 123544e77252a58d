"""Threads that search together: each calls its kernel until one of them has the answer or the time is over."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from math import inf

from oxobook.generator.layers.workers import threads

_INTERVAL = 0.5  # seconds


def call_together(
    calls: Sequence[Callable[[], object]],
    stop: Callable[[], None],
    seconds: float | None = None,
    tell: Callable[[], object] | None = None,
) -> None:
    """Call each function in a thread until one returns or the seconds are over; then ``stop`` ends the others.

    So does Ctrl-C. ``tell`` is called now and then.
    """
    end = inf if seconds is None else time.monotonic() + seconds
    with threads(len(calls)) as pool:
        running = [pool.submit(call) for call in calls]
        try:
            while not any(one.done() for one in running) and (left := end - time.monotonic()) > 0:
                wait(running, min(_INTERVAL, left), FIRST_COMPLETED)
                if tell:
                    tell()
        finally:
            stop()
    for one in running:
        one.result()
