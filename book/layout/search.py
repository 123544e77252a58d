"""Search below books of first plies: its protocol, and the place where ``oxobook`` hands it down to this package."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from typing import NamedTuple, Protocol

from oxobook.book.deadline import Deadline
from oxobook.book.errors import OutOfTime
from oxobook.book.game.notation import coordinates_in
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.score import Value

_NAMED = 4
"""Number of moves that a message names."""


class Effort(NamedTuple):
    """Work behind an answer."""

    nodes: int
    seconds: float


class Unfinished(OutOfTime):
    """Search of a position that was not finished in time, with what it has proved."""

    def __init__(
        self, position: Position, least: int, most: int, moves: Mask, effort: Effort, remoteness: int | None = None
    ) -> None:
        super().__init__(position, least, most, moves, effort, remoteness)  # as pickling makes it anew from these
        self.position = position
        self.least, self.most = Value(least), Value(most)
        """Least and greatest value for the side to move."""
        self.moves = moves
        """Moves that are proved to keep ``least``, if that is no loss."""
        self.effort = effort
        self.remoteness = remoteness
        """Plies until the game ends, if they are proved."""

    def __str__(self) -> str:
        instead = "" if self.most - self.least < 2 else ", or ask about a position later in the game"
        known = f"{self.proved}{self.by(self.names)}: allow it more time{instead}"
        return f"the search was not finished in time; proved for the side to move: {known}"

    def of(self, position: Position, moves: Mask) -> "Unfinished":
        """Return the same of the position in another orientation, with the moves in that one."""
        return Unfinished(position, self.least, self.most, moves, self.effort, self.remoteness)

    @property
    def names(self) -> tuple[str, ...]:
        """Moves, as coordinates."""
        return coordinates_in(self.moves, self.position.rules)

    @property
    def proved(self) -> str:
        """Bounds that are proved of the value, in words."""
        bounds = {(0, 1): "at least a draw", (-1, 0): "at most a draw", (-1, 1): "nothing yet"}
        return bounds.get((self.least, self.most), self.least.word)

    @staticmethod
    def by(names: Sequence[str]) -> str:
        """Return that it is proved of moves, the first of many; empty if of none."""
        shown = names if len(names) <= _NAMED else (*names[: _NAMED - 1], f"{len(names) - _NAMED + 1} others")
        return f", by {' or '.join(shown)}" if names else ""


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


search_for: Callable[[Rules], Search] | None = None
"""Function that returns the search of some rules, handed down by ``oxobook``."""


BoardOf = Callable[[Rules], tuple[bytes, int]]
board_of: BoardOf | None = None
"""Function that returns the words that describe a board to the search's kernel, as bytes, and the number of words of
the kernel's stack; handed down by ``oxobook``, for searches elsewhere, as in the page."""

load: Callable[[], None] | None = None
"""Function that begins to load the search beside other work; handed down by ``oxobook``."""

preparing: set[Rules] = set()
"""Games whose search is being loaded, and compiled if no process has on this machine."""

deadline: ContextVar[Deadline] = ContextVar("deadline", default=Deadline())  # noqa: B039 # it has no end
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
