"""Fewer rows for a strategy that wins: its ways are exchanged one after the other as long as the whole gets smaller.

A sheet may be interrupted for nothing where the strategy has a row anyway. So for each position a sheet is looked for
that makes few mistakes elsewhere, and the other winning moves are tried: they may need new rows, and make others
needless.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import count
from operator import itemgetter

from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.table import Table
from oxobook.book.deadline import Deadline
from oxobook.book.progress import Tell
from oxobook.generator.prove.sheet_finder import QUICK
from oxobook.generator.prove.won_positions import MOST_ROWS, Key, Node, Way, WonPositions

_PATIENCE = 3
"""Attempts after which the search ends if none of them brought a smaller strategy."""
_MANY = 5
"""Rows to which only the way from a position leads that are many."""


class FewerRows:
    """Search for a strategy of few rows that begins with a complete one: the ways that are taken of some positions."""

    def __init__(self, positions: WonPositions) -> None:
        self._positions, self._finder = positions, positions.finder
        self._best = positions.strategy()
        """Positions of the smallest strategy so far."""

    def search(self, deadline: Deadline | None, tell: Tell, save: Callable[[], None]) -> None:
        """Exchange ways until some attempts in a row bring nothing, or until the deadline."""
        last = 0
        for attempt in count():
            before, tried = len(self._best), Counter[Key]()
            while left := {key: rows for key, rows in self._alone().items() if key and tried[key] < rows}:
                if deadline and not deadline.left:
                    return
                key, rows = max(left.items(), key=itemgetter(1))
                tried[key] = rows
                tell("rows", len(self._best), None, f"{len(left)} of them to be tried")
                self._exchange(key, attempt)
                save()
            last = attempt if len(self._best) < before else last
            if attempt - last == _PATIENCE:
                return

    def _alone(self) -> Counter[Key | None]:
        """Return to how many positions of the strategy only the way from one of them leads."""
        above = dict[Key, Key | None].fromkeys(self._positions.first)
        """Last positions through which all games go that come to a position."""
        order, alone = sorted(self._best, key=self._ply), Counter[Key | None]()
        for key in order:
            for after in self._positions[key].after:
                above[after] = self._common(above, above.get(after, key), key)
        for key in reversed(order):
            alone[above[key]] += 1 + alone[key]
        return alone

    def _common(self, above: dict[Key, Key | None], one: Key | None, other: Key | None) -> Key | None:
        """Return the last position above two others."""
        while one != other:
            if one is None or (other is not None and self._ply(one) < self._ply(other)):
                one, other = other, one
            assert one is not None
            one = above[one]
        return one

    def _ply(self, key: Key) -> int:
        return self._positions[key].ply

    def _exchange(self, key: Key, attempt: int) -> None:
        """Take another way from a position if the strategy then has fewer rows, or as many to which fewer ways lead."""
        node, others = self._positions[key], {*self._positions.strategy(but=key)} - {key}
        self._positions.mark(others)
        before, after = node.way, node.after
        for way in self._other_ways(node, len(self._best) - len(others), attempt):
            node.way = way
            if ours := self._fewer(others):
                self._best, before, after = ours, way, node.after
        assert before is not None
        node.way, node.ways[before] = before, after  # the rows at which a sheet is interrupted were found anew

    def _other_ways(self, node: Node, rows: int, attempt: int) -> Iterator[Way]:
        """Yield the ways by the nearest of the kept sheets, by a new one, and by other moves that are known.

        Where many rows depend on it, all moves are, and the search for a sheet is the longer one.
        """
        if rows >= _MANY:
            self._positions.open(node)
            attempt += QUICK
        if found := self._finder.nearest(*node.sides, 0, rows, turned=True):
            yield self._positions.add(node, found)
        if found := self._finder.sheet(*node.sides, rows, attempt):
            yield self._positions.add(node, found)
        yield from [way for way in node.ways if way >= 0 and way != node.way]

    def _fewer(self, others: set[Key]) -> Counter[Key] | None:
        """Return the positions of the strategy if it is no larger now, with ways found for those that had no rows."""
        new = set[Key]()
        while _size(ours := self._positions.strategy()) <= _size(self._best):
            key = next((key for key in ours if key not in others and key not in new), None)
            if key is None:
                return ours
            new.add(key)
            if key not in self._best:
                self._find_way(self._positions[key], others)
            if self._positions[key].way is None:
                return None
        return None

    def _find_way(self, node: Node, others: set[Key]) -> None:
        """Take the way by a sheet, or one that is known, that needs the fewest rows but those that there are anyway."""
        found = self._finder.nearest(*node.sides, 0, MOST_ROWS, turned=True)
        if not found and not node.ways:
            found = self._finder.sheet(*node.sides, MOST_ROWS)
        if found:
            self._positions.add(node, found)
        if node.ways:
            node.way = min(node.ways, key=lambda way: sum(key not in others for key in node.ways[way]))

    def certificate(self) -> Certificate:
        """Return the certificate of the strategy, without the rows that no game meets."""
        positions = self._positions
        positions.mark(self._best)
        ways = {key: way for key in self._best if (way := positions[key].way) is not None}
        ways |= self._few_sheets([key for key, way in ways.items() if way < 0])
        met, todo, ruled = set(positions.first), [*positions.first], defaultdict[int, list[Key]](list)
        while todo:
            key = todo.pop()
            if ways[key] < 0:
                ruled[~ways[key]].append(key)
            following = positions[key].ways[ways[key]]
            todo += [key for key in following if key not in met]
            met.update(following)
        sheets = {
            key: ranks
            for number, keys in ruled.items()
            for ranks in [self._finder.levels(number, [positions[key].sides for key in keys])]
            for key in keys
        }
        moves = {key: bytes([way]) for key, way in ways.items() if key in met and way >= 0}
        return Certificate(positions.position, positions.owner, True, Table.of(moves), sheets=Table.of(sheets))

    def _few_sheets(self, keys: list[Key]) -> dict[Key, Way]:
        """Return a sheet for each of some positions, few different ones: the one first that wins most."""
        wins, ways = defaultdict[Way, set[Key]](set), dict[Key, Way]()
        for key in keys:
            node = self._positions[key]
            for number in range(self._finder.found):
                if (rows := self._finder.interrupted(number, *node.sides, 0)) is not None:
                    node.ways[~number] = self._positions.keys(rows)
                    wins[~number].add(key)
        while left := {*keys} - {*ways}:
            way = max(wins, key=lambda way: len(wins[way] & left))
            ways |= dict.fromkeys(wins[way] & left, way)
        return ways


def _size(uses: Counter[Key]) -> tuple[int, int]:
    """Return the number of a strategy's positions, and how often its ways lead to them."""
    return len(uses), uses.total()
