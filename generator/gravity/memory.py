"""Sizes of the layers and memory of the passes, computed from the rules alone."""

from math import ceil
from typing import NamedTuple

from oxobook.book.game.rules import Rules
from oxobook.book.layout.block_reader import BLOCK
from oxobook.book.layout.gravity_rank import stack_columns_at
from oxobook.generator.machine import PROCESS
from oxobook.generator.work.chunk_file import LEAST_BLOCKS, MOST_CHUNKS, Cut
from oxobook.generator.work.chunk_folder import Folder
from oxobook.generator.work.workers import Workers

WIDTH = 13
"""Largest number of low bits of a block of slots."""
_PACKED, _FEWER, _COMPARED = 0.17, 0.93, 20
"""Packed share of a layer's bytes on 4x5x4, the factor for each more cell, and that board's cells."""
_BITS = 0.5
"""Bytes of packed bits for each byte of packed scores."""
_LINK, _TABLES = 13, 10
"""Bytes of a link to another row, without its columns; and of the tables of 8 bytes for each row."""
_OWN, _READ = 20, 3
"""Bytes for each slot of a chunk: its own, and those it reads by each column's move."""

_PASSING = 60_000_000
"""Bytes of parts between their workers and the layers, and of the book's pages; measured on 5x5x4."""


def layer_sizes(rules: Rules) -> list[int]:
    """Return the number of slots of each ply's table."""
    return [rows * stack_columns_at(ply) for ply, rows in enumerate(row_counts(rules))]


def row_counts(rules: Rules) -> list[int]:
    """Return the number of rows of each ply's table: half of the ways to fill the columns that are not symmetric.

    Those that are their own mirror image count whole.
    """
    whole = _fillings([rules.rows] * rules.columns, [1] * rules.columns)
    pairs, middle = divmod(rules.columns, 2)
    own = _fillings([rules.rows] * (pairs + middle), [2] * pairs + [1] * middle)
    return [(all_rows + own_rows) // 2 for all_rows, own_rows in zip(whole, own, strict=True)]


def _fillings(heights: list[int], weights: list[int]) -> list[int]:
    """Return the ways to fill columns, by the number of stones; each stone of one counts its weight."""
    ways = [1]
    for height, weight in zip(heights, weights, strict=True):
        longer = [0] * (len(ways) + height * weight)
        for stones, count in enumerate(ways):
            for more in range(height + 1):
                longer[stones + more * weight] += count
        ways = longer
    return ways


def goes_in_memory(rules: Rules, workers: Workers) -> bool:
    """Return whether layers stay in memory: threads work, memory suffices, no folder for chunks is given."""
    return workers.share_memory and workers.chunks is None and peak_memory(rules) <= workers.memory


def require_memory(rules: Rules, workers: Workers) -> None:
    """Raise TooLarge if the workers of other processes lack the memory for their chunks."""
    if not workers.share_memory:
        workers.require_memory(rules, PROCESS, least_memory(rules, ceil(workers.jobs / workers.processes)))


def book_size(rules: Rules) -> int:
    """Return the estimated bytes of the book: the more cells, the smaller the share of slots with positions."""
    return 1_000_000 + int(_share(rules) * sum(layer_sizes(rules)))


def chunks_size(rules: Rules) -> int:
    """Return the estimated bytes of chunks that pass beside the book and two layers of scores.

    They are the bits, all of which are there until they are used.
    """
    return int(_BITS * _share(rules) * sum(layer_sizes(rules)))


def _share(rules: Rules) -> float:
    """Return the share of a layer's scores that is left when they are packed."""
    return min(_PACKED, _PACKED * _FEWER ** (rules.cells - _COMPARED))


def least_memory(rules: Rules, jobs: int) -> int:
    """Return the bytes of threads that find and solve chunks out of files: their slots, and what each reads."""
    slots = min(LEAST_BLOCKS * BLOCK, max(layer_sizes(rules)))
    return _fixed(rules) + jobs * slots * (_OWN + _READ * rules.columns)


def _fixed(rules: Rules) -> int:
    """Return the bytes of the process, of some plies' rows with their links, and of the starts of blocks."""
    ways = max(row_counts(rules)) * rules.columns * (_LINK + rules.columns)
    return PROCESS + 6 * ways + (8 * _TABLES << max(0, rules.cells - WIDTH))


def peak_memory(rules: Rules) -> int:
    """Return the largest number of bytes of the passes."""
    sizes = layer_sizes(rules)
    two_layers = max(map(sum, zip(sizes, [*sizes[1:], 0], strict=True)))
    forward = max(sum(sizes[: ply + 1]) // 8 + sum(sizes[max(ply - 1, 0) : ply + 1]) for ply in range(rules.cells + 1))
    passing = min(_PASSING, 8 * max(sizes))
    return _fixed(rules) + max(forward, sum(sizes) // 8 + two_layers) + passing


class GravitySolve(NamedTuple):
    """Solve, with its layers by ply, cut into chunks.

    A block holds 65,536 slots, of scores or of bits, so a layer's blocks of both have the same numbers.
    """

    rules: Rules
    folder: Folder
    open: tuple[Cut, ...]
    """Cuts of the flags where play goes on; eight slots a byte."""
    scores: tuple[Cut, ...]


def solve_in(rules: Rules, folder: Folder) -> GravitySolve:
    """Return a solve whose chunks are in a folder."""
    flags, scores = [], []
    for ply, size in enumerate(layer_sizes(rules)):
        each = max(LEAST_BLOCKS, ceil(size / BLOCK / MOST_CHUNKS))
        scores.append(Cut(ply, size, each))
        flags.append(Cut(ply, -(-size // 8), each, "open", BLOCK // 8))
    return GravitySolve(rules, folder, tuple(flags), tuple(scores))
