"""Positions that a side, the owner, wins under gravity, and the ways in which it can: moves, and sheets.

A sheet that wins but for some positions is a way, too: these have rows of their own, which interrupt it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from oxobook.book.certificate.owners_game import OwnersGame, side_bytes
from oxobook.book.game.bits import gaps
from oxobook.book.game.board import Permutation
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask
from oxobook.generator.prove.sheet_finder import SheetFinder, Sides

_MOST_FREE = 38
"""Free cells of a position for which sheets are searched: games from earlier ones are too many for one sheet."""
MOST_ROWS = 12
"""Rows that may interrupt a sheet before it is known which rows there are anyway."""
Key = bytes
Way = int
"""Cell of a move, or -1 less the number of a sheet."""


class Node:
    """Position in which the owner, to move, wins but not at once: the canonical one of its images."""

    def __init__(self, sides: Sides) -> None:
        own, their = self.sides = sides
        self.ply = (own | their).bit_count()
        self.ways = dict[Way, list[Key]]()
        """Positions that need rows after each way."""
        self.way: Way | None = None
        """Way that is taken."""
        self.cost = 0.0
        """Number of rows that a strategy takes from here, estimated."""
        self.tried = Counter[int]()
        """Numbers of sheets that were tried, by the most rows that might interrupt them."""
        self.searched = self.opened = False
        """True if a sheet was searched, and if the winning moves are among the ways."""

    @property
    def after(self) -> list[Key]:
        """Positions that need rows after the way that is taken."""
        return [] if self.way is None else self.ways[self.way]

    @property
    def ruled(self) -> bool:
        """True if a sheet wins whatever the replies."""
        return any(way < 0 and not keys for way, keys in self.ways.items())


class WonPositions:
    """Positions that were met so far, and the sheets that win them."""

    def __init__(self, position: Position, owner: str, memory: int) -> None:
        self.position, self.owner = position, owner
        self.finder = SheetFinder(position.rules, memory)
        self._game = OwnersGame(position.rules, True)
        self._half = side_bytes(position.rules)
        self._nodes = dict[Key, Node]()
        self._numbers = dict[bytes, int]()
        """Numbers of the sheets that are kept."""
        self.first = self._first()
        """Positions in which the owner has to move first."""

    def __getitem__(self, key: Key) -> Node:
        """Return the node of a position, a new one if there is none."""
        if key not in self._nodes:
            sides = int.from_bytes(key[: self._half]), int.from_bytes(key[self._half :])
            node = self._nodes[key] = Node(sides)
            node.searched = self.position.rules.cells - node.ply > _MOST_FREE
        return self._nodes[key]

    def items(self) -> Iterable[tuple[Key, Node]]:
        """Return the nodes with their keys."""
        return self._nodes.items()

    def strategy(self, but: Key | None = None) -> Counter[Key]:
        """Return the positions to which the ways lead that are taken, with how often, but not from one of them."""
        uses, todo = Counter(self.first), [*self.first]
        while todo:
            key = todo.pop()
            for following in self[key].after if key != but else ():
                if following not in uses:
                    todo.append(following)
                uses[following] += 1
        return uses

    def keys(self, positions: Iterable[Sides]) -> list[Key]:
        """Return the positions' canonical images, each once."""
        return list(dict.fromkeys(self._game.canonical(*sides)[0] for sides in positions))

    def open(self, node: Node) -> None:
        """Add the winning moves to the ways."""
        if not node.opened:
            node.ways |= self._winning_moves(*node.sides)
            node.opened = True

    def add(self, node: Node, found: tuple[bytes, list[Sides]]) -> Way:
        """Add and return the way by a sheet that some rows interrupt."""
        ranks, rows = found
        way = ~self.keep(ranks)
        node.ways[way] = self.keys(rows)
        return way

    def keep(self, ranks: bytes) -> int:
        """Keep a sheet and its images to be tried on other positions; return its number."""
        if ranks not in self._numbers:
            for image in self._game.symmetries:
                turned = bytes(ranks[cell] for cell in image)
                self._numbers[turned] = self.finder.found
                self.finder.keep(turned)
        return self._numbers[ranks]

    def mark(self, keys: Iterable[Key]) -> None:
        """Have sheets interrupted at some positions and their images, and at no others."""
        self.finder.mark([self._turned(self[key], image) for key in keys for image in self._game.symmetries])

    def _turned(self, node: Node, image: Permutation) -> Sides:
        own, their = (sum(1 << image[cell] for cell in cells_of(side)) for side in node.sides)
        return own, their

    def _first(self) -> list[Key]:
        own, their = (self.position.x, self.position.o)[:: 1 if self.owner == "X" else -1]
        if self.position.to_move != self.owner:
            return self._replies(own, their)
        return [] if self._game.winning(own, their) else self.keys([(own, their)])

    def _winning_moves(self, own: Mask, their: Mask) -> Iterator[tuple[Cell, list[Key]]]:
        """Yield each winning move with the positions after it."""
        lasts = gaps(self.position.rules.lines, their)
        legal = self.position.rules.playable(own | their)
        for cell in cells_of(lasts & legal or legal):
            after = own | 1 << cell
            replies = self.position.rules.playable(after | their)
            if replies and not lasts & replies and self.finder.wins_after(after, their):
                yield cell, self._replies(after, their)

    def _replies(self, own: Mask, their: Mask) -> list[Key]:
        """Return the positions after the replies in which the owner does not win at once."""
        return self.keys((own, their | 1 << cell) for cell in self._game.open_replies(own, their))
