"""Geometry of a board: the plain one, and what every other kind of board says, too.

A board says which cells it has, where they are drawn, how they are called and written, which sets of cells win (its
*lines*), its *symmetries*, and its *stacks*. A stone goes on the lowest free cell of a stack. On the plain grid each
cell is a stack of its own, so a stone may go anywhere; under gravity each column is one.

Everything else follows: ``Rules`` hands these on, and no engine, store or picture asks which kind of board it has. A
kind derives from ``Board`` and replaces what is different: a module of its own and a line in ``KINDS``.

A cell stands at a *spot*: its row and column, and on boards of three dimensions before these its layer. A line is a
*form*, which is the same wherever it stands. A symmetry is a *turn*, which permutes axes that are equally long, and
then mirrors any of them. On the plain board that gives up to eight, numbered ``4 * swap + 2 * top_bottom +
left_right`` by whether rows and columns are swapped, and the rows and the columns mirrored; number 0 is the identity.
Gravity leaves 0 and 1, a rectangle 0 to 3. Of two with the same effect, as on a board of one row, only the first
counts.
"""

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from itertools import chain, pairwise, permutations, product
from operator import add
from typing import Any, NamedTuple

Cell = int
"""Number of a cell, 0..N-1 in reading order."""
Mask = int
"""Set of cells: bit i stands for cell i."""
Permutation = tuple[Cell, ...]
"""Permutation of the cells: ``permutation[cell]`` is the cell that ``cell`` goes to."""
Place = tuple[int, int]
"""Row and column of a cell on the grid, from 0."""
Spot = tuple[int, ...]
"""Place of a cell by all axes of its board, each from 0."""
Form = tuple[Spot, ...]
"""Steps from a spot to each cell of a line."""
Segment = tuple[float, float, float, float]
"""Straight line from a point to another: x1, y1, x2, y2."""


class Turn(NamedTuple):
    """Permutation of the axes, and mirrors after it."""

    axes: tuple[int, ...]
    """Axis that takes the place of each axis."""
    mirrors: tuple[bool, ...]
    """True for each axis that is mirrored then."""


def column_name(column: int) -> str:
    """Return the letters of a column, 0 the leftmost.

    >>> column_name(0), column_name(25), column_name(26)
    ('a', 'z', 'aa')
    """
    first, last = divmod(column, 26)
    return (chr(ord("a") + first - 1) if first else "") + chr(ord("a") + last)


class Board:
    """Board of m,n,k-games, a grid of rows and columns, some of whose places may be holes; straight lines win."""

    title = ""
    """Name of a board of one's own."""
    room = 1.0
    """Width of the square in which a cell's mark has room, in widths of a cell."""
    layers = 1
    """Number of equal layers that are written and drawn side by side; 1 for a flat board."""
    directions: tuple[Spot, ...] = ((0, 1), (1, 0), (1, 1), (1, -1))
    """Steps from a cell of a straight line to the next."""

    def __init__(self, rows: int, columns: int, k: int, gravity: bool, holes: frozenset[Place] = frozenset()) -> None:
        self._rows, self._columns, self._k, self._gravity = rows, columns, k, gravity
        self.sizes: Spot = (rows, columns)
        """Number of spots along each axis."""
        self.holes = holes
        """Places without a cell."""
        self.at: dict[Place, Cell] = {
            place: cell for cell, place in enumerate(sorted({*product(range(rows), range(columns))} - holes))
        }
        """Cell of each place, in reading order."""
        self.cells = len(self.at)
        """N, the number of cells."""
        self._full = (1 << self.cells) - 1

    def spot(self, row: int, column: int) -> Spot:
        """Return the spot of a place of the grid."""
        return row, column

    @cached_property
    def spots(self) -> dict[Spot, Cell]:
        """Cell at each spot, in reading order."""
        return {self.spot(*place): cell for place, cell in self.at.items()}

    def cell_at(self, spot: Spot) -> Cell | None:
        """Return the cell at a spot, which may lie beyond the edges; None if there is none."""
        return self.spots.get(spot)

    @property
    def forms(self) -> list[Form]:
        """Forms of lines: straight runs of k cells; none if k is larger than the board."""
        if self._k > self.cells:
            return []
        return [tuple(tuple(by * step for by in one) for step in range(self._k)) for one in self.directions]

    @cached_property
    def lines(self) -> tuple[Mask, ...]:
        """Sets of cells that complete a line, each once, ascending by mask."""
        found = set()
        for spot, form in product(self.spots, self.forms):
            there = (self.cell_at(tuple(map(add, spot, step))) for step in form)
            cells = {cell for cell in there if cell is not None}
            if len(cells) == len(form):
                found.add(sum(1 << cell for cell in cells))
        return tuple(sorted(found))

    def turns(self) -> list[Turn]:
        """Return the turns that keep lines and stacks, in the order of their numbers."""
        axes = range(len(self.sizes))
        fitting = [some for some in permutations(axes) if tuple(self.sizes[axis] for axis in some) == self.sizes]
        turns = map(Turn._make, product(fitting, product((False, True), repeat=len(axes))))
        return [turn for turn in turns if not self._gravity or (turn.axes == (0, 1) and not turn.mirrors[0])]

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """Distinct permutations of the cells that keep the lines and the stacks, the identity first.

        They form a group. Their order is part of the book's format: a lookup maps moves back by the first that gives
        the canonical key.
        """
        return tuple(dict.fromkeys(map(self._turned, self.turns())))

    def _turned(self, turn: Turn) -> Permutation:
        """Return the cell that each cell goes to."""
        ways = list(zip(*turn, self.sizes, strict=True))
        return tuple(
            self.spots[tuple(size - 1 - spot[axis] if mirrored else spot[axis] for axis, mirrored, size in ways)]
            for spot in self.spots
        )

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
    PLAIN: Board,
    "cylinder": _of_class("wrapped", "Cylinder"),
    "torus": _of_class("wrapped", "Torus"),
    "cube": _of_class("cube", "Cube"),
    "hex": _of_class("hexagons", "Hexagons"),
    **{name: _of_class("animals", "Animal", name) for name in ANIMALS},
}
"""Maker of a board by the kind's word in the rules text, such as ``torus`` in ``3x3x3-torus``.

It takes rows, columns, k and gravity, and raises IllegalRules for a size or gravity that the kind does not allow.
"""
