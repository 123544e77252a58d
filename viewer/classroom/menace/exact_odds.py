"""Exact odds of a machine with its beads, kept up to date while it learns.

The value of an encounter is the sum over its colours of a colour's share times the value of the opponent's replies. A
game changes a few boxes; only their encounters, and those that lead to them, are computed again.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from oxobook.book.game.rules import Key
from oxobook.viewer.classroom.menace.machine import LOST, Encounters, Machine, Reply

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
        for number, encounter in enumerate(self._all, 3):
            self._of_box[encounter.key].append(number)
            for replies in encounter.moves:
                for _, follows in replies:
                    self._before[follows].add(number)
        self.values = [*ends, *(0.0 for _ in self._all)]  # values by number: of the ends, then of the encounters
        for number in range(len(self.values) - 1, 2, -1):
            self.values[number] = self._value(number)

    @property
    def now(self) -> float:
        """Value of a new game, with the beads that the machine has now."""
        return self._weigh(self._start, self.values)

    def update(self, changed: Iterable[Key]) -> None:
        """Update the values after changes of these boxes."""
        waiting = [-number for key in changed for number in self._of_box[key]]  # the last encounter first
        heapify(waiting)
        done = 0
        while waiting:
            number = -heappop(waiting)
            if number == done:
                continue
            done, value = number, self._value(number)
            if value != self.values[number]:
                self.values[number] = value
                for before in self._before[number]:
                    heappush(waiting, -before)

    def _value(self, number: int) -> float:
        """Return the value of an encounter from those after it; of one with an empty box, that of a loss."""
        key, moves = self._all[number - 3]
        shares = self._machine.shares(key)
        if shares is None:
            return self.values[LOST]
        weigh, values = self._weigh, self.values
        return sum(share * weigh(replies, values) for share, replies in zip(shares, moves, strict=True) if share)
