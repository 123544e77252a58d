"""The progress of a generation where there is no terminal: a line a minute, for hours of work."""

import time
from collections.abc import Sequence

from oxobook.generator.progress import Silent
from oxobook.generator.units import in_bytes, in_words

_EVERY = 60.0  # seconds
_ENOUGH = 1e-4
"""Of all that is to be done: from less nobody can tell how long the rest takes."""


class ProgressLines(Silent):
    """A ``generator.progress.Report`` that says a sentence a minute: how far, how fast, how long still, by whom."""

    def __init__(self) -> None:
        self._unit, self._total = "", 0
        self._stages: dict[str, int] = {}
        self._state = ""
        self._started = self._said = time.monotonic()
        self._last: dict[str, int] = {}

    def begin(self, stages: Sequence[str], unit: str, estimate: int) -> None:
        """Each of the stages will count up to about so many of a unit."""
        self._unit, self._total = unit, estimate
        self._stages = dict.fromkeys(stages, 0)
        self._last = dict(self._stages)
        self._started = self._said = time.monotonic()

    def expect(self, total: int) -> None:
        """Each stage counts up to this."""
        self._total = total

    def state(self, written: int, workers: int) -> None:
        """So many bytes are written, and so many work on it."""
        self._state = f"; {in_bytes(written)} written, {workers} at work"

    def __call__(self, stage: str, ply: int, count: int) -> None:
        """Count, and say how far it is when a minute has passed."""
        self._stages[stage] = self._stages.get(stage, 0) + count
        now = time.monotonic()
        if now - self._said >= _EVERY:
            self.say(self._line(stage, ply, now))
            self._said, self._last = now, dict(self._stages)

    def _line(self, stage: str, ply: int, now: float) -> str:
        """How far it is."""
        done = self._stages[stage]
        rate = (done - self._last.get(stage, 0)) / (now - self._said)
        share = sum(self._stages.values()) / max(1, self._total * len(self._stages))
        where = f"{stage}, ply {ply}" if ply >= 0 else stage
        left = f", about {in_words((now - self._started) * (1 - share) / share)} left" if _ENOUGH < share < 1 else ""
        return f"{where}: {done:,} of {self._total:,} {self._unit}, {rate:,.0f}/s{left}{self._state}"
