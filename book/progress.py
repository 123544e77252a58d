"""Progress of long work: the protocol of those who listen to it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Thread
from typing import Protocol, runtime_checkable

_EVERY = 2.0  # seconds: a shorter compilation is not worth a word


@runtime_checkable
class Tell(Protocol):
    """Listener to the progress of a stage."""

    def __call__(self, stage: str, done: int, total: int | None = None, note: str = "") -> None:
        """Hear that ``done`` of ``stage`` is done, of ``total`` if known; each stage counts from 0.

        ``note`` says more about the place, such as ``ply 12``.
        """


def tell_nobody(stage: str, done: int, total: int | None = None, note: str = "") -> None:
    """Ignore progress; the default listener."""


@dataclass
class Stage:
    """Stage whose parts are counted, and told to a listener."""

    tell: Tell
    name: str
    total: int | None = None
    done: int = 0

    def add(self, count: int, note: str = "") -> None:
        """Count some more, and tell it."""
        self.done += count
        self.tell(self.name, self.done, self.total, note)


@contextmanager
def counting(tell: Tell) -> Iterator[None]:
    """Tell now and then how long a block has been compiling, in seconds of the processor, as a machine may be busy."""
    ready = Event()

    def count() -> None:
        started = time.process_time()
        while not ready.wait(_EVERY):
            spent = time.process_time() - started
            tell("compile", 0, None, f"{spent:.0f} s of about 7, once on this machine")

    Thread(target=count, daemon=True).start()
    try:
        yield
    finally:
        ready.set()
