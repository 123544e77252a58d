"""Protocol of an engine: it says what a book of some rules takes, and makes it.

``generator.engines`` lists the engines. All other code asks them through this protocol alone, whichever they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from oxobook.book.errors import IllegalRules
from oxobook.book.game.rules import KEY_CELLS, Rules
from oxobook.book.info import BookInfo
from oxobook.book.progress import Tell
from oxobook.book.store.writer import Target
from oxobook.generator.layers.workers import Workers


@dataclass(frozen=True)
class Plan:
    """Resources that the book of some rules takes."""

    rules: Rules
    engine: "Engine"
    """Engine that makes it."""
    layers: tuple[int, ...]
    """Estimated positions up to symmetry, by ply."""
    memory: int
    """Bytes at the peak, if memory is not limited."""
    disk: int
    """Bytes of the book's file."""
    least_memory: int = 0
    """Smallest number of bytes that the engine can work in; 0 if it needs all of ``memory``."""
    fixed_memory: int = 0
    """Bytes of these that are not for layers."""
    worker_memory: int = 0
    """Smallest number of bytes for a worker that shares no memory with others; 0 if the engine takes none."""
    temporary: int = 0
    """Largest number of bytes of temporary files while the book is made, if its layers do not stay in memory."""
    plies: int | None = None
    """Number of first plies, if only these are kept."""

    @property
    def needed_memory(self) -> int:
        """Bytes without which the book cannot be made."""
        return self.least_memory or self.memory

    @property
    def positions(self) -> int:
        """Estimated positions up to symmetry."""
        return sum(self.layers)


def no_key(rules: Rules) -> str | None:
    """Return why a book with keys cannot hold a board, or None: see ``Engine.shortage``."""
    if rules.cells <= KEY_CELLS:
        return None
    return f"has {rules.cells} cells, and the key of a position holds {KEY_CELLS}"


PLAIN_GAMES = "in which each side sets its own sign and both want a line"
"""Games that the fast engines and the kernels of searches know."""


def require_searchable(rules: Rules) -> None:
    """Raise IllegalRules unless the kernels of searches know the game."""
    if not rules.plain:
        raise IllegalRules(f"a search solves games {PLAIN_GAMES}; got {rules}")
    require_even_lines(rules)


def require_even_lines(rules: Rules) -> None:
    """Raise IllegalRules unless all lines have k cells, and stones have no holes to fall on."""
    if not {line.bit_count() for line in rules.lines} <= {rules.k} or (rules.stacked and rules.board.holes):
        raise IllegalRules(f"a search takes boards whose lines have one length, and no holes to fall on; got {rules}")


class Engine(Protocol):
    """Way to solve a game and write its book. Making one loads nothing heavy; its methods load what they need."""

    name: str
    summary: str
    """Content of its books and its purpose in a few words, for ``--engine``'s help."""
    libraries: Sequence[str]
    """Modules that it needs and the core does not install."""
    extra: str
    """Extra of oxobook that installs them; empty if there are none."""

    solves: str
    """Games that it solves: "games without gravity"."""

    @property
    def chosen_from(self) -> float:
        """Number of positions from which it is chosen if nobody names an engine; of several, the highest counts."""

    def can_solve(self, rules: Rules) -> bool:
        """Return whether it solves this kind of game."""

    def shortage(self, rules: Rules) -> str | None:
        """Return None if it and its books can hold the board, else why not: "has 36 cells, and a key holds 31"."""

    def plan(self, rules: Rules, layers: tuple[int, ...]) -> Plan:
        """Return the resources of a book, from estimated positions by ply; for boards too large to solve as well."""

    def make(self, rules: Rules, target: Target, replace: bool, tell: Tell, workers: Workers) -> BookInfo:
        """Solve the game, write its book to a target, and return its header and counts; raises CannotWrite.

        An engine goes on, if it can, from where an earlier call was stopped.
        """
