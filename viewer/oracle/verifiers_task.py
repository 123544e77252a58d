"""Taskset for verifiers: a position a task, and the exact reward of the move that a reply names.

>>> tasks = BookTaskset(BookTasksetConfig(rules="3x3x3", count=100))    # doctest: +SKIP
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from oxobook.book.errors import MissingExtra
from oxobook.book.game.rules import Rules
from oxobook.book.library import open_book
from oxobook.viewer.oracle.grading import Grade, Grader, graded_positions

try:
    import verifiers.v1 as vf
except ImportError as missing:
    raise MissingExtra("tasks for verifiers need the library verifiers: pip install 'oxobook[models]'") from missing


class BookTasksetConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Positions to ask about: ``count`` different ones of the library's book of ``rules``, by ``labels``."""

    rules: str = "3x3x3"
    count: int = 100
    seed: int = 0
    labels: str | None = None


class BookData(vf.TaskData):  # type: ignore[misc]
    """Position of a task, as ``graded_positions`` has it."""

    row: dict[str, Any]
    labels: str | None = None


class BookTask(vf.Task[BookData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    """Question about one position; the rewards are those of ``REWARDS``."""

    @vf.reward  # type: ignore[untyped-decorator]
    async def move(self, trace: vf.Trace) -> float:
        """Return the reward of the move that the last reply names."""
        return self._grade(trace).reward

    @vf.metric  # type: ignore[untyped-decorator]
    async def perfect(self, trace: vf.Trace) -> float:
        """Return 1 for a perfect move, else 0."""
        return float(self._grade(trace).grade == "perfect")

    def _grade(self, trace: vf.Trace) -> Grade:
        return _grader(self.data.row["rules"], self.data.labels).grade(self.data.row["position"], trace.last_reply)


class BookTaskset(vf.Taskset[BookTask, BookTasksetConfig]):  # type: ignore[misc]
    """Tasks of one game."""

    def load(self) -> Iterator[BookTask]:
        config = self.config
        book = _grader(config.rules, config.labels).book
        for row in graded_positions(book, config.count, config.seed, labels=config.labels):
            data = BookData(name=row["position"], prompt=row["prompt"], row=row, labels=config.labels)
            yield BookTask(data, config.task)


@lru_cache
def _grader(rules: str, labels: str | None) -> Grader:
    """Return the grader of a game: a worker scores many tasks."""
    return Grader(open_book(Rules.parse(rules)), labels)
