"""Gravity engine: plain arrays of scores addressed by heights and colours, for boards whose stones fall.

Its book has blocks of scores, written layer by layer, so that a solve that was stopped goes on from the last whole one.
"""

import time
from collections.abc import Sequence

from oxobook.book.game.rules import Rules
from oxobook.book.info import BookInfo
from oxobook.book.layout.gravity_rank import is_ranked, stack_columns_at
from oxobook.book.progress import Stage, Tell
from oxobook.book.store.writer import Target
from oxobook.generator.engine import Plan, Table, plain_only
from oxobook.generator.layers.layer import DamagedChunk
from oxobook.generator.layers.memory import least_memory, limits_for, worker_memory
from oxobook.generator.layers.workers import Workers

_SUITS = 2_500_000  # positions: below, a book with a row for each is made in half a minute, and SQL reads it
_MOST_CELLS = 36
_FETCHED = 12.0
"""Number of scores unpacked for each one computed, from a table in chunks; measured on 6x6x4."""
_SAMPLE = Rules(5, 5, 4, gravity=True)
_SAMPLE_PLY = 19


class GravityEngine:
    """Engine for boards whose stones fall; see the module and ``generator.engine.Engine``."""

    name = "gravity"
    summary = "blocks of scores, for large boards under gravity"
    libraries: Sequence[str] = ("numba", "zstandard")
    extra = "large"

    def refusal(self, rules: Rules) -> str | None:
        """Return a reason unless stones fall down the columns of a plain board."""
        return plain_only(rules) or (None if is_ranked(rules) else "solves games under gravity")

    def shortage(self, rules: Rules) -> str | None:
        """Return why it cannot hold a board: it tabulates subsets of the upper stones."""
        if rules.cells > _MOST_CELLS:
            return f"has {rules.cells} cells, and the tables of the gravity engine are for {_MOST_CELLS}"
        return None

    def eagerness(self, positions: int) -> int:
        """Return a high number for boards that are large or slow for an engine that gives each position a row."""
        return 3 if positions >= _SUITS else 1

    def plan(self, rules: Rules, layers: tuple[int, ...]) -> Plan:
        """Return the plan; bytes of the file and of chunks are shares of a layer's, measured on 20 to 30 cells."""
        from oxobook.generator.gravity.memory import book_size, flags_size, layer_sizes, needs_of

        sizes, needs = layer_sizes(rules), needs_of(rules)
        scores = sum(sizes)
        return Plan(
            rules=rules,
            engine=self,
            layers=layers,
            work=scores,
            memory=needs.whole,
            disk=book_size(rules),
            least_memory=min(needs.whole, least_memory(needs, 1)),
            fixed_memory=needs.fixed,
            worker_memory=worker_memory(needs),
            tables=tuple(Table(size, stack_columns_at(ply), fetched=_FETCHED) for ply, size in enumerate(sizes)),
            passing=flags_size(rules),
        )

    def seconds(self, plan: Plan) -> float:
        """Return the estimate from one layer of a larger board, found and solved as if play reached all of it."""
        from oxobook.generator.gravity.sample import compile_kernels, try_layer

        compile_kernels(_SAMPLE)
        with Workers() as workers:
            started = time.perf_counter()
            slots = try_layer(_SAMPLE, _SAMPLE_PLY, workers)
            took = time.perf_counter() - started
        return plan.work * took / slots

    def make(self, rules: Rules, target: Target, replace: bool, tell: Tell, workers: Workers) -> BookInfo:
        """Find what play reaches; then solve, pack and write layer by layer, from where an earlier call stopped."""
        from oxobook.generator.gravity.backward import restore_scores, solve_layer
        from oxobook.generator.gravity.forward import reach_layer
        from oxobook.generator.gravity.memory import layer_sizes, needs_of
        from oxobook.generator.gravity.sample import compile_kernels
        from oxobook.generator.gravity.solve import Solve, flag_cut, release, score_cut
        from oxobook.generator.layers.book import LayerWriter, finish_book, finished_layers, layers_for

        with target.blocks(rules, replace) as file:
            compile_kernels(rules)
            layers = layers_for(file, rules, workers, limits_for(rules, needs_of(rules), workers))
            solve, sizes = Solve(rules, layers), layer_sizes(rules)
            finished = finished_layers(file, sizes, workers)
            first = finished[-1].counts.ply if finished else rules.cells + 1
            enumerated = Stage(tell, "enumerate", sum(sizes[: first + 1]))
            writer = LayerWriter(file, workers, tell, sum(sizes[:first]))

            def repair(damage: DamagedChunk) -> None:
                kind, ply = damage.name.split("-")
                reach_layer(solve, int(ply), workers, repair)
                if kind == "ply":
                    restore_scores(solve, int(ply), file)

            plies = range(min(first, rules.cells) + 1)
            reached = [reach_layer(solve, ply, workers, repair, enumerated) for ply in plies]
            if finished:
                restore_scores(solve, first, file)
            for ply in reversed(range(first)):
                finished.append(writer.write(solve_layer(solve, ply, reached[ply], workers, repair)))
                if ply < rules.cells:
                    layers.remove(score_cut(rules, ply + 1).name)
                    layers.remove(flag_cut(rules, ply + 1).name)
            release()
            return finish_book(file, layers, rules, finished)
