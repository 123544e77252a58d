"""Inner loops of the prover, compiled by Numba: depth-first proof-number search of *does the attacker win?*.

The attacker is one of the two sides, the defender the other; a draw is the defender's. A position has a proof number,
the least number of positions that must still be won to prove that the attacker wins, and a disproof number, the same
for the proof that it does not. If one number is 0, the other is ``SOLVED``.

A position is two masks, ``a`` of the attacker's stones and ``d`` of the defender's; bit i is cell i. The *own* side is
the one to move. Every value is a 64-bit integer or a pointer to such.
"""

from functools import cache
from typing import Any

from oxobook.generator.compilation import native, part
from oxobook.generator.instructions import Pointer, ones, word
from oxobook.generator.kernels.images import IMAGE_WORDS, image_of
from oxobook.generator.kernels.table import BUCKET, mixed
from oxobook.generator.prove.evaluation_kernels import MOST, SOLVED, evaluate, holding_replies
from oxobook.generator.prove.pairing_kernels import find_pairing
from oxobook.generator.prove.scratch_kernels import (
    ATTACKING,
    BEGAN,
    BEST,
    COUNT,
    DISPROOFS,
    FRAME,
    KEY,
    KEYS,
    MOVES,
    OWN,
    OWN_LIMIT,
    PROOFS,
    SECOND,
    THEIR,
    THEIR_LIMIT,
    WORKS,
    A,
    D,
)
from oxobook.generator.prove.sequence_kernels import first_move
from oxobook.generator.prove.threat_kernels import (
    FULL,
    IMAGES,
    MAKER,
    MISERE,
    ORDER,
    STEP,
    SYMMETRIC_TO,
    SYMMETRIES,
    live_cells,
    look,
    playable_cells,
)

STOP, LIMIT, NODES, PROOF, DISPROOF = range(5)
COUNTERS = 5
"""Indices into a search's counters: not 0 to stop it, the most nodes, their number, and the root's numbers."""

BUSY = 4095
"""Bits of a key that choose the counter of the threads that search below it."""


@part
def key_of(board: Pointer, a: int, d: int, attacking: int) -> int:
    """Return the key of a position, the same for its images while few stones are on the board.

    Cells in no live line do not matter and are left out of it, except where stones fall or lines lose.
    """
    free = board[FULL] & ~(a | d)
    symmetries = board[SYMMETRIES] if ones(a | d) < board[SYMMETRIC_TO] else 1
    if not (board[MISERE] or board[STEP]):
        a_live, d_live = live_cells(board, d), 0 if board[MAKER] else live_cells(board, a)
        a, d, free = a & a_live, d & d_live, free & (a_live | d_live)
    least = 0
    for symmetry in range(symmetries):
        table = IMAGES + symmetry * IMAGE_WORDS
        key = mixed(image_of(board, table, free))
        key = mixed(key ^ image_of(board, table, d))
        key = mixed(key ^ image_of(board, table, a))
        if symmetry == 0 or key < least:
            least = key
    return ~least if attacking else least


@part
def _probe(table: Pointer, bits: int, key: int) -> int:
    """Return the word that the table keeps for a key, or 0."""
    at = (key & (1 << bits) - 1) * BUCKET
    for _ in range(4):
        word = table[at + 1]
        if word and table[at] ^ word == key:
            return word
        at += 2
    return 0


@part
def _keep(table: Pointer, bits: int, key: int, numbers: int, nodes: int) -> None:
    """Keep a position's numbers, in the place of the entry of its bucket that cost the fewest nodes."""
    cost = 1
    while nodes > 1 and cost < 249:
        cost += 4 if nodes > 7 else 2
        nodes >>= 1
    cost = min(cost + nodes, 255)
    word = numbers << 16 | cost << 8 | 1
    at = (key & (1 << bits) - 1) * BUCKET
    place, least = at, 256
    for _ in range(4):
        kept = table[at + 1]
        if kept == 0 or table[at] ^ kept == key:
            place = at
            break
        if kept >> 8 & 255 < least:
            place, least = at, kept >> 8 & 255
        at += 2
    table[place], table[place + 1] = key ^ word, word


