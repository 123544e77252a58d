"""Inner loops of the prover, compiled by Numba: depth-first proof-number search of *does the attacker win?*.

The attacker is one of the two sides, the defender the other; a draw is the defender's. A position has a proof number,
the least number of positions that must still be won to prove that the attacker wins, and a disproof number, the same
for the proof that it does not. If one number is 0, the other is ``SOLVED``.

A position is two masks, ``a`` of the attacker's stones and ``d`` of the defender's; bit i is cell i. The *own* side is
the one to move. A line is *live* for a side if the other has no stone in it. Where stones stay where they are put and
lines win, a stone never harms its owner, and these rules settle positions without search:

- a side that can complete a line does; one that faces two such cells has lost, and one that faces one plays there;
- a side that faces a stone that would make two such cells must answer it, or complete all but one cell of a line;
- a defender to move holds if the live lines' weights, each 2 to the number of its stones, sum to less than 2 to the
  number of a line's cells: taking the heaviest cell keeps it so (Erdős and Selfridge 1973);
- a defender holds if each live line has two free cells that are a pair of its own: when the attacker takes one, the
  defender takes the other (Hales and Jewett 1963);
- cells in no live line do not matter.

All kernels are in one file because Numba's cache notices no change in any other. Every value is a 64-bit integer or a
pointer to such. ``board_tables`` lays out the words that describe a board.
"""

from functools import cache
from typing import Any

from oxobook.generator.compilation import native, part
from oxobook.generator.instructions import Pointer, lowest, ones

SOLVED = (1 << 24) - 1
"""Proof number of a disproved position, and disproof number of a proved one."""
_MOST = SOLVED - 1

LENGTH, FULL, LINES, SYMMETRIES, SYMMETRIC_TO, BYTES, MISERE, STEP = range(8)
ORDER = 8
LINE = ORDER + 64
MOST_LINES = 256
RUN = LINE + MOST_LINES
BOARD_WORDS = RUN + MOST_LINES
"""Indices into a board's words; ``board_tables`` explains them."""

STOP, LIMIT, NODES, PROOF, DISPROOF = range(5)
COUNTERS = 5
"""Indices into a search's counters: not 0 to stop it, the most nodes, their number, and the root's numbers."""

_OWN_LAST, _THEIR_LAST, _REPLIES, _OWN_LIVE, _THEIR_LIVE, _OWN_WEIGHT, _THEIR_WEIGHT = range(7)
_BEFORE_LAST = 16
_WEIGHTS = _BEFORE_LAST + 64
_REST = _WEIGHTS + 64
_PAIRED = 128  # open lines for which a pairing is sought: two words
_STACK, _LEVEL = _REST + _PAIRED, 6
PAIRS = _STACK + 40 * _LEVEL
_FRAMES, _FRAME = 1024, 336
MOVES, KEYS, PROOFS, DISPROOFS, WORKS = range(_FRAMES, _FRAMES + 320, 64)
_A, _D, _ATTACKING, _KEY, _OWN_LIMIT, _THEIR_LIMIT, COUNT, _BEGAN, _OWN, _THEIR, _SECOND, _BEST = range(
    _FRAMES + 320, _FRAMES + 332
)
SCRATCH = _FRAMES + 66 * _FRAME
"""Number of a thread's words: the results of ``_look``, room for pairings, and a frame for each ply."""

_TRIES = 300  # pairs to try in a position
_LONGEST = 11  # line whose pairs of cells are numbered by the bits of a word
BUSY = 4095
"""Bits of a key that choose the counter of the threads that search below it."""
_SHORT = 2  # a pairing is tried if the weights sum to less than this many times the defender's bound


@part
def _playable(board: Pointer, taken: int) -> int:
    free = board[FULL] & ~taken
    if board[STEP]:
        bottom = board[FULL] & ~(board[FULL] >> board[STEP])
        return free & (taken >> board[STEP] | bottom)
    return free


