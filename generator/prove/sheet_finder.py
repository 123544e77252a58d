"""Finder of sheets: whether a side wins a position by one sheet, asking the kernel."""

from collections.abc import Iterable
from functools import partial
from random import Random

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.notation import cells_of
from oxobook.book.game.rules import Mask, Rules
from oxobook.generator.instructions import address_of, aligned, pointer_to
from oxobook.generator.kernels.table import bits_in
from oxobook.generator.machine import COMPILER, PROCESS
from oxobook.generator.prove import sheet_kernels, sheet_search_kernels
from oxobook.generator.search.board_words import BoardWords
from oxobook.generator.search.kernels import COUNTERS, LIMIT, compiled_reach, frame_words
from oxobook.generator.search.table_kernels import table_words

_STAGES = (110, 200, 1, 0), (150, 200, 1, 0), (200, 300, 1, 0), (230, 300, 1, 0), (256, 600, 1, 0), (256, 400, 3, 0)
_LAST_STAGES = (256, 2000, 1, 1), (256, 1000, 3, 1)
_LONG_STAGES = (256, 6000, 1, 1), (256, 4000, 3, 1), (256, 4000, 2, 1)
"""Share of later positions that are walked, of 256, steps, slack, and 1 if walks end at mistakes, for each stage."""
QUICK = 2
"""Attempts at a position's sheet whose search is not the longer one."""
_FAR = 150
"""Mistakes with which a search ends, and those of a kept sheet that is worth to begin with."""
_MOST_KEPT, _MOST_FOUND = 100_000, 99_000
"""Sheets that there is room for, and those after which no new one is taken."""
_LEAST_BITS, _MOST_RECORDS = 18, 22
_UNLIMITED = 1 << 62
Stage = tuple[int, int, int, int]
Ranks = NDArray[np.int64]
Sides = tuple[Mask, Mask]
"""Stones of the side to move, and of the other."""