@part
def expand(
    board: Pointer,
    table: Pointer,
    bits: int,
    scratch: Pointer,
    a: int,
    d: int,
    attacking: int,
    depth: int,
) -> int:
    """Fill a frame with the children worth searching, and return their number; images of one child count once."""
    seen = look(board, a, d, attacking)
    moves = playable_cells(board, a | d)
    winning = 0 if board[MISERE] else seen.own_last & moves
    if winning:
        moves = winning
    elif board[MISERE]:
        moves &= ~seen.own_last
    elif seen.their_last & moves:
        moves &= seen.their_last
    elif not board[STEP]:
        own, their = (a, d) if attacking else (d, a)
        moves &= holding_replies(board, scratch, seen, own, their, attacking) & (seen.own_live | seen.their_live)
    at, count = depth * FRAME, 0
    own_wins = PROOFS if attacking else DISPROOFS
    for place in range(64):
        one = 1 << board[ORDER + place]
        if not moves & one:
            continue
        moves ^= one
        next_a, next_d = (a | one, d) if attacking else (a, d | one)
        key, known = key_of(board, next_a, next_d, 1 - attacking), False
        for number in range(count):
            known = known or scratch[at + KEYS + number] == key
        if known:
            continue
        word = _probe(table, bits, key)
        if winning:
            numbers, work = SOLVED if attacking else SOLVED << 24, 0
        elif word:
            numbers, work = word >> 16 & (1 << 48) - 1, word >> 8 & 255
        else:
            numbers, work = evaluate(board, scratch, next_a, next_d, 1 - attacking), 0
        scratch[at + MOVES + count], scratch[at + KEYS + count] = board[ORDER + place], key
        scratch[at + PROOFS + count], scratch[at + DISPROOFS + count] = numbers >> 24, numbers & SOLVED
        scratch[at + WORKS + count] = work
        count += 1
        if scratch[at + own_wins + count - 1] == 0:
            break
    return count


@part
def _choose(scratch: Pointer, busy: Pointer, at: int, own_field: int, their_field: int) -> int:
    """Write a frame's numbers from its children's, and return the child to search."""
    own, second, their, best, waiting = SOLVED, SOLVED, 0, 0, -1
    for number in range(scratch[at + COUNT]):
        cost, others = scratch[at + own_field + number], scratch[at + their_field + number]
        if cost and cost < SOLVED:  # threads search different children
            cost = min(cost + busy[scratch[at + KEYS + number] & BUSY], MOST)
        their = min(their + others, MOST)
        if cost < own or (cost == own and others > waiting):
            own, second, best, waiting = cost, own, number, others
        elif cost < second:
            second = cost
    if own == SOLVED:
        their = 0
    elif own == 0:
        their = SOLVED
    scratch[at + OWN], scratch[at + THEIR], scratch[at + SECOND] = own, their, second
    return best


@part
def _settled_elsewhere(table: Pointer, bits: int, scratch: Pointer, at: int, child: int) -> int:
    """Return 1 if another thread, or another line, has settled a child meanwhile; its numbers are then in the frame."""
    word = _probe(table, bits, scratch[at + KEYS + child])
    if word == 0:
        return 0
    proof, disproof = word >> 40 & SOLVED, word >> 16 & SOLVED
    if (proof and disproof) or (scratch[at + PROOFS + child] == proof and scratch[at + DISPROOFS + child] == disproof):
        return 0
    scratch[at + PROOFS + child], scratch[at + DISPROOFS + child] = proof, disproof
    return 1


