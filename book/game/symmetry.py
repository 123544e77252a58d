"""Symmetries of a board, and the canonical form with the way back for moves.

The *canonical key* is the least key among a position's images under ``Board.symmetries``. The *symmetry of a position*
is the first that gives it; its inverse takes the canonical position's moves back to the caller's board.
"""

from collections.abc import Iterable
from functools import lru_cache
from operator import or_

from oxobook.book.game.rules import Cell, Key, Mask, Rules

_CHUNK_BITS = 9  # 512-entry tables: built in under a millisecond, and one is enough for 3x3


def chunk_shifts(cells: int, chunk_bits: int) -> tuple[int, range]:
    """Return the width of equal chunks of at most ``chunk_bits`` bits for a mask, and each chunk's shift."""
    chunks = -(-cells // chunk_bits)
    width = -(-cells // chunks)
    return width, range(0, cells, width)


class SymmetryGroup:
    """Symmetries of one board, acting on keys and masks as Python integers.

    A mask is cut into chunks; a table gives the images of a chunk under all symmetries at once, and the images of the
    parts are joined by ``or``. A single lookup takes this path, so it is free of NumPy.
    """

    def __init__(self, rules: Rules) -> None:
        self.permutations = rules.board.symmetries
        self._cells, self._either = rules.cells, rules.either
        self.inverses = tuple(
            self.permutations.index(tuple(sorted(range(rules.cells), key=p.__getitem__))) for p in self.permutations
        )
        width, shifts = chunk_shifts(rules.cells, _CHUNK_BITS)
        chunks = [range(shift, min(shift + width, rules.cells)) for shift in shifts]
        self._low = (1 << width) - 1
        self._x_chunks = [(self._chunk_table(chunk, 0), chunk.start) for chunk in chunks]
        self._o_chunks = [(self._chunk_table(chunk, rules.cells), chunk.start) for chunk in chunks]

    def _chunk_table(self, cells: range, offset: int) -> list[tuple[int, ...]]:
        """Return, for every subset of these cells, its images under all symmetries, shifted by ``offset``."""
        table = [(0,) * len(self.permutations)]
        for cell in cells:
            images = tuple(1 << permutation[cell] + offset for permutation in self.permutations)
            table += [tuple(map(or_, images, row)) for row in table]
        return table

    def images(self, x: Mask, o: Mask) -> list[Key]:
        """Return the key of the position's image under each symmetry, in their order."""
        low = self._low
        (first, _), *rest = self._x_chunks
        joined: Iterable[int] = first[x & low]
        for table, shift in rest:
            joined = map(or_, joined, table[x >> shift & low])
        for table, shift in self._o_chunks:
            joined = map(or_, joined, table[o >> shift & low])
        return list(joined)

    def canonical(self, x: Mask, o: Mask) -> tuple[Key, int]:
        """Return the canonical key, and the number of the first symmetry that gives it."""
        images = self.images(x, o)
        least = min(images)
        return least, images.index(least)

    def alike(self, x: Mask, o: Mask, cell: Cell) -> Mask:
        """Return a cell and those that look the same: a symmetry of the position takes it to them.

        >>> bin(symmetry_group(Rules()).alike(1 << 4, 0, 0))  # a stone in the centre: all corners
        '0b101000101'
        """
        images = self.images(x, o)
        return sum({1 << self.image(cell, number) for number, image in enumerate(images) if image == images[0]})

    def image(self, cell: Cell, symmetry: int) -> Cell:
        """Return the move that a symmetry takes a move to."""
        sign, cell = divmod(cell, self._cells)
        return self.permutations[symmetry][cell] + sign * self._cells

    def mask_back(self, mask: Mask, symmetry: int) -> Mask:
        """Return moves on the canonical board as moves on the board that ``symmetry`` took to it."""
        inverse = self.inverses[symmetry]
        if self._either:  # the bits of moves are those of a key
            return self.images(mask & (1 << self._cells) - 1, mask >> self._cells)[inverse]
        cells = 0
        for table, shift in self._x_chunks:
            cells |= table[mask >> shift & self._low][inverse]
        return cells

    def cell_back(self, cell: Cell, symmetry: int) -> Cell:
        """Return a move on the canonical board as a move on the board that ``symmetry`` took to it."""
        return self.image(cell, self.inverses[symmetry])

    def orbit(self, x: Mask, o: Mask) -> int:
        """Return the number of distinct images of the position."""
        return len(set(self.images(x, o)))


@lru_cache(maxsize=64)
def symmetry_group(rules: Rules) -> SymmetryGroup:
    """Return the group of these rules, built once."""
    return SymmetryGroup(rules)
