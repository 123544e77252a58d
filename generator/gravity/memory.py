"""Sizes of the layers and memory of the passes, computed from the rules alone."""

from oxobook.book.game.rules import Rules
from oxobook.book.layout.gravity_rank import stack_columns_at
from oxobook.generator.layers.memory import Needs, largest_two
from oxobook.generator.machine import PROCESS
from oxobook.generator.position_counts import fillings

WIDTH = 13
"""Largest number of low bits of a block of slots."""
SLOTS_AT_ONCE = 1 << 21
"""Number of slots of a part: long enough to be worth a task, short enough to share."""
RECENT = 16
"""Number of chunks that a process keeps of those that it has read from a store."""
_PACKED, _FEWER, _COMPARED = 0.17, 0.93, 20
"""Packed share of a layer's bytes on 4x5x4, the factor for each more cell, and that board's cells."""
_FLAGS = 0.5
"""Bytes of packed flags for each byte of packed scores."""
_LINK, _TABLES = 13, 10
"""Bytes of a link to another row, without its columns; and of the tables of 8 bytes for each row."""
_OWN, _READ = 20, 3
"""Bytes for each slot of a part: its own, and those it reads by each column's move."""
_PASSING = 60_000_000
"""Bytes of parts between their workers and the layers, and of the book's pages; measured on 5x5x4."""


def layer_sizes(rules: Rules) -> list[int]:
    """Return the number of slots of each ply's table."""
    return [rows * stack_columns_at(ply) for ply, rows in enumerate(fillings(rules))]


def book_size(rules: Rules) -> int:
    """Return the estimated bytes of the book: the more cells, the smaller the share of slots with positions."""
    return 1_000_000 + int(_share(rules) * sum(layer_sizes(rules)))


def temporary_size(rules: Rules) -> int:
    """Return the estimated bytes on a store: two layers of scores, and the flags of all."""
    sizes = layer_sizes(rules)
    return int(_share(rules) * (largest_two(sizes) + _FLAGS * sum(sizes)))


def _share(rules: Rules) -> float:
    """Return the share of a layer's scores that is left when they are packed."""
    return min(_PACKED, _PACKED * _FEWER ** (rules.cells - _COMPARED))


def needs_of(rules: Rules) -> Needs:
    """Return the memory that a solve takes: in all, of the process, and of a task with what it reads of a store."""
    sizes = layer_sizes(rules)
    forward = max(sum(sizes[: ply + 1]) // 8 + sizes[max(ply - 1, 0)] for ply in range(rules.cells + 1))
    # some plies' rows with their links, and the starts of blocks
    tables = 6 * max(fillings(rules)) * rules.columns * (_LINK + rules.columns)
    tables += 8 * _TABLES << max(0, rules.cells - WIDTH)
    whole = PROCESS + tables + max(forward, sum(sizes) // 8 + largest_two(sizes)) + min(_PASSING, 8 * max(sizes))
    part = min(SLOTS_AT_ONCE, max(sizes))
    on_store = tables + RECENT * part
    return Needs(whole, PROCESS + on_store, on_store, part * (_OWN + _READ * rules.columns))
