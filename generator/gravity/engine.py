"""Gravity engine: plain arrays of scores addressed by heights and colours, for boards whose stones fall.

Its book has blocks of scores, written layer by layer, so that a solve that was stopped goes on from the last whole one.
"""

from collections.abc import Sequence

from oxobook.book.game.rules import Rules
from oxobook.book.info import BookInfo
from oxobook.book.layout.gravity_rank import is_ranked
from oxobook.book.progress import Stage, Tell
from oxobook.book.store.writer import Target
from oxobook.generator.engine import PLAIN_GAMES, Plan
from oxobook.generator.layers.layer import DamagedChunk
from oxobook.generator.layers.memory import least_memory, limits_for, worker_memory
from oxobook.generator.layers.workers import Workers

_MOST_CELLS = 36


class GravityEngine:
    """Engine for boards whose stones fall; see the module and ``generator.engine.Engine``."""

    name = "gravity"
    summary = "blocks of scores, for large boards under gravity"
    libraries: Sequence[str] = ("numba", "zstandard")
    extra = "large"
    solves = f"games under gravity {PLAIN_GAMES}"
    chosen_from = 2_500_000  # below, a book with a row for each position is made in half a minute, and SQL reads it

    def can_solve(self, rules: Rules) -> bool:
        """Return whether stones fall down the columns of a plain board."""
        return rules.plain and is_ranked(rules)

    def shortage(self, rules: Rules) -> str | None:
        """Return why it cannot hold a board: it tabulates subsets of the upper stones."""
        if rules.cells > _MOST_CELLS:
            return f"has {rules.cells} cells, and the tables of the gravity engine are for {_MOST_CELLS}"
        return None

    def plan(self, rules: Rules, layers: tuple[int, ...]) -> Plan:
        """Return the plan; bytes of the file and of chunks are shares of a layer's, measured on 20 to 30 cells."""
        from oxobook.generator.gravity.memory import book_size, needs_of, temporary_size

        needs = needs_of(rules)
        return Plan(
            rules=rules,
            engine=self,
            layers=layers,
            memory=needs.whole,
            disk=book_size(rules),
            least_memory=min(needs.whole, least_memory(needs, 1)),
            fixed_memory=needs.fixed,
            worker_memory=worker_memory(needs),
            temporary=temporary_size(rules),
        )

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
