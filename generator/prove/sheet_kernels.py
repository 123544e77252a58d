"""Walks by a sheet, compiled by Numba: ranks of the cells by which a side, to move, wins the rest of the game.

``book/CERTIFICATE.md`` has the rules by which a sheet is played. It is walked against all replies. Where the move of
the highest rank does not win, that is a *mistake*, and the walk goes on with the next move that does, or ends there: a
position with a row of its own interrupts the sheet. Large games can be walked in part: of the positions later than
some moves only a share, always the same.

What is known of the positions that walks have met is kept in a table, since other ranks lead to most of them again.

Every value is a 64-bit integer or a pointer to such, as in ``generator.search``; bit i is the i-th cell of the stacks.
"""

from functools import cache
from typing import Any

from oxobook.generator.compilation import inline, native, part
from oxobook.generator.instructions import Pointer, call, lowest, ones
from oxobook.generator.kernels.table import mixed
from oxobook.generator.search.line_kernels import BOTTOMS, CELLS, FULL, playable_cells, threats_of

_OWN, FREE, MOVES, _WINNING, _TRIED, _MET, ROW = range(7)
"""Indices into a record of a position: owner's stones, free cells (0 if there is no record), moves that a sheet may
take (0 if the owner wins by threats), those known to win, those that were tried, the last walk there, and 1 if it
has a row."""
_RECORD = 3
"""Logarithm of the words of a record, which takes a line of the processor's caches."""
_WHOLE = 256
"""Share of positions that is all of them."""
_ALL_BEFORE = 4
"""Stones after the first position before which a walk leaves no position out."""
MOST_MISTAKES = 256
"""Mistakes of a walk that a step chooses from."""
_MOST_ROWS = 4096
"""Rows that one walk meets."""
AT_ONCE = 1 << 20
"""Weight of a mistake in the first position, which no row can interrupt."""
UNKNOWN = 1 << 40
"""Number of mistakes of a walk that was too long."""

