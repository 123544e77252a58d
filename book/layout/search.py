"""Search below books of first plies: its protocol, and the place where ``oxobook`` hands it down to this package."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from typing import NamedTuple, Protocol

from oxobook.book.deadline import Deadline
from oxobook.book.game.rules import Mask, Rules


class Effort(NamedTuple):
    """Work behind an answer."""

    nodes: int
    seconds: float


class Search(Protocol):
    """Exact search of positions of one game in which play goes on."""

    nodes: int
    """Number of positions whose moves were tried, in all searches so far."""

    def score(self, x: Mask, o: Mask, seconds: float = inf) -> int:
        """Return the score for the side to move; raises OutOfTime."""

    def value(self, x: Mask, o: Mask, seconds: float = inf) -> int:
        """Return the sign of the score, which takes less time; raises OutOfTime."""

    def bounds(self, x: Mask, o: Mask, seconds: float) -> tuple[int, int]:
        """Return the least and the greatest sign of the score that can be proved in this time."""

    def confirms(self, x: Mask, o: Mask, least: int, most: int) -> bool:
        """Return whether a search with an empty table, and the moves in another order, finds a score within bounds."""


SearchFor = Callable[[Rules], Search]
search_for: SearchFor | None = None
"""Function that returns the search of some rules, handed down by ``oxobook``."""


deadline: ContextVar[Deadline] = ContextVar("deadline", default=Deadline())  # noqa: B039 # no caller changes this one
"""Deadline of the lookups that are being made; by default they may search without end."""


@contextmanager
def searching_for(seconds: float) -> Iterator[Deadline]:
    """Limit the searches of the lookups within a block to a number of seconds in all; yield the deadline."""
    limit = Deadline(seconds)
    token = deadline.set(limit)
    try:
        yield limit
    finally:
        deadline.reset(token)
