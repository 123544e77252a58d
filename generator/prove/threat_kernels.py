"""Threats and live lines of a position of a proof, and the words that describe its board.

Every value is a 64-bit integer or a pointer to such; bit i of a mask is cell i. A line is *live* for a side if the
other has no stone in it. ``board_words`` lays out the words.
"""

from typing import NamedTuple

from oxobook.generator.compilation import part
from oxobook.generator.instructions import Pointer, lowest, ones
from oxobook.generator.prove.scratch_kernels import WEIGHTS

LENGTH, FULL, LINES, SYMMETRIES, SYMMETRIC_TO, MISERE, STEP, MAKER = range(8)
ORDER = 8
LINE = ORDER + 64
MOST_LINES = 256
RUN = LINE + MOST_LINES
IMAGES = RUN + MOST_LINES
"""Indices into a board's words; ``board_words`` explains them."""


class Threats(NamedTuple):
    """Tactics of a position for the *own* side, which is to move, and the other."""

    own_last: int
    """Cells that complete a line of the side's."""
    their_last: int
    own_live: int
    """Cells of the side's live lines."""
    their_live: int
    own_weight: int
    """Sum of the live lines' weights, each 2 to the number of its stones."""
    their_weight: int


@part
def playable_cells(board: Pointer, taken: int) -> int:
    """Return the cells where a stone may be put."""
    free = board[FULL] & ~taken
    if board[STEP]:
        bottom = board[FULL] & ~(board[FULL] >> board[STEP])
        return free & (taken >> board[STEP] | bottom)
    return free


@part
def look(board: Pointer, a: int, d: int, attacking: int) -> Threats:
    """Return the tactics of the side to move, which is the attacker or not; a breaker's own lines are none."""
    own, their = (a, d) if attacking else (d, a)
    lines_of_own, lines_of_their = attacking or not board[MAKER], not attacking or not board[MAKER]
    length, free = board[LENGTH], board[FULL] & ~(own | their)
    own_last, their_last, own_live, their_live, own_weight, their_weight = 0, 0, 0, 0, 0, 0
    for number in range(board[LINES]):
        line = board[LINE + number]
        mine, others = line & own, line & their
        if others == 0 and lines_of_own:
            count = ones(mine)
            own_live |= line
            own_weight += 1 << count
            if count == length - 1:
                own_last |= line & free
        if mine == 0 and lines_of_their:
            count = ones(others)
            their_live |= line
            their_weight += 1 << count
            if count == length - 1:
                their_last |= line & free
    return Threats(own_last, their_last, own_live, their_live, own_weight, their_weight)


@part
def heaviest(board: Pointer, scratch: Pointer, a: int, d: int) -> int:
    """Return the greatest weight of a free cell: the sum of the attacker's live lines through it."""
    most = 0
    for cell in range(64):
        scratch[WEIGHTS + cell] = 0
    for number in range(board[LINES]):
        line = board[LINE + number]
        if line & d == 0:
            rest = line & ~a
            weight = 1 << board[LENGTH] - ones(rest)
            while rest:
                cell = lowest(rest)
                rest &= rest - 1
                scratch[WEIGHTS + cell] += weight
                most = max(most, scratch[WEIGHTS + cell])
    return most


@part
def live_cells(board: Pointer, their: int) -> int:
    """Return the cells of the lines in which the other side has no stone."""
    live = 0
    for number in range(board[LINES]):
        if board[LINE + number] & their == 0:
            live |= board[LINE + number]
    return live
