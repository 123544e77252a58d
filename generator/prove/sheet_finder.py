"""Finder of sheets: whether a side wins a position by one sheet, asking the kernel."""

from functools import partial

import numpy as np

from oxobook.book.game.rules import Mask, Rules
from oxobook.generator.instructions import address_of, aligned, pointer_to
from oxobook.generator.kernels.table import bits_in
from oxobook.generator.machine import COMPILER, PROCESS
from oxobook.generator.prove import sheet_kernels
from oxobook.generator.search.board_words import BoardWords
from oxobook.generator.search.kernels import COUNTERS, LIMIT, compiled_reach, frame_words
from oxobook.generator.search.table_kernels import table_words

_TRIES = 60
"""Number of orders that one search for a sheet tries, each after more examples than the one before."""
_NOISE = 2_000
_WORTH = 1_000
_LEAST_BITS = 20
_UNLIMITED = 1 << 62
_RECENT = 600
"""Number of sheets, those found last, that are tried on a position."""


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
        bits = max(_LEAST_BITS, bits_in(max(1, memory - PROCESS - COMPILER) // 2))
        words = (
            self._board.words,
            aligned(table_words(bits)),
            np.zeros((rules.cells + 1) * frame_words(rules.cells), np.int64),
        )
        counters, self._room = np.zeros(COUNTERS, np.int64), np.zeros(sheet_kernels.ROOM, np.int64)
        counters[LIMIT] = _UNLIMITED
        self._kept = *words, counters
        board, table, stack = map(pointer_to, words)
        self._recent, self._found = np.zeros((_RECENT, rules.cells), np.int64), 0
        reach, (find, known) = compiled_reach(), sheet_kernels.compiled()
        search = reach, board, table, bits, stack, pointer_to(counters)
        self._room[sheet_kernels.SEARCH :][: len(search)] = [*map(address_of, search)]
        self._find = partial(find, board, pointer_to(self._room))
        self._known = partial(known, board, pointer_to(self._room), pointer_to(self._recent))
        self._reach = partial(reach, *search[1:])
        self._orders = [self._board.mask(1 << cell) for cell in range(rules.cells)]

    def wins_after(self, own: Mask, their: Mask) -> bool:
        """Return whether the side wins that has just moved, whose stones are ``own``, and which has no line yet."""
        taken = self._board.mask(own | their)
        return bool(self._reach(taken ^ self._board.mask(own), taken, 0, 0) < 0)

    def known_sheet(self, own: Mask, their: Mask) -> bytes | None:
        """Return each cell's rank on a sheet that was kept, by which the side to move wins; None if there is none."""
        known = self._known(min(self._found, _RECENT), *self._sides(own, their))
        return self._ranks() if known >= 0 else None

    def sheet(self, own: Mask, their: Mask, searches: range = range(3)) -> bytes | None:
        """Return each cell's rank on a new sheet by which the side to move, which can win, wins; None if none is found.

        ``searches``: numbers of the searches, each of which goes another way.
        """
        for search in searches:
            chance = np.random.default_rng((own, their, search)) if search else None
            self._room[sheet_kernels.NOISE], self._room[sheet_kernels.EAGER] = search, search != 1
            self._room[sheet_kernels.PRIOR :][: self.rules.cells] = self._prior(chance)
            if self._find(*self._sides(own, their), _TRIES, _NOISE if search > 1 else 0):
                return self._ranks()
        return None

    def keep(self, ranks: bytes, images: list[tuple[int, ...]]) -> None:
        """Keep a sheet and its images to be tried on other positions."""
        for image in images:
            ranked = sorted(range(len(image)), key=lambda cell: -ranks[image[cell]])
            self._recent[self._found % _RECENT] = [self._orders[cell] for cell in ranked]
            self._found += 1

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
