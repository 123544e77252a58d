"""The colours of MENACE's beads: one for each place that a stone may be put in."""

from typing import NamedTuple

from oxobook.book.errors import TooLarge
from oxobook.book.game.rules import Cell, Rules


class Colour(NamedTuple):
    """A colour of beads, with the two letters that stand for it on a label."""

    name: str
    letters: str


_MICHIE = ("white Wh", "lilac Li", "silver Si", "black Bk", "gold Go", "green Gn", "amber Am", "red Rd", "pink Pk")
"""His own colours of the nine cells, in reading order (The Computer Journal 6, 1963, table 1)."""
_MORE = ("blue Bl", "yellow Ye", "brown Br", "orange Or", "turquoise Tu", "purple Pu", "clear Cl")
COLOURS = tuple(Colour(*text.split()) for text in (*_MICHIE, *_MORE))


def colours(rules: Rules) -> dict[Cell, Colour]:
    """The colour of each cell, in reading order; under gravity, of its column. Raises TooLarge for too many."""
    stacks = rules.board.stacks
    if len(stacks) > len(COLOURS):
        raise TooLarge(
            f"expected a game with at most {len(COLOURS)} places to play, a colour of beads for each; {rules} has "
            f"{len(stacks)}: choose a smaller board"
        )
    return {cell: colour for stack, colour in zip(stacks, COLOURS, strict=False) for cell in stack}
