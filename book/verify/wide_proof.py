"""Checks of random positions of a book under gravity whose board is too large for keys.

As in ``book.verify.gravity_blocks`` a score must be the best of what the moves lead to. Positions are pairs of masks as
Python integers, and lines, moves and places of scores are found once more by the words of FORMAT.md.
"""

import random
from collections.abc import Iterator
from functools import cached_property, lru_cache, partial
from itertools import product
from math import comb

from oxobook.book.book import Book
from oxobook.book.errors import BookError
from oxobook.book.game.notation import board_text, cells_of, coordinates
from oxobook.book.game.rules import KEY_CELLS, Mask, Rules
from oxobook.book.layout.block_reader import BLOCK, decompressor
from oxobook.book.store.queries import SqlStore
from oxobook.book.verify.block_tables import TABLES, unpacked_block
from oxobook.book.verify.counts import check_published, compare_with_rules
from oxobook.book.verify.file_checks import FIRST, check_schema
from oxobook.book.verify.verdict import Findings, Look

_Stones = tuple[Mask, Mask]


def prove_wide(store: SqlStore, sample: int | None, seed: int | None) -> dict[str, Look]:
    """Return the checks of ``sample`` random positions by name, in order; raises BookError without ``sample``."""
    rules = store.info.rules
    if sample is None:
        raise BookError(
            f"expected a board of at most {KEY_CELLS} cells to check every position of its book; {rules} has "
            f"{rules.cells}: check some, with oxobook verify --sample 1000"
        )
    checks = WideChecks(store)
    positions = checks.some(sample, random.Random(seed))
    return {
        FIRST: partial(check_schema, store, TABLES),
        "answers": partial(checks.answers, positions),
        "lookups": partial(checks.lookups, positions),
        "counts": lambda found: f"{compare_with_rules(rules, store.info, found)} plies by formula",
        "published": lambda found: check_published(store.info, "blocks", checks.start(), found),
    }


