"""Matchbox machine: the beads in its boxes, every position in which it may have to move, and its exact odds.

The opponent's policy does not change while the machine learns, so that its answers are kept. Positions that it treats
alike up to symmetry are one encounter. The value of an encounter is the sum over its colours of a colour's share times
the value of the opponent's replies. A game changes a few boxes; only their encounters, and those that lead to
them, are computed again.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from random import Random
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.errors import quoted
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.game.position import Position, position_of
from oxobook.book.game.rules import Key
from oxobook.book.game.score import Value
from oxobook.book.game.symmetry import symmetry_group
from oxobook.viewer.classroom.menace.boxes import CHANGE, Kit, distinct_moves
from oxobook.viewer.players.answers import Answers
from oxobook.viewer.players.player import Player, Scope, UnfitPlayer, identity_of

Drawn = tuple[Key, int]  # drawn bead: the key of its box, and the number of its colour among the box's


class Machine:
    """Boxes with their beads; in a position without a box the machine plays the only move."""

    def __init__(self, kit: Kit) -> None:
        first = kit.first_beads
        self.beads: dict[Key, list[int]] = {box.position.key: [first[box.stage]] * len(box.cells) for box in kit.boxes}
        """Number of beads of each colour in a box, in the order of its cells, by canonical key."""

    def shares(self, key: Key) -> list[float] | None:
        """Return the probability of each colour of a box, 1 if there is no box; None for an empty box."""
        beads = self.beads.get(key)
        if beads is None:
            return [1.0]
        whole = sum(beads)
        return [one / whole for one in beads] if whole else None

    def draw(self, key: Key, randomness: Random) -> int | None:
        """Return the number of the colour of a bead drawn at random; None from an empty box."""
        beads = self.beads.get(key)
        if beads is None:
            return 0
        return randomness.choices(range(len(beads)), beads)[0] if any(beads) else None

    def learn(self, used: Sequence[Drawn], result: Value) -> list[Key]:
        """Reward or punish the boxes used in a game, in order; return those that changed."""
        changed = [one for one in used if one[0] in self.beads]
        for key, colour in changed:
            self.beads[key][colour] = max(0, self.beads[key][colour] + CHANGE[result])
        return [key for key, _ in changed]


LOST, DREW, WON, FIRST = range(4)
"""Numbers of the three ends, and of the first encounter."""

Reply = tuple[float, int]  # probability of a reply, and the number of the end or the encounter that follows


class Encounter(NamedTuple):
    """Position in which the machine moves."""

    key: Key  # key of the canonical position, and so of the box
    moves: tuple[tuple[Reply, ...], ...]
    """Opponent's replies to each move that has a colour, in the order of the box's cells."""


class Encounters:
    """Encounters of a machine's ``side``, each before those that may follow it."""

    def __init__(self, book: Book, side: str, opponent: Player) -> None:
        """Collect the encounters; raises UnfitPlayer for an opponent that does not know the game.

        An opponent that goes by the order of the moves, or answers a position in two ways, is refused too.
        """
        opponent.require(book.rules)
        if opponent.scope is Scope.RECORD:
            raise UnfitPlayer(
                f"expected an opponent whose moves depend on the position alone; got {quoted(opponent.name)}: "
                "choose another player"
            )
        self._side, self._opponent = side, Answers(opponent)
        self._identity = identity_of(opponent.scope, book.rules)
        self._numbers: dict[Hashable, int] = {}
        self._waiting: list[Position] = []
        start = Position(book.rules)
        self.start: tuple[Reply, ...] = ((1.0, self._number(start)),) if side == "X" else self._replies(start)
        """Opponent's first moves, if it moves first, else empty."""
        self.all: list[Encounter] = []
        group = symmetry_group(book.rules)
        for position in self._waiting:  # finding an encounter's replies appends to this list
            key, symmetry = group.canonical(position.x, position.o)
            cells = (group.cell_back(cell, symmetry) for cell in distinct_moves(position_of(key, position.rules)))
            self.all.append(Encounter(key, tuple(self._replies(position.play(cell)) for cell in cells)))
        self._opponent.ask_again()
        if self._opponent.unlike:
            told = self._opponent.unlike.told(cell_labels("coordinates", book.rules))
            raise UnfitPlayer(
                f"expected an opponent that answers a position always alike; got {quoted(opponent.name)}: {told}; "
                "let it return a dictionary of its odds"
            )

    def _replies(self, position: Position) -> tuple[Reply, ...]:
        """Return the opponent's replies in a position; the end of the game, if it is over."""
        if position.over:
            return ((1.0, self._number(position)),)
        chances: dict[int, float] = {}
        for move, share in self._opponent.to((), position).items():
            number = self._number(position.play(move))
            chances[number] = chances.get(number, 0.0) + float(share)
        return tuple((chance, number) for number, chance in chances.items())

    def _number(self, position: Position) -> int:
        """Return the number of a position in which the machine is to move, or of the end that it is."""
        if position.over:
            return DREW if position.winner is None else WON if position.winner == self._side else LOST
        number = self._numbers.setdefault(self._identity(position, ()), len(self._waiting) + FIRST)
        if number == len(self._waiting) + FIRST:
            self._waiting.append(position)
        return number


