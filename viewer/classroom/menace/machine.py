"""A matchbox machine: the beads in its boxes, a bead drawn, and what a game's result does to those that were used."""

from collections.abc import Sequence
from random import Random

from oxobook.book.game.rules import Key
from oxobook.viewer.classroom.menace.boxes import Kit

Drawn = tuple[Key, int]
"""A bead that was drawn: the key of its box, and the number of its colour among the box's."""


class Machine:
    """The boxes with their beads; without a box the machine plays the only move there is."""

    def __init__(self, kit: Kit) -> None:
        self.rule, first = kit.rule, kit.first_beads
        self.beads: dict[Key, list[int]] = {box.position.key: [first[box.stage]] * len(box.cells) for box in kit.boxes}
        """By canonical key, how many beads of each colour a box has, in the order of its cells."""

    def shares(self, key: Key) -> list[float] | None:
        """The chance of each colour of a box, 1 where there is no box; None for an empty box."""
        beads = self.beads.get(key)
        if beads is None:
            return [1.0]
        whole = sum(beads)
        return [one / whole for one in beads] if whole else None

    def draw(self, key: Key, randomness: Random) -> int | None:
        """The number of a colour, by a bead drawn at random; None from an empty box."""
        beads = self.beads.get(key)
        if beads is None:
            return 0
        return randomness.choices(range(len(beads)), beads)[0] if any(beads) else None

    def learn(self, used: Sequence[Drawn], result: int) -> list[Key]:
        """Reward or punish the boxes of a game, in the order in which they were used; the boxes that changed.

        ``result`` is 1, 0 or -1 for a game that was won, drawn or lost.
        """
        change = {1: self.rule.won, 0: self.rule.drawn, -1: self.rule.lost}[result]
        changed = [one for one in used if one[0] in self.beads]
        if self.rule.last_only:
            changed = changed[-1:]
        for key, colour in changed:
            self.beads[key][colour] = max(0, self.beads[key][colour] + change)
        return [key for key, _ in changed]
