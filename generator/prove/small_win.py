"""Small proof of a win under gravity: which moves lead to positions that sheets win, so that few positions are left.

The search is that for the cheapest solution of a graph of choices (AO*). A position is *ruled* if one sheet wins it;
else the owner has a choice of *ways*: of winning moves, after each of which come all replies, and of sheets that win
but for a few positions, which interrupt them. The cost of a position is the number of rows that its strategy takes,
estimated where it is not known. Each step looks at the positions of the cheapest strategy so far that are not settled;
when there are none, that strategy is the proof. Each sheet that was found is tried on its positions and on those beside
them, after other moves: what it wins is not looked at any more, and makes other moves the cheaper ones.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from statistics import mean

from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.owners_game import OwnersGame, side_bytes
from oxobook.book.certificate.table import Table
from oxobook.book.deadline import Deadline
from oxobook.book.game.bits import gaps
from oxobook.book.game.board import Permutation
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.store.new_file import write_whole
from oxobook.generator.prove.checkpoint import found_before
from oxobook.generator.prove.prover import DEFAULT_MEMORY
from oxobook.generator.prove.sheet_finder import SheetFinder, Sides
from oxobook.generator.prove.won_position import HOPED, Key, Node, Way, looked_at

_FEARED = 6.0
"""Cost of a position that no sheet wins, before others tell."""
_AT_ONCE = 8
"""Positions looked at before the cheapest strategy is found again."""
_MOST_FREE = 38
"""Free cells of a position for which sheets are searched: games from earlier ones are too many for one sheet."""
_WIDE_FREE, _WIDE = 36, 2_000
"""Free cells of positions all of whose winning moves are looked at before any sheet is, if they are not more."""
_INTERVAL = 60.0  # seconds from one checkpoint to the next


class SmallWin:
    """Search for a small proof that a side, the owner, wins a position of a game under gravity."""

    def __init__(
        self, position: Position, owner: str, memory: int = DEFAULT_MEMORY, unfinished: Path | None = None
    ) -> None:
        self.position, self.owner, self._path = position, owner, unfinished
        self._finder = SheetFinder(position.rules, memory)
        self._game = OwnersGame(position.rules, True)
        self._nodes = dict[Key, Node]()
        self._numbers = dict[bytes, int]()
        """Numbers of the sheets that are kept."""
        self._costs, self._hopes = dict[int, float](), dict[int, float]()
        self._saved = Deadline()
        if unfinished and unfinished.is_file():
            self._load(found_before(unfinished))

    def certificate(self, deadline: Deadline | None = None, tell: Tell = tell_nobody) -> Certificate:
        """Return the certificate; what is found is kept in the file ``unfinished``, where another search goes on.

        Raises OutOfTime if the deadline comes first, or TooLarge.
        """
        first = self._first()
        self._widen(first, tell)
        strategy = self._tested(first)
        while unsettled := [key for key in strategy if not self._nodes[key].settled]:
            tell("positions settled", len(strategy) - len(unsettled), len(strategy))
            for node in sorted((self._nodes[key] for key in unsettled), key=looked_at)[:_AT_ONCE]:
                self._look(node)
            late = deadline is not None and not deadline.left
            if self._path and (late or self._saved.spent > _INTERVAL):
                write_whole(self._path, self._found.content, True)
                self._saved = Deadline()
            if deadline and late:
                deadline.require(f"{self.owner} wins, but the certificate")
            strategy = self._tested(first)
        return self._written(first, {key: self._nodes[key] for key in self._fewest(first)})

    def _written(self, first: list[Key], nodes: dict[Key, Node]) -> Certificate:
        """Return the certificate of a strategy, without the rows that no game meets."""
        ways = self._few_sheets(nodes)
        ways |= {key: self._way(node) for key, node in nodes.items() if key not in ways}
        self._finder.mark([self._turned(key, image) for key in ways for image in self._game.symmetries])
        met, todo, ruled = set(first), [*first], defaultdict[int, list[Key]](list)
        while todo:
            key = todo.pop()
            node, way = nodes[key], ways[key]
            if way < 0:
                ruled[~way].append(key)
                rows = self._finder.rows_met(~way, node.own, node.their)
                assert rows is not None
                following = [self._key(*sides) for sides in rows]
            else:
                following = node.ways[way]
            todo += [key for key in dict.fromkeys(following) if key not in met]
            met.update(following)
        sheets = {
            key: ranks
            for number, keys in ruled.items()
            for ranks in [self._finder.levels(number, [(nodes[key].own, nodes[key].their) for key in keys])]
            for key in keys
        }
        moves = {key: bytes([ways[key]]) for key in met if ways[key] >= 0}
        return Certificate(self.position, self.owner, True, Table.of(moves), sheets=Table.of(sheets))

    def _turned(self, key: Key, image: Permutation) -> Sides:
        """Return an image of a position."""
        node = self._nodes[key]
        own, their = (sum(1 << image[cell] for cell in cells_of(side)) for side in (node.own, node.their))
        return own, their

    @property
    def _found(self) -> Certificate:
        """All sheets that are known for positions and, as moves to cell 0, all positions for which none was found."""
        ways = {key: [way for way in node.ways if way < 0] for key, node in self._nodes.items()}
        best = {key: min(some, key=lambda way: len(self._nodes[key].ways[way])) for key, some in ways.items() if some}
        sheets = {key: self._finder.kept(~way) for key, way in best.items()}
        others = {key: b"\0" for key, node in self._nodes.items() if node.searched and key not in sheets}
        return Certificate(self.position, self.owner, True, Table.of(others), sheets=Table.of(sheets))

    def _load(self, found: Certificate) -> None:
        width = 2 * side_bytes(self.position.rules)
        for key, ranks in found.sheets.items(width):
            node, number = self._node(key), self._keep(ranks)
            if (rows := self._finder.mistakes(number, node.own, node.their)) is not None:
                node.searched, node.ways[~number] = True, self._keys(rows)
        for key, _ in found.moves.items(width):
            self._node(key).searched = True
        self._estimate()

    def _keep(self, ranks: bytes) -> int:
        """Keep a sheet and its images to be tried on other positions; return its number."""
        if ranks not in self._numbers:
            for image in self._game.symmetries:
                turned = bytes(ranks[cell] for cell in image)
                self._numbers[turned] = self._finder.found
                self._finder.keep(turned)
        return self._numbers[ranks]

    def _first(self) -> list[Key]:
        """Return the positions in which the owner has to move first."""
        own, their = (self.position.x, self.position.o)[:: 1 if self.owner == "X" else -1]
        if self.position.to_move != self.owner:
            return self._replies(own, their)
        return [] if self._game.winning(own, their) else [self._key(own, their)]

    def _widen(self, level: list[Key], tell: Tell) -> None:
        """Look at the winning moves of all positions with many free cells, a move after the other."""
        most = self.position.rules.cells - _WIDE_FREE
        while level and len(level) <= _WIDE and self._nodes[level[0]].ply <= most:
            for number, key in enumerate(level):
                tell("first moves", number, len(level))
                self._open(self._nodes[key])
            following = chain.from_iterable(self._nodes[key].ways.values() for key in level)
            level = list(dict.fromkeys(chain.from_iterable(following)))
        self._estimate()

    def _look(self, node: Node) -> None:
        """Look for a sheet of a position or, if that was done, for its winning moves."""
        self._test(node)
        if node.ruled:
            return
        if node.searched:
            self._open(node)
            return
        node.searched = True
        found = self._finder.sheet(node.own, node.their)
        if found:
            ranks, rows = found
            node.ways[~self._keep(ranks)] = self._keys(rows)

    def _open(self, node: Node) -> None:
        if not node.opened:
            node.ways |= self._winning_moves(node)
            node.opened = True

    def _test(self, node: Node) -> None:
        """Try the sheets on a position that were not tried yet."""
        if node.untested(self._finder.found):
            number = self._finder.known_sheet(node.own, node.their, node.tested)
            node.tested = self._finder.found
            if number is not None:
                node.ways[~number] = []

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
        return self._keys((own, their | 1 << cell) for cell in self._game.open_replies(own, their))

    def _keys(self, positions: Iterable[Sides]) -> list[Key]:
        return list(dict.fromkeys(self._key(*sides) for sides in positions))

    def _key(self, own: Mask, their: Mask) -> Key:
        key, _ = self._game.canonical(own, their)
        self._node(key)
        return key

    def _node(self, key: Key) -> Node:
        """Return the node of a position, a new one if there is none."""
        if key not in self._nodes:
            half = side_bytes(self.position.rules)
            node = self._nodes[key] = Node(int.from_bytes(key[:half]), int.from_bytes(key[half:]))
            node.searched = self.position.rules.cells - node.ply > _MOST_FREE
        return self._nodes[key]

    def _way(self, node: Node) -> Way:
        """Return the way that was chosen, or the cheapest."""
        return node.way if node.way is not None else min(node.ways, key=lambda way: self._price(node, way))

    def _price(self, node: Node, way: Way) -> float:
        return 1 + sum(self._nodes[key].cost for key in node.ways[way])

    def _cost(self, node: Node) -> float:
        if node.ruled:
            return 1
        if node.ways:
            return self._price(node, self._way(node))
        return self._costs.get(node.ply, _FEARED) if node.searched else self._hopes.get(node.ply, HOPED)

    def _estimate(self) -> None:
        """Find all costs again, the last positions' first.

        A position whose moves are not known costs as much as others of its ply in the mean: those without a sheet if
        none was found, else all that were looked at.
        """
        costs, hopes = defaultdict[int, list[float]](list), defaultdict[int, list[float]](list)
        for node in sorted(self._nodes.values(), key=lambda node: -node.ply):
            node.cost = self._cost(node)
            if node.searched and node.ways:
                hopes[node.ply].append(node.cost)
                if not node.ruled:
                    costs[node.ply].append(node.cost)
        self._costs, self._hopes = ({ply: mean(some) for ply, some in each.items()} for each in (costs, hopes))

    def _fewest(self, first: list[Key]) -> dict[Key, None]:
        """Return the positions of the cheapest strategy, with single ways exchanged as long as fewer are left."""
        best, better = self._strategy(first), True
        while better:
            better = False
            for node in [self._nodes[key] for key in best if not self._nodes[key].ruled]:
                for way in node.ways:
                    before, node.way = node.way, way
                    ours = self._strategy(first)
                    if len(ours) < len(best) and all(self._nodes[key].ways for key in ours):
                        best, better = ours, True
                    else:
                        node.way = before
        return best

    def _few_sheets(self, nodes: dict[Key, Node]) -> dict[Key, Way]:
        """Return a sheet for each position that one wins, few different ones: the one first that wins most."""
        wins = {
            key: {number for number in range(self._finder.found) if self._finder.wins_by(number, node.own, node.their)}
            for key, node in nodes.items()
            if node.ruled
        }
        ways = dict[Key, Way]()
        while wins:
            counts = Counter(chain.from_iterable(wins.values()))
            number, _ = counts.most_common(1)[0]
            ways |= {key: ~number for key, numbers in wins.items() if number in numbers}
            wins = {key: numbers for key, numbers in wins.items() if key not in ways}
        return ways

    def _tested(self, first: list[Key]) -> dict[Key, None]:
        """Return the positions of the cheapest strategy after all sheets were tried on them and beside them."""
        while True:
            self._estimate()
            strategy = self._strategy(first)
            nodes = [self._nodes[key] for key in strategy]
            beside = chain.from_iterable(chain.from_iterable(node.ways.values() for node in nodes if not node.ruled))
            near = {key: self._nodes[key] for key in chain(strategy, beside)}
            new = [node for node in near.values() if node.untested(self._finder.found)]
            if not new:
                return strategy
            for node in new:
                self._test(node)

    def _strategy(self, first: list[Key]) -> dict[Key, None]:
        """Return the positions of the cheapest strategy."""
        met, todo = dict.fromkeys(first), [*first]
        while todo:
            node = self._nodes[todo.pop()]
            for key in node.ways[self._way(node)] if node.ways and not node.ruled else []:
                if key not in met:
                    met[key] = None
                    todo.append(key)
        return met
