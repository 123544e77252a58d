"""Threat sequences: wins by moves that each leave one cell of a line free, so that the other side has one reply.

The last move leaves such cells twice. A side that would win so if the other passed restricts the other's moves: a reply
that touches neither the sequence nor what the other side gains by it changes nothing. Only where stones stay where they
are put, and lines win, is this true. Every value is a 64-bit integer or a pointer to such; bit i of a mask is cell i.
"""

from oxobook.generator.compilation import part
from oxobook.generator.instructions import Pointer, lowest, ones, word
from oxobook.generator.kernels.table import mixed
from oxobook.generator.prove.scratch_kernels import (
    FAILED,
    LEVEL_MOVE,
    LEVEL_MOVES,
    LEVEL_OWN,
    LEVEL_THEIR,
    MOST_FAILED,
    MOST_MOVES,
    REPLIES,
    SEQUENCE_LEVEL,
    SEQUENCE_STACK,
)
from oxobook.generator.prove.threat_kernels import LENGTH, LINE, LINES, MAKER

_TRIES = 100  # positions of a search for a sequence


@part
def find_sequence(board: Pointer, scratch: Pointer, own: int, their: int, most: int) -> int:
    """Return the cells that a sequence of the side to move, of at most ``most`` threats and a last move, depends on.

    It is 0 if none was found among the first positions that were looked at.

    The other side can hold only on these cells. Neither side can complete a line at once, but for the other side's on
    cells that the first move must take.
    """
    at, tries = word(SEQUENCE_STACK), 0
    scratch[at + LEVEL_OWN], scratch[at + LEVEL_THEIR] = own, their
    while tries < _TRIES:
        key = _key(scratch, at)
        if scratch[FAILED + (key & MOST_FAILED - 1)] == key:
            scratch[at + LEVEL_MOVES] = 0
        else:
            tries += 1
            last = _begin_level(board, scratch, at)
            if last:
                return _zone(board, scratch, at, last)
        while scratch[at + LEVEL_MOVES] == 0 or at == SEQUENCE_STACK + most * SEQUENCE_LEVEL:
            if most == MOST_MOVES:
                key = _key(scratch, at)
                scratch[FAILED + (key & MOST_FAILED - 1)] = key
            if at == SEQUENCE_STACK:
                return 0
            at -= SEQUENCE_LEVEL
        one = scratch[at + LEVEL_MOVES] & -scratch[at + LEVEL_MOVES]
        scratch[at + LEVEL_MOVES] ^= one
        scratch[at + LEVEL_MOVE] = one
        below = at + SEQUENCE_LEVEL
        scratch[below + LEVEL_OWN] = scratch[at + LEVEL_OWN] | one
        scratch[below + LEVEL_THEIR] = scratch[at + LEVEL_THEIR] | scratch[at + REPLIES + lowest(one)]
        at = below
    return 0


@part
def first_move(board: Pointer, scratch: Pointer, own: int, their: int) -> int:
    """Return the cell of the first move of a short sequence of the side to move, or -1 if none was found."""
    for most in range(MOST_MOVES + 1):
        if find_sequence(board, scratch, own, their, most):
            return lowest(scratch[SEQUENCE_STACK + LEVEL_MOVE])
    return -1


@part
def _key(scratch: Pointer, at: int) -> int:
    return mixed(mixed(scratch[at + LEVEL_OWN]) ^ scratch[at + LEVEL_THEIR])


@part
def _begin_level(board: Pointer, scratch: Pointer, at: int) -> int:
    """Fill a level with the threats that have one reply; return the cells of one with more replies, or 0."""
    own, their, length = scratch[at + LEVEL_OWN], scratch[at + LEVEL_THEIR], board[LENGTH]
    moves, must = 0, 0
    for number in range(board[LINES]):
        line = board[LINE + number]
        if line & their == 0:
            rest = line & ~own
            if ones(rest) == 2:
                first = rest & -rest
                for one in (first, rest ^ first):
                    if not moves & one:
                        moves |= one
                        scratch[at + REPLIES + lowest(one)] = 0
                    scratch[at + REPLIES + lowest(one)] |= rest ^ one
        elif line & own == 0 and not board[MAKER] and ones(line & their) == length - 1:
            must |= line & ~their
    if must:
        moves &= must if must & must - 1 == 0 else 0
    rest = moves
    while rest:
        one = rest & -rest
        rest ^= one
        replies = scratch[at + REPLIES + lowest(one)]
        if replies & replies - 1:
            scratch[at + LEVEL_MOVE] = one
            return one | replies
    scratch[at + LEVEL_MOVES] = moves
    return 0


@part
def _zone(board: Pointer, scratch: Pointer, at: int, last: int) -> int:
    """Return the cells of a sequence, and those of lines in which the other side comes near to completing one."""
    own, their, forced, zone = (
        scratch[SEQUENCE_STACK + LEVEL_OWN],
        scratch[SEQUENCE_STACK + LEVEL_THEIR],
        scratch[at + LEVEL_THEIR],
        last,
    )
    zone |= (scratch[at + LEVEL_OWN] ^ own) | (forced ^ their)
    for number in range(0 if board[MAKER] else board[LINES]):
        line = board[LINE + number]
        if line & own == 0 and ones(line & forced) >= board[LENGTH] - 2:
            zone |= line & ~their
    return zone
