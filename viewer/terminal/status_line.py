"""Progress of long work: one line on stderr, if that is a terminal (rich)."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from oxobook.book.progress import Tell, tell_nobody


@contextmanager
def status_line() -> Iterator[Tell]:
    """Show the progress of what is told on a line that disappears at the end of the block."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield tell_nobody
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(24),
        TextColumn("{task.fields[so_far]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:

        def tell(stage: str, done: int, total: int | None = None) -> None:
            so_far = f"{done:,}" if done or total is not None else ""
            so_far += f" of {total:,}" if total is not None else ""
            shown = [task.id for task in progress.tasks if task.description == stage]
            if not shown:
                for earlier in progress.task_ids:
                    progress.remove_task(earlier)
                shown = [progress.add_task(stage, total=total, so_far="")]
            progress.update(shown[0], completed=done, total=total, so_far=so_far)

        yield tell


@contextmanager
def status_text() -> Iterator[Callable[[str], None]]:
    """Show a text that changes, on a line that disappears at the end of the block."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda text: None
        return
    from rich.console import Console
    from rich.status import Status
    from rich.text import Text

    with Status("", console=Console(stderr=True)) as status:
        yield lambda text: status.update(Text(text))
