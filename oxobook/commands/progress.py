"""Progress of long work on stderr: bars on a terminal (rich), else a line a minute; and what is logged meanwhile."""

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

from oxobook.book.progress import Tell
from oxobook.commands.output import say
from oxobook.generator.units import in_words

if TYPE_CHECKING:
    from rich.progress import Progress

_EVERY = 60.0  # seconds
_LATE = 5.0  # seconds
_ENOUGH = 1e-4
"""Share of a stage; after less of it the time left cannot be estimated."""


@contextmanager
def progress(work: str = "") -> Iterator[Tell]:
    """Show the progress of what is told, and print what is logged, until the end; after some seconds, name ``work``."""
    logger, handler = logging.getLogger("oxobook"), _Said()
    late = Timer(_LATE, say, (f"{work} ...", True))
    late.daemon = True
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    if work:
        late.start()
    try:
        if sys.stderr is None or not sys.stderr.isatty():
            yield Lines()
        else:
            with _bars() as bars:
                yield Bars(bars)
    finally:
        late.cancel()
        logger.setLevel(level)
        logger.removeHandler(handler)


class _Said(logging.Handler):
    """Handler that prints sentences to stderr."""

    def emit(self, record: logging.LogRecord) -> None:
        say(record.getMessage(), err=True)


def _words(done: int, total: int | None, seconds: float) -> str:
    """Return how much of a stage is done after some seconds, how fast, and when the rest will be."""
    if not done and total is None:
        return ""
    of, share = ("", 0.0) if total is None else (f" of {total:,}", done / max(1, total))
    rate = f", {done / seconds:,.0f}/s" if done and seconds else ""
    left = f", about {in_words(seconds * (1 - share) / share)} left" if _ENOUGH < share < 1 else ""
    return f"{done:,}{of}{rate}{left}"


class Lines:
    """Listener that prints a line a minute; a ``book.progress.Tell``."""

    def __init__(self) -> None:
        self._begun: dict[str, float] = {}
        self._said = time.monotonic()

    def __call__(self, stage: str, done: int, total: int | None = None, note: str = "") -> None:
        now = time.monotonic()
        begun = self._begun.setdefault(stage, now)
        if now - self._said >= _EVERY:
            self._said = now
            say(f"{stage}: {'; '.join(filter(None, (_words(done, total, now - begun), note)))}", err=True)


def _bars() -> "Progress":
    """Return bars that disappear at the end."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    said = TextColumn("{task.fields[words]}", markup=False)
    stage = TextColumn("{task.description}", markup=False)
    return Progress(stage, BarColumn(24), TimeElapsedColumn(), said, console=Console(stderr=True), transient=True)


class Bars:
    """Listener that shows a bar for each stage that goes on; a ``book.progress.Tell``."""

    def __init__(self, bars: "Progress") -> None:
        self._bars = bars

    def __call__(self, stage: str, done: int, total: int | None = None, note: str = "") -> None:
        shown = [task for task in self._bars.tasks if task.description == stage]
        if not shown:
            for task in self._bars.tasks:
                if task.finished or task.total is None:
                    self._bars.remove_task(task.id)
            self._bars.add_task(stage, total=total, words="")
            shown = self._bars.tasks[-1:]
        words = "; ".join(filter(None, (_words(done, total, shown[0].elapsed or 0.0), note)))
        self._bars.update(shown[0].id, completed=done, total=total, words=words)
