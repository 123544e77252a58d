"""Having the kernels compiled: once on a machine, and kept on its disk."""

from collections import deque

import numpy as np

from book.game.rules import Rules
from generator.compilation import have_compiled
from generator.gravity import inner_loops
from generator.gravity.passes import GravityLayer, Passes
from generator.progress import Report, silent
from generator.work.workers import Workers, here


def compile_kernels(report: Report) -> None:
    """Have the kernels compiled, and say so if that takes long."""
    have_compiled(_solve_tiny, inner_loops.not_kept, report)


def _solve_tiny() -> None:
    """Have every kernel called once."""
    with Workers(1, here()) as alone:  # threads of a pool would be waited for in the end
        passes = Passes(Rules(2, 1, 2, gravity=True), alone, silent)
        reached = list(passes.forward())
        deque(GravityLayer(passes, 2, reached, np.empty(0, np.int8)).blocks(), maxlen=0)
