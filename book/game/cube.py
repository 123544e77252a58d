"""Boards of three dimensions, drawn and written as their layers side by side.

``3x9x3-cube`` has three layers of 3x3: its first three columns are the bottom layer, the next three the middle one,
and the last three the top. In general a layer has R rows and R columns, and a board of C columns has C / R layers. A
line is straight in space: within a layer, straight up, or slanting through layers. The axes of a spot are layer, row
and column. A cube has 48 symmetries.
"""

from itertools import product

from oxobook.book.errors import IllegalRules
from oxobook.book.game.board import Board, Spot


class Cube(Board):
    """Board of some square layers."""

    directions = tuple(step for step in product((-1, 0, 1), repeat=3) if step > (0, 0, 0))

    def __init__(self, rows: int, columns: int, k: int, gravity: bool) -> None:
        if gravity or columns % rows or columns == rows:
            raise IllegalRules(
                f"a cube is written as its layers side by side, each as wide as it is high, without gravity, such as "
                f"3x9x3-cube or 4x16x4-cube; got {rows}x{columns}x{k}-cube{'-gravity' * gravity}"
            )
        super().__init__(rows, columns, k, gravity)
        self.layers = columns // rows
        self.sizes = self.layers, rows, rows

    def spot(self, row: int, column: int) -> Spot:
        layer, across = divmod(column, self._rows)
        return layer, row, across
