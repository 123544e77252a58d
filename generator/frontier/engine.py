"""Frontier engine: every position up to symmetry by its key, found forward and solved backward.

Its book has a row for every position.
"""

from collections.abc import Sequence
from itertools import accumulate

from oxobook.book.game.rules import Rules
from oxobook.book.info import BookInfo
from oxobook.book.progress import Tell
from oxobook.book.store.writer import Target
from oxobook.generator.engine import Plan, no_key
from oxobook.generator.layers.workers import Workers

_BASE_MEMORY = 52_000_000  # bytes: Python, NumPy and SQLAlchemy
_ROW_MEMORY = 400  # bytes of a row while it is a row of Python objects
_FOUND, _SOLVED = 14, 14  # bytes of a position in the arrays of either pass, without its exact counts
_LIMB = 8  # bytes, of each of the exact counts: two in the forward pass, and one in the backward pass
_MOVE, _KEY = 4, 8  # bytes of a move's child, and of a key
_PASSING = 7  # arrays of keys, or of indices as wide, that there are at once of a layer's moves


class FrontierEngine:
    """Engine for any board; see the module and ``generator.engine.Engine``."""

    name = "frontier"
    summary = "a row for every position, for any rules"
    libraries: Sequence[str] = ()
    extra = ""
    solves = "all games"
    chosen_from = 0

    def can_solve(self, rules: Rules) -> bool:
        """Return True: each position has a row, whatever the game."""
        return True

    def shortage(self, rules: Rules) -> str | None:
        """Return why keys cannot hold the board: they are integers of 64 bits, two for a cell."""
        return no_key(rules)

    def plan(self, rules: Rules, layers: tuple[int, ...]) -> Plan:
        """Return the plan: bytes of the arrays, and the measured length of a row in the file.

        The peak is at the end, with all answers and the records twice, or while a layer is expanded.
        """
        from oxobook.book.game.symmetry_arrays import batch_symmetry
        from oxobook.book.layout.records import record_of
        from oxobook.generator.frontier import exact_counts
        from oxobook.generator.frontier.writer import CHUNK

        signs = rules.move_bits // rules.cells
        widths = [signs * min(len(rules.board.stacks), rules.cells - ply) for ply in range(len(layers))]
        moves = [count * width for count, width in zip(layers, widths, strict=True)]
        count = _LIMB * exact_counts.width(rules)
        passing = _PASSING * _KEY + count
        kept = list(accumulate((_FOUND + 2 * count) * n + _MOVE * m for n, m in zip(layers, moves, strict=True)))
        ordered = 2 * record_of(rules).itemsize + 2 * _KEY  # the records, and they again in the order of their keys
        ended = kept[-1] + sum(layers) * (_SOLVED + count + ordered)
        expanded = max(before + passing * m for before, m in zip(kept, moves, strict=True))
        tables = batch_symmetry(rules).nbytes if no_key(rules) is None else 0
        rows = _ROW_MEMORY * min(CHUNK, sum(layers))
        return Plan(
            rules=rules,
            engine=self,
            layers=layers,
            memory=_BASE_MEMORY + tables + max(ended + rows, expanded),
            disk=20_000 + sum(layers) * (rules.cells + rules.rows + 25),
        )

    def make(self, rules: Rules, target: Target, replace: bool, tell: Tell, workers: Workers) -> BookInfo:
        """Make the book in this thread: one pass forward, one backward, and the rows."""
        from oxobook.generator.frontier.backward import solve_layers
        from oxobook.generator.frontier.forward import enumerate_layers
        from oxobook.generator.frontier.writer import write_layers

        layers = enumerate_layers(rules, tell)
        solutions = solve_layers(rules, layers, tell)
        return write_layers(rules, layers, solutions, target, replace, tell)
