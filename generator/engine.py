"""Protocol of an engine: it says what a book of some rules takes, and makes it.

``generator.engines`` lists the engines. All other code asks them through this protocol alone, whichever they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from oxobook.book.errors import IllegalRules
from oxobook.book.game.rules import KEY_CELLS, Rules
from oxobook.book.info import BookInfo
from oxobook.book.progress import Tell
from oxobook.book.store.writer import Target
from oxobook.generator.layers.workers import Workers


class Table(NamedTuple):
    """Table of a layer, as it is cut into chunks."""

    scores: int
    """Number of scores, a byte each."""
    columns: int
    """Number of scores of a row."""
    scattered: bool = True
    """True if its rows are computed from rows all over the next layer, rather than from the same ones."""
    fetched: float = 0.0
    """Number of scores unpacked for each score computed, if a chunk reads exactly what it needs; else 0."""


@dataclass(frozen=True)
class Plan:
    """Resources that the book of some rules takes."""

    rules: Rules
    engine: "Engine"
    """Engine that makes it."""
    layers: tuple[int, ...]
    """Estimated positions up to symmetry, by ply."""
    work: int
    """Amount of work, in the engine's own measure."""
    memory: int
    """Bytes at the peak, if memory is not limited."""
    disk: int
    """Bytes of the book's file."""
    least_memory: int = 0
    """Smallest number of bytes that the engine can work in; 0 if it needs all of ``memory``."""
    fixed_memory: int = 0
    """Bytes of these that are not for layers."""
    worker_memory: int = 0
    """Smallest number of bytes for a worker that shares no memory with others."""
    tables: tuple[Table, ...] = ()
    """Tables of the layers by ply, estimated, if the engine cuts layers into chunks."""
    passing: int = 0
    """Largest number of bytes of temporary files while the book is made out of core."""
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


def plain_only(rules: Rules) -> str | None:
    """Return what the fast engines solve if it is not a game of this convention."""
    return None if rules.plain else "solves games in which each side sets its own sign and both want a line"


def require_searchable(rules: Rules) -> None:
    """Raise IllegalRules unless the kernels of searches know the game."""
    if said := plain_only(rules):
        raise IllegalRules(f"a search {said}; got {rules}")
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

    def refusal(self, rules: Rules) -> str | None:
        """Return None if it can solve this kind of game, else what it solves: "solves games without gravity"."""

    def shortage(self, rules: Rules) -> str | None:
        """Return None if it and its books can hold the board, else why not: "has 36 cells, and a key holds 31"."""

    def eagerness(self, positions: int) -> int:
        """Return how well it suits a board of about ``positions`` positions; the highest number is chosen."""

    def plan(self, rules: Rules, layers: tuple[int, ...]) -> Plan:
        """Return the resources of a book, from estimated positions by ply; for boards too large to solve as well."""

    def seconds(self, plan: Plan) -> float | None:
        """Return the estimated seconds that this machine takes for the plan's book, from a sample of the work.

        None if the sample would take too long.
        """

    def make(self, rules: Rules, target: Target, replace: bool, tell: Tell, workers: Workers) -> BookInfo:
        """Solve the game, write its book to a target, and return its header and counts; raises CannotWrite.

        An engine goes on, if it can, from where an earlier call was stopped.
        """
