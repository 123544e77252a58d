"""Strategies: one side's chosen move in every position it can meet, whatever the other side replies.

Positions and moves are canonical: a strategy plays the same up to symmetry. Three kinds: ``pick`` plays the book's
pick; ``smallest`` meets the fewest positions; ``reflexes`` leaves the fewest to remember, for a *reflex* decides the
others: win at once, block a line, play the only move.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from oxobook.book.book import Book
from oxobook.book.errors import IllegalArgument, MissingPosition, quoted
from oxobook.book.game.picture import picture
from oxobook.book.game.position import Position, position_of
from oxobook.book.game.rules import Cell, Key, Mask, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.game.tactics import reflex_moves
from oxobook.book.published import published_least

SIDES = ("X", "O")
NAMES = ("pick", "smallest", "reflexes", "smallest-fast", "reflexes-fast")
"""Names of the strategies that users choose from."""


@dataclass(frozen=True)
class Strategy:
    """Strategy of a side. ``bound``: lower bound of ``cost`` for its kind, proved when the strategy was found."""

    rules: Rules
    side: str
    kind: str
    fast: bool
    """True if it also wins as soon and loses as late as possible: it plays best moves only, not just safe ones."""
    moves: Mapping[Key, Cell]
    """Cell to play on the canonical board, by the canonical key of each own position."""
    bound: int | None = None
    kept: bool = field(default=False, compare=False)
    """True if it was read from a certificate: its bound is then what the file says, not just proved."""

    @property
    def name(self) -> str:
        """Name in messages and in the names of files, apart from the side."""
        return strategy_name(self.kind, self.fast)

    @property
    def positions(self) -> int:
        """Number of own positions, up to symmetry."""
        return len(self.moves)

    @cached_property
    def remembered(self) -> tuple[Key, ...]:
        """Own positions that no reflex decides, or in which another move is played, by ascending key."""
        moves = self.moves.items()
        return tuple(sorted(key for key, cell in moves if not reflexes(position_of(key, self.rules)) >> cell & 1))

    @property
    def cost(self) -> int:
        """Number that the kind makes least: of positions, or of those to remember."""
        return len(self.remembered) if self.kind == "reflexes" else self.positions

    @property
    def proved(self) -> bool:
        """True if no strategy of its kind costs less: by a proof just made, or a published one."""
        return self.bound == self.cost == self._least

    @property
    def gap(self) -> int | None:
        """Difference to the least cost that is proved; None for the pick strategy, which is no minimum.

        For a stored strategy it is known only if the least cost is published, else None: a file may state any bound.
        """
        return None if self.bound is None or self._least is None else self.cost - self._least

    @cached_property
    def _least(self) -> int | None:
        """Proved lower bound of the cost of its kind: by the proof just made, or as published."""
        return published_least(self.rules, self.side, self.kind, self.fast) if self.kept else self.bound

    def move(self, position: Position) -> Cell:
        """Return the strategy's move on the caller's board; raises MissingPosition where it never comes."""
        position, group = Position.of(position, self.rules), symmetry_group(self.rules)
        key, symmetry = group.canonical(position.x, position.o)
        if key not in self.moves:
            raise MissingPosition(f"expected a position that {self.side}'s strategy meets; got {position.text!r}")
        return group.cell_back(self.moves[key], symmetry)

    def _repr_html_(self) -> str | None:
        return picture(self)


def kind_named(name: str) -> tuple[str, bool]:
    """Return the kind of a strategy of this name, and whether it is a fast one, which wins as soon as it can."""
    return name.removesuffix("-fast"), name.endswith("-fast")


def strategy_name(kind: str, fast: bool) -> str:
    """Return the name of a kind of strategy: ``kind``, with ``-fast`` after it for a fast one."""
    return f"{kind}-fast" if fast else kind


def canonical_of(position: Position) -> Position:
    """Return the canonical position."""
    key, _ = symmetry_group(position.rules).canonical(position.x, position.o)
    return position_of(key, position.rules)


def reflexes(position: Position) -> Mask:
    """Return the moves among which a reflex chooses without thought, 0 if there is none.

    Win at once by a line; else block the other side's threat; else play the only legal move. The convention says which
    of the first two a side has (``Convention.reflexes``).
    """
    return 0 if position.over else reflex_moves(*position, position.ply)


def require_side(side: object) -> None:
    """Raise IllegalArgument for anything but ``X`` or ``O``."""
    if not isinstance(side, str) or side not in SIDES:
        raise IllegalArgument(f"expected the side X or O; got {quoted(side)}")


def first_positions(rules: Rules, side: str) -> list[Position]:
    """Return the canonical positions in which a side may have its first move."""
    start = Position(rules)
    return [start] if side == "X" else _distinct(open_children(start))


def own_positions_after(position: Position, move: Cell) -> list[Position]:
    """Return the canonical positions in which the mover may be to move next, after its move and any reply."""
    return _distinct(open_children(position.play(move)))


def open_children(position: Position) -> list[Position]:
    """Return the positions after each move in which the game goes on."""
    children = map(position.after, position.legal_cells)
    return [child for child in children if not child.over]


def _distinct(positions: list[Position]) -> list[Position]:
    return sorted({canonical_of(position) for position in positions}, key=lambda position: position.key)


def follow(rules: Rules, side: str, choose: Callable[[Position], Cell]) -> dict[Key, Cell]:
    """Return the moves of a side that plays ``choose(canonical position)``, in every position it can meet."""
    waiting, moves = first_positions(rules, side), dict[Key, Cell]()
    while waiting:
        position = waiting.pop()
        if position.key not in moves:
            moves[position.key] = choose(position)
            waiting += own_positions_after(position, moves[position.key])
    return moves


def pick_strategy(book: Book, side: str) -> Strategy:
    """Return the strategy that plays the book's pick everywhere."""

    def choose(position: Position) -> Cell:
        pick = book.probe(position).pick_cell
        assert pick is not None  # a strategy is asked only while the game goes on
        return pick

    return Strategy(book.rules, side, "pick", False, follow(book.rules, side, choose))
