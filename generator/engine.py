"""What an engine is: it says what a book of some rules would take, and makes it.

``generator.engines`` is the list of them. Everybody else asks engines through this protocol and never which one it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from oxobook.book.game.rules import KEY_CELLS, Rules
from oxobook.book.info import BookInfo
from oxobook.book.store.store import Target
from oxobook.generator.progress import Report
from oxobook.generator.work.workers import Workers


class Table(NamedTuple):
    """A layer as chunks hold it."""

    scores: int
    """A byte each."""
    columns: int
    """The scores of a row."""
    scattered: bool = True
    """Whether its rows are computed from rows all over the next layer, and not from the same ones."""
    fetched: float = 0.0
    """How many scores are unpacked for each one, where a chunk always reads what it needs and no more; else 0."""


@dataclass(frozen=True)
class Plan:
    """What the book of some rules would take."""

    rules: Rules
    engine: str
    """The engine's name."""
    layers: tuple[int, ...]
    """Estimated positions up to symmetry, by ply."""
    units: int
    """What each stage of the engine counts up to, in its unit."""
    work: int
    """What takes time while it solves, in the engine's own measure."""
    memory: int
    """Bytes at the peak, where nothing has to be saved."""
    disk: int
    """Bytes of the book's file."""
    least_memory: int = 0
    """Bytes with which the engine can make do; 0 where it takes all of ``memory``."""
    fixed_memory: int = 0
    """Of these, what is not for layers."""
    worker_memory: int = 0
    """Bytes without which a worker that shares no memory with others cannot work."""
    tables: tuple[Table, ...] = ()
    """The layers by ply, estimated, of an engine whose layers go through chunks."""
    passing: int = 0
    """Bytes of what else is on the disk, at most, while the book is made otherwise than in memory."""

    @property
    def needed_memory(self) -> int:
        """The bytes without which the book cannot be made."""
        return self.least_memory or self.memory

    @property
    def positions(self) -> int:
        """Estimated positions up to symmetry."""
        return sum(self.layers)


def no_key(rules: Rules) -> str | None:
    """Why an engine whose book is asked by keys cannot hold a board, or None: see ``Engine.shortage``."""
    if rules.cells <= KEY_CELLS:
        return None
    return f"has {rules.cells} cells, and the key of a position holds {KEY_CELLS}"


class Engine(Protocol):
    """A way to solve a game and write its book. Building one loads nothing heavy; its methods load what they need."""

    name: str
    summary: str
    """What its books hold and what it is for, in a few words for ``--engine``'s help."""
    stages: Sequence[str]
    """The stages of its progress, in their order; each counts up to the plan's ``units``."""
    unit: str
    """What they count, in the plural."""
    libraries: Sequence[str]
    """The modules it needs that the core does not install."""
    extra: str
    """The extra of oxobook that installs them; empty where there are none."""

    def refusal(self, rules: Rules) -> str | None:
        """None for a kind of game that it can solve; else what it solves instead: "solves games without gravity"."""

    def shortage(self, rules: Rules) -> str | None:
        """None for a board that it and its books can hold; else why not: "has 36 cells, and a key holds 31"."""

    def eagerness(self, positions: int) -> int:
        """How well it suits a board of about so many positions; the most eager engine is chosen."""

    def plan(self, rules: Rules, layers: tuple[int, ...]) -> Plan:
        """What a book would take, given about how many positions each ply has; also of a board too large to solve."""

    def seconds(self, plan: Plan, report: Report) -> float:
        """About how long this machine would take for the plan's book, from a sample of the work."""

    def make(self, rules: Rules, target: Target, replace: bool, report: Report, workers: Workers) -> BookInfo:
        """Solve the game, write its book to a target, and say what it holds; raises CannotWrite.

        An engine that can goes on from where an earlier call was stopped.
        """
