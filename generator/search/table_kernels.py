"""Table of the search: keys of positions, the same for images of early ones, and bounds of their scores."""

from oxobook.generator.compilation import inline, once, part
from oxobook.generator.instructions import Pointer, ones
from oxobook.generator.kernels.images import IMAGE_WORDS, image_of
from oxobook.generator.kernels.table import BUCKET, mixed
from oxobook.generator.search.line_kernels import FULL, IMAGES, SYMMETRIC_FROM, SYMMETRIES

_LATE_BITS = 17
"""Logarithm of the number of buckets of late positions: few, because a small part of memory answers sooner."""
_LATE = 18  # most free cells of a late position
_LEAST, _MOST = -64, 63


def table_words(bits: int) -> int:
    """Return the number of words of a table: 2 ** ``bits`` buckets, and behind them those of late positions."""
    return BUCKET * ((1 << bits) + (1 << _LATE_BITS))


@part
def keys_of(board: Pointer, own: int, taken: int, alive: int, their_alive: int, free: int) -> tuple[int, int]:
    """Return a position's two keys in the table; different positions have different ones.

    A stone that no open line of its side holds is *dead*: whose it is does not matter. So a cell is free, alive for one
    side or the other, or dead: two masks. Two rounds of mixing, which can be undone, make keys of them.
    """
    first, second = taken & ~(taken & ~own & their_alive), taken & ~(own & alive)
    if free > board[SYMMETRIC_FROM]:
        least, other = first, second
        for symmetry in range(board[SYMMETRIES]):
            image = image_of(board, IMAGES + symmetry * IMAGE_WORDS, first)
            if image <= least:
                image2 = image_of(board, IMAGES + symmetry * IMAGE_WORDS, second)
                if image < least or image2 < other:
                    least, other = image, image2
        first, second = least, other
    second ^= mixed(first)
    return first ^ mixed(second), second


@inline
def bucket_of(board: Pointer, bits: int, taken: int, key: int) -> tuple[int, int]:
    """Return where a position's bucket is, and the number of the key's bits that this tells."""
    if ones(board[FULL] & ~taken) > _LATE:
        return (key & (1 << bits) - 1) * BUCKET, bits
    return (1 << bits | key & (1 << _LATE_BITS) - 1) * BUCKET, _LATE_BITS


@once
def look_up(board: Pointer, table: Pointer, bits: int, taken: int, key: int, key2: int) -> tuple[int, int]:
    """Return a score's bounds from the table, or the widest bounds if it has none.

    An entry's first word has the part of the key that its place does not tell; the other bits, the lowest ones, have
    the bounds and the logarithm of the nodes they took. Its second word is the other key. It is read without a lock:
    while another thread writes an entry, one of its words does not match.
    """
    place, bits = bucket_of(board, bits, taken, key)
    for entry in range(place, place + BUCKET, 2):
        if table[entry + 1] == key2:
            word = table[entry]
            if (word ^ key) >> bits == 0:
                return (word & 127) + _LEAST, (word >> 7 & 127) + _LEAST
    return _LEAST, _MOST


@part
def keep(
    board: Pointer, table: Pointer, bits: int, taken: int, key: int, key2: int, target: int, value: int, nodes: int
) -> None:
    """Put a bound into the table, in place of the entry of its bucket that took the fewest nodes."""
    start, bits = bucket_of(board, bits, taken, key)
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
