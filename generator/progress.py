"""The progress of a generation on a terminal: stage, ply, positions, rate and time left."""

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

STAGES = ("enumerate", "solve", "write")


class GenerationProgress:
    """A context manager that shows one bar a stage on stderr; call it as the generator's report."""

    def __init__(self, estimate: int) -> None:
        """``estimate``: positions to expect, until the first stage has counted them."""
        self._progress = Progress(
            TextColumn("{task.description:<9}"),
            BarColumn(24),
            TextColumn("{task.fields[ply]:>6}"),
            TextColumn("{task.completed:>14,} positions"),
            TextColumn("{task.fields[rate]:>16}"),
            TimeRemainingColumn(compact=True),
            console=Console(stderr=True),
        )
        self._tasks: dict[str, TaskID] = {
            stage: self._progress.add_task(stage, total=estimate, start=False, ply="", rate="") for stage in STAGES
        }

    def __enter__(self) -> "GenerationProgress":
        self._progress.start()
        self._progress.start_task(self._tasks["enumerate"])
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._progress.stop()

    def __call__(self, stage: str, ply: int, positions: int) -> None:
        """Report so many more positions done in a stage."""
        task = self._progress.tasks[STAGES.index(stage)]
        if not task.started:
            self._begin(stage)
        done = task.completed + positions
        rate = f"{done / task.elapsed:,.0f}/s" if task.elapsed else ""
        self._progress.update(task.id, completed=done, ply="" if stage == "write" else f"ply {ply}", rate=rate)

    def _begin(self, stage: str) -> None:
        """Start a stage after the first: by now the positions are counted."""
        counted = self._progress.tasks[0].completed
        for task in self._tasks.values():
            self._progress.update(task, total=counted)
        self._progress.start_task(self._tasks[stage])
