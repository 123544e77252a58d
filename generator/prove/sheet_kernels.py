"""Finding of a sheet, compiled by Numba: the ranks by which a side, to move, wins the rest of the game.

A sheet is an order of the cells; ``book/CERTIFICATE.md`` has the rules by which it is played. Finding one is learning
from examples. An order is walked against all replies until it plays moves that do not win; for each of these positions
the search says which moves win and which do not. The next order agrees with all examples so far, if one does: the first
cell is one that wins wherever it can be taken, then come those that do so in the examples left, and so on. Such an
order is found whenever there is one, as a cell that may come first never is in the way of another.

Every value is a 64-bit integer or a pointer to such, as in ``generator.search``; bit i is the i-th cell of the stacks.
"""

from functools import cache
from typing import Any

from oxobook.generator.compilation import inline, native, part
from oxobook.generator.instructions import Pointer, call
from oxobook.generator.kernels.table import mixed
from oxobook.generator.search.line_kernels import BOTTOMS, CELLS, FULL, playable_cells, threats_of

_EXAMPLES = 600
"""Most examples that one search for an order takes."""
_WRONG = 8
"""Positions with a wrong move that end a walk."""
_SEEN_BITS = 18
MOST_WALKED = 100_000
"""Most positions that a sheet may meet."""
_FIELDS = 5
_OWN, _TAKEN, _GOOD, _BAD, _WEIGHT = range(_FIELDS)
"""Indices into an example: the position, moves that win and that do not, and how often it was met."""

EPOCH, NOISE, FOUND, EAGER = range(4)
"""Indices of counters among the finder's words."""
SEARCH = 4
"""Index of the address of ``search.kernels.reach``, and of the first five words that it takes."""
ORDER = SEARCH + 6
PRIOR = ORDER + 64
_LEFT = PRIOR + 64
_SAMPLE = _LEFT + _EXAMPLES
_MISTAKES = _SAMPLE + _FIELDS * _EXAMPLES
_TODO = _MISTAKES + 2 * _WRONG
_SEEN = _TODO + (2 << _SEEN_BITS)
ROOM = _SEEN + (3 << _SEEN_BITS)
"""Indices into the finder's words: the order, what each cell is worth without examples, and so on."""
_UNLIMITED = 1 << 62


@inline
def _noise(room: Pointer, most: int) -> int:
    """Return a random number below ``most``."""
    room[NOISE] = room[NOISE] * 6364136223846793005 + 1442695040888963407
    return (room[NOISE] >> 33 & 0x3FFFFFFF) % most


@part
def _wins_after(room: Pointer, own: int, taken: int) -> bool:
    """Return whether the side wins that has just moved."""
    at = SEARCH
    return (
        call(room[at], room[at + 1], room[at + 2], room[at + 3], room[at + 4], room[at + 5], taken ^ own, taken, 0, 0)
        < 0
    )


@part
def _forks(board: Pointer, own: int, taken: int, their_lasts: int) -> bool:
    """Return whether a move lets the side to move complete a line whatever the reply, which cannot complete one."""
    rest = playable_cells(board, taken)
    while rest:
        move = rest & -rest
        rest ^= move
        legal, lasts = playable_cells(board, taken | move), threats_of(board, own | move)
        one = lasts & legal
        two = one & (one - 1) or (one and lasts & one << 1 & board[FULL] & ~board[BOTTOMS])
        if two and not their_lasts & legal:
            return True
    return False


@part
def _sound(board: Pointer, taken: int, their_lasts: int) -> int:
    """Return the moves right above which the other side completes no line."""
    return playable_cells(board, taken) & ~((their_lasts & ~taken & board[FULL] & ~board[BOTTOMS]) >> 1)


@part
def _is_new(room: Pointer, own: int, taken: int) -> bool:
    """Return whether a walk has not met a position yet, and remember it."""
    place = mixed(own ^ mixed(taken)) & (1 << _SEEN_BITS) - 1
    while room[_SEEN + 3 * place] == room[EPOCH]:
        if room[_SEEN + 3 * place + 1] == own and room[_SEEN + 3 * place + 2] == taken:
            return False
        place = (place + 1) & (1 << _SEEN_BITS) - 1
    place = _SEEN + 3 * place
    room[place], room[place + 1], room[place + 2] = room[EPOCH], own, taken
    return True


