"""Numbers of placements of stones: exact up to symmetry, with an estimate of the share that play reaches.

The number of placements up to symmetry is exact, by Burnside's lemma. Only some of them are reached by play, for a
game ends with its first line. Without gravity that share is estimated from random placements, which is all it takes,
since there a placement is reachable or not by its lines alone.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import ceil

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.bits import has_line, one_ending
from oxobook.book.game.board import Permutation
from oxobook.book.game.rules import Rules

_Stones = tuple[int, int]
_X, _O = (1, 0), (0, 1)
Polynomial = Counter[_Stones]
"""Coefficients by the exponents of X and O: the numbers of stones."""

_SAMPLES = 20_000


def placements(rules: Rules) -> tuple[int, ...]:
    """Return the number of ways to place each ply's stones, up to symmetry and whether or not play reaches them.

    Under gravity the stones of a column lie without gaps. By Burnside's lemma: the mean, over the symmetries, of
    the placements that each leaves unchanged.

    >>> placements(Rules())
    (1, 3, 12, 38, 108, 174, 228, 174, 89, 23)
    """
    plain = rules.terms.signs == ("X", "O")
    counted = _up_to_symmetry(rules, (_X, _O), (rules.cells + 1) // 2 if plain else rules.cells)
    fits, plies = rules.terms.fits, range(rules.cells + 1)
    return tuple(sum(counted[x, ply - x] for x in range(ply + 1) if fits(x, ply - x)) for ply in plies)


@lru_cache(16)
def fillings(rules: Rules) -> tuple[int, ...]:
    """Return the number of ways to fill the board's stacks with stones of one sign, up to symmetry, by their number.

    >>> fillings(Rules())
    (1, 3, 8, 16, 23, 23, 16, 8, 3, 1)
    """
    counted = _up_to_symmetry(rules, (_X,), rules.cells)
    return tuple(counted[stones, 0] for stones in range(rules.cells + 1))


def _up_to_symmetry(rules: Rules, signs: Sequence[_Stones], most: int) -> Polynomial:
    """Return the number of placements up to symmetry, by the numbers of stones: at most ``most`` of a sign."""
    group = rules.board.symmetries
    fixed: Polynomial = Counter()
    for permutation in group:
        fixed.update(_fixed_placements(rules, permutation, signs, most))
    return Counter({stones: count // len(group) for stones, count in fixed.items()})


def _fixed_placements(rules: Rules, permutation: Permutation, signs: Sequence[_Stones], most: int) -> Polynomial:
    """Return the placements that a symmetry leaves unchanged.

    Stones go into the board's stacks. Those that the symmetry takes to one another hold the same stones, so each
    cycle of them has one stack to choose.
    """
    stacks = rules.board.stacks
    stack_of = {cell: number for number, stack in enumerate(stacks) for cell in stack}
    product: Polynomial = Counter({(0, 0): 1})
    seen: set[int] = set()
    for number, stack in enumerate(stacks):
        length = 0
        while number not in seen:
            seen.add(number)
            number, length = stack_of[permutation[stacks[number][0]]], length + 1
        if length:
            stone: Polynomial = Counter({(x * length, o * length): 1 for x, o in signs})
            product = _times(product, _stack_fillings(len(stack), stone, most), most)
    return product


def _stack_fillings(height: int, stone: Polynomial, most: int) -> Polynomial:
    """Return the ways to fill a stack up to ``height`` with some kinds of stones."""
    filling: Polynomial = Counter({(0, 0): 1})
    found = Counter(filling)
    for _ in range(height):
        filling = _times(filling, stone, most)
        found.update(filling)
    return found


def _times(a: Polynomial, b: Polynomial, most: int) -> Polynomial:
    """Return the product of two polynomials, up to the most stones that one sign can have."""
    product: Polynomial = Counter()
    for (x, o), count in a.items():
        for (more_x, more_o), more in b.items():
            if x + more_x <= most and o + more_o <= most:
                product[x + more_x, o + more_o] += count * more
    return product


def reachable_share(rules: Rules, ply: int) -> float:
    """Return the estimated share of the placements of a ply that play reaches.

    1 under gravity and other conventions, where it is not known.
    """
    if rules.stacked or ply == 0 or not rules.plain:
        return 1.0
    bits = _random_stones(rules, ply)
    last_mover = bits[:, (ply - 1) % 2 :: 2].sum(axis=1)
    other = bits[:, ply % 2 :: 2].sum(axis=1)
    return float(np.mean(one_ending(rules.lines, last_mover, other)))


def estimated_layers(rules: Rules, last: int) -> tuple[int, ...]:
    """Return the estimated number of positions up to symmetry of each ply up to the last."""
    plies = enumerate(placements(rules)[: last + 1])
    return tuple(ceil(count * reachable_share(rules, ply)) for ply, count in plies)


def open_share(rules: Rules, stones: int) -> float:
    """Return the estimated share of X's placements that hold no line."""
    return float(np.mean(~has_line(rules.lines, _random_stones(rules, stones).sum(axis=1))))


def _random_stones(rules: Rules, stones: int) -> NDArray[np.uint64]:
    """Return the cells of stones placed at random, as masks; shape (samples, stones)."""
    random = np.random.default_rng(stones)
    order = random.permuted(np.tile(np.arange(rules.cells), (_SAMPLES, 1)), axis=1)[:, :stones]
    return np.uint64(1) << order.astype(np.uint64)
