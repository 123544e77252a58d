"""Packed answers: a few bits a position, from which a program in any language reads scores without keeping keys.

Not every score is needed. The plies of one parity give the others, as the best of their moves; and no score is kept if
the side to move wins at once, or if no line can be completed any more. What is left is a *compressed static function*
(Belazzougui and Venturini, SODA 2013): a score has a prefix code, the shorter the more frequent it is, and bit i of a
position's code is the exclusive or of three bits of a table, whose places are hashes of the canonical position and of
i. The table takes 1.23 bits for each bit of code. For what is no position it answers anything.
"""

from collections import Counter
from heapq import heapify, heappop, heappush
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.book import Book
from oxobook.book.errors import TooLarge
from oxobook.book.game.bits import has_line
from oxobook.book.game.rules import KEY_CELLS, Rules
from oxobook.book.game.symmetry_arrays import Masks
from oxobook.book.game.tactics import line_moves
from oxobook.book.layout.answer_arrays import Scores

MOST_BYTES = 2_000_000
"""Largest size of packed answers; compilers and browsers choke on larger tables."""
_GROWTH = 1.23  # bits of the table for a bit of code, above which three hashes nearly always work out
_STEP = 0x9E3779B9

Words = NDArray[np.uint32]
Slots = NDArray[np.int64]


class Packed(NamedTuple):
    """Scores of a book, packed."""

    positions: int
    """Number of positions whose scores are kept."""
    parity: int
    """Parity of the plies of which scores are kept."""
    seed: int
    third: int
    """Bits in a third of the table; each hash leads into its own third."""
    counts: list[int]
    """Number of codes of each length, from 0 on."""
    symbols: list[int]
    """Scores, by ascending code."""
    bits: NDArray[np.uint8]
    """Table, a bit each."""


def packed(book: Book) -> Packed:
    """Return the packed scores of a book; raises TooLarge if they, or a move, are too much for a source file."""
    rules = book.rules
    if rules.cells > KEY_CELLS or book.info.plies is not None:
        raise TooLarge(
            f"expected a whole book of at most {KEY_CELLS} cells to put into a source file; got {book.name!r}: "
            "export csv or parquet instead"
        )
    if rules.either:
        raise TooLarge(f"a move of {rules} is a cell and a sign, for which source files have no room: export csv")
    halves: tuple[list[tuple[Masks, Masks, Scores]], ...] = [], []
    table = book.layout.table()
    for ply, (x, o) in enumerate(table.layers()):
        kept = _unknown(rules, x, o, ply)
        halves[ply % 2].append((x[kept], o[kept], table.scores(x[kept], o[kept])))
    parity = min((0, 1), key=lambda half: sum(len(part[0]) for part in halves[half]))
    empty = np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int8)
    x, o, scores = map(np.concatenate, zip(empty, *halves[parity], strict=True))
    lengths = _code_lengths(Counter(scores.tolist()) or Counter([0]))
    symbols = sorted(lengths, key=lambda score: (lengths[score], score))
    counts = [list(lengths.values()).count(length) for length in range(max(lengths.values()) + 1)]
    positions, numbers, bits = _coded(scores, symbols, counts)
    third = int(len(bits) * _GROWTH / 3) + 16
    if 3 * third > 8 * MOST_BYTES:
        raise TooLarge(
            f"expected answers of at most {MOST_BYTES:,} bytes to put into a source file; those of {rules} take "
            f"{3 * third // 8:,}: export csv or parquet instead"
        )
    seed = 0
    while (found := _solved(_slots(x[positions], o[positions], numbers, seed, third), bits, 3 * third)) is None:
        seed += 1
    return Packed(len(x), parity, seed, third, counts, symbols, found)


def _unknown(rules: Rules, x: Masks, o: Masks, ply: int) -> NDArray[np.bool_]:
    """Return whether the game goes on, the side to move does not win at once, and a line can still be completed."""
    terms, moved = rules.terms, rules.terms.settable(ply + 1)
    if ply == rules.cells:
        return np.zeros(len(x), np.bool_)
    unknown, dead = np.ones(len(x), np.bool_), np.ones(len(x), np.bool_)
    if moved in terms.counted:
        unknown &= ~has_line(rules.lines, x if moved == "X" else o)
    if terms.line_value(ply) > 0:
        unknown &= line_moves(rules, x, o, ply) == 0
    for line in rules.lines:
        dead &= (o & line != 0) & ((x & line != 0) | ("O" not in terms.counted))
    unknown &= ~dead
    return unknown


