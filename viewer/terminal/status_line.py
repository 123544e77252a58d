"""Progress of long work: one line on stderr, if that is a terminal (rich)."""

import sys
from types import TracebackType
from typing import TYPE_CHECKING

from oxobook.book.progress import Tell, tell_nobody

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class StageLine:
    """Context manager that gives a ``Tell``; the line disappears when the work is done."""

    def __init__(self) -> None:
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        self._stage = ""

    def __enter__(self) -> Tell:
        if sys.stderr is None or not sys.stderr.isatty():
            return tell_nobody
        return self._tell

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def _tell(self, stage: str, done: int, total: int | None = None) -> None:
        """Show the progress of a stage."""
        if self._progress is None:
            self._progress = self._started()
        if self._task is None or stage != self._stage:
            if self._task is not None:
                self._progress.remove_task(self._task)
            self._task, self._stage = self._progress.add_task(stage, total=total, so_far=""), stage
        self._progress.update(self._task, completed=done, total=total, so_far=_so_far(done, total))

    def _started(self) -> "Progress":
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(24), TextColumn("{task.fields[so_far]}"))
        progress = Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True)
        progress.start()
        return progress


def _so_far(done: int, total: int | None) -> str:
    """Return the numbers beside the bar."""
    if total is None:
        return f"{done:,}" if done else ""
    return f"{done:,} of {total:,}"
