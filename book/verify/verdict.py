"""The verdict on a book: what was checked, how long it took, and the first things found wrong."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from oxobook.book.progress import tell_nobody

KEPT = 10
"""How many of a check's findings are kept word for word; the others are counted."""


class Wrong(NamedTuple):
    """One thing that is wrong."""

    position: str | None
    """The board text of the position; None where the finding is of no one position."""
    what: str
    expected: str
    stored: str


@dataclass
class Findings:
    """What a check finds wrong, as it goes on."""

    first: list[Wrong] = field(default_factory=list)
    count: int = 0
    tell: Callable[..., None] = field(default=partial(tell_nobody, ""), repr=False, compare=False)
    """Who hears how much of the check is done, and of how much."""

    def add(self, position: str | None, what: str, expected: object, stored: object) -> None:
        """One more finding."""
        self.count += 1
        if len(self.first) < KEPT:
            self.first.append(Wrong(position, what, str(expected), str(stored)))

    def take(self, others: "Findings") -> None:
        """The findings of others."""
        self.count += others.count
        self.first += others.first[: KEPT - len(self.first)]

    def unless_equal(self, what: str, expected: object, stored: object) -> None:
        """A finding of no one position, when the two differ."""
        if expected != stored:
            self.add(None, what, expected, stored)


Look = Callable[[Findings], str]
"""A check: adds what it finds wrong, and says in words what it has looked at."""


@dataclass(frozen=True)
class Check:
    """One check, done."""

    name: str
    checked: str
    """What was looked at, in words."""
    wrong: int
    first: tuple[Wrong, ...]
    seconds: float


@dataclass(frozen=True)
class Verdict:
    """All checks of a book."""

    book: str
    """Its path or URL, as given, without a password."""
    rules: str | None
    """None where the book could not be opened."""
    sample: int | None
    """How many positions were taken at random; None where all were checked."""
    checks: tuple[Check, ...]

    @property
    def right(self) -> bool:
        """Whether nothing is wrong."""
        return not any(check.wrong for check in self.checks)

    @property
    def wrong(self) -> int:
        """How much is wrong."""
        return sum(check.wrong for check in self.checks)

    @property
    def seconds(self) -> float:
        """The time of all checks."""
        return sum(check.seconds for check in self.checks)