def search(
    board: Pointer,
    table: Pointer,
    bits: int,
    busy: Pointer,
    scratch: Pointer,
    counters: Pointer,
    a: int,
    d: int,
    attacking: int,
) -> int:
    """Return the numbers of a position in which the game goes on, the proof number from bit 24 on.

    The side to move of a frame has an *own* number, of the proof that it has its way: the proof number for the
    attacker, the disproof number for the defender. A frame is left when its numbers reach its limits.
    """
    numbers = evaluate(board, scratch, a, d, attacking)
    counters[PROOF], counters[DISPROOF] = numbers >> 24, numbers & SOLVED
    if numbers >> 24 == 0 or numbers & SOLVED == 0:
        return numbers
    depth, at, entered = word(0), word(0), True
    scratch[A], scratch[D], scratch[ATTACKING] = a, d, attacking
    scratch[KEY] = key_of(board, a, d, attacking)
    scratch[OWN_LIMIT], scratch[THEIR_LIMIT] = SOLVED, SOLVED
    while True:
        a, d, attacking = scratch[at + A], scratch[at + D], scratch[at + ATTACKING]
        own_field, their_field = (PROOFS, DISPROOFS) if attacking else (DISPROOFS, PROOFS)
        if entered:
            counters[NODES] += 1
            if counters[NODES] >= counters[LIMIT]:
                counters[STOP] = 1
            scratch[at + BEGAN] = counters[NODES]
            scratch[at + COUNT] = expand(board, table, bits, scratch, a, d, attacking, depth)
        best = _choose(scratch, busy, at, own_field, their_field)
        own, their = scratch[at + OWN], scratch[at + THEIR]
        numbers = own << 24 | their if attacking else their << 24 | own
        if depth == 0:
            counters[PROOF], counters[DISPROOF] = numbers >> 24, numbers & SOLVED
        settled = own == 0 or their == 0
        if settled or own >= scratch[at + OWN_LIMIT] or their >= scratch[at + THEIR_LIMIT] or counters[STOP]:
            if settled or not counters[STOP]:
                _keep(table, bits, scratch[at + KEY], numbers, counters[NODES] - scratch[at + BEGAN] + 1)
            if depth == 0:
                return numbers
            depth, at, entered = depth - 1, at - FRAME, False
            child = scratch[at + BEST]
            scratch[at + PROOFS + child], scratch[at + DISPROOFS + child] = numbers >> 24, numbers & SOLVED
            busy[scratch[at + KEYS + child] & BUSY] -= 1
            continue
        entered = not _settled_elsewhere(table, bits, scratch, at, best)
        if entered:
            one, key, below = 1 << scratch[at + MOVES + best], scratch[at + KEYS + best], at + FRAME
            second, rest = scratch[at + SECOND], scratch[at + THEIR_LIMIT] - their
            scratch[at + BEST] = best
            busy[key & BUSY] += 1
            scratch[below + A], scratch[below + D] = (a | one, d) if attacking else (a, d | one)
            scratch[below + ATTACKING], scratch[below + KEY] = 1 - attacking, key
            scratch[below + THEIR_LIMIT] = min(scratch[at + OWN_LIMIT], second + 1 + second // 4)
            scratch[below + OWN_LIMIT] = min(rest + scratch[at + their_field + best], SOLVED)
            depth, at = depth + 1, below


def children(board: Pointer, table: Pointer, bits: int, scratch: Pointer, a: int, d: int, attacking: int) -> int:
    """Return the number of children worth searching, described in the first frame of ``scratch``."""
    return expand(board, table, bits, scratch, a, d, attacking, word(0))


def pairing(board: Pointer, scratch: Pointer, a: int, d: int) -> int:
    """Return the number of pairs found for the defender when the attacker is to move, or -1."""
    return find_pairing(board, scratch, a, d)


def sequence(board: Pointer, scratch: Pointer, own: int, their: int) -> int:
    """Return the first cell of a sequence of threats found for the side to move, or -1."""
    return first_move(board, scratch, own, their)


@cache
def compiled() -> tuple[Any, Any, Any, Any]:
    """Return ``search``, ``children``, ``pairing`` and ``sequence`` as C functions, compiled once on a machine."""
    return native(search), native(children), native(pairing), native(sequence)
