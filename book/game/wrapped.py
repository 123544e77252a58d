"""Boards whose edges meet: on a cylinder the left edge and the right one, on a torus also the top and the bottom.

A line goes on at the other side of an edge that wraps. A line that would come back to one of its own cells is none.

A symmetry is a turn of the plain board (see ``book.game.board``), done first, and then a shift down and a shift
right along the edges that wrap. With ``count`` turns, it has the number ``(down * shifts_right + right) * count +
turn``. A torus of R x C cells has 8RC of them if it is square, else 4RC; a cylinder has 4C, and 2C if stones fall. Of
two with the same effect only the first counts.

These are not all permutations that keep the lines: those of ``4x4x4-cylinder``, and of every cylinder whose rows,
columns and k are equal, are the torus's, so swapping rows and columns would be one, too. Any group gives right books;
a larger one would give the books of these boards other rows and digests.
"""

from functools import cached_property
from itertools import product

from oxobook.book.errors import IllegalRules
from oxobook.book.game.board import Board, Cell, Permutation, Spot, Turn


class Cylinder(Board):
    """Board whose left and right edges meet."""

    wraps_down = False
    """True if the top and the bottom meet, too."""

    def cell_at(self, spot: Spot) -> Cell | None:
        row, column = spot
        return self.spots.get((row % self._rows if self.wraps_down else row, column % self._columns))

    def turns(self) -> list[Turn]:
        """Return the turns of the plain board; rows and columns are swapped only where both wrap."""
        return [turn for turn in super().turns() if self.wraps_down or turn.axes == (0, 1)]

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """All turns, each followed by all shifts."""
        shifts = product(range(self._rows if self.wraps_down else 1), range(self._columns))
        turned = super().symmetries
        return tuple(dict.fromkeys(self._shifted(one, *shift) for shift in shifts for one in turned))

    def _shifted(self, turned: Permutation, down: int, right: int) -> Permutation:
        places = (divmod(cell, self._columns) for cell in turned)
        return tuple(
            (row + down) % self._rows * self._columns + (column + right) % self._columns for row, column in places
        )


class Torus(Cylinder):
    """Board whose opposite edges meet, all four."""

    wraps_down = True

    def __init__(self, rows: int, columns: int, k: int, gravity: bool) -> None:
        if gravity:
            raise IllegalRules(
                f"a torus has no bottom for stones to fall to; got {rows}x{columns}x{k}-torus with gravity: take a "
                f"cylinder, {rows}x{columns}x{k}-cylinder-gravity"
            )
        super().__init__(rows, columns, k, gravity)