@part
def _walk(
    board: Pointer,
    room: Pointer,
    own: int,
    taken: int,
    most: int,
    checking: bool,
) -> int:
    """Follow the order through all replies, and return the number of positions with a wrong move.

    They are kept as mistakes, ``most`` of which end the walk. ``checking``: whether the search says of each move if it
    wins; else a mistake shows when the other side wins, or the board is full. FOUND has the number of positions met.
    """
    room[EPOCH] += 1
    room[_TODO], room[_TODO + 1], room[FOUND] = own, taken, 0
    todo, wrong = 1, 0
    while todo and wrong < most:
        todo -= 1
        own, taken = room[_TODO + 2 * todo], room[_TODO + 2 * todo + 1]
        room[FOUND] += 1
        if room[FOUND] > MOST_WALKED:
            return most
        legal, their_lasts = playable_cells(board, taken), threats_of(board, taken ^ own)
        if threats_of(board, own) & legal:
            continue
        must, move = their_lasts & legal, 0
        if must == 0 and _forks(board, own, taken, their_lasts):
            continue
        sound = must if must else _sound(board, taken, their_lasts)
        for place in range(board[CELLS]):
            move = room[ORDER + place] & sound
            if move:
                break
        replies = playable_cells(board, taken | move)
        if (
            not move
            or not replies
            or their_lasts & replies
            or (checking and not must and not _wins_after(room, own | move, taken | move))
        ):
            room[_MISTAKES + 2 * wrong], room[_MISTAKES + 2 * wrong + 1] = own, taken
            wrong += 1
            continue
        own |= move
        while replies:
            reply = replies & -replies
            replies ^= reply
            if _is_new(room, own, taken | move | reply):
                room[_TODO + 2 * todo], room[_TODO + 2 * todo + 1] = own, taken | move | reply
                todo += 1
    return wrong


@part
def _learn(
    board: Pointer,
    room: Pointer,
    examples: int,
    wrong: int,
) -> int:
    """Make examples of the mistakes, and return the number of all; 0 if the rules of sheets allow no move that wins."""
    for mistake in range(_MISTAKES, _MISTAKES + 2 * wrong, 2):
        own, taken = room[mistake], room[mistake + 1]
        known = False
        for example in range(_SAMPLE, _SAMPLE + _FIELDS * examples, _FIELDS):
            if room[example + _OWN] == own and room[example + _TAKEN] == taken:
                room[example + _WEIGHT] += 1
                known = True
        if known or examples == _EXAMPLES:
            continue
        example = _SAMPLE + _FIELDS * examples
        room[example + _OWN], room[example + _TAKEN], room[example + _WEIGHT] = own, taken, 1
        room[example + _GOOD], room[example + _BAD] = 0, 0
        their_lasts = threats_of(board, taken ^ own)
        rest = _sound(board, taken, their_lasts)
        while rest:
            move = rest & -rest
            rest ^= move
            replies = playable_cells(board, taken | move)
            wins = replies and not their_lasts & replies
            if wins and _wins_after(room, own | move, taken | move):
                room[example + _GOOD] |= move
            else:
                room[example + _BAD] |= move
        if room[example + _GOOD] == 0:
            return 0
        examples += 1
    return examples


@part
def _arrange(board: Pointer, room: Pointer, examples: int, noise: int) -> int:
    """Put the cells into an order that agrees with the examples, or with many of them; return 0.

    PRIOR has what each cell is worth in thousandths of an example. If EAGER is 0, the order is that of the PRIOR as far
    as the examples allow; else cells that win in the examples come first.
    """
    used, left = 0, examples
    for example in range(examples):
        room[_LEFT + example] = 1
    for place in range(board[CELLS]):
        best, chosen = -_UNLIMITED, 0
        for number in range(board[CELLS]):
            cell = 1 << number
            if used & cell:
                continue
            good, bad = 0, 0
            for example in range(examples):
                if room[_LEFT + example]:
                    words = _SAMPLE + _FIELDS * example
                    if room[words + _BAD] & cell:
                        bad += room[words + _WEIGHT]
                    elif room[words + _GOOD] & cell:
                        good += room[words + _WEIGHT]
            worth = room[PRIOR + number] + (_noise(room, noise) if noise and left else 0)
            if left:
                worth -= 4000 * bad + (1_000_000 if bad else 0)
                if room[EAGER]:
                    worth += 1000 * good - (0 if good else 1_000_000_000)
            if worth > best:
                best, chosen = worth, cell
        used |= chosen
        room[ORDER + place] = chosen
        for example in range(examples):
            words = _SAMPLE + _FIELDS * example
            if room[_LEFT + example] and (room[words + _GOOD] | room[words + _BAD]) & chosen:
                room[_LEFT + example] = 0
                left -= 1
    return 0


def find(
    board: Pointer,
    room: Pointer,
    own: int,
    taken: int,
    tries: int,
    noise: int,
) -> int:
    """Return whether an order was found by which the side to move, which can win, wins: it is in the room then."""
    examples, stuck = 0, 0
    for _ in range(tries):
        _arrange(board, room, examples, noise)
        wrong = _walk(board, room, own, taken, _WRONG, True)
        if wrong == 0:
            return 1
        if room[FOUND] > MOST_WALKED:
            break
        before = examples
        examples = _learn(board, room, examples, wrong)
        stuck = stuck + 1 if examples == before else 0
        if examples in (0, _EXAMPLES) or stuck > 6:
            break
    return 0


def known(
    board: Pointer,
    room: Pointer,
    orders: Pointer,
    count: int,
    own: int,
    taken: int,
) -> int:
    """Return the number of the first of some orders by which the side to move wins, or -1; it is in the room then."""
    for number in range(count):
        for place in range(board[CELLS]):
            room[ORDER + place] = orders[number * board[CELLS] + place]
        if _walk(board, room, own, taken, 1, False) == 0:
            return number
    return -1


@cache
def compiled() -> tuple[Any, Any]:
    """Return ``find`` and ``known`` as C functions; they are compiled once on a machine."""
    return native(find), native(known)
