"""Deadline of work, such as of a search."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from numbers import Real

from oxobook.book.errors import IllegalArgument, OutOfTime, quoted


class Deadline:
    """Moment by which work must end; by default it need not. To end it earlier, another thread changes ``at``."""

    def __init__(self, seconds: float = inf) -> None:
        if not isinstance(seconds, float | Real) or seconds != seconds:  # which only nan is
            raise IllegalArgument(f"expected a number of seconds; got {quoted(seconds)}")
        self.seconds = seconds
        """Time for the whole of the work."""
        self._start = time.monotonic()
        self.at = self._start + seconds
        """End on the clock of ``time.monotonic``."""

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Let no time pass in a block, such as one that compiles."""
        began = time.monotonic()
        yield
        passed = time.monotonic() - began
        self._start, self.at = self._start + passed, self.at + passed

    def earlier(self, seconds: float) -> "Deadline":
        """Return the deadline of a part of the work, ``seconds`` before the end."""
        part = Deadline(self.seconds)
        part._start, part.at = self._start, self.at - seconds
        return part

    @property
    def spent(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._start

    @property
    def left(self) -> float:
        """Seconds until the end; 0 if it has come."""
        return max(0.0, self.at - time.monotonic())

    def require(self, what: str) -> None:
        """Raise OutOfTime if the deadline passed before ``what`` was found."""
        if not self.left:
            raise OutOfTime(f"{what} was not found within {self.seconds:g} s: allow more with --time-limit")
