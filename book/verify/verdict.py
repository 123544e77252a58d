"""Verdict on a book: what was checked, how long it took, and the first things found wrong."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from oxobook.book.progress import tell_nobody

KEPT = 10
"""Number of a check's findings that are kept word for word; the others are counted."""


class Wrong(NamedTuple):
    """One thing that is wrong."""

    position: str | None
    """Board text of the position; None if the finding is not about one position."""
    what: str
    expected: str
    stored: str


@dataclass(frozen=True)
class Check:
    """Result of one check."""

    name: str
    checked: str
    """Extent of the check, in words."""
    wrong: int
    first: tuple[Wrong, ...]
    seconds: float


@dataclass
class Findings:
    """Findings of a check while it runs."""

    first: list[Wrong] = field(default_factory=list)
    count: int = 0
    checked: str = ""
    """Extent of the check, in words."""
    tell: Callable[..., None] = field(default=partial(tell_nobody, ""), repr=False, compare=False)
    """Listener to the check's progress: what is done, and of how much."""
    started: float = field(default_factory=time.perf_counter, repr=False, compare=False)

    def add(self, position: str | None, what: str, expected: object, stored: object) -> None:
        """Add a finding."""
        self.count += 1
        if len(self.first) < KEPT:
            self.first.append(Wrong(position, what, str(expected), str(stored)))

    def unless_equal(self, what: str, expected: object, stored: object) -> None:
        """Add a finding about no single position if the two differ."""
        if expected != stored:
            self.add(None, what, expected, stored)

    def result(self, name: str) -> Check:
        """Return the result of the check, which has taken the time since these findings were made."""
        return Check(name, self.checked, self.count, tuple(self.first), time.perf_counter() - self.started)


@dataclass(frozen=True)
class Verdict:
    """Results of all checks of a book."""

    book: str
    """Path or URL as given, without a password."""
    rules: str | None
    """Rules text; None if the book could not be opened."""
    sample: int | None
    """Number of positions taken at random; None if all were checked."""
    checks: tuple[Check, ...]

    @property
    def right(self) -> bool:
        """True if no check found anything wrong."""
        return not any(check.wrong for check in self.checks)

    @property
    def wrong(self) -> int:
        """Number of findings."""
        return sum(check.wrong for check in self.checks)

    @property
    def seconds(self) -> float:
        """Time of all checks."""
        return sum(check.seconds for check in self.checks)
