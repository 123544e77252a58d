"""Strategy: one side's chosen move in every position it can meet, whatever the other side replies.

Positions and moves are canonical: a strategy plays the same up to symmetry. Three kinds: ``pick`` plays the book's
pick; ``smallest`` meets the fewest positions; ``reflexes`` leaves the fewest to remember, for a *reflex* decides the
others: win at once, block a line, play the only move.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from oxobook.book.book import Book
from oxobook.book.errors import MissingPosition, MissingStrategy
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Key, Mask, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.game.tactics import threats
from oxobook.book.library import options_naming
from oxobook.book.published import published_least

SIDES = ("X", "O")
KINDS = ("pick", "smallest", "reflexes")


@dataclass(frozen=True)
class Strategy:
    """A side's strategy. ``bound`` is a lower bound of ``cost`` for its kind, as it was proved when it was found."""

    rules: Rules
    side: str
    kind: str
    fast: bool
    """Whether it also wins as soon, and loses as late, as can be: best moves only, not just safe ones."""
    moves: Mapping[Key, Cell]
    """For each own position, by canonical key, the cell to play on the canonical board."""
    bound: int | None = None
    kept: bool = field(default=False, compare=False)
    """Whether it was read from where it is kept: its bound is then what stands there, and not what was just proved."""

    @property
    def name(self) -> str:
        """Its name in the book, apart from the side."""
        return strategy_name(self.kind, self.fast)

    @property
    def positions(self) -> int:
        """Own positions, up to symmetry."""
        return len(self.moves)

    @cached_property
    def remembered(self) -> tuple[Key, ...]:
        """The own positions that no reflex decides, by ascending key: it finds nothing, or another move is played."""
        full, cells = self.rules.full, self.rules.cells
        found = (
            key for key, cell in self.moves.items() if not _reflexes(self.rules, key & full, key >> cells) >> cell & 1
        )
        return tuple(sorted(found))

    @property
    def cost(self) -> int:
        """What the kind makes least: positions, or those remembered."""
        return len(self.remembered) if self.kind == "reflexes" else self.positions

    @property
    def proved(self) -> bool:
        """Whether no strategy of its kind costs less: by a proof just made, or a published one."""
        return self.bound == self.cost == self._least

    @property
    def gap(self) -> int | None:
        """How much less a strategy might cost at most; None for the pick strategy, which is no minimum.

        Of one that is kept it is known where the least cost is published, and else None: anything may be kept.
        """
        return None if self.bound is None or self._least is None else self.cost - self._least

    @cached_property
    def _least(self) -> int | None:
        """What a strategy of its kind is known to cost at least: by the proof just made, or by a published one."""
        return published_least(self.rules, self.side, self.kind, self.fast) if self.kept else self.bound

    def move(self, position: Position) -> Cell:
        """The strategy's move on the caller's board; raises MissingPosition where it never comes."""
        group = symmetry_group(self.rules)
        key, symmetry = group.canonical(position.x, position.o)
        if key not in self.moves:
            raise MissingPosition(f"expected a position that {self.side}'s strategy meets; got {position.text!r}")
        return group.cell_back(self.moves[key], symmetry)

    def _repr_html_(self) -> str:
        """What the strategy is and asks one to remember, as a notebook shows it."""
        from oxobook.book.notebook import strategy_html

        keys = sorted(self.remembered, key=int.bit_count)
        title = f"{self.side}'s strategy in {self.rules}: {self.name}"
        reflexes = "play the only move" if self.rules.misere else "win, or block, or play the only move"
        remembered = [(position_of(key, self.rules), self.moves[key]) for key in keys]
        return strategy_html(title, self.positions, remembered, reflexes)


def strategy_name(kind: str, fast: bool) -> str:
    """The name of a kind of strategy: ``kind``, with ``-fast`` after it for a fast one."""
    return f"{kind}-fast" if fast else kind


def stored_strategy(book: Book, side: str, name: str) -> Strategy | None:
    """The strategy that the book holds for a side under a name, or None."""
    for stored in book.strategies():
        if (stored.name, stored.side) == (name, side):
            kind = name.removesuffix("-fast")
            return Strategy(book.rules, side, kind, kind != name, book.strategy_moves(side, name), stored.bound, True)
    return None


def strategy_in(book: Book, side: str, kind: str = "pick", fast: bool = False) -> Strategy:
    """The strategy of a kind: the pick strategy of any book, another one where the book keeps it.

    Raises MissingStrategy.
    """
    if kind == "pick" and not fast:
        return pick_strategy(book, side)
    name = strategy_name(kind, fast)
    if stored := stored_strategy(book, side, name):
        return stored
    named = options_naming(book) or f" -r {book.rules}"
    raise MissingStrategy(
        f"expected {side}'s strategy {name!r} in the book {book.name!r}, which does not keep it: find it with: "
        f"oxobook strategy{named} --side {side} --kind {kind}{' --fast' if fast else ''}"
    )


def position_of(key: Key, rules: Rules) -> Position:
    """The position of a key that is known to be legal."""
    return Position(rules, key & rules.full, key >> rules.cells)


def canonical_of(position: Position) -> Position:
    """The canonical position."""
    key, _ = symmetry_group(position.rules).canonical(position.x, position.o)
    return position_of(key, position.rules)


def reflexes(position: Position) -> Mask:
    """The moves among which a reflex chooses without thought, 0 where there is none.

    To win at once; else to block, when the other side threatens a line; else the only legal move. Under misère
    a line is nothing to make or to block, and only the last remains.
    """
    return 0 if position.over else _reflexes(position.rules, position.x, position.o)


def _reflexes(rules: Rules, x: Mask, o: Mask) -> Mask:
    """The same for stones on a board where the game goes on."""
    own, their = (o, x) if x.bit_count() > o.bit_count() else (x, o)
    lines = 0 if rules.misere else threats(rules, own, their) or threats(rules, their, own)
    legal = rules.playable(x | o)
    return lines or (legal if legal.bit_count() == 1 else 0)


def first_positions(rules: Rules, side: str) -> list[Position]:
    """The canonical positions in which a side may have its first move."""
    start = Position(rules)
    if side == "X":
        return [start]
    return _distinct(child for child in map(start.play, start.legal_cells) if not child.over)


def own_positions_after(position: Position, move: Cell) -> list[Position]:
    """The canonical positions in which the mover may be to move next, after its move and any reply."""
    child = position.play(move)
    replies = map(child.play, child.legal_cells)
    return _distinct(reply for reply in replies if not reply.over)


def _distinct(positions: Iterator[Position]) -> list[Position]:
    """The canonical forms, each once, by ascending key."""
    return sorted({canonical_of(position) for position in positions}, key=lambda position: position.key)


def follow(rules: Rules, side: str, choose: Callable[[Position], Cell]) -> dict[Key, Cell]:
    """The moves of a side that plays ``choose(canonical position)``, in every position it can meet."""
    waiting, moves = first_positions(rules, side), dict[Key, Cell]()
    while waiting:
        position = waiting.pop()
        if position.key not in moves:
            moves[position.key] = choose(position)
            waiting += own_positions_after(position, moves[position.key])
    return moves


def pick_strategy(book: Book, side: str) -> Strategy:
    """The strategy that plays the book's pick everywhere."""

    def choose(position: Position) -> Cell:
        pick = book.probe(position).pick_cell
        assert pick is not None  # a strategy is asked only while the game goes on
        return pick

    return Strategy(book.rules, side, "pick", False, follow(book.rules, side, choose))
