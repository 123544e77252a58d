"""Integer sequences, counted again by sets of lines instead of sets of cells."""

import json
from collections import Counter
from itertools import product
from math import factorial
from pathlib import Path

import numpy as np
import pytest

from benchmarks.sequences import COUNTED, counted
from oxobook.book import Rules
from tests.documentation import TEXTS

FILE = json.loads((Path(__file__).parents[2] / "data" / "known" / "sequences.json").read_text())
PUBLISHED = {
    "A317573": [0, 0, 0, 0, 0, 1100, 280, 26771, 11535, 91567, 36362, 78138, 26146, 12900, 3774, 0],
    "A317574": [0, 0, 0, 0, 0, 0, 0, 2476, 642, 31841, 11251, 66364, 21718, 29258, 8496, 1335, 371],
    "A317576": [0, 0, 0, 0, 0, 0, 0, 280, 642, 4942, 6770, 20286, 16042, 20998, 7970, 3774, 1059],
}
"""Rows of 4x4 in the OEIS; that of A317573 from ply 1 on."""
GAMES = [1, 24, 255168, 15038733958272, 12123953291699459229254400]
"""A061526 there."""


def signed(lines, wanted):
    """Weights of unions of lines: their sum over those within a set is 1 if the set's own lines are as wanted."""
    chosen = [number for number in range(1 << len(lines)) if wanted([lines[bit] for bit in bits(number)])]
    weights = np.zeros(1 << len(lines), np.int64)
    weights[chosen] = 1
    for place in range(len(lines)):  # Moebius inversion
        halves = weights.reshape(-1, 2, 1 << place)
        halves[:, 1] -= halves[:, 0]
    return {number: int(weight) for number, weight in enumerate(weights) if weight}


def bits(number):
    """The places of the ones in a number."""
    return [place for place in range(number.bit_length()) if number >> place & 1]


def pairs(rules, permutation, wanted):
    """Pairs of sets that a symmetry keeps, by sizes: the first with lines as wanted, the second without."""
    orbit_of, sizes = {}, []
    for cell in range(rules.cells):
        if cell not in orbit_of:
            orbit = []
            while cell not in orbit:
                orbit.append(cell)
                cell = permutation[cell]
            orbit_of |= dict.fromkeys(orbit, len(sizes))
            sizes.append(len(orbit))
    unions = []
    for weights in (signed(rules.lines, wanted), signed(rules.lines, none)):
        union = Counter()
        for number, weight in weights.items():
            union[sum({1 << orbit_of[cell] for bit in bits(number) for cell in bits(rules.lines[bit])})] += weight
        unions.append({orbits: weight for orbits, weight in union.items() if weight})
    kinds = sorted({*sizes})
    first, second = (np.array([*union], np.int64) for union in unions)
    by_kind = [sum(1 << orbit for orbit, size in enumerate(sizes) if size == kind) for kind in kinds]
    codes = [sum(np.bitwise_count(orbits & mask).astype(np.int64) << 6 * place for place, mask in enumerate(by_kind))
             for orbits in (first, second)]  # fmt: skip
    own, other = (np.array([*union.values()], np.int64) for union in unions)
    sums = Counter()
    for orbits, code, weight in zip(first.tolist(), codes[0].tolist(), own.tolist(), strict=True):
        apart = second & orbits == 0
        taken, place = np.unique(codes[1][apart], return_inverse=True)
        for one, total in zip(taken.tolist(), np.bincount(place, other[apart]).tolist(), strict=True):
            sums[code, one] += weight * int(total)
    table = np.zeros((rules.cells + 1, rules.cells + 1), object)
    for (one, two), weight in sums.items():
        if weight:
            counts = [[code >> 6 * place & 63 for place in range(len(kinds))] for code in (one, two)]
            left = [int(np.bitwise_count(mask)) - a - b for mask, a, b in zip(by_kind, *counts, strict=True)]
            start = [sum(a * kind for a, kind in zip(some, kinds, strict=True)) for some in counts]
            for more in product(*([(i, j) for i in range(n + 1) for j in range(n + 1 - i)] for n in left)):
                ways = weight
                for n, (i, j) in zip(left, more, strict=True):
                    ways *= factorial(n) // (factorial(i) * factorial(j) * factorial(n - i - j))
                a, b = (sum(one[side] * kind for one, kind in zip(more, kinds, strict=True)) for side in (0, 1))
                table[start[0] + a, start[1] + b] += ways
    return table


def none(lines):
    """Return whether there are no lines."""
    return not lines


def common(lines):
    """Return whether there are lines, all with a cell in common."""
    return bool(lines) and bool(np.bitwise_and.reduce(lines))


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 4, pytest.param(5, marks=pytest.mark.long)])
def test_positions_by_sets_of_lines(size):
    """Positions and ends by ply, counted by inclusion and exclusion of lines, are those of the file."""
    rules = Rules(size, size, size)
    symmetries = rules.board.symmetries
    quiet, ended = (
        sum(pairs(rules, one, wanted) for one in symmetries) for wanted in (lambda lines: not lines, common)
    )
    stones = [((ply + 1) // 2, ply // 2) for ply in range(rules.cells + 1)]
    ends = [ended[x, o] if ply % 2 else ended[o, x] for ply, (x, o) in enumerate(stones)]
    positions = [(quiet[place] + end) // len(symmetries) for place, end in zip(stones, ends, strict=True)]
    ends[-1] += quiet[stones[-1]]
    assert positions == FILE["A317575"]["rows"][size - 1]
    assert [end // len(symmetries) for end in ends] == FILE["A317576"]["rows"][size - 1]


@pytest.mark.slow
def test_the_file():
    """Rows of small boards are counted again, agree with the published ones, and the page has the new terms."""
    for size in range(1, 5):
        assert counted(size) == {name: FILE[name]["rows"][size - 1] for name in COUNTED}
    for name, row in PUBLISHED.items():
        assert FILE[name]["rows"][3][-len(row) :] == row
    assert [row[0] for row in FILE["A061526"]["rows"]] == GAMES
    for name in COUNTED:
        assert ", ".join(map(str, FILE[name]["rows"][4])) in TEXTS["docs/how-to/count.md"].replace("\n", " ")
