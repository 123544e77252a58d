"""The words for cells of a 3x3 board, and what may be asked of its stones: all that holds however the board is turned.

A cell is the centre, a corner or a side. Two cells are *opposite* through the centre, and *next to* each other along an
edge of the board. A phrase stands for a set of free cells: each is as good as the others.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, Protocol

from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask
from oxobook.book.game.tactics import stones

SORTS = {"centre": 0b000010000, "corner": 0b101000101, "side": 0b010101010, "cell": 0b111111111}
"""The cells of each sort."""
_FULL = SORTS["cell"]
_NUMBERS = ("none", "one", "two")
_EDGES = ((0, 1), (1, 2), (2, 5), (5, 8), (8, 7), (7, 6), (6, 3), (3, 0))


def _relation(pairs: Sequence[tuple[int, int]]) -> tuple[Mask, ...]:
    """Of each cell, the cells that it stands in a relation to."""
    return tuple(sum(1 << sum(pair) - cell for pair in pairs if cell in pair) for cell in range(9))


_RELATIONS = {"opposite to": _relation([(cell, 8 - cell) for cell in range(4)]), "next to": _relation(_EDGES)}
"""By its words, of each cell the cells that stand so to it."""


class Case(NamedTuple):
    """A position as the player whose turn it is sees it, and the cells that are as good as its strategy's move."""

    own: Mask
    their: Mask
    good: Mask

    @property
    def free(self) -> Mask:
        """The cells without a stone."""
        return _FULL & ~(self.own | self.their)

    def stones(self, mine: bool, sort: str) -> Mask:
        """The stones of one side on cells of a sort."""
        return (self.own if mine else self.their) & SORTS[sort]


def case_of(position: Position, good: Mask) -> Case:
    """A position seen by the side to move."""
    return Case(*stones(position), good)


@dataclass(frozen=True)
class Location:
    """Where a cell is: it stands in a relation to ``count`` stones of one side on cells of a sort."""

    relation: str
    count: int
    mine: bool
    sort: str
    only: bool = False
    """Whether it may stand so to no more of them."""

    def cells(self, case: Case) -> Mask:
        """All cells there."""
        stones, related = case.stones(self.mine, self.sort), _RELATIONS[self.relation]
        counts = ((related[cell] & stones).bit_count() for cell in range(9))
        exact = self.only or not self.count
        return sum(
            1 << cell for cell, found in enumerate(counts) if (found == self.count if exact else found >= self.count)
        )

    def fits(self, case: Case) -> bool:
        """Whether it speaks of stones that are there."""
        return case.stones(self.mine, self.sort).bit_count() >= max(self.count, 1 + self.only)

    def words(self, cases: Sequence[Case], other: str) -> str:
        """The place, as it is said in these cases; ``other``: the other side's letter."""
        whose, sort = "your" if self.mine else f"{other}'s", "stone" if self.sort == "cell" else self.sort
        if self.count < 2 and all(case.stones(self.mine, self.sort).bit_count() == 1 for case in cases):
            return f"{'' if self.count else 'not '}{self.relation} {whose} {sort}"
        return f"{self.relation} {'only ' * self.only}{_NUMBERS[self.count]} of {whose} {sort}s"


@dataclass(frozen=True)
class Phrase:
    """The free cells of a sort, or those of them at one place or at two places at once."""

    sort: str
    places: tuple[Location, ...] = ()

    def cells(self, case: Case) -> Mask:
        """The cells meant."""
        found = case.free & SORTS[self.sort]
        for place in self.places:
            found &= place.cells(case)
        return found

    def serves(self, case: Case) -> bool:
        """Whether it means some cells, and only good ones."""
        cells = self.cells(case)
        return bool(cells) and not cells & ~case.good and all(place.fits(case) for place in self.places)

    def words(self, cases: Sequence[Case], other: str) -> str:
        """The phrase, as it is said in these cases; ``other``: the other side's letter."""
        single = all(self.cells(case).bit_count() == 1 for case in cases)
        article = "the" if single else "any" if self.sort == "cell" and not self.places else "a"
        places = " and ".join(place.words(cases, other) for place in self.places)
        return f"{article} {self.sort}{' ' * bool(places)}{places}"


