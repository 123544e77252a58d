"""Forward pass: from the empty board on, find the slots that play reaches and in which it goes on."""

from collections.abc import Callable
from functools import partial

import numpy as np

from oxobook.book.progress import Stage
from oxobook.generator.gravity.block_kernels import Flags8, Numbers
from oxobook.generator.gravity.indexing import reaching, shapes_of
from oxobook.generator.gravity.kernels import reach_rows
from oxobook.generator.gravity.rows import fetch
from oxobook.generator.gravity.solve import Solve, flag_cut, parts_of
from oxobook.generator.layers.layer import Chunk, Counts, DamagedChunk, made
from oxobook.generator.layers.workers import Workers


def reach_layer(
    solve: Solve,
    ply: int,
    workers: Workers,
    repair: Callable[[DamagedChunk], None] | None = None,
    stage: Stage | None = None,
) -> Numbers:
    """Make the flags of a ply from those of the one before, and return the counts of its positions.

    They have the shape (2, 2): RAW and CANONICAL, REACHED and ENDED. ``repair``: see ``Workers.map``;
    ``stage`` counts slots.
    """
    parts, counts = parts_of(solve.rules, ply), np.zeros((2, 2), np.int64)
    solve.layers.create(flag_cut(solve.rules, ply))
    before = solve.all_flags(ply - 1) if solve.layers.in_memory and ply else None
    tasks = ((solve, ply, number, before) for number in range(len(parts)))
    for part, found in zip(parts, workers.map(reach_part, tasks, repair), strict=True):
        counts += found.reshape(2, 2)
        if stage:
            stage.add(part.size, f"ply {ply}")
    return counts


def reach_part(solve: Solve, ply: int, number: int, before: Flags8 | None) -> Counts:
    """Find the slots of a part in which play goes on, and return the counts of its positions.

    ``before``: all flags of the ply before, None if they are on a store. Raises DamagedChunk, of these, and
    CannotWrite.
    """
    flags = solve.layers.layer(flag_cut(solve.rules, ply))
    return made(flags, number, partial(_reached, solve, ply, number, before)).counts


def _reached(solve: Solve, ply: int, number: int, before: Flags8 | None) -> Chunk:
    if not ply:
        return Chunk(np.packbits([1]).view(np.int8), np.array([1, 0, 1, 0]))
    step, part, shapes = reaching(solve.rules, ply), parts_of(solve.rules, ply)[number], shapes_of(solve.rules)
    if before is None:
        before = fetch(solve.rules, step, part, solve.flags(ply - 1), np.empty(0, np.uint8))
    going_on, counts = np.empty(part.size, np.uint8), np.zeros((2, 2), np.int64)
    reach_rows(shapes, step.here, step.other, step.rows.heights, step.rows.orbits, before, part, going_on, counts)
    return Chunk(np.packbits(going_on).view(np.int8), counts.reshape(-1))
