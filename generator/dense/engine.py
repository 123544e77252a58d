"""Dense engine: plain arrays of scores addressed by rank, for large boards without gravity.

Its book has blocks of scores, written layer by layer, so that a solve that was stopped goes on from the last whole one.
"""

import time
from collections import deque
from collections.abc import Sequence
from tempfile import TemporaryDirectory

from oxobook.book.game.rules import Rules
from oxobook.book.info import BookInfo
from oxobook.book.layout.rank import columns_at
from oxobook.book.store.writer import Target
from oxobook.generator.engine import Plan, Table, no_key, plain_only
from oxobook.generator.machine import processors
from oxobook.generator.progress import Report, silent
from oxobook.generator.work.chunk_folder import Folder
from oxobook.generator.work.workers import Workers

_SAMPLE = Rules(4, 5, 4)
_SAMPLE_PLIES = (14, 13)  # of its largest layers, and both sides' work


class DenseEngine:
    """Engine for large boards without gravity; see the module and ``generator.engine.Engine``."""

    name = "dense"
    summary = "blocks of scores, for large boards without gravity"
    stages: Sequence[str] = ("solve", "write")
    unit = "scores"
    libraries: Sequence[str] = ("numba", "zstandard")
    extra = "large"

    def refusal(self, rules: Rules) -> str | None:
        """Return what it solves, under gravity: there most placements of stones are not positions."""
        return plain_only(rules) or ("solves games without gravity" if rules.stacked else None)

    def shortage(self, rules: Rules) -> str | None:
        """Return why it cannot hold a board: its masks are integers of 32 bits, and its book has keys."""
        return no_key(rules)

    def eagerness(self, positions: int) -> int:
        """Return a high number for boards too large for an engine that gives each position a row."""
        return 1

    def plan(self, rules: Rules, layers: tuple[int, ...]) -> Plan:
        """Return the plan; a score's share of the file is measured: from 0.09 bytes (5x5x4) to 0.2 (4x5x4)."""
        from oxobook.generator.dense.memory import layer_sizes, least_memory, whole_memory, worker_memory

        sizes = layer_sizes(rules)
        scores = sum(sizes)
        whole = whole_memory(rules)
        return Plan(
            rules=rules,
            engine=self.name,
            layers=layers,
            units=scores,
            work=scores,
            memory=whole,
            disk=20_000_000 + scores // 8,
            least_memory=min(whole, least_memory(rules, processors())),
            fixed_memory=least_memory(rules, 0),
            worker_memory=worker_memory(rules, 1),
            tables=tuple(Table(size, columns_at(rules, ply), ply % 2 == 0) for ply, size in enumerate(sizes)),
        )

    def seconds(self, plan: Plan, report: Report) -> float:
        """Return the estimate from two layers of a larger board, each solved above a layer of zeros and packed."""
        import numpy as np

        from oxobook.generator.dense.solver import compile_kernels, solver_for

        compile_kernels(report)
        with (
            TemporaryDirectory() as folder,
            Workers() as workers,
            solver_for(_SAMPLE, Folder(folder, "a sample"), workers, silent) as solver,
        ):
            for ply in _SAMPLE_PLIES:
                solver.state.kept[ply + 1] = np.zeros(solver.sizes[ply + 1], np.int8)
            started = time.perf_counter()
            for ply in _SAMPLE_PLIES:
                deque(solver.layer(ply).blocks(), maxlen=0)
            took = time.perf_counter() - started
        return plan.work * took / sum(solver.sizes[ply] for ply in _SAMPLE_PLIES)

    def make(self, rules: Rules, target: Target, replace: bool, report: Report, workers: Workers) -> BookInfo:
        """Solve, pack and write each layer before the next one, from where an earlier call was stopped."""
        from oxobook.generator.dense.row_sets import packed_masks
        from oxobook.generator.dense.solver import compile_kernels, solver_for
        from oxobook.generator.work.resume import finish_book, finished_layers, folder_of

        with target.blocks(rules, replace) as file:
            compile_kernels(report)
            folder = folder_of(file, rules, workers)
            with solver_for(rules, folder, workers, report) as solver:
                finished = finished_layers(file, solver.sizes, workers, report)
                first = finished[-1].counts.ply if finished else rules.cells + 1
                report.expect(sum(solver.sizes[:first]))
                if finished:
                    report.say(f"Going on from ply {first}, which an earlier call has finished.")
                    solver.go_on(first, file)
                for ply in reversed(range(first)):
                    finished.append(file.write_layer(solver.layer(ply, file)))
                    solver.forget(ply + 1)
                return finish_book(file, folder, rules, finished, packed_masks(solver.sets()))
