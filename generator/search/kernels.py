"""Inner loops of the search, compiled by Numba: bounds of the score of a position, until they meet.

The search is alpha-beta with null windows: every question is *is the score at least t?*, and a child's question is
whether its own score is at least ``1 - t``. An answer is a bound: a value of at least t is a lower bound of the score,
a smaller one an upper bound.

Every value is a 64-bit integer or a pointer to such, and the caller hands in the memory. So the kernel counts no
references and is a plain C function. ``line_kernels`` has the words that describe a board, and ``tactic_kernels`` the
masks and scores of a position.
"""

from functools import cache
from typing import Any

from oxobook.generator.compilation import native, once, part
from oxobook.generator.instructions import Pointer, call, ones, prefetch, word
from oxobook.generator.search.line_kernels import (
    BOTTOMS,
    CELLS,
    EVEN,
    FULL,
    LINES_RANK,
    MISERE,
    in_lines,
    playable_cells,
    threats_of,
)
from oxobook.generator.search.table_kernels import bucket_of, keep, keys_of, look_up
from oxobook.generator.search.tactic_kernels import NO_BOUND, follow_forced, most_by_follow_up

STOPPED = NO_BOUND
"""Answer of a search that was stopped."""

STOP, LIMIT, NODES, MOST = range(4)
COUNTERS = 8
"""Indices into a thread's counters: not 0 to stop it, the most nodes for one target, their number, the most for all.

They take a line of the processor's caches.
"""
LOW, HIGH, THREADS, REACH = range(4)
"""Indices into what the threads share: bounds of the score, their number, and the address of ``reach``.

The counters of each follow.
"""

_OWN, _TAKEN, _MOVES, _KEY, _KEY2, _FLIP, _PROMISE, _CHILD = range(8)
_TARGET, _BEST, _CHILDREN, _NEXT, _BEFORE, _FRAME = range(_CHILD, _CHILD + 6)
"""Indices into a frame of the stack: those of a child first."""


def frame_words(cells: int) -> int:
    """Return the number of words of a frame of the stack: its own, the children's order, and the children."""
    return _FRAME + cells * (1 + _CHILD)


@once
def _promise(board: Pointer, taken: int, move: int, threats: int) -> int:
    """Return how early a move is tried, from the threats it leaves and the lines that its cell is in.

    A threat that can be carried out next forces a reply, which ``follow_forced`` has followed. A threat one row higher
    lasts: no side wants to play below it.
    """
    threats &= board[FULL] & ~taken
    playable = playable_cells(board, taken)
    next_row = playable << 1 & threats & ~board[BOTTOMS]
    promise = 12 * ones(threats) + 16 * ones(next_row) + 4 * ones(threats & playable)
    promise += 2 * board[LINES_RANK + ones(move - 1)]
    return -promise if board[MISERE] else promise


@once
def _answer(board: Pointer, own: int, taken: int, free: int, target: int) -> tuple[bool, int, int, int]:
    """Return whether the lines that are still open answer, the answer, and the position's keys."""
    if board[EVEN]:
        bound = most_by_follow_up(board, own, taken, free)
        if bound < target:
            return True, bound, 0, 0
    alive = in_lines(board, board[FULL] & ~(taken ^ own))
    their_alive = in_lines(board, board[FULL] & ~own)
    winning, losing = (their_alive, alive) if board[MISERE] else (alive, their_alive)
    if (winning == 0 and target > 0) or (losing == 0 and target <= 0):
        return True, 0, 0, 0
    key, key2 = keys_of(board, own, taken, alive, their_alive, free)
    return False, 0, key, key2


@once
def _settle_children(board: Pointer, table: Pointer, bits: int, stack: Pointer, at: int) -> int:
    """Answer the moves of a frame that the rules decide, make the others its children, and return their number.

    The frame's best answer so far is updated; if it reaches the target, there are no children.
    """
    own, taken, moves, target = stack[at + _OWN], stack[at + _TAKEN], stack[at + _MOVES], stack[at + _TARGET]
    free = ones(board[FULL] & ~taken)
    best, child = -STOPPED, at + _FRAME + board[CELLS]
    first = child
    while moves:
        move = moves & -moves
        moves ^= move
        threats = threats_of(board, own | move)
        known, value, c_own, c_taken, c_free, c_target, flip, c_moves = follow_forced(
            board, taken ^ own, taken | move, free - 1, 1 - target, threats
        )
        key, key2 = 0, 0
        if not known:
            known, value, key, key2 = _answer(board, c_own, c_taken, c_free, c_target)
        if known:
            best = max(best, value if flip else -value)
            if best >= target:
                child = first
                break
        else:
            prefetch(table, bucket_of(board, bits, c_taken, key)[0])
            stack[child + _OWN], stack[child + _TAKEN], stack[child + _MOVES] = c_own, c_taken, c_moves
            stack[child + _KEY], stack[child + _KEY2] = key, key2
            stack[child + _FLIP], stack[child + _PROMISE] = flip ^ 1, _promise(board, taken | move, move, threats)
            child += _CHILD
    stack[at + _BEST] = best
    return (child - first) // _CHILD


