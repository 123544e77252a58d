"""Sample of the work: one layer, found and solved alone, to compile the kernels or to see how long a solve takes."""

from collections import deque

import numpy as np

from oxobook.book.game.rules import Rules
from oxobook.generator.compilation import have_compiled
from oxobook.generator.gravity.backward import solve_layer
from oxobook.generator.gravity.forward import reach_layer
from oxobook.generator.gravity.indexing import masks_type
from oxobook.generator.gravity.kernels import KERNELS
from oxobook.generator.gravity.solve import Solve, flag_cut, score_cut
from oxobook.generator.layers.layer import MemoryLayers
from oxobook.generator.layers.workers import Workers

_TINY = Rules(2, 2, 2, gravity=True), Rules(4, 8, 4, gravity=True)
"""Boards for which the kernels are compiled, one for each type of masks."""


def try_layer(rules: Rules, ply: int, workers: Workers) -> int:
    """Find and solve a layer as if play reached all of the one before, and all after it were drawn; return its size."""
    layers = MemoryLayers()
    solve = Solve(rules, layers)
    before, after = layers.create(flag_cut(rules, ply - 1)), layers.create(score_cut(rules, ply + 1))
    for number in range(before.cut.chunks):
        start, stop = before.cut.slots(number)
        before.write(number, np.full(stop - start, -1, np.int8), None)
    after.whole()[:] = 0
    reached = reach_layer(solve, ply, workers)
    deque(solve_layer(solve, ply, reached, workers).pieces, maxlen=0)
    return score_cut(rules, ply).size


def compile_kernels(rules: Rules) -> None:
    """Compile the kernels for a board's masks, and say so if that takes long."""
    tiny = next(one for one in _TINY if masks_type(one.cells) == masks_type(rules.cells))
    have_compiled(lambda: try_layer(tiny, 1, Workers(1)), KERNELS)
