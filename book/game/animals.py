"""Polyominoes to complete: Harary's animals, on a plain board.

Whoever first has all cells of an animal, turned or mirrored in any way, has a line. In the rules an animal's word
follows the size, and k is the number of its cells: ``4x4x4-elly``. The symmetries are those of the plain board.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from oxobook.book.errors import IllegalRules
from oxobook.book.game.board import ANIMALS, Cell, Grid, Mask, Place


def placed(shape: Sequence[str], at: Mapping[Place, Cell]) -> tuple[Mask, ...]:
    """Return the sets of cells that a polyomino covers in any orientation, ascending by mask.

    >>> len(placed(("##", "#."), {(row, column): 3 * row + column for row in range(3) for column in range(3)}))
    16
    """
    cells = [(row, column) for row, signs in enumerate(shape) for column, sign in enumerate(signs) if sign == "#"]
    found = set()
    for _ in range(4):
        cells = [(column, -row) for row, column in cells]
        for image in (cells, [(row, -column) for row, column in cells]):
            first_row, first_column = image[0]
            for row, column in at:
                moved = [(row + down - first_row, column + right - first_column) for down, right in image]
                if all(place in at for place in moved):
                    found.add(sum(1 << at[place] for place in moved))
    return tuple(sorted(found))


class Animal(Grid):
    """Plain board on which a polyomino wins."""

    def __init__(self, name: str, rows: int, columns: int, k: int, gravity: bool) -> None:
        self._shape = ANIMALS[name]
        if (cells := "".join(self._shape).count("#")) != k:
            raise IllegalRules(
                f"expected {cells} as k, the number of cells of {name!r}: {rows}x{columns}x{cells}-{name}; got {k}"
            )
        super().__init__(rows, columns, k, gravity)

    @cached_property
    def lines(self) -> tuple[Mask, ...]:
        """All places of the animal, in any orientation."""
        return placed(self._shape, self.at)
