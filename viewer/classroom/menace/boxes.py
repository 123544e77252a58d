"""Boxes of MENACE: the positions, up to symmetry, in which a side chooses, with their beads and the beads' colours.

MENACE (Matchbox Educable Noughts And Crosses Engine; D. Michie, *Trial and error*, Penguin Science Survey 2, 1961, and
*Experiments on the mechanization of game-learning*, The Computer Journal 6, 1963) has a matchbox for each position that
it may have to move in. A bead drawn from the box decides: each colour is a cell.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.errors import OxobookError, TooLarge
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Rules
from oxobook.book.game.score import Value
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.strategy import SIDES, require_side
from oxobook.viewer.words.languages import language_named

MOST_BOXES = 2000


class NoChoice(OxobookError, ValueError):
    """The game leaves a side no choice, or not one of cells, and so needs no box."""


RULE, SOURCE = (
    "michie",
    "D. Michie, Trial and error, Penguin Science Survey 2, 1961, and The Computer Journal 6, 1963, tables 1 and 2",
)
"""Name of the rule for beads, and where it is published."""
CHANGE = {Value.WIN: 3, Value.DRAW: 1, Value.LOSS: -1}
"""Beads of the drawn colour that each box gets beside the drawn one after a game; -1 keeps the drawn one out."""


class Colour(NamedTuple):
    """Colour of beads, with the two letters that stand for it on a label."""

    name: str
    letters: str


def bead_colours(language: str) -> tuple[Colour, ...]:
    """Return the colours of beads: Michie's nine (The Computer Journal 6, 1963, table 1), then others."""
    return tuple(Colour(*text.split()) for text in language_named(language).beads.split(", "))


def colours(rules: Rules, language: str = "en") -> dict[Cell, Colour]:
    """Return the colour of each cell, in reading order; under gravity, of its column. Raises TooLarge for too many."""
    stacks, known = rules.board.stacks, bead_colours(language)
    if len(stacks) > len(known):
        raise TooLarge(
            f"expected a game with at most {len(known)} places to play, a colour of beads for each; {rules} has "
            f"{len(stacks)}: choose a smaller board"
        )
    return {cell: colour for stack, colour in zip(stacks, known, strict=False) for cell in stack}


class Matchbox(NamedTuple):
    """Matchbox: a position, and the moves that have beads in it."""

    number: int  # number from 1, in the order of the stages, and within one by key
    stage: int  # number of the side's own move that is drawn from it: 1 for the first
    position: Position
    """Canonical position, which stands for all that look the same when the board is turned or flipped."""
    cells: tuple[Cell, ...]
    """Cells of the moves that have beads: of moves that are the same up to symmetry the first in reading order."""


class Kit(NamedTuple):
    """Boxes of a side to build."""

    rules: Rules
    side: str
    boxes: Sequence[Matchbox]

    @property
    def first_beads(self) -> dict[int, int]:
        """Number of beads of each colour in a new box of each stage: one in the last, and one more in each before."""
        return {stage: self.boxes[-1].stage - stage + 1 for stage in by_stage(self.boxes)}

    @property
    def all_beads(self) -> Counter[int]:
        """Number of beads in all new boxes, by colour number."""
        each, found = self.first_beads, Counter[int]()
        for box in self.boxes:
            found[box.stage] += each[box.stage] * len(box.cells)
        return found


def kit_for(book: Book, side: str) -> Kit:
    """Return a side's boxes; raises TooLarge for more than ``MOST_BOXES``, NoChoice for none."""
    require_side(side)
    if book.rules.either:
        raise NoChoice(f"a bead names a cell, and a move of {book.rules} is a cell and a sign: choose another game")
    most = sum(layer.positions - layer.terminals for layer in book.info.layers if layer.ply % 2 == SIDES.index(side))
    if most > MOST_BOXES:
        raise TooLarge(
            f"expected a game for which {side} needs at most {MOST_BOXES:,} boxes; {book.rules} needs {most:,}: "
            "choose a smaller board"
        )
    found = [one.position for one in book if one.position.to_move == side and len(one.position.legal_cells) > 1]
    if not found:
        raise NoChoice(
            f"expected a game in which {side} has a choice; in {book.rules} it has none: choose a larger board"
        )
    found.sort(key=lambda position: (position.ply, position.key))
    boxes = [
        Matchbox(number, position.ply // 2 + 1, position, distinct_moves(position))
        for number, position in enumerate(found, 1)
    ]
    return Kit(book.rules, side, boxes)


def distinct_moves(position: Position) -> tuple[Cell, ...]:
    """Return a position's moves: of those that are alike by its own symmetries, only the first."""
    group = symmetry_group(position.rules)
    firsts = {cells & -cells for cells in (group.alike(position.x, position.o, cell) for cell in position.legal_cells)}
    return tuple(cells_of(sum(firsts)))


def by_stage(found: Sequence[Matchbox]) -> dict[int, int]:
    """Return the number of boxes of each stage."""
    return dict(sorted(Counter(box.stage for box in found).items()))
