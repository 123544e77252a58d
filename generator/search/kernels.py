"""Inner loops of the search, compiled by Numba: bounds of the score of a position, until they meet.

The search is alpha-beta with null windows: every question is *is the score at least t?*, and a child's question is
whether its own score is at least ``1 - t``. An answer is a bound: a value of at least t is a lower bound of the score,
a smaller one an upper bound.

Every value is a 64-bit integer or a pointer to such, and the caller hands in the memory. So the kernel counts no
references and is a plain C function. ``BoardWords`` lays out the words that describe a board. Bit i of a mask is the
i-th cell of the board's stacks, each from its bottom to its top. A position is two masks: ``own``, the stones of the
side to move, and ``taken``, all stones. ``free`` is the number of free cells. A win with the next stone scores
``free``; under misère a loss with the next stone scores ``-free``.

All kernels are in one file because Numba's cache notices no change in any other.
"""

from functools import cache
from typing import Any

from oxobook.generator.compilation import inline, native, part
from oxobook.generator.instructions import Pointer, ones, prefetch

STOPPED = 127
"""Answer of a search that was stopped; no score is as high."""

STEPS, STARTS = 16, 20
LINES_RANK = STARTS + 64
TIERS = LINES_RANK + 64
IMAGES = TIERS + 32
(
    CELLS,
    FULL,
    BOTTOMS,
    MISERE,
    FOURS,
    SHAPES,
    LENGTH,
    SYMMETRIES,
    SYMMETRIC_FROM,
    EVEN,
    TIER_COUNT,
    OFFSETS,
    HEIGHT,
    COLUMN,
) = range(14)
"""Indices into a board's words; ``BoardWords`` explains them."""
IMAGE_WORDS = 8 * 256

STOP, LIMIT, NODES, MOST = range(4)
COUNTERS = 8
"""Indices into a thread's counters: not 0 to stop it, the most nodes for one target, their number, the most for all.

They take a line of the processor's caches.
"""
LOW, HIGH, THREADS = range(3)
"""Indices into what the threads share: bounds of the score, and their number; the counters of each follow."""

_OWN, _TAKEN, _MOVES, _KEY, _KEY2, _FLIP, _PROMISE, _CHILD = range(8)
_TARGET, _BEST, _CHILDREN, _NEXT, _BEFORE, _FRAME = range(_CHILD, _CHILD + 6)
"""Indices into a frame of the stack: those of a child first."""

BUCKET = 8
"""Words of a bucket of the table: four entries of two."""
_LATE_BITS = 17
"""Logarithm of the number of buckets of late positions: few, because a small part of memory answers sooner."""
_LATE = 18  # most free cells of a late position
_LEAST, _MOST = -64, 63
_POSITIVE = (1 << 63) - 1


def table_words(bits: int) -> int:
    """Return the number of words of a table: 2 ** ``bits`` buckets, and behind them those of late positions."""
    return BUCKET * ((1 << bits) + (1 << _LATE_BITS))


def frame_words(cells: int) -> int:
    """Return the number of words of a frame of the stack: its own, the children's order, and the children."""
    return _FRAME + cells * (1 + _CHILD)


@inline
def _threats(board: Pointer, stones: int) -> int:
    """Return the cells, free or not, that would complete a line of some stones."""
    if not board[FOURS]:
        return _any_threats(board, stones)
    found = 0
    for direction in range(4):
        step, starts = board[STEPS + direction], board[STARTS + direction]
        pairs = stones & (stones >> step)
        later = pairs >> 2 * step
        found |= (pairs & (stones >> 2 * step) & starts) << 3 * step
        found |= (pairs & (stones >> 3 * step) & starts) << 2 * step
        found |= (stones & later & starts) << step
        found |= (stones >> step) & later & starts
    return found


@part
def _any_threats(board: Pointer, stones: int) -> int:
    """Return the cells, free or not, that would complete a line of any shape."""
    found = 0
    for shape in range(board[SHAPES]):
        offsets = board[OFFSETS] + shape * board[LENGTH]
        for missing in range(board[LENGTH]):
            rest = board[STARTS + shape]
            for other in range(board[LENGTH]):
                rest &= stones >> board[offsets + other] if other != missing else -1
            found |= rest << board[offsets + missing]
    return found


