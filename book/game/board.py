"""Geometry of a board: what each kind of board says, and the plain one.

A board says four things: the grid that it is written and drawn on, its *lines* (the sets of cells that win), its
*symmetries*, and its *stacks*. A stone goes on the lowest free cell of a stack. On the plain grid each cell is a stack
of its own, so a stone may go anywhere; under gravity each column is one.

Everything else follows: ``Rules`` hands these on, and no engine, store or picture asks which kind of board it has.
``book.game.kinds`` lists the kinds.
"""

from functools import cached_property
from itertools import product
from typing import Protocol

Cell = int
"""Number of a cell, 0..N-1 in reading order."""
Mask = int
"""Set of cells: bit i stands for cell i."""
Permutation = tuple[Cell, ...]
"""Permutation of the cells: ``permutation[cell]`` is the cell that ``cell`` goes to."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Board(Protocol):
    """Kind of board in one size."""

    @property
    def lines(self) -> tuple[Mask, ...]:
        """Sets of cells that complete a line, each once, ascending by mask."""

    @property
    def symmetries(self) -> tuple[Permutation, ...]:
        """Distinct permutations of the cells that keep the lines and the stacks, the identity first.

        They form a group. Their order is part of the book's format: a lookup maps moves back by the first that gives
        the canonical key.
        """

    @property
    def stacks(self) -> tuple[tuple[Cell, ...], ...]:
        """Cells of each stack, from its bottom to its top."""

    @property
    def layers(self) -> int:
        """Number of equal layers that are written and drawn side by side; 1 for a flat board."""

    def playable(self, occupied: Mask) -> Mask:
        """Return the cells that may take the next stone if the game goes on; also for NumPy arrays of masks."""


class Grid:
    """Plain board of m,n,k-games: straight lines across, down and on the diagonals.

    A symmetry is written as three steps on a cell's row and column, in this order: swap the two (square boards only),
    mirror top to bottom, mirror left to right. That gives up to eight, numbered ``4 * swap + 2 * top_bottom +
    left_right``; number 0 is the identity. Gravity leaves 0 and 1, a rectangle 0 to 3. Of two with the same effect, as
    on a board of one row, only the first counts.
    """

    layers = 1
    """See ``Board``."""

    def __init__(self, rows: int, columns: int, k: int, gravity: bool) -> None:
        self._rows, self._columns, self._k, self._gravity = rows, columns, k, gravity
        self._full = (1 << rows * columns) - 1
        self._bottom = self._full & ~(self._full >> columns)

    def playable(self, occupied: Mask) -> Mask:
        """Return the free cells; under gravity only those of the lowest row and those on a stone."""
        free = self._full & ~occupied
        return free & (occupied >> self._columns | self._bottom) if self._gravity else free

    @cached_property
    def lines(self) -> tuple[Mask, ...]:
        """Straight runs of k cells; none if k is larger than the board."""
        found = set()
        for row, column in product(range(self._rows), range(self._columns)):
            for down, right in DIRECTIONS:
                last_row, last_column = row + down * (self._k - 1), column + right * (self._k - 1)
                if last_row < self._rows and 0 <= last_column < self._columns:
                    first, step = row * self._columns + column, down * self._columns + right
                    found.add(sum(1 << first + step * i for i in range(self._k)))
        return tuple(sorted(found))

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """All combinations of the three steps that the board allows."""
        swaps = (False, True) if self._rows == self._columns and not self._gravity else (False,)
        flips = (False,) if self._gravity else (False, True)
        return tuple(dict.fromkeys(self._permutation(*steps) for steps in product(swaps, flips, (False, True))))

    @property
    def stacks(self) -> tuple[tuple[Cell, ...], ...]:
        """Columns under gravity, else every cell alone."""
        cells = range(self._rows * self._columns)
        if not self._gravity:
            return tuple((cell,) for cell in cells)
        return tuple(tuple(reversed(cells[column :: self._columns])) for column in range(self._columns))

    def _permutation(self, swap: bool, top_bottom: bool, left_right: bool) -> Permutation:
        """Return the cell that each cell goes to under the three steps."""
        images = []
        for row, column in product(range(self._rows), range(self._columns)):
            if swap:
                row, column = column, row
            if top_bottom:
                row = self._rows - 1 - row
            if left_right:
                column = self._columns - 1 - column
            images.append(row * self._columns + column)
        return tuple(images)