WALK, NOISE, WALKED, FOUND, ROWS, KEPT, BITS, SHARE, ENDS = range(9)
"""Indices of the number of walks, the state of the random numbers, the positions, mistakes and rows that the last walk
met, the number of records, the logarithm of how many there may be, the share of later positions that are walked, of
256, and 1 if walks end at mistakes."""
RECORD, WALKER = 9, 10
"""Indices of the addresses of ``record`` and ``walk``, which are compiled once each."""
SEARCH = 11
"""Index of the address of ``search.kernels.reach``, and of the first five words that it takes."""
RANKS = SEARCH + 6
LAST = RANKS + 64
BEST = LAST + 64
BEATEN = BEST + 64
MISTAKES = BEATEN + 64
OPEN = MISTAKES + MOST_MISTAKES
ROWS_MET = OPEN + MOST_MISTAKES
_TODO = ROWS_MET + _MOST_ROWS
MOST_WALKED = 100_000
"""Most positions that a sheet may meet."""
RECORDS = -(-(_TODO + 64 * MOST_WALKED) // 8) * 8
"""Indices of a sheet's ranks by cell, of those before a step and of the best, of the cells that each was preferred to,
of mistakes, and of what is to be walked; after them come the records."""


@inline
def noise(room: Pointer, most: int) -> int:
    """Return a random number below ``most``."""
    room[NOISE] = room[NOISE] * 6364136223846793005 + 1442695040888963407
    return (room[NOISE] >> 33 & 0x3FFFFFFF) % most


@part
def _forces(board: Pointer, own: int, taken: int) -> bool:
    """Return whether the side to move wins by threats: the other side has one reply to each, until it has none."""
    theirs, rest = threats_of(board, taken ^ own), playable_cells(board, taken)
    while rest:
        move = rest & -rest
        rest ^= move
        legal, lasts = playable_cells(board, taken | move), threats_of(board, own | move)
        one = lasts & legal
        if one and not theirs & legal:
            if one & (one - 1) or lasts & one << 1 & board[FULL] & ~board[BOTTOMS]:
                return True
            if _forces(board, own | move, taken | move | one):
                return True
    return False


@part
def _moves(board: Pointer, own: int, taken: int) -> int:
    """Return the moves among which the ranks decide; 0 if the owner wins by threats."""
    if _forces(board, own, taken):
        return 0
    their = taken ^ own
    lasts, legal, safe = threats_of(board, their), playable_cells(board, taken), 0
    rest = legal
    while rest:
        move = rest & -rest
        rest ^= move
        after = taken | move
        if not lasts & playable_cells(board, after) and not _forces(board, their, after):
            safe |= move
    return safe or legal


def record(board: Pointer, room: Pointer, own: int, taken: int) -> int:
    """Return the index of a position's record, a new one if there is none."""
    free, most = board[FULL] & ~taken, (1 << room[BITS]) - 1
    place = mixed(own ^ mixed(free)) & most
    record = RECORDS + (place << _RECORD)
    while room[record + FREE]:
        if room[record + _OWN] == own and room[record + FREE] == free:
            return record
        place = (place + 1) & most
        record = RECORDS + (place << _RECORD)
    room[KEPT] += 1
    room[record + _OWN], room[record + FREE], room[record + MOVES] = own, free, _moves(board, own, taken)
    room[record + _WINNING], room[record + _TRIED], room[record + _MET], room[record + ROW] = 0, 0, 0, 0
    return record


@part
def wins(board: Pointer, room: Pointer, record: int, move: int) -> bool:
    """Return whether a move wins, after which the other side completes no line."""
    if not room[record + _TRIED] & move:
        own, taken, at = room[record + _OWN] | move, board[FULL] & ~room[record + FREE] | move, SEARCH
        their, replies = taken ^ own, playable_cells(board, taken)
        if replies and not threats_of(board, their) & replies:
            search = room[at], room[at + 1], room[at + 2], room[at + 3], room[at + 4], room[at + 5]
            if call(search[0], search[1], search[2], search[3], search[4], search[5], their, taken, 0, 0) < 0:
                room[record + _WINNING] |= move
        room[record + _TRIED] |= move
    return room[record + _WINNING] & move != 0


@inline
def highest(room: Pointer, moves: int) -> int:
    """Return the move of the highest rank."""
    best = moves & -moves
    rest = moves ^ best
    while rest:
        move = rest & -rest
        rest ^= move
        if room[RANKS + lowest(move)] > room[RANKS + lowest(best)]:
            best = move
    return best


@part
def _add_replies(board: Pointer, room: Pointer, record: int, move: int, todo: int, early: int) -> int:
    """Add the positions after a move and its replies to those that are to be walked, unless they were met.

    Returns their number, or -1 if the other side completes a line or the board is full.
    """
    own, taken = room[record + _OWN] | move, board[FULL] & ~room[record + FREE] | move
    replies, lasts = playable_cells(board, taken), threats_of(board, own)
    if not replies or threats_of(board, taken ^ own) & replies:
        return -1
    while replies:
        reply = replies & -replies
        replies ^= reply
        legal = playable_cells(board, taken | reply)
        if not legal:
            return -1
        if lasts & legal:
            continue
        child = call(room[RECORD], board, room, own, taken | reply)
        if room[child + MOVES] and room[child + _MET] != room[WALK]:
            room[child + _MET] = room[WALK]
            chance = mixed(room[child + FREE] ^ own << 7) >> 20 & _WHOLE - 1
            if room[child + ROW] and room[ROWS] < _MOST_ROWS:
                room[ROWS_MET + room[ROWS]] = child
                room[ROWS] += 1
            elif chance < room[SHARE] or ones(room[child + FREE]) > early:
                room[_TODO + todo] = child
                todo += 1
    return todo


@inline
def _weight(stones: int) -> int:
    """Return what a mistake counts that ends a walk: more at its beginning, where it ends many games."""
    return AT_ONCE if stones == 0 else 1 + max(0, _ALL_BEFORE + 2 + stones) // 2


def walk(board: Pointer, room: Pointer, own: int, taken: int, most: int, walked: int) -> int:
    """Follow the ranks through all replies, and return the number of mistakes, weighed if walks end there.

    More than ``most`` mistakes end the walk, as do more than ``walked`` positions, whose number of mistakes is UNKNOWN.
    """
    room[WALK] += 1
    room[_TODO], room[WALKED], room[FOUND], room[ROWS] = call(room[RECORD], board, room, own, taken), 0, 0, 0
    free = ones(board[FULL] & ~taken)
    todo, mistakes = 1 if room[room[_TODO] + MOVES] else 0, 0
    while todo:
        todo -= 1
        record = room[_TODO + todo]
        moves, room[WALKED] = room[record + MOVES], room[WALKED] + 1
        if room[WALKED] > walked or room[KEPT] >> (room[BITS] - 3) > 6:
            return UNKNOWN
        move = highest(room, moves)
        if not wins(board, room, record, move):
            place = room[FOUND] if room[FOUND] < MOST_MISTAKES else noise(room, MOST_MISTAKES)
            room[MISTAKES + place] = record
            room[FOUND] += 1
            mistakes += _weight(ones(room[record + FREE]) - free) if room[ENDS] else 1
            if mistakes > most:
                return mistakes
            if room[ENDS]:
                continue
            while moves and not wins(board, room, record, move):
                moves ^= move
                move = highest(room, moves)
            if not moves:
                return UNKNOWN
        todo = _add_replies(board, room, record, move, todo, free - _ALL_BEFORE)
    return mistakes


@part
def _proves(board: Pointer, room: Pointer, own: int, taken: int) -> bool:
    """Return whether the ranks win, whatever the replies; the moves that each was preferred to are added to BEATEN."""
    room[WALK] += 1
    room[_TODO], room[WALKED], room[ROWS] = call(room[RECORD], board, room, own, taken), 0, 0
    todo = 1 if room[room[_TODO] + MOVES] else 0
    while todo > 0 and room[WALKED] < MOST_WALKED:
        record = room[_TODO + todo - 1]
        move = highest(room, room[record + MOVES])
        room[WALKED] += 1
        room[BEATEN + lowest(move)] |= room[record + MOVES] ^ move
        todo = _add_replies(board, room, record, move, todo - 1, 0)
    return todo == 0


def known(board: Pointer, room: Pointer, sheets: Pointer, first: int, last: int, own: int, taken: int) -> int:
    """Return the number of the first of some sheets that wins a position, or -1."""
    for number in range(first, last):
        for cell in range(board[CELLS]):
            room[RANKS + cell] = sheets[number * board[CELLS] + cell]
        if _proves(board, room, own, taken):
            return number
    return -1


def nearest(
    board: Pointer, room: Pointer, sheets: Pointer, first: int, last: int, own: int, taken: int, most: int
) -> int:
    """Return the number of that of some sheets whose mistakes weigh least, if that is at most ``most``, or -1."""
    best = -1
    for number in range(first, last):
        for cell in range(board[CELLS]):
            room[RANKS + cell] = sheets[number * board[CELLS] + cell]
        mistakes = call(room[WALKER], board, room, own, taken, most, MOST_WALKED)
        if mistakes <= most:
            best, most = number, mistakes - 1
        if most < 0:
            break
    return best


@cache
def compiled() -> tuple[Any, ...]:
    """Return ``record``, ``walk``, ``known`` and ``nearest`` as C functions; they are compiled once on a machine."""
    return native(record), native(walk), native(known), native(nearest)
