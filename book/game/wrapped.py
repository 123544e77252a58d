"""Boards whose edges meet: on a cylinder the left edge and the right one, on a torus also the top and the bottom.

A line goes on at the other side of an edge that wraps. A line that would come back to one of its own cells is none.

A symmetry is the steps of a plain board (see ``book.game.board.Grid``), done first, and then a shift down and a shift
right along the edges that wrap. With ``count`` symmetries of the first kind, it has the number
``(down * shifts_right + right) * count + steps``. A torus of R x C cells has 8RC of them if it is square, else 4RC; a
cylinder has 4C, and 2C if stones fall. Of two with the same effect only the first counts.

These are not all permutations that keep the lines: those of ``4x4x4-cylinder``, and of every cylinder whose rows,
columns and k are equal, are the torus's, so swapping rows and columns would be one, too. Any group gives right books;
a larger one would give the books of these boards other rows and digests.
"""

from functools import cached_property
from itertools import product

from oxobook.book.errors import IllegalRules
from oxobook.book.game.board import DIRECTIONS, Cell, Grid, Mask, Permutation


class Cylinder(Grid):
    """Board whose left and right edges meet."""

    wraps_down = False
    """True if the top and the bottom meet, too."""

    @cached_property
    def lines(self) -> tuple[Mask, ...]:
        """Runs of k different cells, across the edges that wrap, too."""
        starts = product(range(self._rows), range(self._columns), DIRECTIONS)
        runs = (self._run(row, column, *direction) for row, column, direction in starts)
        return tuple(sorted({sum(1 << cell for cell in run) for run in runs if len(set(run)) == self._k}))

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """All steps of the plain board, each followed by all shifts."""
        shifts = product(range(self._rows if self.wraps_down else 1), range(self._columns))
        steps = [self._permutation(*steps) for steps in self._steps() if self.wraps_down or not steps[0]]
        return tuple(dict.fromkeys(self._shifted(one, *shift) for shift in shifts for one in steps))

    def _run(self, row: int, column: int, down: int, right: int) -> list[Cell]:
        """Return the cells of a run of k from a cell on; none if it leaves the board."""
        places = [(row + down * step, (column + right * step) % self._columns) for step in range(self._k)]
        if not self.wraps_down and places[-1][0] >= self._rows:
            return []
        return [row % self._rows * self._columns + column for row, column in places]

    def _shifted(self, steps: Permutation, down: int, right: int) -> Permutation:
        places = (divmod(cell, self._columns) for cell in steps)
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