Weighing = Callable[[Iterable[Reply], list[float]], float]
"""Function from the opponent's replies, and the values of what follows them, to their value."""


def expected(replies: Iterable[Reply], values: list[float]) -> float:
    """Return the mean over the opponent's replies."""
    return sum(chance * values[number] for chance, number in replies)


def worst(replies: Iterable[Reply], values: list[float]) -> float:
    """Return the worst value for the machine: of an opponent who knows its beads."""
    return min(values[number] for _, number in replies)


class Standing(NamedTuple):
    """Exact results of the machine with the beads that it has."""

    win: float  # probability of a win against the opponent
    draw: float
    loss: float
    vs_best: float  # expected result, 1 / 0 / -1, against an opponent who knows the beads and exploits them best


class ExactOdds:
    """Value of every encounter for a machine; a lost, drawn and won game have the values ``ends``."""

    def __init__(
        self, encounters: Encounters, machine: Machine, ends: tuple[float, float, float], weigh: Weighing
    ) -> None:
        self._all, self._start = encounters.all, encounters.start
        self._machine, self._weigh = machine, weigh
        self._of_box: dict[Key, list[int]] = defaultdict(list)
        self._before: dict[int, set[int]] = defaultdict(set)
        for number, encounter in enumerate(self._all, FIRST):
            self._of_box[encounter.key].append(number)
            for replies in encounter.moves:
                for _, follows in replies:
                    self._before[follows].add(number)
        self.values = [*ends, *(0.0 for _ in self._all)]  # values by number: of the ends, then of the encounters
        for number in reversed(range(FIRST, len(self.values))):
            self.values[number] = self._value(number)

    @property
    def now(self) -> float:
        """Value of a new game, with the beads that the machine has now."""
        return self._weigh(self._start, self.values)

    def update(self, changed: Iterable[Key]) -> None:
        waiting = {number for key in changed for number in self._of_box[key]}
        for number in reversed(range(FIRST, len(self.values))):  # each before those that lead to it
            if number in waiting and (value := self._value(number)) != self.values[number]:
                self.values[number] = value
                waiting |= self._before[number]

    def _value(self, number: int) -> float:
        """Return the value of an encounter from those after it; of one with an empty box, that of a loss."""
        key, moves = self._all[number - FIRST]
        shares = self._machine.shares(key)
        if shares is None:
            return self.values[LOST]
        weigh, values = self._weigh, self.values
        return sum(share * weigh(replies, values) for share, replies in zip(shares, moves, strict=True) if share)
