"""Progress of long work: the protocol of those who listen to it."""

from typing import Protocol, runtime_checkable


@runtime_checkable
class Tell(Protocol):
    """Listener to the progress of a stage."""

    def __call__(self, stage: str, done: int, total: int | None = None) -> None:
        """Hear that ``done`` of ``stage`` is done, of ``total`` if known; the count starts anew with each stage."""


def tell_nobody(stage: str, done: int, total: int | None = None) -> None:
    """Ignore progress; the default listener."""
