"""Backward pass: from the last ply on, score the slots in which play goes on, from the scores of the next ply."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from oxobook.book.game.rules import Rules
from oxobook.book.info import LayerCounts
from oxobook.book.store.block_writer import BlockFile
from oxobook.generator.gravity.block_kernels import Flags8, Numbers, Part
from oxobook.generator.gravity.indexing import solving
from oxobook.generator.gravity.kernels import CANONICAL, LOST, RAW, WON, solve_rows
from oxobook.generator.gravity.rows import fetch
from oxobook.generator.gravity.solve import Solve, parts_of, score_cut
from oxobook.generator.layers.blocks import PackedScores, pack
from oxobook.generator.layers.book import BookLayer, PlyTally, layer_counts_of, restore
from oxobook.generator.layers.layer import Chunk, Counts, DamagedChunk, MemoryLayer, made
from oxobook.generator.layers.workers import Workers


def solve_layer(
    solve: Solve,
    ply: int,
    reached: Numbers,
    workers: Workers,
    repair: Callable[[DamagedChunk], None] | None = None,
) -> BookLayer:
    """Return a layer that is solved as the book asks for its scores.

    ``reached``: the counts of its positions. ``repair``: see ``Workers.map``.
    """
    outcomes = np.zeros(2, np.int64)
    solve.layers.create(score_cut(solve.rules, ply))

    def pieces() -> Iterator[PackedScores]:
        tasks = ((solve, ply, number) for number in range(len(parts_of(solve.rules, ply))))
        for packed, counts in workers.map(solve_part, tasks, repair):
            outcomes[:] += counts
            yield packed

    return BookLayer(ply, pieces(), partial(_counted, solve.rules, ply, reached, outcomes))


def solve_part(solve: Solve, ply: int, number: int) -> tuple[PackedScores, Counts]:
    """Return the scores of a part as the book has them, 0 where play does not go on, and its counts.

    Raises DamagedChunk, of the flags or the next layer, and CannotWrite.
    """
    part, flags = parts_of(solve.rules, ply)[number], solve.flags(ply).part(number)
    chunk = made(solve.scores(ply), number, partial(_solved, solve, ply, part, flags))
    return pack(chunk.values * flags.view(np.int8), part.first), chunk.counts


def _solved(solve: Solve, ply: int, part: Part, flags: Flags8) -> Chunk:
    step, read = solving(solve.rules, ply), np.empty(0, np.int8)
    if ply < solve.rules.cells:
        after = solve.scores(ply + 1)
        if isinstance(after, MemoryLayer):
            read = after.whole()
        else:
            read = fetch(solve.rules, step, part, solve.known(ply + 1), flags)
    scores, counts = np.empty(part.size, np.int8), np.zeros(2, np.int64)
    heights, orbits = step.rows.heights, step.rows.orbits
    solve_rows(step.here, step.other, heights, orbits, read, solve.over(ply), flags, part, scores, counts)
    return Chunk(scores, counts)


def _counted(rules: Rules, ply: int, reached: Numbers, outcomes: Numbers) -> tuple[LayerCounts, int]:
    """Return the record of a layer's counts, and no drawn games, as games are not counted."""
    (raw_positions, raw_ended), (positions, ended) = reached[RAW].tolist(), reached[CANONICAL].tolist()
    won, lost = int(outcomes[WON]), int(outcomes[LOST])
    won, lost = (won + ended, lost) if rules.misere else (won, lost + ended)
    return layer_counts_of(rules, ply, PlyTally(positions, ended, raw_positions, raw_ended, won, lost)), 0


def restore_scores(solve: Solve, ply: int, file: BlockFile) -> None:
    """Write the lost and damaged parts of a ply's scores again, from the book; raises DamagedBook.

    The book has 0 in the slots where play does not go on.
    """
    flags, over = solve.flags(ply), np.int8(solve.over(ply))
    layer = solve.layers.create(score_cut(solve.rules, ply))
    restore(layer, file, ply, lambda number, scores: np.where(flags.part(number), scores, over))
