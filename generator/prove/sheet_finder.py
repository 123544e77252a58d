"""Finder of sheets: whether a side wins a position by one sheet, asking the kernel."""

from functools import partial

import numpy as np

from oxobook.book.game.rules import Mask, Rules
from oxobook.generator.instructions import aligned, pointer_to
from oxobook.generator.kernels.table import bits_in
from oxobook.generator.machine import PROCESS
from oxobook.generator.prove import sheet_kernels
from oxobook.generator.search.board_words import BoardWords
from oxobook.generator.search.kernels import COUNTERS, frame_words
from oxobook.generator.search.table_kernels import table_words

_TRIES = 40
"""Number of orders that one search for a sheet tries, each after more examples than the one before."""
_NOISE = 2_000
_WORTH = 1_000
_LEAST_BITS = 20


class SheetFinder:
    """Finder of sheets for one game, which keeps those that it has found and tries them first.

    Args:
        rules: The game, of up to 64 cells, in which lines win.
        memory: Bytes that the process may take.

    >>> finder = SheetFinder(Rules(3, 4, 3, gravity=True))
    >>> finder.sheet(0, 0) is None
    False
    """

    def __init__(self, rules: Rules, memory: int = 500_000_000) -> None:
        self.rules, self._board = rules, BoardWords(rules)
        bits = max(_LEAST_BITS, bits_in(max(1, memory - PROCESS) // 2))
        words = (
            self._board.words,
            aligned(table_words(bits)),
            np.zeros((rules.cells + 1) * frame_words(rules.cells), np.int64),
        )
        counters, self._room = np.zeros(COUNTERS, np.int64), np.zeros(sheet_kernels.ROOM, np.int64)
        self._kept = *words, counters
        board, table, stack = map(pointer_to, words)
        search = board, table, bits, stack, pointer_to(counters)
        find, follow, wins_after = sheet_kernels.compiled()
        self._find = partial(find, *search, pointer_to(self._room))
        self._follow = partial(follow, *search, pointer_to(self._room))
        self._wins_after = partial(wins_after, *search)
        self._orders = [self._board.mask(1 << cell) for cell in range(rules.cells)]
        self.sheets = dict[tuple[int, ...], None]()
        """Sheets that were found, and their images: the cells as the kernel's masks, in their order."""

    def wins_after(self, own: Mask, their: Mask) -> bool:
        """Return whether the side wins that has just moved, whose stones are ``own``, and which has no line yet."""
        return bool(self._wins_after(*self._sides(own, their)))

    def sheet(self, own: Mask, their: Mask, searches: int = 3) -> bytes | None:
        """Return each cell's rank on a sheet by which the side to move, which can win, does so; None if none is found.

        ``searches``: number of searches for a new one, each in another way.
        """
        sides, room = self._sides(own, their), self._room
        order = room[sheet_kernels.ORDER :][: self.rules.cells]
        for known in reversed(self.sheets):
            order[:] = known
            if self._follow(*sides):
                return self._ranks()
        chance = np.random.default_rng((own, their))
        for search in range(searches):
            room[sheet_kernels.NOISE] = search
            room[sheet_kernels.PRIOR :][: self.rules.cells] = self._prior(chance if search else None)
            if self._find(*sides, _TRIES, _NOISE if search else 0):
                return self._ranks()
        return None

    def keep(self, ranks: bytes, images: list[tuple[int, ...]]) -> None:
        """Keep a sheet and its images to be tried on other positions."""
        for image in images:
            ranked = sorted(range(len(image)), key=lambda cell: -ranks[image[cell]])
            self.sheets[tuple(self._orders[cell] for cell in ranked)] = None

    def _ranks(self) -> bytes:
        order = self._room[sheet_kernels.ORDER :][: self.rules.cells].tolist()
        return bytes(len(order) - order.index(cell) for cell in self._orders)

    def _prior(self, chance: np.random.Generator | None) -> list[int]:
        """Return what cells are worth without examples: in each stack every second one, by chance the others."""
        prior = [0] * self.rules.cells
        for stack in self.rules.board.stacks:
            first, more = (chance.random() < 0.2, int(chance.integers(_WORTH))) if chance else (False, 0)
            for height, cell in enumerate(stack):
                prior[self._orders[cell].bit_length() - 1] = more + _WORTH * ((height + first) % 2) + height
        return prior

    def _sides(self, own: Mask, their: Mask) -> tuple[int, int]:
        return self._board.mask(own), self._board.mask(own | their)
