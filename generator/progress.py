"""Progress of a generation, for its caller."""

from collections.abc import Sequence


class Report:
    """Listener that ignores everything; subclasses override what they show."""

    def begin(self, stages: Sequence[str], unit: str, estimate: int) -> None:
        """Announce the stages; each will count up to about ``estimate`` of a unit, such as positions."""

    def __call__(self, stage: str, ply: int, count: int) -> None:
        """Add ``count`` to what a stage has done; a negative ply means no ply in particular."""

    def expect(self, total: int) -> None:
        """Correct the estimate: each stage will count up to ``total``."""

    def state(self, written: int, workers: int) -> None:
        """Report the number of bytes written and the number of busy workers."""

    def say(self, sentence: str) -> None:
        """Report a sentence for people who wait."""


silent = Report()
