"""Positions that a side wins, and the ways in which it can: moves, and sheets that few positions interrupt."""

from oxobook.book.game.rules import Mask

HOPED = 1.3
"""Cost of a position that was not looked at, before others tell."""
_DEAR = 4
"""Cost of a position by a sheet from which on its moves are looked at too."""
Key = bytes
Way = int
"""Cell of a move, or -1 less the number of a sheet."""


class Node:
    """Position in which the owner, to move, wins but not at once: the canonical one of its images."""

    def __init__(self, own: Mask, their: Mask) -> None:
        self.own, self.their, self.ply = own, their, (own | their).bit_count()
        self.cost = HOPED
        self.tested = 0
        """Number of sheets that were tried."""
        self.searched = self.opened = False
        """True if a sheet was searched, and if the winning moves are among the ways."""
        self.ways = dict[Way, list[Key]]()
        """Positions that need rows after each way."""
        self.way: Way | None = None
        """Way that is taken, if not the cheapest."""

    @property
    def ruled(self) -> bool:
        """True if a sheet wins whatever the replies."""
        return any(way < 0 and not keys for way, keys in self.ways.items())

    def untested(self, sheets: int) -> bool:
        """Return whether some of the sheets were not tried yet, and none that was wins."""
        return self.tested < sheets and not self.ruled

    @property
    def settled(self) -> bool:
        """True if there is nothing left to look at: a sheet was found, or none was and the moves are known."""
        return self.ruled or (self.searched and (self.opened or (bool(self.ways) and self.cost < _DEAR)))


def looked_at(node: Node) -> tuple[bool, int]:
    """Return a key by which positions are looked at: new ones, then those before them, then those without a sheet."""
    return node.searched, 64 - node.ply if node.opened else node.ply
