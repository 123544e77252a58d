"""Polyominoes to complete: Harary's animals, on a plain board.

Whoever first has all cells of an animal, turned or mirrored in any way, has a line. In the rules an animal's word
follows the size, and k is the number of its cells: ``4x4x4-elly``. The symmetries are those of the plain board.
"""

from collections.abc import Sequence

from oxobook.book.errors import IllegalRules
from oxobook.book.game.board import ANIMALS, Board, Form


def forms_of(shape: Sequence[str]) -> list[Form]:
    """Return the forms of a polyomino, turned and mirrored; ``#`` stands for its cells.

    >>> forms_of(["##"])
    [((0, 0), (-1, 0)), ((0, 0), (0, -1)), ((0, 0), (0, 1)), ((0, 0), (1, 0))]
    """
    cells = [(row, column) for row, signs in enumerate(shape) for column, sign in enumerate(signs) if sign == "#"]
    found = set()
    for _ in range(4):
        cells = [(column, -row) for row, column in cells]
        for image in (cells, [(row, -column) for row, column in cells]):
            top, left = image[0]
            found.add(tuple((row - top, column - left) for row, column in image))
    return sorted(found)


class Animal(Board):
    """Plain board on which a polyomino wins."""

    def __init__(self, name: str, rows: int, columns: int, k: int, gravity: bool) -> None:
        self._shape = ANIMALS[name]
        if (cells := "".join(self._shape).count("#")) != k:
            raise IllegalRules(
                f"expected {cells} as k, the number of cells of {name!r}: {rows}x{columns}x{cells}-{name}; got {k}"
            )
        super().__init__(rows, columns, k, gravity)

    @property
    def forms(self) -> list[Form]:
        return forms_of(self._shape)
