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
from oxobook.generator.prove.force_kernels import open_moves
from oxobook.generator.search.line_kernels import CELLS, FULL, playable_cells, threats_of

_OWN, FREE, MOVES, _WINNING, _TRIED, _MET, ROW = range(7)
"""Indices into a record of a position: owner's stones, free cells (0 if there is no record), moves that a sheet may
take (0 if the owner wins by force), those known to win, those that were tried, the last walk there, and 1 if it
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
    room[record + _OWN], room[record + FREE], room[record + MOVES] = own, free, open_moves(board, own, taken)
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
    The moves that each was preferred to are added to BEATEN.
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
        room[BEATEN + lowest(move)] |= moves ^ move
        todo = _add_replies(board, room, record, move, todo, free - _ALL_BEFORE)
    return mistakes


@inline
def copied(board: Pointer, source: Pointer, start: int, target: Pointer, first: int) -> None:
    """Copy the ranks of a sheet."""
    for cell in range(board[CELLS]):
        target[first + cell] = source[start + cell]


@part
def move_to(board: Pointer, room: Pointer, cell: int, rank: int) -> None:
    """Give a cell another rank; those between move by one."""
    before = room[RANKS + cell]
    for other in range(RANKS, RANKS + board[CELLS]):
        if before < room[other] <= rank:
            room[other] -= 1
        elif rank <= room[other] < before:
            room[other] += 1
    room[RANKS + cell] = rank


def nearest(
    board: Pointer, room: Pointer, sheets: Pointer, first: int, last: int, own: int, taken: int, most: int, turned: int
) -> int:
    """Put the ranks of that of some sheets in BEST whose mistakes weigh least, and return whether they are few.

    Each is tried as it is and, if ``turned``, with each other winning move ranked highest, which matters but once.
    That the mistakes weigh at most ``most`` is few.
    """
    record, found = call(room[RECORD], board, room, own, taken), 0
    moves = room[record + MOVES]
    for number in range(first, last):
        copied(board, sheets, number * board[CELLS], room, RANKS)
        rest = moves if turned and moves else highest(room, moves or 1)
        while rest and most >= 0:
            move = rest & -rest
            rest ^= move
            if moves and not wins(board, room, record, move):
                continue
            copied(board, sheets, number * board[CELLS], room, RANKS)
            if moves and highest(room, moves) != move:
                move_to(board, room, lowest(move), board[CELLS] - 1)
            mistakes = call(room[WALKER], board, room, own, taken, most, MOST_WALKED)
            if mistakes <= most:
                found, most = 1, mistakes - 1
                copied(board, room, RANKS, room, BEST)
    return found


@cache
def compiled() -> tuple[Any, ...]:
    """Return ``record``, ``walk`` and ``nearest`` as C functions; they are compiled once on a machine."""
    return native(record), native(walk), native(nearest)
