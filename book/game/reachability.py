"""Reachability: whether a legal game leads to a position, and if none does, why.

Stones never move, so a position without gravity is reachable exactly if the counts fit X moving first, the side to move
has no line, and all lines of the last mover share a cell: take that cell as the last stone and nothing was complete
before it, in whatever order the other stones came. Where stacks hold more than one stone, as under gravity, the order
matters too, for a stack is filled from the bottom; there a search over the stacks settles it.
"""

from functools import lru_cache
from itertools import pairwise
from math import comb

from oxobook.book.errors import IllegalPosition
from oxobook.book.game.bits import shared_cells
from oxobook.book.game.notation import board_text
from oxobook.book.game.rules import Cell, Mask, Rules

MOST_TRIES = 200_000
"""Limit of the search over stacks, about three seconds. Games on 64 cells have taken at most a few thousand tries."""


def placements(rules: Rules) -> int:
    """Return the number of ways to place stones in turn: no book has more positions.

    >>> placements(Rules()), placements(Rules.parse("wild")), placements(Rules.parse("notakto"))
    (6046, 19683, 512)
    """
    plies = [(ply, x) for ply in range(rules.cells + 1) for x in range(ply + 1) if rules.terms.fits(x, ply - x)]
    return sum(comb(rules.cells, ply) * comb(ply, x) for ply, x in plies)


def require_reachable(rules: Rules, x: Mask, o: Mask, o_began: bool = False) -> None:
    """Raise IllegalPosition, naming the first reason, unless a legal game reaches these stones.

    If ``o_began``, X and O were swapped for that, and are named as they were.
    """
    if why := _why_unreachable(rules, x, o):
        raise IllegalPosition(why.translate({ord("X"): "O", ord("O"): "X"}) if o_began else why)


def is_reachable(rules: Rules, x: Mask, o: Mask) -> bool:
    """Return whether a legal game reaches these stones."""
    return _why_unreachable(rules, x, o) is None


@lru_cache(maxsize=1 << 15)  # a batch of positions is checked when it is read, and again where it is looked up
def _why_unreachable(rules: Rules, x: Mask, o: Mask) -> str | None:
    """Return the first reason why no legal game reaches these stones, or None."""
    if (x | o) & ~rules.full or x & o:
        return f"expected stones on different cells of the board; got masks {x:#x} and {o:#x}"
    x_count, o_count, terms = x.bit_count(), o.bit_count(), rules.terms
    if terms.signs == ("X", "X") and o:
        return f"both sides set X in {rules}; {board_text(rules, x, o)!r} has {o_count} O"
    if not terms.fits(x_count, o_count):
        swap = ": X moves first here; if O began, write X for O and O for X" if o_count - x_count == 1 else ""
        return (
            f"X must have as many stones as O, or one more; {board_text(rules, x, o)!r} has {x_count} X and {o_count} "
            f"O{swap}"
        )
    signs = (("X", x), ("O", o))
    x_lines, o_lines = (shared_cells(rules.lines, stones if sign in terms.counted else 0) for sign, stones in signs)
    last = sum(stones for sign, stones in signs if sign in terms.settable(x_count + o_count + 1)) & x_lines & o_lines
    if x | o and not last:
        return _why_no_last_stone(rules, x, o, x_lines >= 0, o_lines >= 0)
    return _why_not_fallen(rules, x, o, last) if rules.stacked else None


def _why_no_last_stone(rules: Rules, x: Mask, o: Mask, x_has_line: bool, o_has_line: bool) -> str:
    board = board_text(rules, x, o)
    mover, other, had_line = ("O", "X", x_has_line) if (x | o).bit_count() % 2 == 0 else ("X", "O", o_has_line)
    if not rules.plain:
        return f"no last stone completes all lines in {board!r}; play ends with the first line"
    if x_has_line and o_has_line:
        return f"X and O both have a line in {board!r}; a game ends with the first line"
    if had_line:
        return f"{mover} moved after {other} had a line in {board!r}; take that stone back"
    return f"{mover} has lines in {board!r} that no single stone completes; play ends with the first line"


def _why_not_fallen(rules: Rules, x: Mask, o: Mask, last: Mask) -> str | None:
    """Return why the stones cannot have fallen into place in turn, one of ``last`` as the last, or None."""
    if (above := floating(rules, x | o)) is not None:
        return (
            f"the stone at {rules.board.names[above]} floats in {board_text(rules, x, o)!r}; "
            "under gravity the cells below it are filled first"
        )
    taken = [[cell for cell in stack if (x | o) >> cell & 1] for stack in rules.board.stacks]
    stacks = tuple("".join("X" if x >> cell & 1 else "O" for cell in cells) for cells in taken)
    dead = set[tuple[str, ...]]()
    last_of = (number for number, cells in enumerate(taken) if cells and last >> cells[-1] & 1)
    if not x | o or any(_can_unstack(_without_top(stacks, number), dead) for number in last_of):
        return None
    if len(dead) == MOST_TRIES:
        return f"expected stones that fell into place in turn; in {MOST_TRIES:,} tries no order of play was found"
    return (
        f"no order of play, X and O in turn, drops the stones into place in {board_text(rules, x, o)!r}; "
        "check the colours"
    )


def floating(rules: Rules, occupied: Mask) -> Cell | None:
    """Return the first taken cell, in reading order, with an empty one right below it, or None."""
    found = [
        above
        for stack in rules.board.stacks
        for below, above in pairwise(stack)
        if occupied >> above & 1 and not occupied >> below & 1
    ]
    return min(found, default=None)


def _without_top(stacks: tuple[str, ...], number: int) -> tuple[str, ...]:
    return (*stacks[:number], stacks[number][:-1], *stacks[number + 1 :])


def _can_unstack(stacks: tuple[str, ...], dead: set[tuple[str, ...]]) -> bool:
    """Return whether the stones can be lifted off the tops one by one, the last mover's first, in turn.

    ``dead``: sorted stacks that are known not to be such, at most ``MOST_TRIES``: on boards of some 50 cells and more,
    stacks can be made up that need them; games do not lead to such stacks.
    """
    stacks = tuple(sorted(stacks))
    stones = sum(map(len, stacks))
    if stones == 0:
        return True
    if stacks in dead or len(dead) == MOST_TRIES:
        return False
    dead.add(stacks)
    colour = "X" if stones % 2 else "O"
    return any(
        _can_unstack(_without_top(stacks, index), dead) for index, stack in enumerate(stacks) if stack.endswith(colour)
    )
