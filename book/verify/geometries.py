"""Geometries of boards that are not flat grids, derived again from the words of FORMAT.md, and that of any rules."""

import json
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import combinations, count, islice, permutations, product

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
        self._ways = self._found_ways()
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

    def _found_ways(self) -> list[list[int]]:
        """Return the symmetries in lexicographic order; if they are more than 255, those that fix the first cells."""
        if "symmetry" in self._fields:
            return [list(range(self.cells))]
        for fixed in range(self.cells + 1):
            ways = list(islice(self._ways_from(list(range(fixed))), 256))
            if len(ways) < 256:
                return ways
        raise AssertionError("the identity is one way")

    def _ways_from(self, images: list[int]) -> Iterator[list[int]]:
        """Yield the ways that begin with these images, and keep lines, pairs and threes of their cells, and stacks."""
        whole = (line for line in self._known if line.bit_length() == len(images))
        if not all(sum(1 << images[cell] for cell in cells_of(line)) in self._known for line in whole):
            return
        if len(images) == self.cells:
            yield images
            return
        cell = len(images)
        for image in sorted({*range(self.cells)} - {*images}):
            pairs = [(cell, image), *enumerate(images)]
            if all(self._relation[one, cell] == self._relation[goal, image] for one, goal in pairs) and all(
                ({one, other, cell} in self._threes) == ({goal, aim, image} in self._threes)
                for (one, goal), (other, aim) in combinations(enumerate(images), 2)
            ):
                yield from self._ways_from([*images, image])

    @cached_property
    def _known(self) -> set[int]:
        return set(self._listed_lines or ())

    @cached_property
    def _threes(self) -> set[frozenset[int]]:
        """Sets of three cells that a line has."""
        return {frozenset(three) for line in self._known for three in combinations(cells_of(line), 3)}

    @cached_property
    def _relation(self) -> dict[tuple[int, int], tuple[object, ...]]:
        """Sizes of the lines through two cells, and under gravity how far one of a stack is above the other."""
        found: dict[tuple[int, int], tuple[object, ...]] = {}
        for one, other in product(range(self.cells), repeat=2):
            both = 1 << one | 1 << other
            sizes = sorted(line.bit_count() for line in self._known if line & both == both)
            found[one, other] = (*sizes, "stack", self._rise(one, other))
        return found

    def _rise(self, one: int, other: int) -> int | None:
        """Return how far a cell is above another of its stack, or one above its stack's end; None in other stacks."""
        (row, column), (other_row, other_column) = (self._places()[cell] for cell in (one, other))
        between = [(y, column) in self._cell_at for y in range(min(row, other_row), max(row, other_row))]
        if not self.rules.gravity or column != other_column or not all(between):
            return None
        down = next(steps for steps in count() if (row + steps, column) not in self._cell_at)
        return other_row - row if one != other else down

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