class WideChecks:
    """Checks; whose turn it is follows from the number of stones."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._rules = rules = store.info.rules
        self._unpack = decompressor()
        self._block = lru_cache(maxsize=512)(self._read_block)
        self._lines = [*_lines(rules)]
        bottom = range(rules.cells - rules.columns, rules.cells)
        self._stacks = [range(cell, -1, -rules.columns) for cell in bottom]

    def some(self, count: int, chosen: random.Random) -> list[_Stones]:
        """Return ``count`` positions of random plies, each by a game of random moves, which may end before."""
        found = []
        for _ in range(count):
            position = 0, 0
            for _ in range(chosen.randint(0, self._rules.cells)):
                children = [*self._children(position).values()]
                position = chosen.choice(children) if children else position
            found.append(position)
        return found

    def answers(self, positions: list[_Stones], found: Findings) -> str:
        """Check the scores of positions against those of their children."""
        for place, position in enumerate(positions):
            found.tell(place, len(positions))
            children = self._children(position)
            expected = max((-self._score(child) for child in children.values()), default=self._score(position))
            if self._score(position) != expected:
                found.add(board_text(self._rules, *position), "score", expected, self._score(position))
        return f"the scores of {len(positions):,} positions against those of their children"

    def lookups(self, positions: list[_Stones], found: Findings) -> str:
        """Find positions whose lookup contradicts the scores."""
        book, names = Book(self._store), coordinates(self._rules)
        for place, position in enumerate(positions):
            found.tell(place, len(positions))
            text, score = board_text(self._rules, *position), self._score(position)
            worth = {cell: -self._score(child) for cell, child in self._children(position).items()}
            best = [names[cell] for cell in sorted(worth) if worth[cell] == score]
            safe = [names[cell] for cell in sorted(worth) if _sign(worth[cell]) == _sign(score)]
            expected = *self._answer(position), best, safe
            entry = book.probe(text)
            said = int(entry.value), entry.remoteness, [*entry.best], [*entry.safe]
            if said != expected or (entry.pick not in best if best else entry.pick is not None):
                found.add(text, "lookup", expected, (*said, entry.pick))
        return f"{len(positions):,} positions as a lookup answers them"

    def start(self) -> tuple[int, int]:
        """Return the value and the remoteness of the empty board."""
        return self._answer((0, 0))

    def _answer(self, position: _Stones) -> tuple[int, int]:
        """Return a position's value and remoteness, by its score."""
        score = self._score(position)
        end = self._rules.cells + 1 - abs(score) if score else self._rules.cells
        return _sign(score), end - sum(position).bit_count()

    def _children(self, position: _Stones) -> dict[int, _Stones]:
        """Return the positions after each move, by cell; none if the game is over."""
        x, o = position
        if self._ended(position):
            return {}
        tops = (next((cell for cell in stack if not (x | o) >> cell & 1), None) for stack in self._stacks)
        x_moves = x.bit_count() == o.bit_count()
        return {cell: (x | 1 << cell, o) if x_moves else (x, o | 1 << cell) for cell in tops if cell is not None}

    def _ended(self, position: _Stones) -> bool:
        """Return whether the last mover has a line."""
        x, o = position
        last = x if x.bit_count() > o.bit_count() else o
        return any(line & last == line for line in self._lines)

    def _score(self, position: _Stones) -> int:
        """Return a position's score: by the rules if the game is over, else as stored."""
        ply = sum(position).bit_count()
        if self._ended(position):
            return (self._rules.cells + 1 - ply) * (1 if self._rules.misere else -1)
        if ply == self._rules.cells:
            return 0
        slot = self._slot(ply, *position)
        return self._block(ply, slot // BLOCK)[slot % BLOCK]

    def _slot(self, ply: int, x: Mask, o: Mask) -> int:
        """Return the slot of a position's score."""
        heights = tuple(sum((x | o) >> cell & 1 for cell in stack) for stack in self._stacks)
        row = self._rows[ply][min(heights, heights[::-1])]
        ways = [(x, o)] if heights < heights[::-1] else [(self._mirrored(x), self._mirrored(o))]
        ways += [(x, o)] * (heights == heights[::-1])
        return row * comb(ply, ply // 2) + min(self._column(*way) for way in ways)

    def _column(self, x: Mask, o: Mask) -> int:
        """Return the number of O's stones among the sets of as many stones, numbered from the last cell."""
        stones = [cell for cell in reversed(range(self._rules.cells)) if (x | o) >> cell & 1]
        numbers = [number for number, cell in enumerate(stones) if o >> cell & 1]
        return sum(comb(number, place) for place, number in enumerate(numbers, 1))

    def _mirrored(self, mask: Mask) -> Mask:
        """Return a mask's mirror image."""
        width = self._rules.columns
        return sum(1 << cell - cell % width + width - 1 - cell % width for cell in cells_of(mask))

    @cached_property
    def _rows(self) -> list[dict[tuple[int, ...], int]]:
        """Number of each row, by the heights of the columns, for each number of stones."""
        rows: list[dict[tuple[int, ...], int]] = [{} for _ in range(self._rules.cells + 1)]
        for heights in product(range(self._rules.rows + 1), repeat=self._rules.columns):
            if heights <= heights[::-1]:
                rows[sum(heights)][heights] = len(rows[sum(heights)])
        return rows

    def _read_block(self, ply: int, number: int) -> memoryview:
        """Return a block's scores."""
        size = min(BLOCK, len(self._rows[ply]) * comb(ply, ply // 2) - number * BLOCK)
        return memoryview(unpacked_block(self._store, self._unpack, ply, number, size)).cast("b")


def _lines(rules: Rules) -> Iterator[Mask]:
    """Yield the lines: across, down and on both diagonals."""
    for row, column in product(range(rules.rows), range(rules.columns)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            last_row, last_column = row + down * (rules.k - 1), column + right * (rules.k - 1)
            if last_row < rules.rows and 0 <= last_column < rules.columns:
                steps = range(rules.k)
                yield sum({1 << (row + down * step) * rules.columns + column + right * step for step in steps})


def _sign(number: int) -> int:
    """Return -1, 0 or 1."""
    return (number > 0) - (number < 0)
