"""Words for cells of a 3x3 board, and questions about its stones, that hold however the board is turned.

A cell is the centre, a corner or an edge. Two cells are *opposite* through the centre; an edge is *next to* two
corners. A phrase stands for a set of free cells: each is as good as the others.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from oxobook.book.game.rules import Mask
from oxobook.viewer.words.english import English

SORTS = {"centre": 0b000010000, "corner": 0b101000101, "edge": 0b010101010, "cell": 0b111111111}  # cells of each sort
_FULL = SORTS["cell"]
_NEXT = ((0, 1), (1, 2), (2, 5), (5, 8), (8, 7), (7, 6), (6, 3), (3, 0))


def _relation(pairs: Sequence[tuple[int, int]]) -> tuple[Mask, ...]:
    """Return, for each cell, the cells that it has a relation to."""
    return tuple(sum(1 << sum(pair) - cell for pair in pairs if cell in pair) for cell in range(9))


_RELATIONS = {"opposite to": _relation([(cell, 8 - cell) for cell in range(4)]), "next to": _relation(_NEXT)}
"""Relations by their words: for each cell the cells related to it."""


class Case(NamedTuple):
    """Position seen by the player to move, with the cells as good as the strategy's move."""

    own: Mask
    their: Mask
    good: Mask

    @property
    def free(self) -> Mask:
        return _FULL & ~(self.own | self.their)

    def stones(self, mine: bool, sort: str) -> Mask:
        """Return the stones of one side on cells of a sort."""
        return (self.own if mine else self.their) & SORTS[sort]


class Location(NamedTuple):
    """Place of a cell: related to ``stones`` stones of one side on cells of a sort."""

    relation: str
    mine: bool
    sort: str
    stones: int
    only: bool = False  # True if it may be related to no more of them

    def cells(self, case: Case) -> Mask:
        stones, related = case.stones(self.mine, self.sort), _RELATIONS[self.relation]
        counts = ((related[cell] & stones).bit_count() for cell in range(9))
        exact = self.only or not self.stones
        return sum(
            1 << cell for cell, found in enumerate(counts) if (found == self.stones if exact else found >= self.stones)
        )

    def fits(self, case: Case) -> bool:
        """Return whether the stones it speaks of are there."""
        return case.stones(self.mine, self.sort).bit_count() >= max(self.stones, 1 + self.only)

    def said(self, cases: Sequence[Case], other: str, words: English) -> str:
        """Return the place in words for these cases; ``other``: the other side's letter."""
        single = self.stones < 2 and all(case.stones(self.mine, self.sort).bit_count() == 1 for case in cases)
        whose = "" if self.mine else other
        return words.place(self.relation, whose, self.sort, self.stones, self.only, single)


@dataclass(frozen=True)
class Phrase:
    """Phrase for free cells of a sort, or those of them at one place or at two places at once."""

    sort: str
    places: tuple[Location, ...] = ()

    def cells(self, case: Case) -> Mask:
        found = case.free & SORTS[self.sort]
        for place in self.places:
            found &= place.cells(case)
        return found

    def serves(self, case: Case) -> bool:
        """Return whether it stands for some cells, and only good ones."""
        cells = self.cells(case)
        return bool(cells) and not cells & ~case.good and all(place.fits(case) for place in self.places)

    def said(self, cases: Sequence[Case], other: str, words: English) -> str:
        """Return the phrase in words for these cases; ``other``: the other side's letter."""
        single = all(self.cells(case).bit_count() == 1 for case in cases)
        return words.cells(self.sort, single, [place.said(cases, other, words) for place in self.places])


class Question(NamedTuple):
    """Question about the stones."""

    said: Callable[[English, str], str]
    """Function from a language and the other side's letter to the words after an if."""
    holds: Callable[[Case], bool]
    """Function from a case to whether the answer is yes."""


def _has(mine: bool, sort: str, count: int = 1) -> Question:
    """Ask whether a side has ``count`` stones or more on cells of a sort."""
    return Question(
        lambda words, other: words.has("" if mine else other, sort, count),
        lambda case: case.stones(mine, sort).bit_count() >= count,
    )


def _stands(relation: str, mine: bool, sort: str, to_mine: bool, to_sort: str, count: int = 1) -> Question:
    """Ask whether a stone has a relation to ``count`` or more stones of a side, each on cells of a sort."""

    def holds(case: Case) -> bool:
        stones, others = case.stones(mine, sort), case.stones(to_mine, to_sort)
        related = (_RELATIONS[relation][cell] & others for cell in range(9) if stones >> cell & 1)
        return any(found.bit_count() >= count for found in related)

    def said(words: English, other: str) -> str:
        whose, to_whose = ("" if one else other for one in (mine, to_mine))
        if (mine, sort) == (to_mine, to_sort):
            return words.opposed(whose, sort)
        return words.stands(whose, sort, relation, count, to_whose, to_sort)

    return Question(said, holds)


def phrases() -> Iterator[Phrase]:
    """Yield all phrases, the simplest first."""
    yield from (Phrase(sort) for sort in SORTS)
    placed = list(_placed())
    yield from placed
    for one, other in product(placed, placed):
        (first,), (second,) = one.places, other.places
        if one.sort == other.sort and first[:3] < second[:3]:
            yield Phrase(one.sort, (first, second) if first.stones else (second, first))


def _placed() -> Iterator[Phrase]:
    """Yield the phrases with one place."""
    for count, mine, (sort, far) in product((1, 0), (False, True), (("corner", "edge"), ("edge", "corner"))):
        yield Phrase(sort, (Location("next to", mine, far, count),))
        yield Phrase(sort, (Location("opposite to", mine, sort, count),))
    yield from (Phrase("cell", (Location("opposite to", mine, "cell", 1),)) for mine in (False, True))
    for mine, (sort, far) in product((False, True), (("corner", "edge"), ("edge", "corner"))):
        yield Phrase(sort, (Location("next to", mine, far, 1, only=True),))
        yield Phrase(sort, (Location("next to", mine, far, 2),))


def questions() -> Iterator[Question]:
    """Yield all questions, the simplest first."""
    yield from (_has(mine, "centre") for mine in (False, True))
    for count, sort, mine in product((1, 2), ("corner", "edge"), (False, True)):
        yield _has(mine, sort, count)
    for sort, mine, to_mine in product(("corner", "edge"), (False, True), (False, True)):
        if mine <= to_mine:
            yield _stands("opposite to", mine, sort, to_mine, sort)
    for mine, to_mine in product((False, True), (False, True)):
        yield _stands("next to", mine, "corner", to_mine, "edge")
    for mine, to_mine in product((False, True), (False, True)):
        yield _stands("next to", mine, "corner", to_mine, "edge", 2)
        yield _stands("next to", mine, "edge", to_mine, "corner", 2)