@once
def _order_children(
    board: Pointer, table: Pointer, bits: int, stack: Pointer, at: int, children: int, disorder: int
) -> int:
    """Look a frame's children up in the table, sort those it does not answer, and return their number."""
    target, order, sorted_children = stack[at + _TARGET], at + _FRAME, 0
    for number in range(children):
        child = order + board[CELLS] + number * _CHILD
        low, high = look_up(board, table, bits, stack[child + _TAKEN], stack[child + _KEY], stack[child + _KEY2])
        if stack[child + _FLIP]:
            low, high = -high, -low
        if low >= target:
            stack[at + _BEST] = low
            return 0
        if high < target:
            stack[at + _BEST] = max(stack[at + _BEST], high)
            continue
        noise = stack[child + _KEY] >> 40 & disorder
        promise = (stack[child + _PROMISE] + noise) << 6 | number
        place = order + sorted_children
        while place > order and stack[place - 1] < promise:
            stack[place] = stack[place - 1]
            place -= 1
        stack[place] = promise
        sorted_children += 1
    return sorted_children


def reach(
    board: Pointer,
    table: Pointer,
    bits: int,
    stack: Pointer,
    counters: Pointer,
    own: int,
    taken: int,
    target: int,
    disorder: int,
) -> int:
    """Return a bound of a position's score: a lower one if it is at least the target, else an upper one.

    Returns STOPPED if it was stopped. ``stack`` has a frame for each cell and one more. ``disorder``: bits of noise in
    the order of moves, so that threads that share a table go different ways.
    """
    at, nodes, size = word(0), 0, _FRAME + board[CELLS] * (1 + _CHILD)
    free = ones(board[FULL] & ~taken)
    if not board[MISERE] and threats_of(board, own) & playable_cells(board, taken):
        return free
    threats = threats_of(board, taken ^ own)
    known, value, own, taken, free, target, flip, moves = follow_forced(board, own, taken, free, target, threats)
    if known:
        return -value if flip else value
    stack[_OWN], stack[_TAKEN], stack[_MOVES], stack[_TARGET], stack[_FLIP] = own, taken, moves, target, flip
    alive, their_alive = in_lines(board, board[FULL] & ~(taken ^ own)), in_lines(board, board[FULL] & ~own)
    stack[_KEY], stack[_KEY2] = keys_of(board, own, taken, alive, their_alive, free)
    entered = True
    while True:
        if entered:
            nodes += 1
            if nodes & 255 == 0 and (counters[STOP] or nodes >= counters[LIMIT]):
                break
            stack[at + _BEFORE], stack[at + _NEXT] = nodes, 0
            children = _settle_children(board, table, bits, stack, at)
            stack[at + _CHILDREN] = _order_children(board, table, bits, stack, at, children, disorder)
        number, target, best = stack[at + _NEXT], stack[at + _TARGET], stack[at + _BEST]
        entered = best < target and number < stack[at + _CHILDREN]
        if entered:
            child = at + _FRAME + board[CELLS] + (stack[at + _FRAME + number] & 63) * _CHILD
            stack[at + _NEXT] = number + 1
            at += size
            for field in range(_CHILD):
                stack[at + field] = stack[child + field]
            stack[at + _TARGET] = 1 - target if stack[at + _FLIP] else target
            continue
        if number:
            spent = nodes - stack[at + _BEFORE] + 1
            key, key2 = stack[at + _KEY], stack[at + _KEY2]
            keep(board, table, bits, stack[at + _TAKEN], key, key2, target, best, spent)
        if stack[at + _FLIP]:
            best = -best
        if at == 0:
            counters[NODES] = nodes
            return best
        at -= size
        stack[at + _BEST] = max(stack[at + _BEST], best)
    counters[NODES] = nodes
    return STOPPED


@part
def next_target(low: int, high: int) -> int:
    """Return the score to ask for, between bounds: about the middle, but first whether a win or loss is an early one.

    A search for an early end is not deep.
    """
    middle = (low + high) // 2
    if middle <= 0:
        return min(middle, -(-low // 2)) + 1
    return max(middle, high // 2) + 1


def narrow(
    board: Pointer,
    table: Pointer,
    bits: int,
    stack: Pointer,
    shared: Pointer,
    counters: Pointer,
    disorder: int,
    own: int,
    taken: int,
) -> int:
    """Narrow the shared bounds of a position's score until they meet or the search is stopped; return 0.

    Several threads can do so at once. The others look again at the bounds that one has narrowed: their limits are set
    to 0 for that. The order of writes does not matter, for all bounds are true.
    """
    free, most, spent = ones(board[FULL] & ~taken), counters[MOST], 0
    shared[LOW], shared[HIGH] = max(shared[LOW], -free), min(shared[HIGH], free)
    if in_lines(board, own) | in_lines(board, taken ^ own):
        shared[LOW] = shared[HIGH] = free + 1 if board[MISERE] else -free - 1
    while spent < most and counters[STOP] == 0:
        counters[LIMIT], counters[NODES] = most - spent, 0
        low, high = shared[LOW], shared[HIGH]
        if low >= high:
            break
        target = next_target(low, high)
        value = call(shared[REACH], board, table, bits, stack, counters, own, taken, target, disorder)
        spent += counters[NODES]
        if value == STOPPED:
            continue
        if value >= target:
            shared[LOW] = max(shared[LOW], min(value, high))
        else:
            shared[HIGH] = min(shared[HIGH], max(value, low))
        for thread in range(1, shared[THREADS] + 1):
            shared[thread * COUNTERS + LIMIT] = 0
    counters[NODES] = spent
    return 0


@cache
def compiled_reach() -> Any:
    """Return ``reach`` as a C function; it is compiled once on a machine."""
    return native(reach)


@cache
def compiled() -> Any:
    """Return ``narrow`` as a C function, which calls ``reach``."""
    return native(narrow)
