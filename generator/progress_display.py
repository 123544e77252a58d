"""Progress of a generation on a terminal: stage, ply, count, rate and time left."""

import time
from collections.abc import Sequence
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from oxobook.generator.progress import Report
from oxobook.generator.units import in_bytes, in_words


class GenerationProgress(Report):
    """Context manager that shows one bar a stage on stderr; a ``generator.progress.Report``."""

    def __init__(self) -> None:
        self._tasks: dict[str, TaskID] = {}
        self.progress = Progress(
            TextColumn("{task.description:<9}"),
            BarColumn(24),
            TextColumn("{task.fields[ply]:>6}"),
            TextColumn("{task.completed:>14,} {task.fields[unit]}"),
            TextColumn("{task.fields[rate]:>16}"),
            TimeRemainingColumn(compact=True),
            TextColumn("{task.fields[state]}"),
            console=Console(stderr=True),
        )

    def __enter__(self) -> "GenerationProgress":
        self.progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.progress.stop()

    def begin(self, stages: Sequence[str], unit: str, estimate: int) -> None:
        for stage in stages:
            self._tasks[stage] = self.progress.add_task(
                stage, total=estimate, start=False, ply="", rate="", unit=unit, state=""
            )

    def __call__(self, stage: str, ply: int, count: int) -> None:
        task = self.progress.tasks[list(self._tasks).index(stage)]
        if not task.started:
            self.progress.start_task(task.id)
        done = task.completed + count
        rate = f"{done / task.elapsed:,.0f}/s" if task.elapsed else ""
        self.progress.update(task.id, completed=done, ply=f"ply {ply}" if ply >= 0 else "", rate=rate)

    def expect(self, total: int) -> None:
        for task in self._tasks.values():
            self.progress.update(task, total=total)

    def state(self, written: int, workers: int) -> None:
        self.progress.update(list(self._tasks.values())[-1], state=f"{in_bytes(written)}, {workers} at work")

    def say(self, sentence: str) -> None:
        self.progress.console.print(sentence, highlight=False)


_EVERY = 60.0  # seconds
_ENOUGH = 1e-4
"""Share of the whole work; after less of it the time left cannot be estimated."""


class ProgressLines(Report):
    """Listener that prints a line a minute: done, rate, time left and workers; a ``generator.progress.Report``."""

    def __init__(self) -> None:
        self._unit, self._total = "", 0
        self._stages: dict[str, int] = {}
        self._state = ""
        self._started = self._said = time.monotonic()
        self._last: dict[str, int] = {}

    def begin(self, stages: Sequence[str], unit: str, estimate: int) -> None:
        self._unit, self._total = unit, estimate
        self._stages = dict.fromkeys(stages, 0)
        self._last = dict(self._stages)
        self._started = self._said = time.monotonic()

    def expect(self, total: int) -> None:
        self._total = total

    def state(self, written: int, workers: int) -> None:
        self._state = f"; {in_bytes(written)} written, {workers} at work"

    def __call__(self, stage: str, ply: int, count: int) -> None:
        self._stages[stage] = self._stages.get(stage, 0) + count
        now = time.monotonic()
        if now - self._said >= _EVERY:
            self.say(self._line(stage, ply, now))
            self._said, self._last = now, dict(self._stages)

    def _line(self, stage: str, ply: int, now: float) -> str:
        done = self._stages[stage]
        rate = (done - self._last.get(stage, 0)) / (now - self._said)
        share = sum(self._stages.values()) / max(1, self._total * len(self._stages))
        where = f"{stage}, ply {ply}" if ply >= 0 else stage
        left = f", about {in_words((now - self._started) * (1 - share) / share)} left" if _ENOUGH < share < 1 else ""
        return f"{where}: {done:,} of {self._total:,} {self._unit}, {rate:,.0f}/s{left}{self._state}"
