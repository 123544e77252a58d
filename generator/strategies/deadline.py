"""The time that a search may take."""

import time

from oxobook.book.errors import OutOfTime


class Deadline:
    """A moment by which work has to end."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        """The time that the whole of the work was given."""
        self._start = time.monotonic()
        self._end = self._start + seconds

    def earlier(self, seconds: float) -> "Deadline":
        """The deadline of a part of the work, so long before the end."""
        part = Deadline(self.seconds)
        part._start, part._end = self._start, self._end - seconds
        return part

    @property
    def spent(self) -> float:
        """The seconds since the start."""
        return time.monotonic() - self._start

    @property
    def left(self) -> float:
        """The seconds until the end; 0 when it has come."""
        return max(0.0, self._end - time.monotonic())

    def require(self, what: str) -> None:
        """Raise OutOfTime when the moment has come before ``what`` was found."""
        if not self.left:
            raise OutOfTime(f"{what} was not found within {self.seconds:g} s: allow more with --seconds")
