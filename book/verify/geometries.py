"""Geometries of boards that are not flat grids, derived again from the words of FORMAT.md, and that of any rules."""

import json
from functools import lru_cache
from itertools import permutations

from oxobook.book.errors import BookError
from oxobook.book.game.notation import cells_of, coordinates
from oxobook.book.game.rules import Rules
from oxobook.book.verify.geometry import ANIMALS, WRAPS, Geometry, Ints, placed


class CubeGeometry(Geometry):
    """Geometry of a board of three dimensions, whose layers stand side by side."""

    def __init__(self, rules: Rules) -> None:
        self._size = (rules.columns // rules.rows, rules.rows, rules.rows)
        self._axes = [axes for axes in permutations(range(3)) if tuple(self._size[one] for one in axes) == self._size]
        super().__init__(rules)
        self.symmetries = 8 * len(self._axes)
        self._listed_lines = self._straight()

    def _straight(self) -> list[int]:
        """Return the sets of k cells that lie on a straight line, each beside the one before."""
        place_of = {self._place(cell): cell for cell in range(self.cells)}
        found = set()
        for start, second in permutations(place_of, 2):
            step = [after - before for before, after in zip(start, second, strict=True)]
            if max(map(abs, step)) == 1:
                line = [tuple(at + n * by for at, by in zip(start, step, strict=True)) for n in range(self.rules.k)]
                if all(place in place_of for place in line):
                    found.add(sum(1 << place_of[place] for place in line))
        return sorted(found) if self.rules.k > 1 else [1 << cell for cell in range(self.cells)]

    def _place(self, cell: int) -> tuple[int, ...]:
        """Return the layer, row and column of a cell."""
        width = self._size[2]
        return cell % self.rules.columns // width, cell // self.rules.columns, cell % width

    def _goes_to(self, cell: int, number: int) -> int:
        place = self._place(cell)
        turned = [place[axis] for axis in self._axes[number // 8 % len(self._axes)]]
        for axis, bit in enumerate((4, 2, 1)):
            if number & bit:
                turned[axis] = self._size[axis] - 1 - turned[axis]
        layer, row, column = turned
        return row * self.rules.columns + layer * self._size[2] + column


class OwnGeometry(Geometry):
    """Geometry of a board with a definition."""

    def __init__(self, rules: Rules) -> None:
        self._fields = json.loads(rules.definition)
        self.rules = rules
        super().__init__(rules)
        self._empty = "/".join(self._fields["board"])
        self.width = len(self._empty)
        self._cell_at = {place: cell for cell, place in enumerate(self._places())}
        self._listed_lines = self._lines()
        self._ways = self._proved_ways()
        self.symmetries = len(self._ways)

    def _places(self) -> list[tuple[int, int]]:
        rows = enumerate(self._fields["board"])
        return [(row, column) for row, signs in rows for column, sign in enumerate(signs) if sign == "."]

    def _lines(self) -> list[int]:
        """Return the lines that the definition lists, or those of its length or shape."""
        if "shape" in self._fields:
            rows = enumerate(self._fields["shape"])
            shape = [complex(x, -y) for y, signs in rows for x, sign in enumerate(signs) if sign == "#"]
            return placed(shape, self._places())
        if "k" in self._fields:
            length = range(self._fields["k"])
            steps = ((0, 1), (1, 0), (1, 1), (1, -1))
            runs = [{(y + n * down, x + n * right) for n in length} for y, x in self._cell_at for down, right in steps]
            return sorted({sum(1 << self._cell_at[one] for one in run) for run in runs if run <= {*self._cell_at}})
        names = self._fields.get("names") or coordinates(self.rules)
        return sorted(
            {sum(1 << cell for cell, name in enumerate(names) if name in line) for line in self._fields["lines"]}
        )

    def _proved_ways(self) -> list[tuple[int, ...]]:
        """Return the board's symmetries, once they are a group that keeps lines and stacks; raises BookError.

        They are taken from the board, and not found again: any such group makes canonical positions what they are said
        to be. They begin with the identity, which is the only one where the definition wants none.
        """
        ways, lines, ups = self.rules.board.symmetries, set(self._listed_lines or ()), self._ups()
        laws = (
            ways[0] == tuple(range(self.cells)) and all(sorted(way) == list(ways[0]) for way in ways),
            list(ways) == sorted({*ways}) and ("symmetry" not in self._fields or len(ways) == 1),
            all({sum(1 << way[cell] for cell in cells_of(line)) for line in lines} == lines for way in ways),
            all({(way[below], way[above]) for below, above in ups} == ups for way in ways),
            {tuple(one[cell] for cell in other) for one in ways for other in ways} == {*ways},
        )
        if not all(laws):
            raise BookError(f"the symmetries of {self.rules} are no group that keeps its lines and stacks: report this")
        return list(ways)

    def _ups(self) -> set[tuple[int, int]]:
        """Return each cell with the one above it in its stack, and with itself where it is the lowest."""
        if not self.rules.gravity:
            return set()
        found = {(cell, self._cell_at.get((row - 1, column))) for (row, column), cell in self._cell_at.items()}
        lowest = {cell for (row, column), cell in self._cell_at.items() if (row + 1, column) not in self._cell_at}
        return {(below, above) for below, above in found if above is not None} | {(cell, cell) for cell in lowest}

    def playable(self, occupied: Ints) -> Ints:
        """Return the free cells; under gravity only those that rest on a stone, a hole or the floor."""
        free: Ints = ~occupied & self.full
        for (row, column), cell in self._cell_at.items() if self.rules.gravity else ():
            below = self._cell_at.get((row + 1, column))
            if below is not None:
                free &= ~((~occupied >> below & 1) << cell)
        return free

    def _goes_to(self, cell: int, number: int) -> int:
        return self._ways[number][cell]


@lru_cache(maxsize=4)
def geometry_of(rules: Rules) -> Geometry:
    """Return the geometry of these rules, built once; raises BookError for an unknown kind of board."""
    if rules.kind == "cube":
        return CubeGeometry(rules)
    if rules.definition:
        return OwnGeometry(rules)
    if rules.kind not in (*WRAPS, *ANIMALS, "hex"):
        raise BookError(
            f"the verifier knows plain boards, cylinders, tori, cubes, hexagons, animals and boards with a definition; "
            f"the book is of {rules}"
        )
    return Geometry(rules)