class Question(Protocol):
    """Something to be asked of the stones."""

    def holds(self, case: Case) -> bool:
        """Whether it is so."""

    def words(self, other: str) -> str:
        """The question as what follows an if; ``other``: the other side's letter."""


@dataclass(frozen=True)
class Has:
    """Whether a side has so many stones, or more, on cells of a sort."""

    mine: bool
    sort: str
    count: int = 1

    def holds(self, case: Case) -> bool:
        return case.stones(self.mine, self.sort).bit_count() >= self.count

    def words(self, other: str) -> str:
        has = "you have" if self.mine else f"{other} has"
        if self.sort == "centre":
            return f"{has} the centre"
        return f"{has} a {self.sort}" if self.count == 1 else f"{has} {_NUMBERS[self.count]} {self.sort}s"


@dataclass(frozen=True)
class Stand:
    """Whether a stone of one side stands in a relation to ``count`` or more of a side, each on cells of a sort."""

    relation: str
    mine: bool
    sort: str
    to_mine: bool
    to_sort: str
    count: int = 1

    def holds(self, case: Case) -> bool:
        stones, others = case.stones(self.mine, self.sort), case.stones(self.to_mine, self.to_sort)
        related = (_RELATIONS[self.relation][cell] & others for cell in range(9) if stones >> cell & 1)
        return any(found.bit_count() >= self.count for found in related)

    def words(self, other: str) -> str:
        whose, to_whose = ("your" if mine else f"{other}'s" for mine in (self.mine, self.to_mine))
        if (self.mine, self.sort) == (self.to_mine, self.to_sort):
            return f"two of {whose} {self.sort}s are {self.relation} each other"
        return f"one of {whose} {self.sort}s is {self.relation} {_NUMBERS[self.count]} of {to_whose} {self.to_sort}s"


@dataclass(frozen=True)
class Free:
    """Whether a cell of a sort is free."""

    sort: str

    def holds(self, case: Case) -> bool:
        return bool(case.free & SORTS[self.sort])

    def words(self, other: str) -> str:
        return f"{'the' if self.sort == 'centre' else 'a'} {self.sort} is free"


def phrases() -> Iterator[Phrase]:
    """All phrases, the simplest first."""
    yield from (Phrase(sort) for sort in SORTS)
    placed = list(_placed())
    yield from placed
    for one, other in product(placed, placed):
        (first,), (second,) = one.places, other.places
        if one.sort == other.sort and (first.relation, first.mine, first.sort) < (
            second.relation,
            second.mine,
            second.sort,
        ):
            yield Phrase(one.sort, (first, second) if first.count else (second, first))


def _placed() -> Iterator[Phrase]:
    """The phrases with one place."""
    for count, mine, (sort, far) in product((1, 0), (False, True), (("corner", "side"), ("side", "corner"))):
        yield Phrase(sort, (Location("next to", count, mine, far),))
        yield Phrase(sort, (Location("opposite to", count, mine, sort),))
    yield from (Phrase("cell", (Location("opposite to", 1, mine, "cell"),)) for mine in (False, True))
    for mine, (sort, far) in product((False, True), (("corner", "side"), ("side", "corner"))):
        yield Phrase(sort, (Location("next to", 1, mine, far, only=True),))
        yield Phrase(sort, (Location("next to", 2, mine, far),))


def questions() -> Iterator[Question]:
    """All questions, the simplest first."""
    yield from (Has(mine, "centre") for mine in (False, True))
    for count, sort, mine in product((1, 2), ("corner", "side"), (False, True)):
        yield Has(mine, sort, count)
    yield from (Free(sort) for sort in ("centre", "corner", "side"))
    for sort, mine, to_mine in product(("corner", "side"), (False, True), (False, True)):
        if mine <= to_mine:
            yield Stand("opposite to", mine, sort, to_mine, sort)
    for mine, to_mine in product((False, True), (False, True)):
        yield Stand("next to", mine, "corner", to_mine, "side")
    for mine, to_mine in product((False, True), (False, True)):
        yield Stand("next to", mine, "corner", to_mine, "side", 2)
        yield Stand("next to", mine, "side", to_mine, "corner", 2)
