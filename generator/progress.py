"""The progress of a generation on a terminal: stage, ply, positions, rate and time left."""

from threading import Lock
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

STAGES = {"frontier": ("enumerate", "solve", "write"), "dense": ("solve", "write")}
"""The stages of each engine."""
_UNITS = {"frontier": "positions", "dense": "scores"}


class GenerationProgress:
    """A context manager that shows one bar a stage on stderr; a ``generator.report.Report``."""

    def __init__(self, engine: str, estimate: int) -> None:
        """``estimate``: positions to expect, until their number is known."""
        self._lock = Lock()
        self._progress = Progress(
            TextColumn("{task.description:<9}"),
            BarColumn(24),
            TextColumn("{task.fields[ply]:>6}"),
            TextColumn(f"{{task.completed:>14,}} {_UNITS[engine]}"),
            TextColumn("{task.fields[rate]:>16}"),
            TimeRemainingColumn(compact=True),
            console=Console(stderr=True),
        )
        self._tasks: dict[str, TaskID] = {
            stage: self._progress.add_task(stage, total=estimate, start=False, ply="", rate="")
            for stage in STAGES[engine]
        }

    def __enter__(self) -> "GenerationProgress":
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._progress.stop()

    def __call__(self, stage: str, ply: int, positions: int) -> None:
        """Report so many more positions done in a stage; a ply below 0 is none in particular."""
        with self._lock:
            task = self._progress.tasks[list(self._tasks).index(stage)]
            if not task.started:
                self._progress.start_task(task.id)
            done = task.completed + positions
            rate = f"{done / task.elapsed:,.0f}/s" if task.elapsed else ""
            self._progress.update(task.id, completed=done, ply=f"ply {ply}" if ply >= 0 else "", rate=rate)

    def expect(self, total: int) -> None:
        """The number of positions is known."""
        for task in self._tasks.values():
            self._progress.update(task, total=total)

    def say(self, sentence: str) -> None:
        """Print a sentence above the bars."""
        self._progress.console.print(sentence, highlight=False)
