"""Scores of a book of blocks, and where they stand by the words of FORMAT.md.

Where a score stands is arithmetic, so all but the scores follows from the rules: the rows of a ply's table, the blocks
and their sizes. Nothing is read from the file to say how much should be there, and nothing is shared with the readers
of ``book.layout`` but the unpacking of a block: a set of O's stones has for its column the place where it stands among
all sets of as many of the cells that it may take, in ascending order.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import DamagedBook
from oxobook.book.game.notation import cells_of
from oxobook.book.layout.block_reader import BLOCK, RUN, decompressor
from oxobook.book.store.reader import Store
from oxobook.book.verify.backward import SOON, Following, ProvedAnswers, answers_of
from oxobook.book.verify.forward import NO_MOVE, moves_of, places_of
from oxobook.book.verify.geometry import Geometry, Ints
from oxobook.book.verify.row_table import Answers, Rows


class Slots(ABC):
    """Slots of the scores in the tables of some rules; each ply has a table, stored row by row."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.rows: list[Ints] = []
        """Rows of the tables as numbers, ascending, by their number of stones."""
        self.plies = geometry.cells + 1
        """Number of plies that have tables."""

    @abstractmethod
    def count(self, ply: int) -> int:
        """Return the number of slots of a ply."""

    @abstractmethod
    def of(self, ply: int, x: Ints, o: Ints) -> Ints:
        """Return the slots of positions of a ply in which the game goes on."""

    def runs(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield the rows of ``x_masks``, in the order of its key: number of stones, first mask, and the run."""
        return iter(())

    def blocks(self) -> Iterator[tuple[int, int, int]]:
        """Yield the rows of ``block``, in the order of its key: ply, number, and number of scores."""
        for ply in range(self.plies):
            slots = self.count(ply)
            for number in range(-(-slots // BLOCK)):
                yield ply, number, min(BLOCK, slots - number * BLOCK)


class PlacementSlots(Slots):
    """Slots by placements of stones: X's open masks up to symmetry are the rows, the ways to place O's the columns."""

    def __init__(self, geometry: Geometry) -> None:
        super().__init__(geometry)
        self.ended: list[Ints] = []
        """X-masks with a line that one stone can have completed."""
        stones = np.bitwise_count(np.arange(1 << geometry.cells, dtype=np.int32)).astype(np.int8)
        for count in range((geometry.cells + 1) // 2 + 1):
            masks = np.flatnonzero(stones == count)
            masks = masks[geometry.canonical(masks) == masks]
            ended = geometry.has_line(masks)
            self.rows.append(masks[~ended])
            self.ended.append(masks[ended][self.last_stones(masks[ended]) > 0])

    def last_stones(self, masks: Ints) -> Ints:
        """Return, for each mask, the number of stones whose removal leaves no line."""
        counts = np.zeros(len(masks), dtype=np.int64)
        for cell in range(self.geometry.cells):
            held = masks >> cell & 1 == 1
            counts[held] += ~self.geometry.has_line(masks[held] ^ 1 << cell)
        return counts

    def count(self, ply: int) -> int:
        """Return the number of slots: O's stones go on the cells that X leaves free."""
        x_stones = (ply + 1) // 2
        return len(self.rows[x_stones]) * comb(self.geometry.cells - x_stones, ply // 2)

    def of(self, ply: int, x: Ints, o: Ints) -> Ints:
        """Return the slots, each of the image whose X-mask is least, and of these with the least O-mask."""
        geometry, x_stones = self.geometry, (ply + 1) // 2
        standing = geometry.canonical(o | x << geometry.cells)
        x, o = standing >> geometry.cells, standing & geometry.full
        rows = np.searchsorted(self.rows[x_stones], x)
        sets = geometry.cells - x_stones, ply // 2
        return rows * comb(*sets) + _places(*sets, _squeezed(o, ~x, range(geometry.cells)))

    def runs(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield the runs of X-masks."""
        for stones, masks in enumerate(self.rows):
            for start in range(0, len(masks), RUN):
                run = masks[start : start + RUN]
                yield stones, int(run[0]), run.astype("<i4").tobytes()


class StackSlots(Slots):
    """Slots under gravity: the columns' heights are the rows, the ways to choose O's among the stones the columns."""

    def __init__(self, geometry: Geometry, last: int | None = None) -> None:
        super().__init__(geometry)
        rules, most = geometry.rules, geometry.cells if last is None else last
        heights = np.zeros((0, 1), np.int64)
        for _ in range(rules.columns):
            higher = [np.insert(heights, 0, height, axis=0) for height in range(rules.rows + 1)]
            heights = np.concatenate(higher, axis=1)
            heights = heights[:, heights.sum(axis=0) <= most]
        code, image = self._codes(heights)  # the lesser of each pair of mirror images is a row
        stones = heights.sum(axis=0)
        self.rows = [np.sort(code[(stones == count) & (code <= image)]) for count in range(most + 1)]
        self.plies = most + 1

    def _codes(self, heights: Ints) -> tuple[Ints, Ints]:
        """Return heights, shape (columns, p), as numbers whose first digit is the leftmost, and their images'."""
        digits = (self.geometry.rules.rows + 1) ** np.arange(self.geometry.rules.columns)
        return digits[::-1] @ heights, digits @ heights

    def count(self, ply: int) -> int:
        """Return the number of slots: O has half of the stones."""
        return len(self.rows[ply]) * comb(ply, ply // 2)

    def of(self, ply: int, x: Ints, o: Ints) -> Ints:
        """Return the slots, each of the image with lesser heights, and of equal ones in the lesser column."""
        rules, taken = self.geometry.rules, x | o
        column = sum(1 << row * rules.columns for row in range(rules.rows))
        heights = np.stack([np.bitwise_count(taken & column << place) for place in range(rules.columns)])
        code, image = self._codes(heights.astype(np.int64))
        # the last cell, at the bottom, is the first stone; mirrored, each row of cells is read the other way
        rows = range(0, self.geometry.cells, rules.columns)[::-1]
        here, there = (
            _places(ply, ply // 2, _squeezed(o, taken, [row + place for row in rows for place in places]))
            for places in (range(rules.columns)[::-1], range(rules.columns))
        )
        columns = np.where(code < image, here, np.where(code > image, there, np.minimum(here, there)))
        return np.searchsorted(self.rows[ply], np.minimum(code, image)) * comb(ply, ply // 2) + columns


def _squeezed(masks: Ints, among: Ints, cells: Iterable[int]) -> Ints:
    """Return masks whose bits are numbered by the cells of ``among`` alone, in the order of ``cells``."""
    numbered, number = np.zeros_like(masks), np.zeros_like(masks)
    for cell in cells:
        numbered |= (masks >> cell & 1) << number
        number += among >> cell & 1
    return numbered


def _places(n: int, stones: int, sets: Ints) -> Ints:
    """Return the places of sets of ``stones`` of n elements among all such sets, as masks in ascending order."""
    if sets.dtype == np.int64:
        return np.searchsorted(sets_of(n, stones), sets)
    # the rank of a set in the combinatorial number system: C(c1, 1) + C(c2, 2) + ...
    return np.array([sum(map(comb, cells_of(mask), range(1, stones + 1))) for mask in sets], dtype=np.int64)


@lru_cache(maxsize=1024)
def sets_of(n: int, stones: int) -> Ints:
    """Return the masks of all sets of ``stones`` of n elements, ascending: first those without the last element."""
    if not 0 <= stones <= n:
        return np.zeros(0, dtype=np.int64)
    if n == 0:
        return np.zeros(1, dtype=np.int64)
    return np.concatenate([sets_of(n - 1, stones), sets_of(n - 1, stones - 1) | 1 << n - 1])


_KEPT = 512
_AT_ONCE = 1 << 12


class ScoreTable:
    """Reader of scores, many at a time; positions are masks or keys, shape (p,), all of one ply."""

    def __init__(self, store: Store, slots: Slots) -> None:
        self._store = store
        self._geometry = slots.geometry
        self._slots = slots
        self._unpack = decompressor()
        self._block = lru_cache(maxsize=_KEPT)(self._read_block)

    def unpacked(self, ply: int, number: int, size: int) -> bytes:
        """Return the ``size`` scores of a block; raises DamagedBook."""
        return self._unpack(self._store.block(ply, number) or b"", size)

    def _read_block(self, ply: int, number: int) -> NDArray[np.int8]:
        """Return a block's scores; raises DamagedBook, which names the block."""
        size = min(BLOCK, self._slots.count(ply) - number * BLOCK)
        try:
            return np.frombuffer(self.unpacked(ply, number, size), dtype=np.int8)
        except DamagedBook as error:
            raise DamagedBook(f"block {number} of ply {ply}: {error}") from error

    def open_scores(self, ply: int, x: Ints, o: Ints) -> Ints:
        """Return the scores of positions in which the game goes on, reading each block once; raises DamagedBook."""
        slots = self._slots.of(ply, x, o)
        order = np.argsort(slots)
        numbers, starts = np.unique(slots[order] // BLOCK, return_index=True)
        scores = np.empty(len(slots), dtype=np.int64)
        for number, part in zip(numbers.tolist(), np.split(order, starts[1:]), strict=True):
            scores[part] = self._block(ply, number)[slots[part] % BLOCK]
        return scores

    def ranks(self, ply: int, keys: Ints) -> NDArray[np.int8]:
        """Return the ranks of positions, ended games included; see ``book.verify.backward``."""
        geometry = self._geometry
        x, o = keys & geometry.full, keys >> geometry.cells
        ended = geometry.has_line(x if ply % 2 else o)
        won = 1 if geometry.rules.misere else -1
        ranks = np.where(ended, won * (SOON - ply), 0)
        if ply < geometry.cells and not ended.all():
            scores = self.open_scores(ply, x[~ended], o[~ended])
            ranks[~ended] = np.sign(scores) * (SOON - geometry.cells - 1 + np.abs(scores))
        return ranks.astype(np.int8)

    def rows_at(self, keys: Ints) -> Rows:
        """Return the answers at canonical keys of any plies as rows of a position table."""
        geometry, plies = self._geometry, np.bitwise_count(keys).astype(np.int64)
        columns: dict[str, Any] = {one.name: np.zeros(len(keys), geometry.dtype) for one in fields(Answers)}
        for ply in np.unique(plies).tolist():
            of_ply = np.flatnonzero(plies == ply)
            for start in range(0, len(of_ply), _AT_ONCE):
                part = of_ply[start : start + _AT_ONCE]
                answers = self._answers(ply, keys[part])
                for name, column in columns.items():
                    column[part] = getattr(answers, name)
        return Rows(key=keys, ply=plies, orbit=geometry.orbits(keys), **columns)

    def _answers(self, ply: int, keys: Ints) -> ProvedAnswers:
        """Return the answers of positions of one ply, from the scores after their moves and the replies."""
        geometry = self._geometry
        moves = moves_of(geometry, ply, keys)
        children = np.unique(moves.children[moves.children != NO_MOVE])
        replies = moves_of(geometry, ply + 1, children)
        after = np.unique(replies.children[replies.children != NO_MOVE])
        following = Following.of(self.ranks(ply + 2, after), np.zeros(len(after)))
        places = places_of(replies.children, after)
        child = answers_of(geometry, ply + 1, replies.lines, replies.cells, places, following)
        following = Following.of(child.ranks, child.shares)
        return answers_of(geometry, ply, moves.lines, moves.cells, places_of(moves.children, children), following)