@part
def _look(board: Pointer, scratch: Pointer, own: int, their: int) -> int:
    """Fill the first words of ``scratch`` with the tactics of the side to move.

    They are the cells that complete a line of each side, the replies that do not lose at once, each side's live lines'
    cells, and the weights of these lines. Returns 1 if some reply loses to a stone that makes two last cells.
    """
    length, free = board[LENGTH], board[FULL] & ~(own | their)
    own_last, their_last, own_live, their_live, checks, own_weight, their_weight = 0, 0, 0, 0, 0, 0, 0
    makers = 0
    for number in range(board[LINES]):
        line = board[LINE + number]
        mine, others = line & own, line & their
        if others == 0:
            count = ones(mine)
            own_live |= line
            own_weight += 1 << count
            if count == length - 1:
                own_last |= line & free
            elif count == length - 2:
                checks |= line & free
        if mine == 0:
            count = ones(others)
            their_live |= line
            their_weight += 1 << count
            if count == length - 1:
                their_last |= line & free
            elif count == length - 2:
                rest = line & free
                first = rest & -rest
                for one in (first, rest ^ first):
                    cell = lowest(one)
                    if not makers & one:
                        makers |= one
                        scratch[_BEFORE_LAST + cell] = 0
                    scratch[_BEFORE_LAST + cell] |= rest ^ one
    answers = free
    while makers:
        one = makers & -makers
        makers ^= one
        lasts = scratch[_BEFORE_LAST + lowest(one)]
        if ones(lasts) > 1:
            answers &= one | (lasts if ones(lasts) == 2 else 0)
    scratch[_OWN_LAST], scratch[_THEIR_LAST] = own_last, their_last
    scratch[_REPLIES] = free if answers == free else answers | checks
    scratch[_OWN_LIVE], scratch[_THEIR_LIVE] = own_live, their_live
    scratch[_OWN_WEIGHT], scratch[_THEIR_WEIGHT] = own_weight, their_weight
    return answers != free


@part
def _heaviest(board: Pointer, scratch: Pointer, a: int, d: int) -> int:
    """Return the greatest weight of a free cell: the sum of the attacker's live lines through it."""
    most = 0
    for cell in range(64):
        scratch[_WEIGHTS + cell] = 0
    for number in range(board[LINES]):
        line = board[LINE + number]
        if line & d == 0:
            rest = line & ~a
            weight = 1 << board[LENGTH] - ones(rest)
            while rest:
                cell = lowest(rest)
                rest &= rest - 1
                scratch[_WEIGHTS + cell] += weight
                most = max(most, scratch[_WEIGHTS + cell])
    return most


@part
def _worth_of_pair(scratch: Pointer, pair: int, low: int, high: int) -> int:
    """Return how well a pair serves lines that have none: more for those that hold it, less for those it spoils."""
    worth = 1024
    for word in range(2):
        lines = high if word else low
        while lines:
            rest = scratch[_REST + 64 * word + lowest(lines)]
            lines &= lines - 1
            if rest & pair == pair:
                worth += 4
            elif rest & pair:
                worth -= 1
    return worth


