"""How the layers of a game are cut into chunks, by what its workers need to know of a solve.

A block holds 65,536 slots, whatever of them: a layer's block of scores has the same number as that of its bits.
"""

from math import ceil
from typing import NamedTuple

from oxobook.book.game.rules import Rules
from oxobook.book.layout.block_reader import BLOCK
from oxobook.generator.gravity.memory import layer_sizes, way_counts
from oxobook.generator.work.chunk_file import LEAST_BLOCKS, MOST_CHUNKS, Cut
from oxobook.generator.work.chunk_folder import Folder

_WAY = 8
"""Bytes of the number of ways to reach a slot."""


class Solve(NamedTuple):
    """A solve; its layers by ply, cut into chunks."""

    rules: Rules
    folder: Folder
    ways: tuple[Cut, ...]
    """In how many ways stones come to lie so, rows in descending order; 8 bytes a slot, but for the last ply's."""
    sums: tuple[Cut, ...]
    """How many of these lead to where play goes on: no block, only counts."""
    open: tuple[Cut, ...]
    """Whether play goes on; eight slots a byte."""
    scores: tuple[Cut, ...]


def solve_in(rules: Rules, folder: Folder) -> Solve:
    """A solve whose chunks are in a folder."""
    ways, sums, flags, scores = [], [], [], []
    for ply, (size, in_order) in enumerate(zip(layer_sizes(rules), way_counts(rules), strict=True)):
        each = max(LEAST_BLOCKS, ceil(size / BLOCK / MOST_CHUNKS))
        scores.append(Cut(ply, size, each))
        flags.append(Cut(ply, -(-size // 8), each, "open", BLOCK // 8))
        ways.append(Cut(ply, _WAY * in_order, max(1, each // _WAY), "ways", _WAY * BLOCK))
        sums.append(Cut(ply, 0, 1, "sums"))
    return Solve(rules, folder, tuple(ways), tuple(sums), tuple(flags), tuple(scores))
