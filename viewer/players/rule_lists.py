"""Players that go down a list of rules and follow the first that applies: levi, keypad, centre, defender, expert.

Each function takes a position in which the game goes on and gives the mask of the moves the player may make. All but
``levi`` know the 3x3 board alone. Cells are numbered in reading order::

    0 1 2
    3 4 5
    6 7 8
"""

from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask, Rules
from oxobook.book.game.tactics import stones, tactics, threats

_CENTRE = 1 << 4
_OPPOSITE = {0: 8, 2: 6, 6: 2, 8: 0}
_CORNERS = 1 << 0 | 1 << 2 | 1 << 6 | 1 << 8
_SIDES = 1 << 1 | 1 << 3 | 1 << 5 | 1 << 7


def free_cells(position: Position) -> Mask:
    """The cells that the next stone may take."""
    return position.rules.playable(position.x | position.o)


def keypad_order(rules: Rules) -> list[Cell]:
    """The cells from the bottom row up, each row from the left, as 1 to 9 stand on a numeric keypad."""
    rows = range(rules.rows - 1, -1, -1)
    return [row * rules.columns + column for row in rows for column in range(rules.columns)]


def first_of(mask: Mask, order: list[Cell]) -> Mask:
    """The first cell of an order that is in the mask, as a mask; 0 when none is."""
    return next((1 << cell for cell in order if mask >> cell & 1), 0)


def win_or_block(position: Position) -> Mask:
    """The first cell, in keypad order, that completes a line of the mover's, else one of the other side's; 0 for none.

    Under misère a completed line wins nothing, and there is nothing to block.
    """
    if position.rules.misere:
        return 0
    own, their = stones(position)
    order = keypad_order(position.rules)
    return first_of(threats(position.rules, own, their), order) or first_of(threats(position.rules, their, own), order)


def levi(position: Position) -> Mask:
    """Win, else block, else anything: Avalos' second player.

    Quirk kept: of several winning or blocking cells it takes the lowest on the keypad.
    """
    return win_or_block(position) or free_cells(position)


def keypad(position: Position) -> Mask:
    """Win, block, centre, opposite corner, empty corner, empty side: Riley's computer player.

    Quirks kept: it leaves forks out on purpose. Any of several winning or blocking lines will do; of corners and sides
    it takes the first in reading order.
    """
    own, their = stones(position)
    free = free_cells(position)
    opposite = (1 << far for corner, far in _OPPOSITE.items() if their >> corner & 1 and free >> far & 1)
    reading = list(range(9))
    return (
        threats(position.rules, own, their)
        or threats(position.rules, their, own)
        or free & _CENTRE
        or next(opposite, 0)
        or first_of(free & _CORNERS, reading)
        or first_of(free & _SIDES, reading)
    )


def centre(position: Position) -> Mask:
    """Centre, win, block, first free cell: the centre-first player, which says that it never loses.

    Quirks kept: the centre comes before a win. To block, it puts its own stone on the free cells in turn and looks
    for a winning cell of the other side's among the rest: of several it takes the first, but not the first free one.
    """
    own, their = stones(position)
    free = free_cells(position)
    reading = list(range(9))
    blocks = threats(position.rules, their, own)
    seen = blocks & ~first_of(free, reading) or blocks
    return (
        free & _CENTRE
        or first_of(threats(position.rules, own, their), reading)
        or first_of(seen, reading)
        or first_of(free, reading)
    )


_LINE_ORDER = [0o111, 0o007, 0o222, 0o070, 0o444, 0o700, 0o421, 0o124]
"""The eight lines as masks: left column, top row, middle column, middle row, ..., then the two diagonals."""


def _first_gap(position: Position, side: Mask) -> Mask:
    """The free cell of the first line, in that order, of which ``side`` holds the two others; 0 for none."""
    free = free_cells(position)
    gaps = (line & free for line in _LINE_ORDER if (line & side).bit_count() == 2 and line & free)
    return next(gaps, 0)


def defender(position: Position) -> Mask:
    """Win, block, stop a fork, centre, opposite corner, corner, side: McKenzie's player, made to defend.

    Its rules against forks: with three stones on the board, its own in the centre and the other side's in opposite
    corners, it plays the left side; else, where the two sides that meet in a corner hold two stones of the other side's
    and three free cells, it plays that corner. It never forks itself. Where the text leaves open which of several such
    corners comes first, any may.
    """
    own, their = stones(position)
    free = free_cells(position)
    opposite = sum(1 << far for corner, far in _OPPOSITE.items() if their >> corner & 1 and free >> far & 1)
    return (
        _first_gap(position, own)
        or _first_gap(position, their)
        or _double_fork_answer(position, own, their)
        or sum(1 << corner for corner, sides in _TWO_SIDES.items() if _forkable(sides, their, free))
        or free & _CENTRE
        or opposite
        or free & _CORNERS
        or free & _SIDES
    )


_TWO_SIDES = {0: 0o117, 2: 0o447, 6: 0o711, 8: 0o744}
"""For each corner, the five cells of the two sides that meet in it."""


def _forkable(sides: Mask, their: Mask, free: Mask) -> bool:
    """Whether two sides of the board hold two stones of the other side's, and nothing else."""
    return (sides & their).bit_count() == 2 and (sides & free).bit_count() == 3


def _double_fork_answer(position: Position, own: Mask, their: Mask) -> Mask:
    """The left side, after corner, centre, opposite corner; else 0."""
    return 1 << 3 if position.ply == 3 and own == _CENTRE and their in (0o401, 0o104) else 0


def expert(position: Position) -> Mask:
    """Win, block, fork, stop a fork, centre, opposite corner, empty corner, empty side, each done right.

    To stop a fork is to leave the other side none: by taking its cell, or by a threat whose answer forks nothing.
    """
    _, their = stones(position)
    found, free = tactics(position), free_cells(position)
    opposite = sum(1 << far for corner, far in _OPPOSITE.items() if their >> corner & 1 and free >> far & 1)
    return (
        found.line_moves
        or found.blocks
        or found.forks
        or found.fork_blocks
        or free & _CENTRE
        or opposite
        or free & _CORNERS
        or free & _SIDES
    )


def anything(position: Position) -> Mask:
    """Every legal move: Avalos' first player."""
    return free_cells(position)
