"""What a generation tells while it runs."""

from typing import Protocol


class Report(Protocol):
    """Who is told; called as a stage goes on, from any thread."""

    def __call__(self, stage: str, ply: int, positions: int) -> None:
        """So many more positions are done in a stage."""

    def expect(self, total: int) -> None:
        """Each stage will do so many positions."""

    def say(self, sentence: str) -> None:
        """Something that people may want to read while they wait."""


class Silent:
    """The report of a caller who wants none."""

    def __call__(self, stage: str, ply: int, positions: int) -> None:
        pass

    def expect(self, total: int) -> None:
        pass

    def say(self, sentence: str) -> None:
        pass


silent = Silent()