@part
def find_pairing(board: Pointer, scratch: Pointer, a: int, d: int) -> int:
    """Return the number of pairs of a pairing for all live lines of the attacker, who moves; -1 if none was found.

    The pairs are masks, from ``scratch[PAIRS]`` on. Lines are tried in depth-first order, at each step the one with the
    fewest cells that no pair uses yet, with its best pair first.
    """
    free, count, runs = board[FULL] & ~(a | d), 0, 0
    low, high = 0, 0
    if board[LENGTH] > _LONGEST:
        return -1
    for number in range(board[LINES]):
        line = board[LINE + number]
        if line & d == 0:
            if ones(line & free) < 2 or count == _PAIRED:
                return -1
            place = count if count < 64 else count - 64
            scratch[_REST + count] = line & free
            low, high = (low | 1 << place, high) if count < 64 else (low, high | 1 << place)
            runs |= 1 << board[RUN + number]
            count += 1
    if 2 * ones(runs) > ones(free):  # a pair serves lines of one straight run only
        return -1
    level, tries = 0, 0
    scratch[_STACK], scratch[_STACK + 1], scratch[_STACK + 2], scratch[_STACK + 3] = 0, low, high, 0
    while level >= 0:
        at = _STACK + level * _LEVEL
        used, low, high, tried = scratch[at], scratch[at + 1], scratch[at + 2], scratch[at + 3]
        if low == 0 and high == 0:
            return level
        if tried == 0:
            fewest, chosen = 65, 0
            for word in range(2):
                lines = high if word else low
                while lines:
                    usable = scratch[_REST + 64 * word + lowest(lines)] & ~used
                    lines &= lines - 1
                    if ones(usable) < fewest:
                        fewest, chosen = ones(usable), usable
            scratch[at + 4] = chosen
            tries += 1
            if tries > _TRIES:
                return -1
        best, best_pair, best_bit, bit = 0, 0, 0, 1
        firsts = scratch[at + 4]
        while firsts:
            first = firsts & -firsts
            firsts ^= first
            seconds = firsts
            while seconds:
                second = seconds & -seconds
                seconds ^= second
                if not tried & bit:
                    worth = _worth_of_pair(scratch, first | second, low, high)
                    if worth > best:
                        best, best_pair, best_bit = worth, first | second, bit
                bit <<= 1
        if best == 0:
            level -= 1
            continue
        scratch[at + 3] = tried | best_bit
        scratch[PAIRS + level] = best_pair
        for word in range(2):
            lines = high if word else low
            while lines:
                one = lines & -lines
                lines ^= one
                if scratch[_REST + 64 * word + lowest(one)] & best_pair == best_pair:
                    low, high = (low, high & ~one) if word else (low & ~one, high)
        level += 1
        at += _LEVEL
        scratch[at], scratch[at + 1], scratch[at + 2], scratch[at + 3] = used | best_pair, low, high, 0
    return -1


