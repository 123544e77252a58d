"""What a book would take before it is made: positions, memory, disk and time.

The number of placements of p stones up to symmetry is exact (Burnside's lemma); of these, only some are reached
by play, for a game ends with its first line. Without gravity that share is estimated from random placements,
which is all it takes, since there a placement is reachable or not by its lines alone.
"""

import shutil
from collections import Counter
from dataclasses import dataclass
from math import ceil, factorial
from pathlib import Path

import numpy as np

from book.canonical import Permutation, symmetries
from book.errors import TooLarge
from book.rules import Rules
from generator import limbs
from generator.frontier import completes_line

Polynomial = Counter[tuple[int, int]]
"""Coefficients by the exponents of X and O: the numbers of stones."""

_SAMPLES = 20_000
_SMALL = 1 << 28  # bytes: below a quarter GiB nothing needs to be asked of the machine


@dataclass(frozen=True)
class Plan:
    """What the book of some rules would take."""

    rules: Rules
    layers: tuple[int, ...]
    """Estimated positions up to symmetry, by ply."""
    moves: int
    """Estimated moves from all positions."""
    memory: int
    """Bytes at the peak."""
    disk: int
    """Bytes of the book's file."""

    @property
    def positions(self) -> int:
        """Estimated positions up to symmetry."""
        return sum(self.layers)


def placements(rules: Rules) -> tuple[int, ...]:
    """The number of ways to place each ply's stones, up to symmetry and whether or not play reaches them.

    Under gravity the stones of a column lie without gaps. By Burnside's lemma: the mean, over the symmetries, of
    the placements that each leaves unchanged.

    >>> placements(Rules())
    (1, 3, 12, 38, 108, 174, 228, 174, 89, 23)
    """
    group = symmetries(rules)
    fixed: Polynomial = Counter()
    for permutation in group:
        fixed.update(_fixed_placements(rules, permutation))
    return tuple(fixed[(ply + 1) // 2, ply // 2] // len(group) for ply in range(rules.cells + 1))


def _fixed_placements(rules: Rules, permutation: Permutation) -> Polynomial:
    """The placements that a symmetry leaves unchanged.

    Stones go into stacks: the columns under gravity, single cells otherwise. The stacks that the symmetry takes
    to one another hold the same stones, so each cycle of them has one stack to choose.
    """
    height = rules.rows if rules.gravity else 1
    stacks = range(rules.columns) if rules.gravity else range(rules.cells)
    product: Polynomial = Counter({(0, 0): 1})
    seen: set[int] = set()
    for stack in stacks:
        length = 0
        while stack not in seen:
            seen.add(stack)
            stack, length = permutation[stack] % len(stacks), length + 1
        if length:
            product = _times(product, _stack_fillings(height, length, rules.cells), rules.cells)
    return product


def _stack_fillings(height: int, copies: int, cells: int) -> Polynomial:
    """The ways to fill a stack up to ``height`` with X and O, counting the stones of all its ``copies``."""
    stone: Polynomial = Counter({(copies, 0): 1, (0, copies): 1})
    filling: Polynomial = Counter({(0, 0): 1})
    fillings = Counter(filling)
    for _ in range(height):
        filling = _times(filling, stone, cells)
        fillings.update(filling)
    return fillings


def _times(a: Polynomial, b: Polynomial, cells: int) -> Polynomial:
    """The product of two polynomials, up to the counts that X moving first allows on so many cells."""
    product: Polynomial = Counter()
    for (x, o), count in a.items():
        for (more_x, more_o), more in b.items():
            if x + more_x <= (cells + 1) // 2 and o + more_o <= (cells + 1) // 2:
                product[x + more_x, o + more_o] += count * more
    return product


def reachable_share(rules: Rules, ply: int) -> float:
    """The estimated share of the placements of a ply that play reaches; 1 under gravity, where it is not known."""
    if rules.gravity or ply == 0:
        return 1.0
    random = np.random.default_rng(ply)
    order = random.permuted(np.tile(np.arange(rules.cells), (_SAMPLES, 1)), axis=1)[:, :ply]
    bits = np.int64(1) << order
    last_mover = bits[:, (ply - 1) % 2 :: 2].sum(axis=1)
    other = bits[:, ply % 2 :: 2].sum(axis=1)
    shared = np.full(_SAMPLES, rules.full, dtype=np.int64)
    for line in rules.lines:
        shared[last_mover & line == line] &= line
    return float(np.mean((shared != 0) & ~completes_line(rules, other)))


def plan_book(rules: Rules) -> Plan:
    """The plan for a book, from estimated counts."""
    layers = tuple(ceil(count * reachable_share(rules, ply)) for ply, count in enumerate(placements(rules)))
    return _plan(rules, layers)


def _plan(rules: Rules, layers: tuple[int, ...]) -> Plan:
    """The plan for layers of these sizes.

    The bytes are those of the arrays in ``frontier``, ``solve`` and ``write``; a row's length in the file is
    measured.
    """
    widths = [
        min(rules.columns, rules.cells - ply) if rules.gravity else rules.cells - ply for ply in range(len(layers))
    ]
    moves = [count * width for count, width in zip(layers, widths, strict=True)]
    a_count = 8 * -(-factorial(rules.cells).bit_length() // limbs.BITS)
    kept = sum(layers) * (68 + 3 * a_count) + sum(moves) * 4
    passing = max(moves) * (56 + a_count)
    return Plan(
        rules=rules,
        layers=layers,
        moves=sum(moves),
        memory=60_000_000 + kept + passing,
        disk=20_000 + sum(layers) * (rules.cells + rules.rows + 25),
    )


def require_room(rules: Rules, path: Path) -> None:
    """Raise TooLarge when the book at ``path`` would need more memory or disk than there is."""
    layers = placements(rules)
    if _plan(rules, layers).memory < _SMALL:
        return
    plan = plan_book(rules)
    if lacking := what_is_lacking(plan, path.parent):
        raise TooLarge(f"{rules} {lacking}; see: oxobook plan {rules}")


def what_is_lacking(plan: Plan, folder: Path) -> str | None:
    """What keeps this machine from making the book in a folder, or None."""
    from psutil import virtual_memory

    memory, disk = virtual_memory().available, shutil.disk_usage(folder).free
    if plan.memory > memory:
        return f"needs about {in_bytes(plan.memory)} of memory, and {in_bytes(memory)} are free"
    if plan.disk > disk:
        return f"needs about {in_bytes(plan.disk)} of disk, and {in_bytes(disk)} are free in {str(folder)!r}"
    return None


def in_bytes(count: int) -> str:
    """A number of bytes for people, in decimal units.

    >>> in_bytes(1_234_567)
    '1.23 MB'
    """
    size = float(count)
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:,.3g} TB" if size < 1000 else f"{size:,.0f} TB"


def in_words(seconds: float) -> str:
    """A time for people.

    >>> in_words(0.4), in_words(90), in_words(7200)
    ('1 s', '2 min', '2 h')
    """
    if seconds < 60:
        return f"{ceil(seconds)} s"
    if seconds < 3600:
        return f"{ceil(seconds / 60)} min"
    return f"{ceil(seconds / 3600):,} h"
