"""Boards of three dimensions, drawn and written as their layers side by side.

``3x9x3-cube`` has three layers of 3x3: its first three columns are the bottom layer, the next three the middle one,
and the last three the top. In general a layer has R rows and R columns, and a board of C columns has C / R layers. A
line is straight in space: within a layer, straight up, or slanting through layers.

A symmetry permutes the axes that are equally long, and then mirrors any of them. The axes are layer, row and column;
the permutations come in the lexicographic order of the axes that they take to these places, and a symmetry has the
number ``8 * permutation + 4 * layers_mirrored + 2 * rows_mirrored + columns_mirrored``. A cube has 48.
"""

from functools import cached_property
from itertools import permutations, product

from oxobook.book.errors import IllegalRules
from oxobook.book.game.board import Board, Cell, Mask, Permutation

Spot = tuple[int, int, int]
"""Layer, row and column of a cell, each from 0."""


class Cube(Board):
    """Board of some square layers."""

    def __init__(self, rows: int, columns: int, k: int, gravity: bool) -> None:
        if gravity or columns % rows or columns == rows:
            raise IllegalRules(
                f"a cube is written as its layers side by side, each as wide as it is high, without gravity, such as "
                f"3x9x3-cube or 4x16x4-cube; got {rows}x{columns}x{k}-cube{'-gravity' * gravity}"
            )
        super().__init__(rows, columns, k, gravity)
        self.layers = columns // rows
        self._sizes = self.layers, rows, rows

    @cached_property
    def lines(self) -> tuple[Mask, ...]:
        """Straight runs of k cells in thirteen directions."""
        near = (-1, 0, 1)
        steps = [step for step in product(near, near, near) if step > (0, 0, 0)]
        runs = (self._run(place, step) for place in self._places for step in steps)
        return tuple(sorted({sum(1 << cell for cell in run) for run in runs if run}))

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """Permutations of the axes that are equally long, each followed by the mirrors."""
        found = []
        for axes in permutations(range(3)):
            if tuple(self._sizes[axis] for axis in axes) == self._sizes:
                found += [self._moved(axes, mirrors) for mirrors in product((False, True), repeat=3)]
        return tuple(dict.fromkeys(found))

    @cached_property
    def _places(self) -> list[Spot]:
        width = self._sizes[2]
        return [(column // width, row, column % width) for row, column in self.at]

    def _cell(self, place: Spot) -> Cell:
        layer, row, column = place
        return row * self._columns + layer * self._sizes[2] + column

    def _run(self, start: Spot, step: Spot) -> list[Cell]:
        """Return the cells of a run of k; none if it leaves the board."""
        ends = [place + (self._k - 1) * by for place, by in zip(start, step, strict=True)]
        if not all(0 <= end < size for end, size in zip(ends, self._sizes, strict=True)):
            return []
        layer, row, column = start
        down, along, across = step
        return [self._cell((layer + down * n, row + along * n, column + across * n)) for n in range(self._k)]

    def _moved(self, axes: tuple[int, ...], mirrors: tuple[bool, ...]) -> Permutation:
        """Return the cell that each cell goes to, by the axes that take the places of layer, row and column."""
        images = []
        for place in self._places:
            layer, row, column = (
                size - 1 - place[axis] if mirrored else place[axis]
                for axis, size, mirrored in zip(axes, self._sizes, mirrors, strict=True)
            )
            images.append(self._cell((layer, row, column)))
        return tuple(images)
