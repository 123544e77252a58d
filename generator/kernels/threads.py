"""Threads that search together: each calls its kernel until one of them has the answer or the time is over."""

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, wait

from oxobook.book.deadline import Deadline
from oxobook.generator.layers.workers import threads

_INTERVAL = 0.5  # seconds


def call_together(
    calls: Sequence[Callable[[], object]],
    stop: Callable[[], None],
    deadline: Deadline,
    tell: Callable[[], object] | None = None,
) -> None:
    """Call each function in a thread until one returns or the deadline has come; then ``stop`` ends the others.

    So does Ctrl-C. ``tell`` is called now and then.
    """
    with threads(len(calls)) as pool:
        running = [pool.submit(call) for call in calls]
        try:
            while not any(one.done() for one in running) and (left := deadline.left):
                wait(running, min(_INTERVAL, left), FIRST_COMPLETED)
                if tell:
                    tell()
        finally:
            stop()
    for one in running:
        one.result()
