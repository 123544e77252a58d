"""The progress of a generation on a terminal: stage, ply, count, rate and time left."""

from collections.abc import Sequence
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from oxobook.generator.units import in_bytes


class GenerationProgress:
    """A context manager that shows one bar a stage on stderr; a ``generator.progress.Report``."""

    def __init__(self) -> None:
        self._tasks: dict[str, TaskID] = {}
        self._progress = Progress(
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
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._progress.stop()

    def begin(self, stages: Sequence[str], unit: str, estimate: int) -> None:
        """Show a bar for each stage."""
        for stage in stages:
            self._tasks[stage] = self._progress.add_task(
                stage, total=estimate, start=False, ply="", rate="", unit=unit, state=""
            )

    def __call__(self, stage: str, ply: int, count: int) -> None:
        """Move a stage's bar."""
        task = self._progress.tasks[list(self._tasks).index(stage)]
        if not task.started:
            self._progress.start_task(task.id)
        done = task.completed + count
        rate = f"{done / task.elapsed:,.0f}/s" if task.elapsed else ""
        self._progress.update(task.id, completed=done, ply=f"ply {ply}" if ply >= 0 else "", rate=rate)

    def expect(self, total: int) -> None:
        """Each stage counts up to this."""
        for task in self._tasks.values():
            self._progress.update(task, total=total)

    def state(self, written: int, workers: int) -> None:
        """Show beside the last stage's bar how many bytes are written, and how many work on it."""
        self._progress.update(list(self._tasks.values())[-1], state=f"{in_bytes(written)}, {workers} at work")

    def say(self, sentence: str) -> None:
        """Print a sentence above the bars."""
        self._progress.console.print(sentence, highlight=False)
