"""Geometry of a board: what each kind of board says, and the plain one.

A board says which cells it has, where they are drawn, how they are called and written, which sets of cells win (its
*lines*), its *symmetries*, and its *stacks*. A stone goes on the lowest free cell of a stack. On the plain grid each
cell is a stack of its own, so a stone may go anywhere; under gravity each column is one.

Everything else follows: ``Rules`` hands these on, and no engine, store or picture asks which kind of board it has. A
kind derives from ``Board`` and adds its lines and symmetries: a module of its own and a line in ``KINDS``.
"""

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from itertools import chain, pairwise, product
from typing import Any

Cell = int
"""Number of a cell, 0..N-1 in reading order."""
Mask = int
"""Set of cells: bit i stands for cell i."""
Permutation = tuple[Cell, ...]
"""Permutation of the cells: ``permutation[cell]`` is the cell that ``cell`` goes to."""
Place = tuple[int, int]
"""Row and column of a cell on the grid, from 0."""
Segment = tuple[float, float, float, float]
"""Straight line from a point to another: x1, y1, x2, y2."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def column_name(column: int) -> str:
    """Return the letters of a column, 0 the leftmost.

    >>> column_name(0), column_name(25), column_name(26)
    ('a', 'z', 'aa')
    """
    first, last = divmod(column, 26)
    return (chr(ord("a") + first - 1) if first else "") + chr(ord("a") + last)


class Board:
    """Board on a grid of rows and columns, some of whose places may be holes."""

    title = ""
    """Name of a board of one's own."""
    room = 1.0
    """Width of the square in which a cell's mark has room, in widths of a cell."""
    layers = 1
    """Number of equal layers that are written and drawn side by side; 1 for a flat board."""

    def __init__(self, rows: int, columns: int, k: int, gravity: bool, holes: frozenset[Place] = frozenset()) -> None:
        self._rows, self._columns, self._k, self._gravity = rows, columns, k, gravity
        self.holes = holes
        """Places without a cell."""
        self.at: dict[Place, Cell] = {
            place: cell for cell, place in enumerate(sorted({*product(range(rows), range(columns))} - holes))
        }
        """Cell of each place, in reading order."""
        self.cells = len(self.at)
        """N, the number of cells."""
        self._full = (1 << self.cells) - 1

    @property
    def size(self) -> tuple[int, int, int]:
        """Rows, columns and k."""
        return self._rows, self._columns, self._k

    @cached_property
    def lines(self) -> tuple[Mask, ...]:
        """Sets of cells that complete a line, each once, ascending by mask."""
        raise NotImplementedError

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """Distinct permutations of the cells that keep the lines and the stacks, the identity first.

        They form a group. Their order is part of the book's format: a lookup maps moves back by the first that gives
        the canonical key.
        """
        raise NotImplementedError

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Coordinate of each cell."""
        return tuple(f"{column_name(column)}{self._rows - row}" for row, column in self.at)

    @cached_property
    def table(self) -> tuple[tuple[Cell | None, ...], ...]:
        """Rows of cells as the board is written, from the top; None for a hole."""
        return tuple(tuple(self.at.get((row, column)) for column in range(self._columns)) for row in range(self._rows))

    @cached_property
    def stacks(self) -> tuple[tuple[Cell, ...], ...]:
        """Cells of each stack, from its bottom to its top: under gravity the columns, else every cell alone.

        A stone comes to rest on a hole, too.
        """
        stacks: list[tuple[Cell, ...]] = []
        for column, row in product(range(self._columns), reversed(range(self._rows))):
            if (row, column) in self.at:
                below = (row + 1, column) in self.at and self._gravity
                stacks[len(stacks) - below :] = [(*(stacks[-1] if below else ()), self.at[row, column])]
        return tuple(stacks if self._gravity else sorted(stacks))

    def playable(self, occupied: Any) -> Any:
        """Return the cells that may take the next stone if the game goes on; also for NumPy arrays of masks."""
        free = self._full & ~occupied
        if not self._gravity:
            return free
        if not self.holes:
            return free & (occupied >> self._columns | self._bottom)
        resting = occupied | self._bottom
        for below, above in chain.from_iterable(map(pairwise, self.stacks)):
            resting |= (occupied >> below & 1) << above
        return free & resting

    @cached_property
    def _bottom(self) -> Mask:
        return sum(1 << stack[0] for stack in self.stacks)

    @property
    def width(self) -> float:
        """Width of the drawn board, in widths of a cell."""
        return self._columns

    @property
    def height(self) -> float:
        """Height of the drawn board, in widths of a cell."""
        return self._rows

    def middle(self, row: float, column: float) -> tuple[float, float]:
        """Return the middle of a place of the grid as it is drawn, from the upper left corner, in widths of a cell."""
        return column + 0.5, row + 0.5

    @cached_property
    def middles(self) -> tuple[tuple[float, float], ...]:
        """Middle of each cell as it is drawn."""
        return tuple(self.middle(*place) for place in self.at)

    @property
    def borders(self) -> list[Segment]:
        """Lines to draw between the cells, in widths of a cell; beside holes, the sides of the cells."""
        if self.holes:
            level = {(column, y, column + 1, y) for row, column in self.at for y in (row, row + 1)}
            vertical = {(x, row, x, row + 1) for row, column in self.at for x in (column, column + 1)}
            inner = {side for side in level if 0 < side[1] < self._rows}
            return sorted(inner | {side for side in vertical if 0 < side[0] < self._columns})
        upright: list[Segment] = [(column, 0, column, self._rows) for column in range(1, self._columns)]
        return [*upright, *((0, row, self._columns, row) for row in range(1, self._rows))]


class Grid(Board):
    """Plain board of m,n,k-games: straight lines across, down and on the diagonals.

    A symmetry is written as three steps on a cell's row and column, in this order: swap the two (square boards only),
    mirror top to bottom, mirror left to right. That gives up to eight, numbered ``4 * swap + 2 * top_bottom +
    left_right``; number 0 is the identity. Gravity leaves 0 and 1, a rectangle 0 to 3. Of two with the same effect, as
    on a board of one row, only the first counts.
    """

    directions: tuple[tuple[int, int], ...] = DIRECTIONS
    """Steps in rows and columns from a cell of a line to the next."""

    @cached_property
    def lines(self) -> tuple[Mask, ...]:
        """Straight runs of k cells; none if k is larger than the board."""
        found = set()
        for (row, column), (down, right) in product(self.at, self.directions):
            if (row + down * (self._k - 1), column + right * (self._k - 1)) in self.at:
                run = [self.at.get((row + down * step, column + right * step)) for step in range(self._k)]
                found.add(-1 if None in run else sum(1 << cell for cell in run if cell is not None))
        return tuple(sorted(found - {-1}))

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """All combinations of the three steps that the board allows."""
        return tuple(dict.fromkeys(self._permutation(*steps) for steps in self._steps()))

    def _steps(self) -> list[tuple[bool, bool, bool]]:
        """Return the combinations of steps that the board allows, in the order of their numbers."""
        swaps = (False, True) if self._rows == self._columns and not self._gravity else (False,)
        flips = (False,) if self._gravity else (False, True)
        return list(product(swaps, flips, (False, True)))

    def _permutation(self, swap: bool, top_bottom: bool, left_right: bool) -> Permutation:
        """Return the cell that each cell goes to under the three steps."""
        images = []
        for row, column in self.at:
            if swap:
                row, column = column, row
            if top_bottom:
                row = self._rows - 1 - row
            if left_right:
                column = self._columns - 1 - column
            images.append(self.at[row, column])
        return tuple(images)


PLAIN = ""
"""Kind that needs no word: the plain grid."""
OWN = "own"
"""Kind of the boards that have a definition of their own, and a name instead of a word."""


def _of_class(module: str, name: str, *first: str) -> Callable[[int, int, int, bool], Board]:
    """Return the maker of boards of a class in a module here, which a lookup on a plain board does not load."""

    def make(rows: int, columns: int, k: int, gravity: bool) -> Board:
        board: Board = getattr(import_module(f"oxobook.book.game.{module}"), name)(*first, rows, columns, k, gravity)
        return board

    return make


ANIMALS = {
    "domino": ("##",),
    "el": ("##", "#."),
    "tic": ("###",),
    "elly": ("###", "#.."),
    "fatty": ("##", "##"),
    "knobby": ("###", ".#."),
    "skinny": ("####",),
    "tippy": ("##.", ".##"),
}
"""Rows of each polyomino that wins (``book.game.animals``), by the name that Harary and Gardner gave it."""
KINDS: dict[str, Callable[[int, int, int, bool], Board]] = {
    PLAIN: Grid,
    "cylinder": _of_class("wrapped", "Cylinder"),
    "torus": _of_class("wrapped", "Torus"),
    "cube": _of_class("cube", "Cube"),
    "hex": _of_class("hexagons", "Hexagons"),
    **{name: _of_class("animals", "Animal", name) for name in ANIMALS},
}
"""Maker of a board by the kind's word in the rules text, such as ``torus`` in ``3x3x3-torus``.

It takes rows, columns, k and gravity, and raises IllegalRules for a size or gravity that the kind does not allow.
"""
