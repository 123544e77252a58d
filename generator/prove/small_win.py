"""Small proof of a win under gravity: which moves lead to positions that sheets win, so that few positions are left.

The search is that for the cheapest solution of a graph of choices (AO*). A position is *ruled* if one sheet wins it;
else the owner has a choice of winning moves, and after each all replies. The cost of a position is the number of rows
that its strategy takes, estimated where it is not known. Each step looks at the positions of the cheapest strategy so
far that are not settled; when there are none, that strategy is the proof.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.owners_game import OwnersGame, side_bytes
from oxobook.book.certificate.table import Table
from oxobook.book.deadline import Deadline
from oxobook.book.errors import BookError, DamagedBook, masked
from oxobook.book.game.bits import gaps
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.store.new_file import write_whole
from oxobook.generator.prove.prover import DEFAULT_MEMORY
from oxobook.generator.prove.sheet_finder import SheetFinder

_HOPED, _FEARED = 1.3, 4.0
"""Cost of a position that was not looked at, and of one that no sheet wins, before others tell."""
_AT_ONCE = 32
"""Positions looked at before the cheapest strategy is found again."""
_SEARCHES = range(3), range(3, 15)
"""Searches for a sheet of a position when it is looked at first, and those before its moves are looked at."""
_MOST_FREE = 38
"""Free cells of a position for which sheets are searched: games from earlier ones are too many for one sheet."""
_INTERVAL = 60.0  # seconds from one checkpoint to the next
Key = bytes


class Node:
    """Position in which the owner, to move, wins but not at once: the canonical one of its images."""

    def __init__(self, own: Mask, their: Mask) -> None:
        self.own, self.their, self.ply = own, their, (own | their).bit_count()
        self.cost = _HOPED
        self.ranks: bytes | None = None
        self.tried = 0
        """Number of times that sheets were searched."""
        self.choices: dict[Cell, list[Key]] | None = None
        """Winning moves, with the positions after the replies to each; None if they were not looked at."""


class SmallWin:
    """Search for a small proof that a side, the owner, wins a position of a game under gravity."""

    def __init__(
        self, position: Position, owner: str, memory: int = DEFAULT_MEMORY, unfinished: Path | None = None
    ) -> None:
        self.position, self.owner, self._path = position, owner, unfinished
        self._finder = SheetFinder(position.rules, memory)
        self._game = OwnersGame(position.rules, True)
        self._nodes = dict[Key, Node]()
        self._costs, self._hopes = dict[int, float](), dict[int, float]()
        self._saved = Deadline()
        if unfinished and unfinished.is_file():
            self._load(_kept(unfinished))

    def certificate(self, deadline: Deadline | None = None, tell: Tell = tell_nobody) -> Certificate:
        """Return the certificate; what is found is kept in the file ``unfinished``, where another search goes on.

        Raises OutOfTime if the deadline comes first, or TooLarge.
        """
        own, their = self._sides()
        if self.position.to_move != self.owner:
            first = self._replies(own, their)
        else:
            first = [] if self._game.winning(own, their) else [self._key(own, their)]
        strategy = self._strategy(first)
        while unsettled := [key for key in strategy if not self._is_settled(self._nodes[key])]:
            tell("positions settled", len(strategy) - len(unsettled), len(strategy))
            unsettled.sort(key=lambda key: -self._nodes[key].ply)
            for key in unsettled[:_AT_ONCE]:
                self._look(key)
            self._estimate()
            late = deadline is not None and not deadline.left
            if self._path and (late or self._saved.spent > _INTERVAL):
                write_whole(self._path, self._found.content, True)
                self._saved = Deadline()
            if deadline and late:
                deadline.require(f"{self.owner} wins, but the certificate")
            strategy = self._strategy(first)
        nodes = {key: self._nodes[key] for key in strategy}
        moves = {key: bytes([self._choice(node)]) for key, node in nodes.items() if not node.ranks}
        sheets = {key: node.ranks for key, node in nodes.items() if node.ranks}
        return Certificate(self.position, self.owner, True, Table.of(moves), sheets=Table.of(sheets))

    @property
    def _found(self) -> Certificate:
        """All that sheets are known for and, as moves to cell 0, all positions for which there seems to be none."""
        ruled = {key: node.ranks for key, node in self._nodes.items() if node.ranks}
        others = {key: b"\0" for key, node in self._nodes.items() if node.tried == len(_SEARCHES) and not node.ranks}
        return Certificate(self.position, self.owner, True, Table.of(others), sheets=Table.of(ruled))

    def _load(self, found: Certificate) -> None:
        for table in found.moves, found.sheets:
            for key, value in table.items(2 * side_bytes(self.position.rules)):
                node = self._node(key)
                node.tried, node.ranks = len(_SEARCHES), value if table is found.sheets else None
                if node.ranks:
                    self._finder.keep(node.ranks, list(self._game.symmetries))
                node.cost = self._cost(node)

    def _look(self, key: Key) -> None:
        """Look for a sheet of a position or, if that was done, for its winning moves."""
        node = self._nodes[key]
        if node.tried < len(_SEARCHES):
            node.ranks = self._finder.known_sheet(node.own, node.their)
            if not node.ranks:
                node.ranks = self._finder.sheet(node.own, node.their, _SEARCHES[node.tried])
                if node.ranks:
                    self._finder.keep(node.ranks, list(self._game.symmetries))
            node.tried += 1
        else:
            node.choices = dict(self._winning_moves(node))

    def _winning_moves(self, node: Node) -> Iterator[tuple[Cell, list[Key]]]:
        """Yield each winning move with the positions after it."""
        lasts = gaps(self.position.rules.lines, node.their)
        legal = self.position.rules.playable(node.own | node.their)
        for cell in cells_of(lasts & legal or legal):
            own = node.own | 1 << cell
            replies = self.position.rules.playable(own | node.their)
            if replies and not lasts & replies and self._finder.wins_after(own, node.their):
                yield cell, self._replies(own, node.their)

    def _replies(self, own: Mask, their: Mask) -> list[Key]:
        """Return the positions after the replies in which the owner does not win at once."""
        return list(dict.fromkeys(self._key(own, their | 1 << cell) for cell in self._game.open_replies(own, their)))

    def _key(self, own: Mask, their: Mask) -> Key:
        key, _ = self._game.canonical(own, their)
        self._node(key)
        return key

    def _node(self, key: Key) -> Node:
        """Return the node of a position, a new one if there is none."""
        if key not in self._nodes:
            half = side_bytes(self.position.rules)
            node = self._nodes[key] = Node(int.from_bytes(key[:half]), int.from_bytes(key[half:]))
            node.tried = len(_SEARCHES) if self.position.rules.cells - node.ply > _MOST_FREE else 0
        return self._nodes[key]

    def _choice(self, node: Node) -> Cell:
        """Return the cheapest winning move."""
        assert node.choices
        return min(node.choices, key=lambda cell: self._price(node, cell))

    def _price(self, node: Node, cell: Cell) -> float:
        return 1 + sum(self._nodes[key].cost for key in node.choices[cell]) if node.choices else 0

    def _cost(self, node: Node) -> float:
        if node.ranks:
            return 1
        if node.choices is not None:
            return self._price(node, self._choice(node))
        return self._costs.get(node.ply, _FEARED) if node.tried else self._hopes.get(node.ply, _HOPED)

    def _estimate(self) -> None:
        """Find all costs again, the last positions' first.

        A position whose moves are not known costs as much as others of its ply in the mean: those without a sheet if
        none was found, else all.
        """
        costs, hopes = defaultdict[int, list[float]](list), defaultdict[int, list[float]](list)
        for node in self._nodes.values():
            if node.choices is not None:
                costs[node.ply].append(node.cost)
            if self._is_settled(node):
                hopes[node.ply].append(node.cost)
        self._costs, self._hopes = ({ply: mean(some) for ply, some in each.items()} for each in (costs, hopes))
        for node in sorted(self._nodes.values(), key=lambda node: -node.ply):
            node.cost = self._cost(node)

    def _strategy(self, first: list[Key]) -> dict[Key, None]:
        """Return the positions of the cheapest strategy."""
        met, todo = dict.fromkeys(first), [*first]
        while todo:
            node = self._nodes[todo.pop()]
            for key in node.choices[self._choice(node)] if node.choices and not node.ranks else []:
                if key not in met:
                    met[key] = None
                    todo.append(key)
        return met

    def _is_settled(self, node: Node) -> bool:
        return node.ranks is not None or node.choices is not None

    def _sides(self) -> tuple[Mask, Mask]:
        x, o = self.position.x, self.position.o
        return (x, o) if self.owner == "X" else (o, x)


def _kept(unfinished: Path) -> Certificate:
    """Return what a search has kept; raises DamagedBook."""
    try:
        return Certificate.open(unfinished)
    except BookError as error:
        raise DamagedBook(
            f"the unfinished proof {masked(unfinished)!r} is damaged or of an earlier version: remove it"
        ) from error
