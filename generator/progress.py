"""What a generation tells while it runs."""

from collections.abc import Sequence
from typing import Protocol


class Report(Protocol):
    """Who is told, as a stage goes on."""

    def begin(self, stages: Sequence[str], unit: str, estimate: int) -> None:
        """The stages to come; each will count up to about so many of a unit, such as positions."""

    def __call__(self, stage: str, ply: int, count: int) -> None:
        """So many more are done in a stage; a ply below 0 is none in particular."""

    def expect(self, total: int) -> None:
        """Now it is known that each stage will count up to so many."""

    def state(self, written: int, workers: int) -> None:
        """By now so many bytes of the book are written, and so many workers are at it."""

    def say(self, sentence: str) -> None:
        """Something that people may want to read while they wait."""


class Silent:
    """The report of a caller who wants none."""

    def begin(self, stages: Sequence[str], unit: str, estimate: int) -> None:
        pass

    def __call__(self, stage: str, ply: int, count: int) -> None:
        pass

    def expect(self, total: int) -> None:
        pass

    def state(self, written: int, workers: int) -> None:
        pass

    def say(self, sentence: str) -> None:
        pass


silent = Silent()
