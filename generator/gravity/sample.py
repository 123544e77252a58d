"""Compilation of the kernels, by a tiny board whose middle layer is found and solved alone."""

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
from oxobook.generator.machine import Machine

_TINY = Rules(2, 2, 2, gravity=True), Rules(4, 8, 4, gravity=True)
"""Boards for which the kernels are compiled, one for each type of masks."""


def compile_kernels(rules: Rules) -> None:
    """Compile the kernels for a board's masks, and say so if that takes long."""
    tiny = next(one for one in _TINY if masks_type(one.cells) == masks_type(rules.cells))
    have_compiled(lambda: _solve_first_ply(tiny), KERNELS)


def _solve_first_ply(rules: Rules) -> None:
    """Find and solve the first ply as if all games after it were drawn."""
    layers, workers = MemoryLayers(), Workers(Machine(1))
    solve = Solve(rules, layers)
    layers.create(flag_cut(rules, 0)).write(0, np.full(1, -1, np.int8), None)
    layers.create(score_cut(rules, 2)).whole()[:] = 0
    deque(solve_layer(solve, 1, reach_layer(solve, 1, workers), workers).pieces, maxlen=0)
