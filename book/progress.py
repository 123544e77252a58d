"""What long work tells while it goes on."""

from typing import Protocol


class Tell(Protocol):
    """Who is told how far a stage has come."""

    def __call__(self, stage: str, done: int, total: int | None = None) -> None:
        """So much of ``stage`` is done, of ``total`` where that is known; the count starts anew with each stage."""


def tell_nobody(stage: str, done: int, total: int | None = None) -> None:
    """The listener of a caller who wants none."""
