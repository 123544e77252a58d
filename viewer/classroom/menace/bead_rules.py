"""The published rules for the beads of a matchbox machine: how many a box begins with, and what a game changes."""

from collections.abc import Callable
from typing import NamedTuple


class BeadRule(NamedTuple):
    """A rule."""

    source: str
    first: Callable[[int], int]
    """The beads of each colour in a box, from the number of stages that come after its own: 0 for the last."""
    won: int
    """The beads of the drawn colour that are added to each box of a won game, besides the drawn one."""
    drawn: int
    lost: int
    """The same for a lost game; -1 keeps the drawn bead out."""
    last_only: bool = False
    """Whether only the last box of a game is changed."""


BEAD_RULES = {
    "michie": BeadRule(
        "D. Michie, Trial and error, Penguin Science Survey 2, 1961, and The Computer Journal 6, 1963, tables 1 and 2",
        lambda later: later + 1,
        *(3, 1, -1),
    ),
    "scroggs": BeadRule("M. Scroggs, MENACE, mscroggs.co.uk/menace", lambda later: 1 << later, *(3, 1, -1)),
    "gardner": BeadRule(
        "M. Gardner, Mathematical games, Scientific American, March 1962 (his HER, for hexapawn)",
        lambda later: 1,
        *(0, 0, -1),
        last_only=True,
    ),
}
"""By name. On 3x3x3 Michie's boxes have 4, 3, 2 and 1 beads of each colour, by stage, Scroggs' 8, 4, 2 and 1, and
Gardner's one; of Gardner's only the last bead drawn is kept out when the machine has lost."""
