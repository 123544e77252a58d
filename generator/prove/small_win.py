"""Small proof of a win under gravity: which moves lead to positions that sheets win, so that few rows are left.

The search is that for the cheapest solution of a graph of choices (AO*). A position is *ruled* if one sheet wins it;
else the owner has a choice of *ways*: of winning moves, after each of which come all replies, and of sheets that win
but for a few positions, which interrupt them. The cost of a position is the number of rows that its strategy takes,
estimated where it is not known. Each step looks at the positions of the cheapest strategy so far that are not settled.
Each sheet that was found is tried on its positions and on those beside them, after other moves: what it wins is not
looked at any more, and makes other moves the cheaper ones. When all is settled, ways are exchanged for fewer rows.
"""

from collections import defaultdict
from itertools import chain
from math import inf
from pathlib import Path
from statistics import mean

from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.owners_game import side_bytes
from oxobook.book.certificate.table import Table
from oxobook.book.deadline import Deadline
from oxobook.book.game.position import Position
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.store.new_file import write_whole
from oxobook.generator.prove.checkpoint import found_before
from oxobook.generator.prove.fewer_rows import FewerRows
from oxobook.generator.prove.prover import DEFAULT_MEMORY
from oxobook.generator.prove.won_positions import MOST_ROWS, Key, Node, WonPositions

_HOPED, _FEARED = 1.3, 6.0
"""Costs of a position that was not looked at, and of one that was and has no way yet, before others tell."""
_DEAR = 4
"""Cost of a position by a sheet from which on its moves are looked at too."""
_AT_ONCE = 8
"""Positions looked at before the cheapest strategy is found again."""
_WIDE_FREE, _WIDE = 36, 2_000
"""Free cells of positions all of whose winning moves are looked at before any sheet is, if they are not more."""
_INTERVAL = 60.0  # seconds from one checkpoint to the next


