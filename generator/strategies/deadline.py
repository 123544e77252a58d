"""Deadline of a search."""

import time

from oxobook.book.errors import OutOfTime


class Deadline:
    """Moment by which work must end."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        """Time for the whole of the work."""
        self._start = time.monotonic()
        self._end = self._start + seconds

    def earlier(self, seconds: float) -> "Deadline":
        """Return the deadline of a part of the work, ``seconds`` before the end."""
        part = Deadline(self.seconds)
        part._start, part._end = self._start, self._end - seconds
        return part

    @property
    def spent(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._start

    @property
    def left(self) -> float:
        """Seconds until the end; 0 if it has come."""
        return max(0.0, self._end - time.monotonic())

    def require(self, what: str) -> None:
        """Raise OutOfTime if the deadline passed before ``what`` was found."""
        if not self.left:
            raise OutOfTime(f"{what} was not found within {self.seconds:g} s: allow more with --time-limit")