class SheetFinder:
    """Finder of sheets for one game, which keeps those that it has found.

    Args:
        rules: The game, of up to 64 cells, in which lines win.
        memory: Bytes that the process may take.

    >>> finder = SheetFinder(Rules(3, 4, 3, gravity=True))
    >>> finder.new_sheet(0, 0, most=0) is None
    False
    """

    def __init__(self, rules: Rules, memory: int = 500_000_000) -> None:
        self.rules, self._board = rules, BoardWords(rules)
        free = max(1, memory - PROCESS - COMPILER)
        bits, records = max(_LEAST_BITS, bits_in(free // 2)), max(_LEAST_BITS, min(_MOST_RECORDS, bits_in(free // 3)))
        words = (
            self._board.words,
            aligned(table_words(bits)),
            np.zeros((rules.cells + 1) * frame_words(rules.cells), np.int64),
        )
        counters = np.zeros(COUNTERS, np.int64)
        self._room = aligned(sheet_kernels.RECORDS + (8 << records))
        counters[LIMIT] = _UNLIMITED
        self._kept = *words, counters
        board, table, stack = map(pointer_to, words)
        self._sheets, self.found = np.zeros((_MOST_KEPT, rules.cells), np.int64), 0
        reach, improve = compiled_reach(), sheet_search_kernels.compiled()
        record, walk, nearest = sheet_kernels.compiled()
        search = reach, board, table, bits, stack, pointer_to(counters)
        room = pointer_to(self._room)
        self._room[sheet_kernels.SEARCH :][: len(search)] = [*map(address_of, search)]
        self._room[sheet_kernels.BITS] = records
        self._improve = partial(improve, board, room)
        self._nearest = partial(nearest, board, room, pointer_to(self._sheets))
        self._record, self._walk = (partial(each, board, room) for each in (record, walk))
        self._room[sheet_kernels.RECORD], self._room[sheet_kernels.WALKER] = address_of(record), address_of(walk)
        self._reach = partial(reach, *search[1:])
        self._cells = [cell for stack in rules.board.stacks for cell in stack]
        self._rows = list[tuple[int, int]]()
        self._bits = [self._cells.index(cell) for cell in range(rules.cells)]

    def wins_after(self, own: Mask, their: Mask) -> bool:
        """Return whether the side wins that has just moved, whose stones are ``own``, and which has no line yet."""
        taken = self._board.mask(own | their)
        return bool(self._reach(taken ^ self._board.mask(own), taken, 0, 0) < 0)

    def sheet(self, own: Mask, their: Mask, most: int, attempt: int = 0) -> tuple[bytes, list[Sides]] | None:
        """Return the ranks of a new sheet near a kept one by which the side to move wins, and where rows interrupt it.

        There are at most ``most`` new rows: positions in which the side is to move and the sheet does not win. Returns
        None if no such sheet is found; another attempt may, which begins near another one of those kept last.
        """
        self._begin()
        sides = self._sides(own, their)
        first = Random(f"{attempt} {sides}").randrange(self.found * 3 // 4 or 1) if attempt % 3 else 0
        near, stages = self._near(sides, first, _FAR, True), _LAST_STAGES if attempt < QUICK else _LONG_STAGES
        return None if near is None else self._improved(sides, near, stages, most, attempt)

    def new_sheet(self, own: Mask, their: Mask, most: int) -> tuple[bytes, list[Sides]] | None:
        """Return the ranks of a sheet like none before by which the side to move wins, and where rows interrupt it.

        Some of the later positions are left out of the first walks. Returns None if no such sheet is found.
        """
        self._begin()
        return self._improved(self._sides(own, their), self._prior(), (*_STAGES, *_LAST_STAGES), most, 0)

    def _improved(
        self, sides: tuple[int, int], start: Ranks, stages: tuple[Stage, ...], most: int, attempt: int
    ) -> tuple[bytes, list[Sides]] | None:
        """Return the ranks of a sheet after a search that begins with some ranks, and where rows interrupt it."""
        self._room[sheet_kernels.NOISE] = sides[0] ^ sides[1] << 21 ^ attempt << 8
        self._room[sheet_kernels.RANKS :][: self.rules.cells] = start
        for share, steps, slack, ends in stages:
            self._room[sheet_kernels.SHARE], self._room[sheet_kernels.ENDS] = share, ends
            left = self._improve(*sides, steps, slack)
            if left > _FAR or (left == 0 and share == 256):
                break
        self._room[sheet_kernels.SHARE] = 256
        if left > _FAR or self.found > _MOST_FOUND or self._ends(sides) > most:
            return None
        return self._ranks(), self._interrupted()

    def _ranks(self) -> bytes:
        """Return the ranks in the room by cell."""
        return bytes(self._room[sheet_kernels.RANKS + cell] for cell in self._bits)

    def _interrupted(self) -> list[Sides]:
        """Return the positions in which the last walk ended: mistakes, and those that have rows."""
        mistakes = self._room[sheet_kernels.MISTAKES :][: self._room[sheet_kernels.FOUND]]
        rows = self._room[sheet_kernels.ROWS_MET :][: self._room[sheet_kernels.ROWS]]
        return self._masks_of([*mistakes, *rows])

    def nearest(
        self, own: Mask, their: Mask, first: int, most: int, turned: bool = False
    ) -> tuple[bytes, list[Sides]] | None:
        """Return the ranks of the kept sheet, ``first`` or later, that the fewest new rows interrupt, and where.

        If it may be ``turned``, another move may come first than the sheet's own, which is ranked highest then. Returns
        None if that takes more than ``most`` rows.
        """
        self._begin()
        sides = self._sides(own, their)
        ranks = self._near(sides, first, most, turned)
        rows = None if ranks is None else self._rows_of(ranks, sides, most)
        return None if rows is None else (self._ranks(), rows)

    def interrupted(self, number: int, own: Mask, their: Mask, most: int) -> list[Sides] | None:
        """Return the positions in which rows interrupt a sheet that was kept; None if that takes too many new ones."""
        self._begin()
        return self._rows_of(self._sheets[number], self._sides(own, their), most)

    def _near(self, sides: tuple[int, int], first: int, most: int, turned: bool) -> Ranks | None:
        """Return the kept ranks, ``first`` or later, perhaps with another first move, whose mistakes weigh least.

        Returns None if they weigh more than ``most``.
        """
        self._room[sheet_kernels.ENDS] = 1
        found = self._nearest(first, self.found, *sides, most, turned)
        return self._room[sheet_kernels.BEST :][: self.rules.cells].copy() if found else None

    def _rows_of(self, ranks: Ranks, sides: tuple[int, int], most: int) -> list[Sides] | None:
        """Return the positions in which rows interrupt some ranks, put in the room; None if that takes too many."""
        self._room[sheet_kernels.RANKS :][: self.rules.cells] = ranks
        return self._interrupted() if self._ends(sides) <= most else None

    def _ends(self, sides: tuple[int, int]) -> int:
        """Return the number of mistakes of the ranks in the room at which walks end, if there are not too many."""
        self._room[sheet_kernels.ENDS] = 1
        if self._walk(*sides, sheet_kernels.UNKNOWN, sheet_kernels.MOST_WALKED) >= sheet_kernels.AT_ONCE:
            return sheet_kernels.UNKNOWN
        found = int(self._room[sheet_kernels.FOUND])
        return found if found <= sheet_kernels.MOST_MISTAKES else sheet_kernels.UNKNOWN

    def mark(self, rows: list[Sides]) -> None:
        """Have sheets interrupted at some positions, and at no others."""
        for value, marked in (0, self._rows), (1, [self._sides(*row) for row in rows]):
            for sides in marked:
                self._room[self._record(*sides) + sheet_kernels.ROW] = value
            self._rows = marked

    def keep(self, ranks: bytes) -> None:
        """Keep a sheet to be tried on other positions."""
        self._sheets[self.found, self._bits] = [*ranks]
        self.found += 1

    def kept(self, number: int) -> bytes:
        """Return the ranks of a sheet that was kept."""
        return bytes(self._sheets[number, self._bits].tolist())

    def levels(self, number: int, positions: list[tuple[Mask, Mask]]) -> bytes:
        """Return the least ranks with which a sheet that was kept plays as before in positions that it wins.

        Only cells between which it decides have to differ: each ranks one higher than the highest that it beats.
        """
        beaten = self._room[sheet_kernels.BEATEN :][: self.rules.cells]
        beaten[:] = 0
        for own, their in positions:
            self.interrupted(number, own, their, 0)
        levels = [0] * self.rules.cells
        for bit in np.argsort(self._sheets[number]):
            levels[bit] = max((1 + levels[other] for other in cells_of(int(beaten[bit]) & self.rules.full)), default=0)
        return bytes(levels[bit] for bit in self._bits)

    def _begin(self) -> None:
        """Walk all replies, and make room for records."""
        self._room[sheet_kernels.SHARE] = 256
        if self._room[sheet_kernels.KEPT] >> (self._room[sheet_kernels.BITS] - 2):
            self._forget()

    def _forget(self) -> None:
        """Remove all records but those of the rows that interrupt sheets."""
        self._room[sheet_kernels.RECORDS + sheet_kernels.FREE :: 8], self._room[sheet_kernels.KEPT] = 0, 0
        for sides in self._rows:
            self._room[self._record(*sides) + sheet_kernels.ROW] = 1

    def _prior(self) -> Ranks:
        """Return ranks to begin with: every second cell of a stack first, the higher before the lower."""
        heights = [height for stack in self.rules.board.stacks for height in range(len(stack))]
        ranked = sorted(range(len(heights)), key=lambda bit: (heights[bit] % 2, heights[bit]))
        return np.argsort(ranked)

    def _masks_of(self, records: Iterable[int]) -> list[Sides]:
        """Return the stones of records' positions."""
        masks = list[Sides]()
        for record in records:
            stones, free = (int(word) & self.rules.full for word in self._room[record:][:2])
            sides = stones, self.rules.full & ~(stones | free)
            own, their = (sum(1 << self._cells[bit] for bit in cells_of(side)) for side in sides)
            masks.append((own, their))
        return masks

    def _sides(self, own: Mask, their: Mask) -> tuple[int, int]:
        return self._board.mask(own), self._board.mask(own | their)
