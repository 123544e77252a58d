"""Symmetries of sets of cells, found: the permutations of the cells that take each line to a line.

The group is put together from the end. Let G(i) be the symmetries that fix the first i cells. G(N) has the identity
alone. To get from G(i + 1) to G(i), find for each cell j one symmetry in G(i) that takes cell i to j: every symmetry in
G(i) is one of these after one in G(i + 1). So a large group costs few searches, and a part of it is a group, too.

A search refines colours: cells get the same colour while lines of the same colours pass through them, and lines while
they have cells of the same colours. It does so for the board and for its image side by side; then it gives a cell of
the image, and each cell that may go there, a colour of their own, and goes on. Of cells that a known symmetry takes to
one another only one is tried: if one goes there, so do the others (B. D. McKay, *Practical graph isomorphism*, 1981).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from oxobook.book.errors import IllegalRules
from oxobook.book.game.board import Cell, Mask, Permutation

MOST_LOOKS = 4_000_000
"""Largest number of looks at cells, lines and cells of lines: a few seconds. The affine plane of order 7 takes half."""
_Colours = tuple[list[int], list[int]]
"""Colour of each cell, and of each line."""


def automorphisms(
    cells: int, lines: Sequence[Mask], stacks: Sequence[tuple[Cell, ...]], most: int
) -> tuple[Permutation, ...]:
    """Return the permutations that keep the lines and the stacks, in lexicographic order.

    If there are more than ``most``, those of them that fix the first cells, as few cells as needed. A stack lists its
    cells from the bottom up, by descending number; it is kept if it goes to a stack, bottom on bottom. Raises
    IllegalRules if they are too hard to find.
    >>> len(automorphisms(9, [0b111, 0b111000, 0b111000000], [(cell,) for cell in range(9)], 2000))
    1296
    """
    search = _Search(cells, lines, stacks)
    group: list[Permutation] = [tuple(range(cells))]
    generators: list[Permutation] = []
    for fixed in reversed(range(cells)):
        ways, missed = _ways(fixed, generators, cells), set[Cell]()
        colours = search.colours(fixed)
        for image in range(fixed + 1, cells):
            if image in ways or image in missed or colours[0][image] != colours[0][fixed]:
                continue
            if found := search.first(colours, fixed, image, group):
                generators.append(found)
                ways = _ways(fixed, generators, cells)
                if len(group) * len(ways) > most:
                    return tuple(sorted(group))
            else:
                missed |= _ways(image, generators, cells).keys()
        group = [tuple(way[cell] for cell in later) for way in ways.values() for later in group]
    return tuple(sorted(group))


def _ways(cell: Cell, generators: Iterable[Permutation], cells: int) -> dict[Cell, Permutation]:
    """Return the cells to which the generators together take a cell, each with a permutation that does."""
    found = {cell: tuple(range(cells))}
    waiting = [cell]
    while waiting:
        way = found[waiting.pop()]
        for one in generators:
            after = tuple(one[goal] for goal in way)
            if after[cell] not in found:
                found[after[cell]] = after
                waiting.append(after[cell])
    return found


class _Search:
    """Search for single symmetries of one board."""

    def __init__(self, cells: int, lines: Sequence[Mask], stacks: Sequence[tuple[Cell, ...]]) -> None:
        self._cells, self._lines, self._looks = cells, set(lines), 0
        self._size = cells + len(lines) + 2 * sum(line.bit_count() for line in lines)
        self._members = [[cell for cell in range(cells) if line >> cell & 1] for line in lines]
        self._through = [[place for place, line in enumerate(lines) if line >> cell & 1] for cell in range(cells)]
        self._above = {below: above for stack in stacks for below, above in pairwise(stack)}
        self._below = {above: below for below, above in self._above.items()}
        self._levels = {cell: (height, len(stack)) for stack in stacks for height, cell in enumerate(stack)}

    def colours(self, fixed: int) -> _Colours:
        """Return the colours that tell cells and lines apart if the first cells are fixed."""
        ranks = {level: rank for rank, level in enumerate(sorted({*self._levels.values()}))}
        cells = [ranks[self._levels[cell]] for cell in range(self._cells)]
        cells[:fixed] = range(len(ranks), len(ranks) + fixed)
        side = cells, [0] * len(self._members)
        refined = self._refined(side, side)
        assert refined is not None, "a board is like itself"
        return refined[0]

    def first(self, colours: _Colours, cell: Cell, image: Cell, group: list[Permutation]) -> Permutation | None:
        """Return a symmetry that keeps the colours and takes a cell to ``image``, or None.

        ``group``: all symmetries that fix the cell and keep the colours.
        """
        (cells, lines), new = colours, self._cells
        return self._completed((_recoloured(cells, cell, new), lines), (_recoloured(cells, image, new), lines), group)

    def _completed(self, own: _Colours, other: _Colours, group: list[Permutation]) -> Permutation | None:
        """Return a symmetry that takes each cell to one of its colour on the other side, or None.

        ``group``: all symmetries that keep the colours of the own side.
        """
        refined = self._refined(own, other)
        if refined is None:
            return None
        (cells, lines), (goals, goal_lines) = refined
        sizes = Counter(cells)
        shared = min((size, colour) for colour, size in sizes.items() if size > 1) if len(sizes) < self._cells else None
        if shared is None:
            return self._checked(tuple(goals.index(colour) for colour in cells))
        colour, new, tried = shared[1], max(sizes) + 1, set[Cell]()
        chosen = _recoloured(goals, goals.index(colour), new), goal_lines
        for cell in (cell for cell in range(self._cells) if cells[cell] == colour):
            if cell not in tried:
                tried |= {one[cell] for one in group}
                still = [one for one in group if one[cell] == cell]
                if found := self._completed((_recoloured(cells, cell, new), lines), chosen, still):
                    return found
        return None

    def _refined(self, own: _Colours, other: _Colours) -> tuple[_Colours, _Colours] | None:
        """Return the colours of both sides, refined until they stay; None if the sides differ."""
        kinds = 0
        while True:
            self._looks += self._size
            if self._looks > MOST_LOOKS:
                raise IllegalRules(
                    'the symmetries of this board are too hard to find: add "symmetry": false to it, to use none'
                )
            signatures = [self._signatures(*side) for side in (own, other)]
            if any(Counter(one) != Counter(two) for one, two in zip(*signatures, strict=True)):
                return None
            names = [{sign: name for name, sign in enumerate(sorted({*signs}))} for signs in signatures[0]]
            own, other = (
                ([names[0][sign] for sign in cells], [names[1][sign] for sign in lines]) for cells, lines in signatures
            )
            if sum(map(len, names)) == kinds:
                return own, other
            kinds = sum(map(len, names))

    def _signatures(self, cells: list[int], lines: list[int]) -> tuple[list[Any], list[Any]]:
        """Return what the next colours depend on: of each cell and each line, its own colour and its neighbours'."""
        near = (
            (cells[cell], cells[self._above[cell]] if cell in self._above else -1,
             cells[self._below[cell]] if cell in self._below else -1) for cell in range(self._cells)
        )  # fmt: skip
        through = (tuple(sorted(lines[line] for line in places)) for places in self._through)
        members = (tuple(sorted(cells[cell] for cell in places)) for places in self._members)
        return list(zip(near, through, strict=True)), list(zip(lines, members, strict=True))

    def _checked(self, images: Permutation) -> Permutation | None:
        """Return a permutation if it keeps the lines and the stacks, else None."""
        lines = {sum(1 << images[cell] for cell in members) for members in self._members}
        kept = all(self._above.get(images[below]) == images[above] for below, above in self._above.items())
        return images if kept and lines == self._lines else None


def _recoloured(colours: list[int], cell: Cell, colour: int) -> list[int]:
    return [*colours[:cell], colour, *colours[cell + 1 :]]
