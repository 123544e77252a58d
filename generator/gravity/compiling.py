"""Having the kernels compiled: once on a machine, and kept on its disk."""

from collections import deque
from concurrent.futures import Future, wait
from threading import Thread

import numpy as np

from book.game.rules import Rules
from generator.gravity import inner_loops
from generator.gravity.passes import GravityLayer, Passes
from generator.progress import Report, silent
from generator.work.workers import Workers, here

_PATIENCE = 2.0  # seconds: what takes no longer is not worth a word


def compile_kernels(report: Report) -> None:
    """Have the kernels compiled, and say so if that takes long."""
    before, ready = inner_loops.not_kept(), Future[None]()
    Thread(target=_solve_tiny, args=(ready,), daemon=True).start()  # Ctrl-C does not wait for it
    while not ready.done() and inner_loops.not_kept() == before:
        wait([ready], _PATIENCE)
    if not ready.done():
        report.say("Compiling the engine for this machine, once: about half a minute.")
    ready.result()


def _solve_tiny(ready: "Future[None]") -> None:
    """Have every kernel called once, and say when that is done."""
    try:
        with Workers(1, here()) as alone:  # threads of a pool would be waited for in the end
            passes = Passes(Rules(2, 1, 2, gravity=True), alone, silent)
            reached = list(passes.forward())
            deque(GravityLayer(passes, 2, reached, np.empty(0, np.int8)).blocks(), maxlen=0)
    except BaseException as error:
        ready.set_exception(error)
    else:
        ready.set_result(None)
