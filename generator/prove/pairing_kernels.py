"""Search of a pairing: two free cells for each live line of the attacker, with which the defender holds it.

Lines are tried in depth-first order, at each level the one with the fewest cells that no pair uses yet, with its best
pair first. A level has the lines that no pair serves yet, as masks of their free cells.
"""

from oxobook.generator.compilation import part
from oxobook.generator.instructions import Pointer, ones
from oxobook.generator.prove.scratch_kernels import (
    CHOSEN,
    MOST_LIVE_LINES,
    OPEN,
    PAIR_COUNT,
    PAIR_LEVEL,
    PAIR_STACK,
    PAIRS,
    TRIED,
    USED,
)
from oxobook.generator.prove.threat_kernels import FULL, LENGTH, LINE, LINES, RUN

_TRIES = 300  # lines to try in a position
_LONGEST = 11  # line whose pairs of cells are numbered by the bits of a word


@part
def find_pairing(board: Pointer, scratch: Pointer, a: int, d: int) -> int:
    """Return the number of pairs of a pairing for all live lines of the attacker, who moves; -1 if none was found.

    The pairs are masks, from ``scratch[PAIRS]`` on.
    """
    if not _open_lines(board, scratch, board[FULL] & ~(a | d), d):
        return -1
    level, tries = 0, 0
    while level >= 0:
        at = PAIR_STACK + level * PAIR_LEVEL
        if scratch[at + PAIR_COUNT] == 0:
            return level
        if scratch[at + TRIED] == 0:
            scratch[at + CHOSEN] = _hardest(scratch, at)
            tries += 1
            if tries > _TRIES:
                return -1
        pair, bit = _best_pair(scratch, at)
        if bit == 0:
            level -= 1
            continue
        scratch[at + TRIED] |= bit
        scratch[PAIRS + level] = pair
        _begin_level(scratch, at, pair)
        level += 1
    return -1


@part
def _open_lines(board: Pointer, scratch: Pointer, free: int, d: int) -> bool:
    """Fill the first level with the free cells of the live lines, and return whether a pairing may serve them."""
    count, runs = 0, 0
    if board[LENGTH] > _LONGEST:
        return False
    for number in range(board[LINES]):
        line = board[LINE + number]
        if line & d == 0:
            if ones(line & free) < 2 or count == MOST_LIVE_LINES:
                return False
            scratch[PAIR_STACK + OPEN + count] = line & free
            runs |= 1 << board[RUN + number]
            count += 1
    scratch[PAIR_STACK + USED], scratch[PAIR_STACK + TRIED], scratch[PAIR_STACK + PAIR_COUNT] = 0, 0, count
    return 2 * ones(runs) <= ones(free)  # a pair serves lines of one straight run only


@part
def _hardest(scratch: Pointer, at: int) -> int:
    """Return the cells that no pair uses yet of the line that has the fewest of them."""
    fewest, chosen, unused = 65, 0, ~scratch[at + USED]
    for number in range(scratch[at + PAIR_COUNT]):
        usable = scratch[at + OPEN + number] & unused
        if ones(usable) < fewest:
            fewest, chosen = ones(usable), usable
    return chosen


@part
def _best_pair(scratch: Pointer, at: int) -> tuple[int, int]:
    """Return the best pair of the chosen line that was not tried, and its bit among those tried; 0 if there is none."""
    best, best_pair, best_bit, bit = 0, 0, 0, 1
    firsts = scratch[at + CHOSEN]
    while firsts:
        first = firsts & -firsts
        firsts ^= first
        seconds = firsts
        while seconds:
            second = seconds & -seconds
            seconds ^= second
            if not scratch[at + TRIED] & bit:
                worth = _worth(scratch, at, first | second)
                if worth > best:
                    best, best_pair, best_bit = worth, first | second, bit
            bit <<= 1
    return best_pair, best_bit


@part
def _worth(scratch: Pointer, at: int, pair: int) -> int:
    """Return how well a pair serves the open lines: more for those that hold it, less for those that it spoils."""
    worth = 1024
    for number in range(scratch[at + PAIR_COUNT]):
        shared = scratch[at + OPEN + number] & pair
        if shared == pair:
            worth += 4
        elif shared:
            worth -= 1
    return worth


@part
def _begin_level(scratch: Pointer, at: int, pair: int) -> None:
    """Fill the next level with the lines that a pair does not serve."""
    below, count = at + PAIR_LEVEL, 0
    for number in range(scratch[at + PAIR_COUNT]):
        line = scratch[at + OPEN + number]
        if line & pair != pair:
            scratch[below + OPEN + count] = line
            count += 1
    scratch[below + USED], scratch[below + TRIED], scratch[below + PAIR_COUNT] = scratch[at + USED] | pair, 0, count
