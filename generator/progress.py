"""What a generation tells while it runs."""

from typing import Protocol


class Report(Protocol):
    """Who is told; called as a stage goes on, from any thread."""

    def begin(self, engine: str, estimate: int) -> None:
        """An engine begins; each of its stages will do about so many positions, or scores."""

    def __call__(self, stage: str, ply: int, positions: int) -> None:
        """So many more positions are done in a stage; a ply below 0 is none in particular."""

    def expect(self, total: int) -> None:
        """Now it is known that each stage will do so many."""

    def say(self, sentence: str) -> None:
        """Something that people may want to read while they wait."""


class Silent:
    """The report of a caller who wants none."""

    def begin(self, engine: str, estimate: int) -> None:
        pass

    def __call__(self, stage: str, ply: int, positions: int) -> None:
        pass

    def expect(self, total: int) -> None:
        pass

    def say(self, sentence: str) -> None:
        pass


silent = Silent()
