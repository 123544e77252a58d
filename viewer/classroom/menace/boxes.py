"""Boxes of MENACE: the positions, up to symmetry, in which a side chooses, with their beads and the beads' colours.

MENACE (Matchbox Educable Noughts And Crosses Engine; D. Michie, *Trial and error*, Penguin Science Survey 2, 1961, and
*Experiments on the mechanization of game-learning*, The Computer Journal 6, 1963) has a matchbox for each position that
it may have to move in. A bead drawn from the box decides: each colour is a cell.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.errors import OxobookError, TooLarge
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.game.tactics import tactics
from oxobook.book.strategy import SIDES
from oxobook.viewer.words.languages import language_named

SETS = {
    "choice": "every position with two or more moves",
    "open": "every position with two or more moves, except those in which the opponent can complete a line in two "
    "ways, and the side in none",
    "all": "every position, also those with a single move",
}
"""Sets of positions that get a box.

On 3x3x3 X has 304, 287 and 338 of them: what others build, what Michie counted in 1963 (he does not say what he left
out, but these 17 give his number), and all.
"""
MOST_BOXES = 2000


class NoChoice(OxobookError, ValueError):
    """The game leaves a side no choice, or not one of cells, and so needs no box."""


class BeadRule(NamedTuple):
    """Rule for the beads of a machine."""

    source: str
    first: Callable[[int], int]
    """Beads of each colour in a new box, by the number of stages after its own: 0 for the last."""
    won: int  # beads of the drawn colour added to each box of a won game, besides the drawn one
    drawn: int
    lost: int  # beads added for a lost game; -1 keeps the drawn bead out
    last_only: bool = False  # True if only the last box of a game is changed


BEAD_RULES = {
    "michie": BeadRule(
        "D. Michie, Trial and error, Penguin Science Survey 2, 1961, and The Computer Journal 6, 1963, tables 1 and 2",
        lambda later: later + 1,
        *(3, 1, -1),
    ),
    "scroggs": BeadRule("M. Scroggs, MENACE, mscroggs.co.uk/menace", lambda later: 1 << later, *(3, 1, -1)),
    "gardner": BeadRule(
        "M. Gardner, Mathematical games, Scientific American, March 1962 (his HER, for hexapawn)",
        lambda later: 1,
        *(0, 0, -1),
        last_only=True,
    ),
}
"""Rules by name.

On 3x3x3 Michie's boxes have 4, 3, 2 and 1 beads of each colour, by stage, Scroggs' 8, 4, 2 and 1, and Gardner's one; of
Gardner's only the last bead drawn is kept out after a loss.
"""


class Colour(NamedTuple):
    """Colour of beads, with the two letters that stand for it on a label."""

    name: str
    letters: str


def bead_colours(language: str) -> tuple[Colour, ...]:
    """Return the colours of beads: Michie's nine (The Computer Journal 6, 1963, table 1), then others."""
    return tuple(Colour(*text.split()) for text in language_named(language).beads.split(", "))


COLOURS = bead_colours("en")


def colours(rules: Rules, language: str = "en") -> dict[Cell, Colour]:
    """Return the colour of each cell, in reading order; under gravity, of its column. Raises TooLarge for too many."""
    stacks = rules.board.stacks
    if len(stacks) > len(COLOURS):
        raise TooLarge(
            f"expected a game with at most {len(COLOURS)} places to play, a colour of beads for each; {rules} has "
            f"{len(stacks)}: choose a smaller board"
        )
    return {cell: colour for stack, colour in zip(stacks, bead_colours(language), strict=False) for cell in stack}


class Matchbox(NamedTuple):
    """Matchbox: a position, and the moves that have beads in it."""

    number: int  # number from 1, in the order of the stages, and within one by key
    stage: int  # number of the side's own move that is drawn from it: 1 for the first
    position: Position
    """Canonical position, which stands for all that look the same when the board is turned or flipped."""
    cells: tuple[Cell, ...]
    """Cells of the moves that have beads: of moves that are the same up to symmetry the first in reading order."""


class Kit(NamedTuple):
    """Boxes of a side to build, and the rule for their beads."""

    rules: Rules
    side: str
    which: str  # set of positions that have a box, a key of ``SETS``
    beads: str  # rule, a key of ``BEAD_RULES``
    boxes: Sequence[Matchbox]

    @property
    def rule(self) -> BeadRule:
        return BEAD_RULES[self.beads]

    @property
    def first_beads(self) -> dict[int, int]:
        """Number of beads of each colour in a new box of each stage; one with a single move is as in the last."""
        last = max((box.stage for box in self.boxes if len(box.position.legal_cells) > 1), default=1)
        return {stage: self.rule.first(max(0, last - stage)) for stage in by_stage(self.boxes)}

    @property
    def all_beads(self) -> Counter[int]:
        """Number of beads in all new boxes, by colour number."""
        each, found = self.first_beads, Counter[int]()
        for box in self.boxes:
            found[box.stage] += each[box.stage] * len(box.cells)
        return found


def kit_for(book: Book, side: str, which: str = "choice", beads: str = "michie") -> Kit:
    """Return a side's boxes of a set in ``SETS``; raises TooLarge for more than ``MOST_BOXES``, NoChoice for none."""
    if book.rules.either:
        raise NoChoice(f"a bead names a cell, and a move of {book.rules} is a cell and a sign: choose another game")
    most = sum(layer.positions - layer.terminals for layer in book.info.layers if layer.ply % 2 == SIDES.index(side))
    if most > MOST_BOXES:
        raise TooLarge(
            f"expected a game for which {side} needs at most {MOST_BOXES:,} boxes; {book.rules} needs {most:,}: "
            "choose a smaller board"
        )
    found = [entry.position for entry in book if _has_box(entry.position, side, which)]
    if not found:
        raise NoChoice(
            f"expected a game in which {side} has a choice; in {book.rules} it has none: choose a larger board"
        )
    found.sort(key=lambda position: (position.ply, position.key))
    boxes = [
        Matchbox(number, position.ply // 2 + 1, position, distinct_moves(position))
        for number, position in enumerate(found, 1)
    ]
    return Kit(book.rules, side, which, beads, boxes)


def _has_box(position: Position, side: str, which: str) -> bool:
    if position.to_move != side or position.over:
        return False
    if which == "all":
        return True
    if len(position.legal_cells) < 2:
        return False
    found = tactics(position)
    lost_at_sight = not found.line_moves and found.blocks.bit_count() > 1  # whatever the side plays
    return which == "choice" or not lost_at_sight


def distinct_moves(position: Position) -> tuple[Cell, ...]:
    """Return a position's moves: of those that are alike by its own symmetries, only the first."""
    group = symmetry_group(position.rules)
    firsts = {cells & -cells for cells in (group.alike(position.x, position.o, cell) for cell in position.legal_cells)}
    return tuple(cells_of(sum(firsts)))


def by_stage(found: Sequence[Matchbox]) -> dict[int, int]:
    """Return the number of boxes of each stage."""
    return dict(sorted(Counter(box.stage for box in found).items()))
