"""Dense engine: plain arrays of scores addressed by rank, for large boards without gravity.

Its book has blocks of scores, written layer by layer, so that a solve that was stopped goes on from the last whole one.
"""

from collections.abc import Sequence

from oxobook.book.game.rules import Rules
from oxobook.book.info import BookInfo
from oxobook.book.progress import Tell
from oxobook.book.store.writer import Target
from oxobook.generator.engine import PLAIN_GAMES, Plan, no_key
from oxobook.generator.layers.layer import DamagedChunk, MemoryLayers
from oxobook.generator.layers.memory import largest_two, least_memory, limits_for, worker_memory
from oxobook.generator.layers.workers import Workers


class DenseEngine:
    """Engine for large boards without gravity; see the module and ``generator.engine.Engine``."""

    name = "dense"
    summary = "blocks of scores, for large boards without gravity"
    libraries: Sequence[str] = ("numba", "zstandard")
    extra = "large"
    solves = f"games without gravity {PLAIN_GAMES}"
    chosen_from = 3_000_000  # below, a book with a row for each position is made in a minute, and SQL reads it

    def can_solve(self, rules: Rules) -> bool:
        """Return whether it is a plain game without gravity, under which most placements are not positions."""
        return rules.plain and not rules.stacked

    def shortage(self, rules: Rules) -> str | None:
        """Return why it cannot hold a board: its masks are integers of 32 bits, and its book has keys."""
        return no_key(rules)

    def plan(self, rules: Rules, layers: tuple[int, ...]) -> Plan:
        """Return the plan; a score's share of the file is measured: from 0.09 bytes (5x5x4) to 0.2 (4x5x4)."""
        from oxobook.generator.dense.memory import layer_sizes, needs_of

        sizes, needs = layer_sizes(rules), needs_of(rules)
        return Plan(
            rules=rules,
            engine=self,
            layers=layers,
            memory=needs.whole,
            disk=20_000_000 + sum(sizes) // 8,
            least_memory=min(needs.whole, least_memory(needs, 1)),
            fixed_memory=needs.fixed,
            worker_memory=worker_memory(needs),
            temporary=largest_two(sizes) // 8,
        )

    def make(self, rules: Rules, target: Target, replace: bool, tell: Tell, workers: Workers) -> BookInfo:
        """Solve, pack and write each layer before the next one, from where an earlier call was stopped."""
        from oxobook.generator.dense.backward import compile_kernels, solve_layer
        from oxobook.generator.dense.memory import needs_of
        from oxobook.generator.dense.row_sets import packed_masks
        from oxobook.generator.dense.solve import Solve, cut_of
        from oxobook.generator.layers.book import LayerWriter, finish_book, finished_layers, layers_for, restore

        with target.blocks(rules, replace) as file:
            compile_kernels()
            limits = limits_for(rules, needs_of(rules), workers)
            layers = layers_for(file, rules, workers, limits)
            apart = not workers.share_memory or workers.chunks is not None
            solve = Solve(rules, layers, limits, None if apart else MemoryLayers())
            cuts = [cut_of(rules, ply) for ply in range(rules.cells + 1)]
            finished = finished_layers(file, [cut.size for cut in cuts], workers)
            first = finished[-1].counts.ply if finished else rules.cells + 1
            writer = LayerWriter(file, workers, tell, sum(cut.size for cut in cuts[:first]))
            if finished:
                restore(solve.create(first), file, first)
            for ply in reversed(range(first)):

                def repair(damage: DamagedChunk, above: int = ply + 1) -> None:
                    restore(solve.create(above), file, above)

                finished.append(writer.write(solve_layer(solve, ply, workers, repair)))
                if ply < rules.cells:
                    solve.remove(ply + 1)
            return finish_book(file, layers, rules, finished, packed_masks(rules))