@inline
def _in_lines(board: Pointer, cells: int) -> int:
    """Return the cells of a mask that are in a line within the mask."""
    if not board[FOURS]:
        return _in_any_lines(board, cells)
    found = 0
    for direction in range(4):
        step = board[STEPS + direction]
        pairs = cells & (cells >> step)
        lines = pairs & (pairs >> 2 * step) & board[STARTS + direction]
        pairs = lines | lines << step
        found |= pairs | pairs << 2 * step
    return found


@part
def _in_any_lines(board: Pointer, cells: int) -> int:
    """Return the cells of a mask that are in a line of any shape within the mask."""
    found = 0
    for shape in range(board[SHAPES]):
        offsets = board[OFFSETS] + shape * board[LENGTH]
        lines = board[STARTS + shape]
        for cell in range(board[LENGTH]):
            lines &= cells >> board[offsets + cell]
        for cell in range(board[LENGTH]):
            found |= lines << board[offsets + cell]
    return found


@inline
def _playable(board: Pointer, taken: int) -> int:
    return (taken << 1 | board[BOTTOMS]) & board[FULL] & ~taken


@inline
def _tactics(board: Pointer, own: int, taken: int, free: int, threats: int) -> tuple[int, int, int, int, int]:
    """Return the moves worth searching, the forced one or 0, whether that decides, and bounds of the score.

    ``threats``: the cells that would complete a line of the other side. The side to move cannot complete one, unless
    that loses. If it is decided, both bounds are the score.
    """
    moves = _playable(board, taken)
    if board[MISERE]:
        moves &= ~_threats(board, own)
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
def _settle(
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
        threats = _threats(board, taken ^ own)
    return True, 0, own, taken, free, target, flip, 0


@part
def _most_by_even_cells(board: Pointer, own: int, taken: int) -> int:
    """Return an upper bound of the first player's score, to move on a board of even columns.

    The second player can follow up in the same column, and so has at least all cells of even rows but those that the
    next stone can take. If the rest has no line, the first player does not win; if those cells have one whose cells
    reach up to some row, it has lost when a column is filled up to there, at the latest the last one.
    """
    evens = board[EVEN] & ~taken & ~_playable(board, taken)
    theirs = taken ^ own | evens
    if _in_lines(board, board[FULL] & ~theirs):
        return _most_by_threat(board, taken ^ own, taken, evens, evens)
    for tier in range(board[TIER_COUNT]):
        if _in_lines(board, theirs & board[TIERS + tier]):
            return 1 - 2 * (board[TIER_COUNT] - tier)
    return 0


@part
def _most_by_odd_threat(board: Pointer, own: int, taken: int) -> int:
    """Return an upper bound of the second player's score, to move on a board of even columns.

    The first player can follow up too, with a threat in an odd row. It gets the odd cells of that column up to there,
    and the even cells elsewhere, but not those that the next stone can take. The number of columns of odd height is
    odd. With the threat's column, or without it if that is one of them, they make pairs: after a stone on one, the
    first player replies on the other. So the second player has to play below the threat in the end.
    """
    later = board[FULL] & ~taken & ~_playable(board, taken)
    return _most_by_threat(board, taken ^ own, taken, later & ~board[EVEN], later & board[EVEN])


@inline
def _most_by_threat(board: Pointer, theirs: int, taken: int, inside: int, outside: int) -> int:
    """Return the upper bound that follows from the other side's threats, or STOPPED.

    In the column of a threat that side gets the cells ``inside``, in the others those ``outside``; play ends before it
    gets above the threat. That side wins if the other has no line in what is left, at the latest when all else is full.
    """
    bound, threats = STOPPED, _threats(board, theirs) & inside
    while threats:
        threat = threats & -threats
        threats ^= threat
        place = ones(threat - 1)
        column = board[COLUMN] << place - place % board[HEIGHT]
        above = column & ~(threat - 1)
        if _in_lines(board, board[FULL] & ~(theirs | inside & column | outside & ~column | above)) == 0:
            bound = min(bound, -ones(above))
    return bound


@part
def _image(board: Pointer, table: int, mask: int) -> int:
    """Return the image of a mask under a symmetry, by a table of the images of each byte."""
    image = 0
    for byte in range(8):
        image |= board[table + 256 * byte + (mask >> 8 * byte & 255)]
    return image


@inline
def _mixed(word: int) -> int:
    """Return a word whose bits depend on all bits of another."""
    word = (word ^ (word >> 32 & 0xFFFFFFFF)) * -0x61C8864680B583EB
    return word ^ (word >> 29 & 0x7FFFFFFFF)


@inline
def _keys(board: Pointer, own: int, taken: int, alive: int, their_alive: int, free: int) -> tuple[int, int]:
    """Return a position's two keys in the table; different positions have different ones.

    A stone that no open line of its side holds is *dead*: whose it is does not matter. So a cell is free, alive for one
    side or the other, or dead: two masks. Two rounds of mixing, which can be undone, make keys of them.
    """
    first, second = taken & ~(taken & ~own & their_alive), taken & ~(own & alive)
    if free > board[SYMMETRIC_FROM]:
        least, other = first, second
        for symmetry in range(board[SYMMETRIES]):
            image = _image(board, IMAGES + symmetry * IMAGE_WORDS, first)
            if image <= least:
                image2 = _image(board, IMAGES + symmetry * IMAGE_WORDS, second)
                if image < least or image2 < other:
                    least, other = image, image2
        first, second = least, other
    second ^= _mixed(first)
    return first ^ _mixed(second), second


@inline
def _bucket(board: Pointer, bits: int, taken: int, key: int) -> tuple[int, int]:
    """Return where a position's bucket is, and the number of the key's bits that this tells."""
    if ones(board[FULL] & ~taken) > _LATE:
        return (key & (1 << bits) - 1) * BUCKET, bits
    return (1 << bits | key & (1 << _LATE_BITS) - 1) * BUCKET, _LATE_BITS


@inline
def _look_up(board: Pointer, table: Pointer, bits: int, taken: int, key: int, key2: int) -> tuple[int, int]:
    """Return a score's bounds from the table, or the widest bounds if it has none.

    An entry's first word has the part of the key that its place does not tell; the other bits, the lowest ones, have
    the bounds and the logarithm of the nodes they took. Its second word is the other key. It is read without a lock:
    while another thread writes an entry, one of its words does not match.
    """
    place, bits = _bucket(board, bits, taken, key)
    for entry in range(place, place + BUCKET, 2):
        if table[entry + 1] == key2:
            word = table[entry]
            if (word ^ key) >> bits == 0:
                return (word & 127) + _LEAST, (word >> 7 & 127) + _LEAST
    return _LEAST, _MOST


@part
def _keep(
    board: Pointer, table: Pointer, bits: int, taken: int, key: int, key2: int, target: int, value: int, nodes: int
) -> None:
    """Put a bound into the table, in place of the entry of its bucket that took the fewest nodes."""
    start, bits = _bucket(board, bits, taken, key)
    efforts = min(1 << bits - 14, 64) - 1  # the greatest that fits beside the bounds
    effort = 0
    while nodes and effort < efforts:
        nodes >>= 1
        effort += 1
    place, least = 0, 64
    low, high = _LEAST, _MOST
    for entry in range(start, start + BUCKET, 2):
        word = table[entry]
        if table[entry + 1] == key2 and (word ^ key) >> bits == 0:
            place, low, high = entry, (word & 127) + _LEAST, (word >> 7 & 127) + _LEAST
            effort = max(effort, word >> 14 & efforts)
            break
        if word >> 14 & efforts < least:
            place, least = entry, word >> 14 & efforts
    if value >= target:
        low = max(low, value)
    else:
        high = min(high, value)
    table[place] = key >> bits << bits | effort << 14 | (high - _LEAST) << 7 | (low - _LEAST)
    table[place + 1] = key2


@inline
def _promise(board: Pointer, taken: int, move: int, threats: int) -> int:
    """Return how early a move is tried, from the threats it leaves and the lines that its cell is in.

    A threat that can be carried out next forces a reply, which ``_settle`` has followed. A threat one row higher lasts:
    no side wants to play below it.
    """
    threats &= board[FULL] & ~taken
    playable = _playable(board, taken)
    next_row = playable << 1 & threats & ~board[BOTTOMS]
    promise = 12 * ones(threats) + 16 * ones(next_row) + 4 * ones(threats & playable)
    promise += 2 * board[LINES_RANK + ones(move - 1)]
    return -promise if board[MISERE] else promise


@inline
def _answer(board: Pointer, own: int, taken: int, free: int, target: int) -> tuple[bool, int, int, int]:
    """Return whether the lines that are still open answer, the answer, and the position's keys."""
    if board[EVEN]:
        bound = _most_by_odd_threat(board, own, taken) if free & 1 else _most_by_even_cells(board, own, taken)
        if bound < target:
            return True, bound, 0, 0
    alive = _in_lines(board, board[FULL] & ~(taken ^ own))
    their_alive = _in_lines(board, board[FULL] & ~own)
    winning, losing = (their_alive, alive) if board[MISERE] else (alive, their_alive)
    if (winning == 0 and target > 0) or (losing == 0 and target <= 0):
        return True, 0, 0, 0
    key, key2 = _keys(board, own, taken, alive, their_alive, free)
    return False, 0, key, key2


@inline
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
        threats = _threats(board, own | move)
        known, value, c_own, c_taken, c_free, c_target, flip, c_moves = _settle(
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
            prefetch(table, _bucket(board, bits, c_taken, key)[0])
            stack[child + _OWN], stack[child + _TAKEN], stack[child + _MOVES] = c_own, c_taken, c_moves
            stack[child + _KEY], stack[child + _KEY2] = key, key2
            stack[child + _FLIP], stack[child + _PROMISE] = flip ^ 1, _promise(board, taken | move, move, threats)
            child += _CHILD
    stack[at + _BEST] = best
    return (child - first) // _CHILD


@inline
def _order_children(
    board: Pointer, table: Pointer, bits: int, stack: Pointer, at: int, children: int, disorder: int
) -> int:
    """Look a frame's children up in the table, sort those it does not answer, and return their number."""
    target, order, sorted_children = stack[at + _TARGET], at + _FRAME, 0
    for number in range(children):
        child = order + board[CELLS] + number * _CHILD
        low, high = _look_up(board, table, bits, stack[child + _TAKEN], stack[child + _KEY], stack[child + _KEY2])
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
    at, nodes, size = 0, 0, _FRAME + board[CELLS] * (1 + _CHILD)
    free = ones(board[FULL] & ~taken)
    if not board[MISERE] and _threats(board, own) & _playable(board, taken):
        return free
    threats = _threats(board, taken ^ own)
    known, value, own, taken, free, target, flip, moves = _settle(board, own, taken, free, target, threats)
    if known:
        return -value if flip else value
    stack[_OWN], stack[_TAKEN], stack[_MOVES], stack[_TARGET], stack[_FLIP] = own, taken, moves, target, flip
    alive, their_alive = _in_lines(board, board[FULL] & ~(taken ^ own)), _in_lines(board, board[FULL] & ~own)
    stack[_KEY], stack[_KEY2] = _keys(board, own, taken, alive, their_alive, free)
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
            _keep(board, table, bits, stack[at + _TAKEN], key, key2, target, best, spent)
        if stack[at + _FLIP]:
            best = -best
        if at == 0:
            counters[NODES] = nodes
            return best
        at -= size
        stack[at + _BEST] = max(stack[at + _BEST], best)
    counters[NODES] = nodes
    return STOPPED


_reach = part(reach)


@inline
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
    if _in_lines(board, own) | _in_lines(board, taken ^ own):
        shared[LOW] = shared[HIGH] = free + 1 if board[MISERE] else -free - 1
    while spent < most and counters[STOP] == 0:
        counters[LIMIT], counters[NODES] = most - spent, 0
        low, high = shared[LOW], shared[HIGH]
        if low >= high:
            break
        target = next_target(low, high)
        value = _reach(board, table, bits, stack, counters, own, taken, target, disorder)
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
def compiled() -> Any:
    """Return ``narrow`` as a C function; it is compiled once on a machine."""
    return native(narrow)
