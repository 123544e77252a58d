"""How fast this machine makes books: a sample of the work, timed."""

import tempfile
import time
from pathlib import Path

import numpy as np

from book.game.rules import Rules
from book.store.stores import place_at
from generator.frontier.backward import solve_layers
from generator.frontier.layers import enumerate_layers
from generator.frontier.writing import write_layers
from generator.generate import processors
from generator.plan import Plan
from generator.progress import Report, silent

_FRONTIER_SAMPLE = Rules(3, 4, 3)  # 28,275 positions
_DENSE_SAMPLE = Rules(4, 5, 4)
_DENSE_PLY = 14  # of its largest layers, and both sides' work: this ply and the one before


def seconds_for(plan: Plan, report: Report = silent) -> float:
    """The time that a plan's book would take to make on this machine."""
    return _dense_seconds(plan, report) if plan.engine == "dense" else _frontier_seconds(plan)


def _frontier_seconds(plan: Plan) -> float:
    """From a small book made for real: so many seconds a move, and a position written."""
    started = time.perf_counter()
    layers = enumerate_layers(_FRONTIER_SAMPLE, silent)
    solutions = solve_layers(_FRONTIER_SAMPLE, layers, silent)
    solved = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, place_at(Path(folder) / "sample.sqlite").rows(False) as write:
        write_layers(_FRONTIER_SAMPLE, layers, solutions, write, silent)
    written = time.perf_counter()
    moves = sum(len(layer.children) for layer in layers)
    positions = sum(len(layer.keys) for layer in layers)
    return plan.work * (solved - started) / moves + plan.positions * (written - solved) / positions


def _dense_seconds(plan: Plan, report: Report) -> float:
    """From two layers of a larger board, solved above a layer of zeros, and one of them packed."""
    from generator.dense.making import pack_layer
    from generator.dense.solver import DenseLayer, DenseSolver, compile_kernels

    compile_kernels(report)
    jobs = processors()
    solver = DenseSolver(_DENSE_SAMPLE, jobs, silent)
    above = np.zeros(solver.shape(_DENSE_PLY + 1), dtype=np.int8)
    started = time.perf_counter()
    upper = solver.layer(_DENSE_PLY, above)
    lower = solver.layer(_DENSE_PLY - 1, upper.scores)
    solved = time.perf_counter()
    for _ in pack_layer(DenseLayer(0, lower.scores[:1024], lower.counts, 0), jobs, silent):
        pass
    packed = time.perf_counter()
    a_score = (solved - started) / (upper.scores.size + lower.scores.size)
    return plan.work * (a_score + (packed - solved) / lower.scores[:1024].size)