def _code_lengths(frequencies: Counter[int]) -> dict[int, int]:
    """Return the length of each score's code by Huffman's algorithm, at least 1."""
    heap: list[tuple[int, int, tuple[int, ...]]] = [(count, score, (score,)) for score, count in frequencies.items()]
    heapify(heap)
    lengths = dict.fromkeys(frequencies, int(len(heap) == 1))
    while len(heap) > 1:
        (one, _, some), (other, least, more) = heappop(heap), heappop(heap)
        for score in (*some, *more):
            lengths[score] += 1
        heappush(heap, (one + other, least, (*some, *more)))
    return lengths


def _coded(scores: Scores, symbols: list[int], counts: list[int]) -> tuple[Slots, Words, NDArray[np.uint8]]:
    """Return every bit of every code: the number of its position, its place in the code, and the bit.

    Codes of a length are consecutive numbers, and begin where the shorter ones end (a canonical Huffman code).
    """
    code, taken = 0, 0
    parts = [(np.zeros(0, np.int64), np.zeros(0, np.uint32), np.zeros(0, np.uint8))]
    for length, count in enumerate(counts):
        for score in symbols[taken : taken + count]:
            (places,) = np.nonzero(scores == score)
            for number in range(length):
                bit = code >> length - 1 - number & 1
                parts.append((places, np.full(len(places), number, np.uint32), np.full(len(places), bit, np.uint8)))
            code += 1
        taken, code = taken + count, code << 1
    positions, numbers, bits = map(np.concatenate, zip(*parts, strict=True))
    return positions, numbers, bits


def _mixed(words: Words) -> Words:
    """Return 32-bit words in which every bit depends on all bits of the given ones."""
    words = (words ^ words >> np.uint32(16)) * np.uint32(0x7FEB352D)
    words = (words ^ words >> np.uint32(15)) * np.uint32(0x846CA68B)
    return words ^ words >> np.uint32(16)


def _slots(x: Masks, o: Masks, numbers: Words, seed: int, third: int) -> Slots:
    """Return the three places of bits in the table, shape (bits, 3), one in each third."""
    own, other = x.astype(np.uint32), o.astype(np.uint32)
    one = _mixed(_mixed(own ^ np.uint32(seed)) + other)
    two = _mixed(_mixed(other ^ np.uint32(seed)) + own)
    hashes = (_mixed(word + numbers * np.uint32(_STEP)) for word in (one, two, one ^ two))
    return np.stack(
        [word % np.uint32(third) + place * third for place, word in enumerate(hashes)], axis=1, dtype=np.int64
    )


def _solved(slots: Slots, bits: NDArray[np.uint8], size: int) -> NDArray[np.uint8] | None:
    """Return a table with the given exclusive ors of its bits, or None if peeling does not find one.

    A place that one equation alone has can be set last, so that this equation holds; without it, others are alone.
    """
    left = np.bincount(slots.ravel(), minlength=size)
    sums = sum((np.bincount(column, np.arange(len(bits)), size) for column in slots.T), np.zeros(size)).astype(np.int64)
    rounds = []
    (alone,) = np.nonzero(left == 1)
    while len(alone):
        equations, first = np.unique(sums[alone], return_index=True)
        rounds.append((equations, alone[first]))
        touched = slots[equations].ravel()
        np.subtract.at(left, touched, 1)
        np.subtract.at(sums, touched, np.repeat(equations, 3))
        alone = np.unique(touched[left[touched] == 1])
    if sum(len(equations) for equations, _ in rounds) < len(bits):
        return None
    table = np.zeros(size, np.uint8)
    for equations, own in reversed(rounds):
        table[own] = bits[equations] ^ np.bitwise_xor.reduce(table[slots[equations]], axis=1)
    return table
