"""Tactics of the search: forced moves, and bounds of the score that follow from threats.

A position is two masks: ``own``, the stones of the side to move, and ``taken``, all stones. ``free`` is the number of
free cells. A win with the next stone scores ``free``; under misère a loss with the next stone scores ``-free``.
"""

from oxobook.generator.compilation import inline, once, part
from oxobook.generator.instructions import Pointer, ones
from oxobook.generator.search.line_kernels import (
    BOTTOMS,
    COLUMN,
    EVEN,
    FULL,
    HEIGHT,
    MISERE,
    TIER_COUNT,
    TIERS,
    in_lines,
    playable_cells,
    threats_of,
)

NO_BOUND = 127
"""Bound that says nothing: no score is as high."""
_POSITIVE = (1 << 63) - 1


@once
def _tactics(board: Pointer, own: int, taken: int, free: int, threats: int) -> tuple[int, int, int, int, int]:
    """Return the moves worth searching, the forced one or 0, whether that decides, and bounds of the score.

    ``threats``: the cells that would complete a line of the other side. The side to move cannot complete one, unless
    that loses. If it is decided, both bounds are the score.
    """
    moves = playable_cells(board, taken)
    if board[MISERE]:
        moves &= ~threats_of(board, own)
        if moves == 0:
            return 0, 0, 1, -free, -free
        return moves, moves if moves & (moves - 1) == 0 else 0, 0, min(2 - free, 0), free - 1
    threats &= board[FULL] & ~taken
    must = threats & moves
    moves &= ~((threats & ~board[BOTTOMS]) >> 1 & _POSITIVE)
    if moves == 0 or must & (must - 1) or must & ~moves:
        return 0, 0, 1, 1 - free, 1 - free
    forced = must if must else (moves if moves & (moves - 1) == 0 else 0)
    return moves, forced, 0, min(3 - free, 0), max(free - 2, 0)


@inline
def follow_forced(
    board: Pointer, own: int, taken: int, free: int, target: int, threats: int
) -> tuple[bool, int, int, int, int, int, int, int]:
    """Follow forced moves until tactics answer or there is a choice.

    Return whether they answer, the answer, and the position there: own, taken, free, target, whether the sides have
    changed (then the answer is the other side's), moves.
    """
    flip = 0
    while free:
        moves, forced, decided, low, high = _tactics(board, own, taken, free, threats)
        if low >= target or decided:
            return True, low, own, taken, free, target, flip, moves
        if high < target:
            return True, high, own, taken, free, target, flip, moves
        if forced == 0:
            return False, 0, own, taken, free, target, flip, moves
        own, taken, free, target, flip = taken ^ own, taken | forced, free - 1, 1 - target, flip ^ 1
        threats = threats_of(board, taken ^ own)
    return True, 0, own, taken, free, target, flip, 0


@part
def most_by_follow_up(board: Pointer, own: int, taken: int, free: int) -> int:
    """Return an upper bound of the score on a board of even columns, or NO_BOUND: the other side follows up.

    It replies in the same column. The second player so has at least all cells of even rows but those that the next
    stone can take. If the rest has no line, the first player does not win; if those cells have one whose cells reach
    up to some row, it has lost when a column is filled up to there, at the latest the last one.

    The first player can do so with a threat in an odd row. It gets the odd cells of that column up to there, and the
    even cells elsewhere, but not those that the next stone can take. The number of columns of odd height is odd. With
    the threat's column, or without it if that is one of them, they make pairs: after a stone on one, the first player
    replies on the other. So the second player has to play below the threat in the end.
    """
    their, later = taken ^ own, board[FULL] & ~taken & ~playable_cells(board, taken)
    evens = later & board[EVEN]
    inside = later ^ evens if free & 1 else evens
    if free & 1 == 0 and in_lines(board, board[FULL] & ~(their | evens)) == 0:
        for tier in range(board[TIER_COUNT]):
            if in_lines(board, (their | evens) & board[TIERS + tier]):
                return 1 - 2 * (board[TIER_COUNT] - tier)
        return 0
    # In the column of a threat the other side gets the cells ``inside``, elsewhere the even ones; play ends before it
    # gets above the threat. It wins if there is no line in what is left, at the latest when all else is full.
    bound, threats = NO_BOUND, threats_of(board, their) & inside
    while threats:
        threat = threats & -threats
        threats ^= threat
        place = ones(threat - 1)
        column = board[COLUMN] << place - place % board[HEIGHT]
        above = column & ~(threat - 1)
        if in_lines(board, board[FULL] & ~(their | inside & column | evens & ~column | above)) == 0:
            bound = min(bound, -ones(above))
    return bound
