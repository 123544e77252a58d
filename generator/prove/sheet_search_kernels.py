"""Search for a sheet, compiled by Numba: ranks that make few mistakes, or none.

The search is local. A step changes the ranks so that one mistake is none any more, and is taken back if too many come
for it.

Every value is a 64-bit integer or a pointer to such, as in ``sheet_kernels``.
"""

from functools import cache
from typing import Any

from oxobook.generator.compilation import native, part
from oxobook.generator.instructions import Pointer, call, lowest, ones
from oxobook.generator.prove.sheet_kernels import (
    BEST,
    FOUND,
    LAST,
    MISTAKES,
    MOST_MISTAKES,
    MOST_WALKED,
    MOVES,
    OPEN,
    RANKS,
    UNKNOWN,
    WALKED,
    WALKER,
    copied,
    highest,
    move_to,
    noise,
    wins,
)
from oxobook.generator.search.line_kernels import CELLS

_WALKED = 5_000
"""Positions walked in the mean of a search's steps, when they are all taken."""


@part
def _change(board: Pointer, room: Pointer, mistakes: int) -> None:
    """Let a winning move outrank the one taken at a mistake, or now and then give any cell any rank."""
    if noise(room, 12) == 0:
        move_to(board, room, noise(room, board[CELLS]), noise(room, board[CELLS]))
        return
    record = room[OPEN + noise(room, mistakes)]
    taken, winning = highest(room, room[record + MOVES]), 0
    rest = room[record + MOVES] ^ taken
    while rest:
        move = rest & -rest
        rest ^= move
        if wins(board, room, record, move):
            winning |= move
    chosen = highest(room, winning)
    if noise(room, 2):
        for _ in range(noise(room, ones(winning))):
            winning &= winning - 1
        chosen = winning & -winning
    wrong, right = lowest(taken), lowest(chosen)
    if noise(room, 2):
        move_to(board, room, right, room[RANKS + wrong])
    else:
        move_to(board, room, wrong, room[RANKS + right])


@part
def _keep_mistakes(room: Pointer) -> int:
    """Keep the mistakes of the last walk, or some of many, for the next step; return their number."""
    found = min(room[FOUND], MOST_MISTAKES)
    for mistake in range(found):
        room[OPEN + mistake] = room[MISTAKES + mistake]
    return found


def improve(board: Pointer, room: Pointer, own: int, taken: int, steps: int, slack: int) -> int:
    """Change the ranks in the room by some steps, and return the least number of mistakes; its ranks are there then.

    ``slack``: how many more mistakes a step may bring, in fortieths of what there are and twenty more, times a random
    number of mean 1.
    """
    least = left = call(room[WALKER], board, room, own, taken, UNKNOWN, MOST_WALKED)
    walked, spent = room[WALKED], 0
    copied(board, room, RANKS, room, LAST)
    copied(board, room, RANKS, room, BEST)
    found = _keep_mistakes(room)
    for _ in range(steps):
        if left == 0 or left == UNKNOWN or spent > _WALKED * steps:
            break
        _change(board, room, found)
        most = left + lowest(1 << 20 | noise(room, 1 << 20)) * (left + 20) * slack // 40
        mistakes = call(room[WALKER], board, room, own, taken, most, min(MOST_WALKED, 2 * walked + 2000))
        spent += room[WALKED]
        if mistakes > most:
            copied(board, room, LAST, room, RANKS)
            continue
        left, walked = mistakes, room[WALKED]
        copied(board, room, RANKS, room, LAST)
        found = _keep_mistakes(room)
        if left < least:
            least = left
            copied(board, room, RANKS, room, BEST)
    copied(board, room, BEST, room, RANKS)
    return least


@cache
def compiled() -> Any:
    """Return ``improve`` as a C function, which calls ``walk``; it is compiled once on a machine."""
    return native(improve)
