"""How fast this machine makes books: a small one made for real, and its rates."""

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from book.rules import Rules
from generator.frontier import enumerate_layers
from generator.generate import silent
from generator.plan import Plan
from generator.solve import solve_layers
from generator.write import write_layers

_SAMPLE = Rules(3, 4, 3)


@dataclass(frozen=True)
class Rates:
    """Seconds a move in the passes, and seconds a position in the writing."""

    move: float
    position: float

    def seconds(self, plan: Plan) -> float:
        """The time that a plan's book would take to make."""
        return plan.moves * self.move + plan.positions * self.position


def calibrate() -> Rates:
    """Make the book of 3x4x3 (28,275 positions) in a temporary folder and time it."""
    started = time.perf_counter()
    layers = enumerate_layers(_SAMPLE, silent)
    solutions = solve_layers(_SAMPLE, layers, silent)
    solved = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        write_layers(_SAMPLE, layers, solutions, Path(folder) / "sample.sqlite", False, silent)
    written = time.perf_counter()
    moves = sum(len(layer.children) for layer in layers)
    positions = sum(len(layer.keys) for layer in layers)
    return Rates((solved - started) / moves, (written - solved) / positions)
