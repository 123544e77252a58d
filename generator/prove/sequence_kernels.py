"""Threat sequences: wins by moves that each leave one cell of a line free, so that the other side has one reply.

The last move leaves such cells twice. A side that would win so if the other passed restricts the other's moves: a reply
that touches neither the sequence nor what the other side gains by it changes nothing. Only where stones stay where they
are put, and lines win, is this true. Every value is a 64-bit integer or a pointer to such; bit i of a mask is cell i.
"""

from oxobook.generator.compilation import part
from oxobook.generator.instructions import Pointer, lowest, ones, word
from oxobook.generator.kernels.table import mixed
from oxobook.generator.prove.pairing_kernels import PAIRING_END
from oxobook.generator.prove.threat_kernels import LENGTH, LINE, LINES, MAKER

MOST_MOVES = 20
_TRIES = 100  # positions of a search for a sequence
_FAILED = PAIRING_END
_MOST_FAILED = 4096
_STACK = _FAILED + _MOST_FAILED
_OWN, _THEIR, _MOVES, _MOVE, _REPLIES = range(5)
_LEVEL = _REPLIES + 64
"""Words of a level: both sides' stones, the threats to try, the one tried, and the replies to a stone on each cell."""
SEQUENCE_END = _STACK + (MOST_MOVES + 1) * _LEVEL


@part
def find_sequence(board: Pointer, scratch: Pointer, own: int, their: int, most: int) -> int:
    """Return the cells that a sequence of the side to move, of at most ``most`` threats and a last move, depends on.

    It is 0 if none was found among the first positions that were looked at.

    The other side can hold only on these cells. Neither side can complete a line at once, but for the other side's on
    cells that the first move must take.
    """
    at, tries = word(_STACK), 0
    scratch[at + _OWN], scratch[at + _THEIR] = own, their
    while tries < _TRIES:
        key = _key(scratch, at)
        if scratch[_FAILED + (key & _MOST_FAILED - 1)] == key:
            scratch[at + _MOVES] = 0
        else:
            tries += 1
            last = _begin_level(board, scratch, at)
            if last:
                return _zone(board, scratch, at, last)
        while scratch[at + _MOVES] == 0 or at == _STACK + most * _LEVEL:
            if most == MOST_MOVES:
                key = _key(scratch, at)
                scratch[_FAILED + (key & _MOST_FAILED - 1)] = key
            if at == _STACK:
                return 0
            at -= _LEVEL
        one = scratch[at + _MOVES] & -scratch[at + _MOVES]
        scratch[at + _MOVES] ^= one
        scratch[at + _MOVE] = one
        below = at + _LEVEL
        scratch[below + _OWN] = scratch[at + _OWN] | one
        scratch[below + _THEIR] = scratch[at + _THEIR] | scratch[at + _REPLIES + lowest(one)]
        at = below
    return 0


@part
def first_move(board: Pointer, scratch: Pointer, own: int, their: int) -> int:
    """Return the cell of the first move of a short sequence of the side to move, or -1 if none was found."""
    for most in range(MOST_MOVES + 1):
        if find_sequence(board, scratch, own, their, most):
            return lowest(scratch[_STACK + _MOVE])
    return -1


@part
def _key(scratch: Pointer, at: int) -> int:
    return mixed(mixed(scratch[at + _OWN]) ^ scratch[at + _THEIR])


@part
def _begin_level(board: Pointer, scratch: Pointer, at: int) -> int:
    """Fill a level with the threats that have one reply; return the cells of one with more replies, or 0."""
    own, their, length = scratch[at + _OWN], scratch[at + _THEIR], board[LENGTH]
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
                        scratch[at + _REPLIES + lowest(one)] = 0
                    scratch[at + _REPLIES + lowest(one)] |= rest ^ one
        elif line & own == 0 and not board[MAKER] and ones(line & their) == length - 1:
            must |= line & ~their
    if must:
        moves &= must if must & must - 1 == 0 else 0
    rest = moves
    while rest:
        one = rest & -rest
        rest ^= one
        replies = scratch[at + _REPLIES + lowest(one)]
        if replies & replies - 1:
            scratch[at + _MOVE] = one
            return one | replies
    scratch[at + _MOVES] = moves
    return 0


@part
def _zone(board: Pointer, scratch: Pointer, at: int, last: int) -> int:
    """Return the cells of a sequence, and those of lines in which the other side comes near to completing one."""
    own, their, forced, zone = scratch[_STACK + _OWN], scratch[_STACK + _THEIR], scratch[at + _THEIR], last
    zone |= (scratch[at + _OWN] ^ own) | (forced ^ their)
    for number in range(0 if board[MAKER] else board[LINES]):
        line = board[LINE + number]
        if line & own == 0 and ones(line & forced) >= board[LENGTH] - 2:
            zone |= line & ~their
    return zone
