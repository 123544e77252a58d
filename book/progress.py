"""Progress of long work: the protocol of those who listen to it."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable


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
