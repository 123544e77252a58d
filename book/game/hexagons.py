"""Boards of hexagons: a rhombus whose rows are each half a cell further to the right than the row above.

A cell has six neighbours, and lines run in three directions: along a row, and down to either side. The symmetries are
the half turn, and on boards of equal sides the swap of rows and columns: the turns of a plain board that keep the
directions, numbered as there.
"""

from functools import cached_property

from oxobook.book.errors import IllegalRules
from oxobook.book.game.board import Board, Segment, Turn

_RISE = 0.75**0.5  # from a row to the next, in widths of a cell
_POINT = _RISE / 3  # from a cell's upper point down to the ends of its upright sides
_CORNERS = ((0, -2), (0.5, -1), (0.5, 1), (0, 2), (-0.5, 1), (-0.5, -1))


class Hexagons(Board):
    """Board of hexagons."""

    room = 0.8
    directions = ((0, 1), (1, 0), (1, -1))

    def __init__(self, rows: int, columns: int, k: int, gravity: bool) -> None:
        if gravity:
            raise IllegalRules(f"stones do not fall between hexagons; got {rows}x{columns}x{k}-hex-gravity")
        super().__init__(rows, columns, k, gravity)

    def turns(self) -> list[Turn]:
        """Return the turns that mirror both axes or neither."""
        return [turn for turn in super().turns() if len({*turn.mirrors}) == 1]

    @property
    def width(self) -> float:
        return self._columns + (self._rows - 1) / 2

    @property
    def height(self) -> float:
        return self._rows * _RISE + _POINT

    def middle(self, row: float, column: float) -> tuple[float, float]:
        return column + 0.5 + row / 2, row * _RISE + 2 * _POINT

    @cached_property
    def borders(self) -> list[Segment]:
        """Sides of all cells, each once."""
        sides = set()
        for x, y in self.middles:
            corners = [(round(x + right, 4), round(y + down * _POINT, 4)) for right, down in _CORNERS]
            sides |= {(*min(ends), *max(ends)) for ends in zip(corners, (*corners[1:], corners[0]), strict=True)}
        return sorted(sides)
