"""Symmetries of sets of cells, found: the permutations of the cells that take each line to a line.

The group is put together from the end. Let G(i) be the symmetries that fix the first i cells. G(N) has the identity
alone. To get from G(i + 1) to G(i), find for each cell j one symmetry in G(i) that takes cell i to j: every symmetry in
G(i) is one of these after one in G(i + 1). So a large group costs no search, and a part of it is a group, too.
"""

from collections.abc import Sequence
from itertools import pairwise

from oxobook.book.game.board import Cell, Mask, Permutation


def automorphisms(
    cells: int, lines: Sequence[Mask], stacks: Sequence[tuple[Cell, ...]], most: int
) -> tuple[Permutation, ...]:
    """Return the permutations that keep the lines and the stacks, in lexicographic order.

    If there are more than ``most``, those of them that fix the first cells, as few cells as needed. A stack lists its
    cells from the bottom up, by descending number; it is kept if it goes to a stack, bottom on bottom.
    >>> len(automorphisms(9, [0b111, 0b111000, 0b111000000], [(cell,) for cell in range(9)], 2000))
    1296
    """
    search = _Search(cells, lines, stacks)
    group: list[Permutation] = [tuple(range(cells))]
    for fixed in reversed(range(cells)):
        found = [one for image in range(fixed + 1, cells) if (one := search.first(fixed, image))]
        if len(group) * (1 + len(found)) > most:
            break
        group += [tuple(one[cell] for cell in later) for one in found for later in group]
    return tuple(sorted(group))


class _Search:
    """Search for a symmetry, cell by cell in their order."""

    def __init__(self, cells: int, lines: Sequence[Mask], stacks: Sequence[tuple[Cell, ...]]) -> None:
        self._cells = cells
        self._through = [[line for line in lines if line >> cell & 1] for cell in range(cells)]
        self._above = {below: above for stack in stacks for below, above in pairwise(stack)}
        level = {cell: (height, len(stack)) for stack in stacks for height, cell in enumerate(stack)}
        shapes = [sorted(line.bit_count() for line in self._through[cell]) for cell in range(cells)]
        self._colours = [(shapes[cell], level[cell]) for cell in range(cells)]

    def first(self, fixed: int, image: Cell) -> Permutation | None:
        """Return the first symmetry that fixes the first cells and takes the next one to ``image``, or None."""
        images = list(range(fixed))
        return self._completed([*images, image]) if self._fits(images, image) else None

    def _completed(self, images: list[Cell]) -> Permutation | None:
        """Return the first symmetry that begins with these images, or None."""
        if len(images) == self._cells:
            return tuple(images)
        for image in range(self._cells):
            if image not in images and self._fits(images, image):
                found = self._completed([*images, image])
                if found:
                    return found
        return None

    def _fits(self, images: list[Cell], image: Cell) -> bool:
        """Return whether the next cell may go to a cell, given where those before it go."""
        cell = len(images)
        if self._colours[cell] != self._colours[image]:
            return False
        if cell in self._above and self._above.get(image) != images[self._above[cell]]:
            return False
        for line in self._through[cell]:
            known = sum(1 << images[one] for one in range(cell) if line >> one & 1) | 1 << image
            size = line.bit_count()
            if not any(known & ~goal == 0 and size == goal.bit_count() for goal in self._through[image]):
                return False
        return True
