"""Having the kernels compiled: once on a machine, and kept on its disk."""

from collections import deque
from functools import partial
from itertools import islice

import numpy as np

from oxobook.book.game.rules import Rules
from oxobook.generator.compilation import have_compiled
from oxobook.generator.gravity import kernels as inner_loops
from oxobook.generator.gravity.indexing import masks_type
from oxobook.generator.gravity.passes import Passes
from oxobook.generator.progress import Report, silent
from oxobook.generator.work.workers import Workers, here

_SAMPLES = (Rules(2, 2, 2, gravity=True), Rules(4, 8, 4, gravity=True))
"""Boards for each type that masks have."""


def compile_kernels(rules: Rules, report: Report) -> None:
    """Have the kernels compiled for a board's masks, and say so if that takes long."""
    sample = next(one for one in _SAMPLES if masks_type(one.cells) == masks_type(rules.cells))
    have_compiled(partial(_solve_a_little, sample), inner_loops.not_kept, report)


def _solve_a_little(rules: Rules) -> None:
    """Have every kernel called for a few positions."""
    with Workers(1, here()) as alone:  # threads of a pool would be waited for in the end
        passes = Passes(rules, alone, silent)
        reached = list(islice(passes.forward(), 3))
        deque(passes.solved(1, reached[1], np.zeros(passes.sizes[2], np.int8)), maxlen=0)