class SmallWin:
    """Search for a small proof that a side, the owner, wins a position of a game under gravity."""

    def __init__(
        self, position: Position, owner: str, memory: int = DEFAULT_MEMORY, unfinished: Path | None = None
    ) -> None:
        self._positions, self._path = WonPositions(position, owner, memory), unfinished
        self._finder = self._positions.finder
        self._costs, self._hopes, self._unknown = dict[int, float](), dict[int, float](), 1.0
        self._uses = self._positions.strategy()
        """Positions of the cheapest strategy, with how often it comes to each."""
        self._saved = Deadline()
        if unfinished and unfinished.is_file():
            self._load(found_before(unfinished))

    def certificate(self, deadline: Deadline | None = None, tell: Tell = tell_nobody) -> Certificate:
        """Return the certificate; what is found is kept in the file ``unfinished``, where another search goes on.

        When the deadline comes, that is the best certificate so far. Raises OutOfTime if there is none, or TooLarge.
        """
        self._widen(tell)
        while unsettled := self._unsettled(tell):
            for node in sorted(unsettled, key=lambda node: (bool(node.ways), -node.cost))[:_AT_ONCE]:
                self._look(node)
            self._save()
            if deadline and not deadline.left:
                self._complete(deadline)
                break
        fewer = FewerRows(self._positions)
        fewer.search(deadline, tell, self._save)
        return fewer.certificate()

    def _complete(self, deadline: Deadline) -> None:
        """Take the cheapest of the strategies that are known to the end, if there is one."""
        self._unknown = inf
        self._estimate()
        if any(self._positions[key].cost == inf for key in self._positions.first):
            self._save(0)
            deadline.require(f"{self._positions.owner} wins, but the certificate")

    def _save(self, interval: float = _INTERVAL) -> None:
        """Keep all sheets that are known for positions and, as moves to cell 0, positions for which none was found."""
        if not self._path or self._saved.spent < interval:
            return
        sheets, others = dict[Key, bytes](), dict[Key, bytes]()
        for key, node in self._positions.items():
            if some := [way for way in node.ways if way < 0]:
                best = min(some, key=lambda way: (way != node.way, len(node.ways[way])))
                sheets[key] = self._finder.kept(~best)
            elif node.searched:
                others[key] = b"\0"
        found = Certificate(
            self._positions.position, self._positions.owner, True, Table.of(others), sheets=Table.of(sheets)
        )
        write_whole(self._path, found.content, True)
        self._saved = Deadline()

    def _load(self, found: Certificate) -> None:
        width = 2 * side_bytes(self._positions.position.rules)
        for key, ranks in found.sheets.items(width):
            node, number = self._positions[key], self._positions.keep(ranks)
            if (rows := self._finder.interrupted(number, *node.sides, MOST_ROWS)) is not None:
                node.searched = True
                self._positions.add(node, (ranks, rows))
        for key, _ in found.moves.items(width):
            self._positions[key].searched = True

    def _widen(self, tell: Tell) -> None:
        """Look at the winning moves of all positions with many free cells, a move after the other."""
        level, positions = self._positions.first, self._positions
        most = positions.position.rules.cells - _WIDE_FREE
        while level and len(level) <= _WIDE and positions[level[0]].ply <= most:
            for number, key in enumerate(level):
                tell("first moves", number, len(level))
                positions.open(positions[key])
            following = chain.from_iterable(positions[key].ways.values() for key in level)
            level = list(dict.fromkeys(chain.from_iterable(following)))

    def _unsettled(self, tell: Tell) -> list[Node]:
        """Return the positions of the cheapest strategy that are not settled, after all sheets were tried on them.

        They are tried on those beside them, too, after other moves.
        """
        untried = True
        while untried:
            self._estimate()
            nodes = [self._positions[key] for key in self._uses]
            others = [node for node in nodes if not node.ruled]
            beside = chain.from_iterable(chain.from_iterable(node.ways.values()) for node in others)
            near = {*nodes, *map(self._positions.__getitem__, beside)}
            untried = any([*(self._try(node, 0) for node in near), *(self._try(node, MOST_ROWS) for node in others)])
        unsettled = [node for node in nodes if not self._settled(node)]
        tell("positions settled", len(nodes) - len(unsettled), len(nodes))
        return unsettled

    def _settled(self, node: Node) -> bool:
        """Return whether nothing is left to look at: a sheet was found, or none was and the moves are known."""
        return node.ruled or (node.searched and (node.opened or (bool(node.ways) and node.cost < _DEAR)))

    def _look(self, node: Node) -> None:
        """Look for a sheet of a position or, if that was done, for its winning moves."""
        self._try(node, 0)
        if node.ruled:
            return
        if node.searched:
            self._positions.open(node)
            return
        node.searched = True
        for finder in self._finder.sheet, self._finder.new_sheet:
            if not node.ruled and (found := finder(*node.sides, MOST_ROWS)):
                self._positions.add(node, found)

    def _try(self, node: Node, most: int) -> bool:
        """Find which of the sheets that were not tried yet the fewest rows interrupt; return whether there were any."""
        if node.tried[most] == self._finder.found or node.ruled:
            return False
        found = self._finder.nearest(*node.sides, node.tried[most], most)
        node.tried[most] = self._finder.found
        if found:
            self._positions.add(node, found)
        return True

    def _estimate(self) -> None:
        """Find all costs again, the last positions' first, and take the cheapest ways.

        A position of which no way is known costs as much as others of its ply in the mean: those that no sheet wins if
        some were tried, else all that were looked at. The rows that several positions come to count in part.
        """
        costs, hopes = defaultdict[int, list[float]](list), defaultdict[int, list[float]](list)
        for _, node in sorted(self._positions.items(), key=lambda item: -item[1].ply):
            prices = {way: self._price(keys) for way, keys in node.ways.items()}
            node.way = min(prices, key=prices.__getitem__, default=None)
            if node.way is not None:
                node.cost = prices[node.way]
            elif node.tried[MOST_ROWS]:
                node.cost = self._unknown * self._costs.get(node.ply, _FEARED)
            else:
                node.cost = self._unknown * self._hopes.get(node.ply, _HOPED)
            if node.tried[MOST_ROWS] or node.searched:
                hopes[node.ply].append(node.cost)
                if node.ways and not node.ruled:
                    costs[node.ply].append(node.cost)
        self._costs, self._hopes = ({ply: mean(some) for ply, some in each.items()} for each in (costs, hopes))
        self._uses = self._positions.strategy()

    def _price(self, after: list[Key]) -> float:
        return 1 + sum(self._positions[key].cost / max(1, self._uses[key]) for key in after)
