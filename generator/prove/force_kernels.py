"""Wins by threats and by force, compiled by Numba: what a sheet looks ahead (``book/CERTIFICATE.md``).

Every value is a 64-bit integer or a pointer to such, as in ``sheet_kernels``.
"""

from oxobook.generator.compilation import inline, part
from oxobook.generator.instructions import Pointer
from oxobook.generator.search.line_kernels import BOTTOMS, playable_cells, threats_of


@inline
def _replies(board: Pointer, own: int, taken: int, theirs: int) -> int:
    """Return the replies after which the side that has just moved completes no line.

    Returns -1 if the other side, by one of the cells ``theirs``, does so now, or has no reply.
    """
    replies = playable_cells(board, taken)
    if not replies or theirs & replies:
        return -1
    lasts = threats_of(board, own)
    ends = lasts & replies
    return 0 if ends & (ends - 1) else (ends or replies) & ~((lasts & ~board[BOTTOMS]) >> 1)


@part
def _threatens(board: Pointer, own: int, taken: int) -> bool:
    """Return whether the side to move wins by threats: each leaves one reply, the last none, that stops a line."""
    theirs, rest = threats_of(board, taken ^ own), playable_cells(board, taken)
    while rest:
        move = rest & -rest
        rest ^= move
        left = _replies(board, own | move, taken | move, theirs)
        if not left or (not left & (left - 1) and _threatens(board, own | move, taken | move | left)):
            return True
    return False


@part
def _forces(board: Pointer, own: int, taken: int) -> bool:
    """Return whether the side to move wins by force: all replies but one let it win by threats, the last time all."""
    theirs, rest = threats_of(board, taken ^ own), playable_cells(board, taken)
    while rest:
        move = rest & -rest
        rest ^= move
        mine, after = own | move, taken | move
        replies, left = _replies(board, mine, after, theirs), 0
        if replies < 0:
            continue
        while replies and not left & (left - 1):
            reply = replies & -replies
            replies ^= reply
            if not _threatens(board, mine, after | reply):
                left |= reply
        if not left or (not left & (left - 1) and _forces(board, mine, after | left)):
            return True
    return False


@part
def open_moves(board: Pointer, own: int, taken: int) -> int:
    """Return the moves among which a sheet's ranks decide; 0 if the owner wins by threats, or by force."""
    if _threatens(board, own, taken) or _forces(board, own, taken):
        return 0
    their = taken ^ own
    lasts, legal, safe = threats_of(board, their), playable_cells(board, taken), 0
    rest = legal
    while rest:
        move = rest & -rest
        rest ^= move
        after = taken | move
        if not lasts & playable_cells(board, after) and not _threatens(board, their, after):
            safe |= move
    return safe or legal
