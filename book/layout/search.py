"""Search below books of first plies: its protocol, and the place where ``oxobook`` hands it down to this package."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from oxobook.book.game.rules import Mask, Rules


class Effort(NamedTuple):
    """Work behind an answer."""

    nodes: int
    seconds: float


class Search(Protocol):
    """Exact search of positions of one game in which play goes on."""

    nodes: int
    """Number of positions whose moves were tried, in all searches so far."""

    def score(self, x: Mask, o: Mask) -> int:
        """Return the score for the side to move."""

    def value(self, x: Mask, o: Mask) -> int:
        """Return the sign of the score, which takes less time."""

    def confirms(self, x: Mask, o: Mask, score: int) -> bool:
        """Return whether a search with an empty table, and the moves in another order, finds this score."""


SearchFor = Callable[[Rules], Search]
search_for: SearchFor | None = None
"""Function that returns the search of some rules, handed down by ``oxobook``."""
