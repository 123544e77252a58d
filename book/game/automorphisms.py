"""Symmetries of sets of cells, found: the permutations of the cells that take each line to a line.

The group is put together from the end. Let G(i) be the symmetries that fix the first i cells. G(N) has the identity
alone. To get from G(i + 1) to G(i), find for each cell j one symmetry in G(i) that takes cell i to j: every symmetry in
G(i) is one of these after one in G(i + 1). So a large group costs few searches, and a part of it is a group, too.

A search refines colours of *places*: the cells, and the lines and stacks. They get the same colour while their
neighbours have the same ones: of a cell what it lies in, of a line its cells. It does so for the board and for its
image side by side; then it gives a cell of the image, and each cell that may go there, a colour of their own, and goes
on. Of cells that a known symmetry takes to one another only one is tried: if one goes there, so do the others (B. D.
McKay, *Practical graph isomorphism*, 1981).
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from oxobook.book.errors import IllegalRules
from oxobook.book.game.board import Cell, Mask, Permutation

MOST_LOOKS = 4_000_000
"""Largest number of looks at places and their neighbours: a few seconds. The affine plane of order 7 takes half."""
_Colours = list[int]
"""Colour of each place."""


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
            if image in ways or image in missed or colours[image] != colours[fixed]:
                continue
            if found := search.found(_alone(colours, fixed), _alone(colours, image), group):
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
        self._cells, self._looks = cells, 0
        tall = [stack for stack in stacks if len(stack) > 1]
        members = [*([cell for cell in range(cells) if line >> cell & 1] for line in lines), *tall]
        through = [[cells + number for number, some in enumerate(members) if cell in some] for cell in range(cells)]
        self._near = [*through, *members]
        self._size = sum(map(len, self._near)) + len(self._near)
        heights = {cell: height for stack in stacks for height, cell in enumerate(stack)}
        self._kinds = [*map(heights.__getitem__, range(cells)), *[-1] * len(lines), *[-2] * len(tall)]

    def colours(self, fixed: int) -> _Colours:
        """Return the colours that tell places apart if the first cells are fixed."""
        colours = [*range(self._cells, self._cells + fixed), *self._kinds[fixed:]]
        refined = self._refined(colours, colours)
        assert refined is not None, "a board is like itself"
        return refined[0]

    def found(self, own: _Colours, other: _Colours, group: list[Permutation]) -> Permutation | None:
        """Return a symmetry that takes each cell to one of its colour on the other side, or None.

        ``group``: all symmetries that keep the colours of the own side.
        """
        refined = self._refined(own, other)
        if refined is None:
            return None
        own, other = refined
        sizes = Counter(own[: self._cells])
        size, colour = min((size + self._cells * (size == 1), colour) for colour, size in sizes.items())
        if size > self._cells:
            # both sides have the same signs, so this takes lines to lines, and stacks to stacks
            return tuple(other.index(own[cell]) for cell in range(self._cells))
        chosen, tried = _alone(other, other.index(colour)), set[Cell]()
        for cell in (cell for cell in range(self._cells) if own[cell] == colour):
            if cell not in tried:
                tried |= {one[cell] for one in group}
                still = [one for one in group if one[cell] == cell]
                if found := self.found(_alone(own, cell), chosen, still):
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
            # what the next colour depends on: the own one, and the neighbours'
            signs, others = (
                [(side[place], *sorted(side[one] for one in near)) for place, near in enumerate(self._near)]
                for side in (own, other)
            )
            if Counter(signs) != Counter(others):
                return None
            names = {sign: name for name, sign in enumerate(sorted({*signs}))}
            own, other = ([names[sign] for sign in some] for some in (signs, others))
            if len(names) == kinds:
                return own, other
            kinds = len(names)


def _alone(colours: _Colours, place: int) -> _Colours:
    """Return the colours, one place with a colour of its own."""
    return [*colours[:place], len(colours) + 1, *colours[place + 1 :]]