@part
def _estimate(board: Pointer, scratch: Pointer, attacking: int, replies: int) -> int:
    """Return the numbers of an unsettled position to begin with: the heavier the attacker's lines, the easier a proof.

    Both numbers are in one word, the proof number from bit 24 on.
    """
    limit = 1 << board[LENGTH]
    weight = scratch[_OWN_WEIGHT if attacking else _THEIR_WEIGHT]
    proof = 1
    if not scratch[_THEIR_LAST]:
        proof += 2 * limit // max(weight, 1) + (0 if attacking else ones(replies) // 8)
    return min(proof, _MOST) << 24 | min(1 + (4 if attacking else 2) * weight // limit, _MOST)


@part
def _evaluate_other(board: Pointer, scratch: Pointer, a: int, d: int, attacking: int) -> int:
    """Return the numbers of a position under misère or gravity."""
    own, their = (a, d) if attacking else (d, a)
    _look(board, scratch, own, their)
    live = scratch[_OWN_LIVE] if attacking else scratch[_THEIR_LIVE]
    last, their_last = scratch[_OWN_LAST], scratch[_THEIR_LAST]
    moves = _playable(board, a | d)
    own_wins, their_wins = (SOLVED, SOLVED << 24) if attacking else (SOLVED << 24, SOLVED)
    if board[MISERE]:
        harmful = scratch[_THEIR_LIVE] if attacking else scratch[_OWN_LIVE]
        if harmful == 0 or moves == 0:
            return SOLVED << 24
        moves &= ~last
        if moves == 0:
            return their_wins
        return 1 << 24 | ones(moves) if attacking else ones(moves) << 24 | 1
    if last & moves:
        return own_wins
    if ones(their_last & moves) > 1:
        return their_wins
    if live == 0:
        return SOLVED << 24
    return _estimate(board, scratch, attacking, moves)


@part
def _evaluate(board: Pointer, scratch: Pointer, a: int, d: int, attacking: int) -> int:
    """Return the numbers of a position without search, the proof number from bit 24 on."""
    if board[MISERE] or board[STEP]:
        return _evaluate_other(board, scratch, a, d, attacking)
    proved, disproved, limit = SOLVED, SOLVED << 24, 1 << board[LENGTH]
    own, their = (a, d) if attacking else (d, a)
    own_wins, their_wins = (proved, disproved) if attacking else (disproved, proved)
    _look(board, scratch, own, their)
    if scratch[_OWN_LAST]:
        return own_wins
    if ones(scratch[_THEIR_LAST]) > 1:
        return their_wins
    live, weight = _OWN_LIVE if attacking else _THEIR_LIVE, _OWN_WEIGHT if attacking else _THEIR_WEIGHT
    if scratch[live] == 0 or (scratch[weight] < limit and not attacking):
        return disproved
    if scratch[_THEIR_LAST] == 0 and scratch[_REPLIES] == 0:
        return their_wins
    if attacking and scratch[_THEIR_LAST] == 0 and scratch[weight] < _SHORT * limit:
        if scratch[weight] < limit and scratch[weight] + _heaviest(board, scratch, a, d) < limit:
            return disproved
        if find_pairing(board, scratch, a, d) >= 0:
            return disproved
    return _estimate(board, scratch, attacking, scratch[_REPLIES])


@part
def _live(board: Pointer, their: int) -> int:
    """Return the cells of the lines in which the other side has no stone."""
    live = 0
    for number in range(board[LINES]):
        if board[LINE + number] & their == 0:
            live |= board[LINE + number]
    return live


@part
def key_of(board: Pointer, codes: Pointer, a: int, d: int, attacking: int) -> int:
    """Return the key of a position, the same for its images while few stones are on the board.

    Cells in no live line are left out of it, except where stones fall or lines lose.
    """
    free = board[FULL] & ~(a | d)
    stones = ones(a | d)
    if not (board[MISERE] or board[STEP]):
        a_live, d_live = _live(board, d), _live(board, a)
        a, d, free = a & a_live, d & d_live, free & (a_live | d_live)
    symmetries = board[SYMMETRIES] if stones < board[SYMMETRIC_TO] else 1
    least = 0
    for symmetry in range(symmetries):
        key, at = 0, symmetry * 3 * 8 * 256
        for byte in range(board[BYTES]):
            key ^= codes[at + (a >> 8 * byte & 255)] ^ codes[at + 2048 + (d >> 8 * byte & 255)]
            key ^= codes[at + 4096 + (free >> 8 * byte & 255)]
            at += 256
        if symmetry == 0 or key < least:
            least = key
    return ~least if attacking else least


@part
def _probe(table: Pointer, bits: int, key: int) -> int:
    """Return the word that the table keeps for a key, or 0."""
    at = (key & (1 << bits) - 1) * 8
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
    at = (key & (1 << bits) - 1) * 8
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
    codes: Pointer,
    table: Pointer,
    bits: int,
    scratch: Pointer,
    a: int,
    d: int,
    attacking: int,
    depth: int,
) -> int:
    """Fill a frame with the children worth searching, and return their number; images of one child count once."""
    _look(board, scratch, a if attacking else d, d if attacking else a)
    moves = _playable(board, a | d)
    winning = 0 if board[MISERE] else scratch[_OWN_LAST] & moves
    if winning:
        moves = winning
    elif board[MISERE]:
        moves &= ~scratch[_OWN_LAST]
    elif scratch[_THEIR_LAST] & moves:
        moves &= scratch[_THEIR_LAST]
    elif not board[STEP]:
        moves &= scratch[_REPLIES] & (scratch[_OWN_LIVE] | scratch[_THEIR_LIVE])
    at, count = depth * _FRAME, 0
    own_wins = PROOFS if attacking else DISPROOFS
    for place in range(64):
        one = 1 << board[ORDER + place]
        if not moves & one:
            continue
        moves ^= one
        next_a, next_d = (a | one, d) if attacking else (a, d | one)
        key, known = key_of(board, codes, next_a, next_d, 1 - attacking), False
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
            numbers, work = _evaluate(board, scratch, next_a, next_d, 1 - attacking), 0
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
            cost = min(cost + busy[scratch[at + KEYS + number] & BUSY], _MOST)
        their = min(their + others, _MOST)
        if cost < own or (cost == own and others > waiting):
            own, second, best, waiting = cost, own, number, others
        elif cost < second:
            second = cost
    if own == SOLVED:
        their = 0
    elif own == 0:
        their = SOLVED
    scratch[at + _OWN], scratch[at + _THEIR], scratch[at + _SECOND] = own, their, second
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
    codes: Pointer,
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
    numbers = _evaluate(board, scratch, a, d, attacking)
    counters[PROOF], counters[DISPROOF] = numbers >> 24, numbers & SOLVED
    if numbers >> 24 == 0 or numbers & SOLVED == 0:
        return numbers
    depth, at, entered = 0, 0, True
    scratch[_A], scratch[_D], scratch[_ATTACKING] = a, d, attacking
    scratch[_KEY] = key_of(board, codes, a, d, attacking)
    scratch[_OWN_LIMIT], scratch[_THEIR_LIMIT] = SOLVED, SOLVED
    while True:
        a, d, attacking = scratch[at + _A], scratch[at + _D], scratch[at + _ATTACKING]
        own_field, their_field = (PROOFS, DISPROOFS) if attacking else (DISPROOFS, PROOFS)
        if entered:
            counters[NODES] += 1
            if counters[NODES] >= counters[LIMIT]:
                counters[STOP] = 1
            scratch[at + _BEGAN] = counters[NODES]
            scratch[at + COUNT] = expand(board, codes, table, bits, scratch, a, d, attacking, depth)
        best = _choose(scratch, busy, at, own_field, their_field)
        own, their = scratch[at + _OWN], scratch[at + _THEIR]
        numbers = own << 24 | their if attacking else their << 24 | own
        if depth == 0:
            counters[PROOF], counters[DISPROOF] = numbers >> 24, numbers & SOLVED
        settled = own == 0 or their == 0
        if settled or own >= scratch[at + _OWN_LIMIT] or their >= scratch[at + _THEIR_LIMIT] or counters[STOP]:
            if settled or not counters[STOP]:
                _keep(table, bits, scratch[at + _KEY], numbers, counters[NODES] - scratch[at + _BEGAN] + 1)
            if depth == 0:
                return numbers
            depth, at, entered = depth - 1, at - _FRAME, False
            child = scratch[at + _BEST]
            scratch[at + PROOFS + child], scratch[at + DISPROOFS + child] = numbers >> 24, numbers & SOLVED
            busy[scratch[at + KEYS + child] & BUSY] -= 1
            continue
        entered = not _settled_elsewhere(table, bits, scratch, at, best)
        if entered:
            one, key, below = 1 << scratch[at + MOVES + best], scratch[at + KEYS + best], at + _FRAME
            second, rest = scratch[at + _SECOND], scratch[at + _THEIR_LIMIT] - their
            scratch[at + _BEST] = best
            busy[key & BUSY] += 1
            scratch[below + _A], scratch[below + _D] = (a | one, d) if attacking else (a, d | one)
            scratch[below + _ATTACKING], scratch[below + _KEY] = 1 - attacking, key
            scratch[below + _THEIR_LIMIT] = min(scratch[at + _OWN_LIMIT], second + 1 + second // 4)
            scratch[below + _OWN_LIMIT] = min(rest + scratch[at + their_field + best], SOLVED)
            depth, at = depth + 1, below


def children(
    board: Pointer, codes: Pointer, table: Pointer, bits: int, scratch: Pointer, a: int, d: int, attacking: int
) -> int:
    """Return the number of children worth searching, described in the first frame of ``scratch``."""
    return expand(board, codes, table, bits, scratch, a, d, attacking, 0)


def pairing(board: Pointer, scratch: Pointer, a: int, d: int) -> int:
    """Return the number of pairs found for the defender when the attacker is to move, or -1."""
    return find_pairing(board, scratch, a, d)


@cache
def compiled() -> tuple[Any, Any, Any]:
    """Return ``search``, ``children`` and ``pairing`` as C functions, compiled once on a machine."""
    return native(search), native(children), native(pairing)
