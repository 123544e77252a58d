"""Geometry of a board for arrays of masks.

That of a plain board is derived again from the words of FORMAT.md: lines are found by shifting the stones onto one
another, not by a list of lines; images by tables made from the three steps of a symmetry. Nothing of it is shared with
the rules and symmetries of ``book.game``, so that a mistake there shows; ``book.game.notation`` only names cells in
what is reported.

A board of any other kind says itself which lines, stacks and symmetries it has. They are taken as they are, once the
laws hold that make canonical positions what the proof of a book takes them for.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import BookError
from oxobook.book.game.notation import cells_of, coordinates_in
from oxobook.book.game.rules import KEY_CELLS, Rules
from oxobook.book.verify.endings import Endings

Ints = NDArray[np.int64]
"""Masks, keys or cells; on boards of more than ``KEY_CELLS`` cells an array of Python's integers, which are slow."""
Flags = NDArray[np.bool_]
Scores = NDArray[np.int16]
"""Scores for the side to move; wide enough for the negative of any number in a book's byte."""
NO_SCORE = -(1 << 10)
"""Number below all scores."""


class BitSums:
    """Several sums over the bits of keys: in each sum every bit counts a number. Tables of chunks give them fast."""

    def __init__(self, several: Iterable[Sequence[int]], dtype: Any) -> None:
        several = list(several)
        bits, most = len(several[0]), 8 if dtype is object else 16
        width = -(-bits // -(-bits // most))
        self._chunks = [(start, (1 << min(width, bits - start)) - 1) for start in range(0, bits, width)]
        self._tables = [
            [_sums(numbers[start : start + width], dtype) for start in range(0, bits, width)] for numbers in several
        ]

    def of(self, keys: Ints, first: int = 0) -> Iterator[Ints]:
        """Yield each sum of the keys, from the ``first`` one on."""
        parts = [(keys >> start & mask).astype(np.intp, copy=False) for start, mask in self._chunks]
        for tables in self._tables[first:]:
            total = tables[0][parts[0]]
            for table, part in zip(tables[1:], parts[1:], strict=True):
                total += table[part]
            yield total


def _sums(numbers: Sequence[int], dtype: Any) -> Ints:
    """Return the sum of each subset of some numbers, the subset as a mask its place."""
    sums = np.zeros(1, dtype)
    for number in numbers:
        sums = np.concatenate([sums, sums + number])
    return sums


class Geometry(ABC):
    """Geometry of some rules. Masks and keys are of shape (p,)."""

    def __init__(self, rules: Rules, empty: str, ways: Iterable[tuple[int, ...]]) -> None:
        self.rules = rules
        self.endings = Endings(rules)
        self._empty = empty
        self.width = len(empty)
        """Length of a board's text."""
        self.cells = empty.count(".")
        self.full = 2**self.cells - 1
        self.wide = self.cells > KEY_CELLS
        """True if the board has more cells than a key of 64 bits has room for."""
        self.dtype: Any = object if self.wide else np.int64
        """Type of masks and keys."""
        self.stacked = rules.gravity and rules.rows > 1
        """True if a cell may have to wait for the one below it."""
        self.ways = list(ways)
        """Distinct symmetries, each as the cell that it takes each cell to; the identity comes first."""

    @abstractmethod
    def has_line(self, masks: Ints) -> Flags:
        """Return whether the stones of a mask complete a line."""

    @abstractmethod
    def playable(self, occupied: Ints) -> Ints:
        """Return the free cells that take the next stone: under gravity only those on which it comes to rest."""

    def ended(self, ply: int, keys: Ints) -> Flags:
        """Return whether the last move has completed a line that counts, in positions of a ply."""
        found = np.zeros(len(keys), dtype=np.bool_)
        for sign in self.endings.counted(ply):
            found |= self.has_line(keys >> self.cells if sign else keys & self.full)
        return found

    def moves(self, keys: Ints) -> Ints:
        """Return the moves of positions in which the game goes on."""
        free = self.playable(keys & self.full | keys >> self.cells)
        return free | free << self.cells if self.endings.either else free

    def shift(self, ply: int) -> int:
        """Return how far the mover's moves are shifted in a key."""
        return 0 if self.endings.either else self.endings.signs(ply)[0] * self.cells

    def final_scores(self, ply: int, lines: Flags) -> Scores:
        """Return the scores of finished games of a ply; ``lines``: whether a line ended each. 0 if a game goes on."""
        mover, left = -1 if ply % 2 else 1, self.cells + 1 - ply
        drawn = self.endings.by_full_board if ply == self.cells else 0
        return np.where(lines, mover * left * self.endings.by_line(ply), mover * left * drawn).astype(np.int16)

    def bits(self, cells: NDArray[np.integer[Any]]) -> Ints:
        """Return the mask of each cell; of a cell of O's in a key, counted on from X's, the key."""
        masks: Ints = np.ones(1, self.dtype) << cells.astype(self.dtype)
        return masks

    @cached_property
    def _images(self) -> BitSums:
        """Images of keys under each symmetry."""
        sides = (0, self.cells)
        return BitSums(([1 << cell + side for side in sides for cell in way] for way in self.ways), self.dtype)

    def masks_back(self, masks: Ints, numbers: Ints) -> Ints:
        """Return the moves that the symmetry of each mask's number takes to the moves of the mask.

        A move with O, where either sign may be set, has the number of its cell after all cells.
        """
        inverse = np.array([self.ways.index(tuple(map(way.index, range(self.cells)))) for way in self.ways])
        back: Ints = self.images(masks)[np.arange(len(masks)), inverse[numbers]]
        return back

    def images(self, keys: Ints) -> Ints:
        """Return the images of positions, shape (p, s)."""
        return np.stack(list(self._images.of(keys)), axis=1)

    def canonical(self, keys: Ints) -> Ints:
        """Return the least key among each position's images, of which the first is its own."""
        least: Ints = reduce(np.minimum, self._images.of(keys, first=1), keys)
        return least

    def orbits(self, keys: Ints) -> Ints:
        """Return the number of different images of each position: each comes equally often, so as often as its own."""
        alike = sum((image == keys for image in self._images.of(keys, first=1)), np.ones(len(keys), np.int64))
        return len(self.ways) // alike

    def boards(self, keys: Ints) -> NDArray[np.bytes_]:
        """Return the board texts."""
        width = self.width
        signs = np.frombuffer(b".XO?", dtype=np.uint8)
        texts = np.tile(np.frombuffer(self._empty.encode(), np.uint8), (len(keys), 1))
        for cell, place in enumerate(one for one, sign in enumerate(self._empty) if sign == "."):
            stones = (keys >> cell & 1) + 2 * (keys >> self.cells + cell & 1)
            texts[:, place] = signs[stones.astype(np.intp, copy=False)]
        return texts.view(f"S{width}").ravel()

    def board(self, key: int) -> str:
        """Return one board text."""
        return bytes(self.boards(np.array([key], self.dtype))[0]).decode()

    def cell_names(self, mask: int) -> str:
        """Return cells as coordinates; a mask that does not fit the board as a number."""
        if not 0 <= mask < 1 << self.cells * (1 + self.endings.either):
            return f"mask {mask}"
        return " ".join(coordinates_in(mask, self.rules)) or "none"


class PlainGeometry(Geometry):
    """Geometry of a plain board, by the words of FORMAT.md."""

    def __init__(self, rules: Rules) -> None:
        steps = range(2 if rules.gravity else 8 if rules.rows == rules.columns else 4)
        cells = range(rules.rows * rules.columns)
        ways = dict.fromkeys(tuple(_moved(cell, number, rules) for cell in cells) for number in steps)
        super().__init__(rules, "/".join("." * rules.columns for _ in range(rules.rows)), ways)
        self._floor = self.full ^ (2 ** max(self.cells - rules.columns, 0) - 1)
        self._directions = [
            (down * rules.columns + right, starts)
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
            if (starts := self._starts(down, right))
        ]

    def _starts(self, down: int, right: int) -> int:
        """Return the cells from which a line in a direction stays on the board."""
        rules, reach = self.rules, self.rules.k - 1
        return sum(
            1 << row * rules.columns + column
            for row in range(rules.rows)
            for column in range(rules.columns)
            if row + down * reach < rules.rows and 0 <= column + right * reach < rules.columns
        )

    def has_line(self, masks: Ints) -> Flags:
        found = np.zeros(masks.shape, dtype=np.bool_)
        for step, starts in self._directions:
            begins = masks & starts
            for place in range(1, self.rules.k):
                begins = begins & masks >> step * place
            found |= begins != 0
        return found

    def playable(self, occupied: Ints) -> Ints:
        free: Ints = ~occupied & self.full
        if not self.stacked:
            return free
        resting: Ints = free & (occupied >> self.rules.columns | self._floor)
        return resting


def _moved(cell: int, number: int, rules: Rules) -> int:
    """Return the cell that a symmetry of a plain board takes a cell to."""
    row, column = divmod(cell, rules.columns)
    if number & 4:
        row, column = column, row
    if number & 2:
        row = rules.rows - 1 - row
    if number & 1:
        column = rules.columns - 1 - column
    return row * rules.columns + column


class BoardGeometry(Geometry):
    """Geometry of any other kind of board, as the board says it; raises BookError if it keeps a law of these not.

    Cells are in reading order, lines are sets of cells, and each cell is in one stack. The symmetries are different
    permutations of the cells. The first is the identity. Each takes lines to lines and stacks to stacks. One after
    another is one of them.
    """

    def __init__(self, rules: Rules) -> None:
        table = rules.board.table
        empty = "/".join("".join("#" if cell is None else "." for cell in row) for row in table)
        super().__init__(rules, empty, rules.board.symmetries)
        self._lines = rules.board.lines
        self._stacks = rules.board.stacks
        for law, holds in self._laws():
            if not holds:
                raise BookError(f"expected {law} on the board of {rules}; it has others: report this")

    def _laws(self) -> Iterator[tuple[str, bool]]:
        """Yield the laws and whether they hold, each only if those before it do."""
        every, lines, stacks = list(range(self.cells)), {*self._lines}, {*self._stacks}
        written = [cell for cell in chain(*self.rules.board.table) if cell is not None]
        yield "cells in reading order", written == every
        yield "lines of its cells", all(0 < line <= self.full for line in lines)
        yield "each cell in one stack", sorted(chain(*self._stacks)) == every
        yield "permutations as symmetries", all(sorted(way) == every for way in self.ways)
        yield "the identity as first symmetry", self.ways[:1] == [tuple(every)]
        yield "different symmetries", len({*self.ways}) == len(self.ways)
        sets = [cells_of(line) for line in lines]
        kept = ({sum(1 << way[cell] for cell in line) for line in sets} == lines for way in self.ways)
        yield "symmetries that keep its lines", all(kept)
        kept = ({tuple(way[cell] for cell in stack) for stack in stacks} == stacks for way in self.ways)
        yield "symmetries that keep its stacks", all(kept)
        ways = np.array(self.ways, np.uint8)
        composed = {way.tobytes() for way in ways[:, ways].reshape(-1, self.cells)}
        yield "symmetries that compose", composed == {way.tobytes() for way in ways}

    def has_line(self, masks: Ints) -> Flags:
        found = np.zeros(masks.shape, dtype=np.bool_)
        for line in self._lines:
            found |= masks & line == line
        return found

    def playable(self, occupied: Ints) -> Ints:
        free: Ints = ~occupied & self.full
        for below, above in chain.from_iterable(map(pairwise, self._stacks)):
            free &= ~((~occupied >> below & 1) << above)
        return free


@lru_cache(maxsize=4)
def geometry_of(rules: Rules) -> Geometry:
    """Return the geometry of these rules, built once; raises BookError for a board that keeps no laws."""
    return BoardGeometry(rules) if rules.kind else PlainGeometry(rules)
