"""Search of a pairing: two free cells for each live line of the attacker, with which the defender holds it.

Lines are tried in depth-first order, at each level the one with the fewest cells that no pair uses yet, with its best
pair first. A level has the lines that no pair serves yet, as masks of their free cells.
"""

from oxobook.generator.compilation import part
from oxobook.generator.instructions import Pointer, ones
from oxobook.generator.prove.threat_kernels import FULL, LENGTH, LINE, LINES, ROOM, RUN

_MOST_LINES = 128  # live lines for which a pairing is sought
_MOST_PAIRS = 40
_TRIES = 300  # lines to try in a position
_LONGEST = 11  # line whose pairs of cells are numbered by the bits of a word

PAIRS = ROOM
"""Index of the first pair in a thread's words."""
_STACK = PAIRS + _MOST_PAIRS
_USED, _TRIED, _CHOSEN, _COUNT, _OPEN = range(5)
_LEVEL = _OPEN + _MOST_LINES
"""Words of a level: the cells of its pairs, the pairs tried of the chosen line, its free cells, and the lines."""
PAIRING_END = _STACK + _MOST_PAIRS * _LEVEL


@part
def find_pairing(board: Pointer, scratch: Pointer, a: int, d: int) -> int:
    """Return the number of pairs of a pairing for all live lines of the attacker, who moves; -1 if none was found.

    The pairs are masks, from ``scratch[PAIRS]`` on.
    """
    if not _open_lines(board, scratch, board[FULL] & ~(a | d), d):
        return -1
    level, tries = 0, 0
    while level >= 0:
        at = _STACK + level * _LEVEL
        if scratch[at + _COUNT] == 0:
            return level
        if scratch[at + _TRIED] == 0:
            scratch[at + _CHOSEN] = _hardest(scratch, at)
            tries += 1
            if tries > _TRIES:
                return -1
        pair, bit = _best_pair(scratch, at)
        if bit == 0:
            level -= 1
            continue
        scratch[at + _TRIED] |= bit
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
            if ones(line & free) < 2 or count == _MOST_LINES:
                return False
            scratch[_STACK + _OPEN + count] = line & free
            runs |= 1 << board[RUN + number]
            count += 1
    scratch[_STACK + _USED], scratch[_STACK + _TRIED], scratch[_STACK + _COUNT] = 0, 0, count
    return 2 * ones(runs) <= ones(free)  # a pair serves lines of one straight run only


@part
def _hardest(scratch: Pointer, at: int) -> int:
    """Return the cells that no pair uses yet of the line that has the fewest of them."""
    fewest, chosen, unused = 65, 0, ~scratch[at + _USED]
    for number in range(scratch[at + _COUNT]):
        usable = scratch[at + _OPEN + number] & unused
        if ones(usable) < fewest:
            fewest, chosen = ones(usable), usable
    return chosen


@part
def _best_pair(scratch: Pointer, at: int) -> tuple[int, int]:
    """Return the best pair of the chosen line that was not tried, and its bit among those tried; 0 if there is none."""
    best, best_pair, best_bit, bit = 0, 0, 0, 1
    firsts = scratch[at + _CHOSEN]
    while firsts:
        first = firsts & -firsts
        firsts ^= first
        seconds = firsts
        while seconds:
            second = seconds & -seconds
            seconds ^= second
            if not scratch[at + _TRIED] & bit:
                worth = _worth(scratch, at, first | second)
                if worth > best:
                    best, best_pair, best_bit = worth, first | second, bit
            bit <<= 1
    return best_pair, best_bit


@part
def _worth(scratch: Pointer, at: int, pair: int) -> int:
    """Return how well a pair serves the open lines: more for those that hold it, less for those that it spoils."""
    worth = 1024
    for number in range(scratch[at + _COUNT]):
        shared = scratch[at + _OPEN + number] & pair
        if shared == pair:
            worth += 4
        elif shared:
            worth -= 1
    return worth


@part
def _begin_level(scratch: Pointer, at: int, pair: int) -> None:
    """Fill the next level with the lines that a pair does not serve."""
    below, count = at + _LEVEL, 0
    for number in range(scratch[at + _COUNT]):
        line = scratch[at + _OPEN + number]
        if line & pair != pair:
            scratch[below + _OPEN + count] = line
            count += 1
    scratch[below + _USED], scratch[below + _TRIED], scratch[below + _COUNT] = scratch[at + _USED] | pair, 0, count
