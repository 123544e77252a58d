"""Chunk of a layer: some blocks, found or solved by one worker from chunks' files, and written to one.

The book's blocks take no notice of rows, nor of the blocks of the inner loops, so a chunk begins and ends within these:
it computes them whole, keeps its own slots, and counts what begins in it. So no chunk waits for its neighbours.
"""

from typing import Any

import numpy as np

from oxobook.generator.gravity.indexing import reaching, shapes_of, solving
from oxobook.generator.gravity.kernels import Part
from oxobook.generator.gravity.memory import GravitySolve
from oxobook.generator.gravity.row_loader import Fetched, OpenSource, ScoreSource, fetch
from oxobook.generator.gravity.spans import spans_of, wanted_of
from oxobook.generator.gravity.tasks import (
    CutParts,
    parts_between,
    reach_part,
    score_part,
)
from oxobook.generator.work.chunk_file import Chunk, make_chunks
from oxobook.generator.work.packed_scores import in_blocks, packed_blocks, unnamed_blocks


def reach_chunks(solve: GravitySolve, ply: int, first: int, stop: int) -> None:
    """Make chunks of the slots that play reaches, and count the positions.

    Raises DamagedChunk, for its sources, and CannotWrite.
    """
    make_chunks(solve.folder, solve.open[ply], first, stop, lambda number: _reached(solve, ply, number))


def solve_chunks(solve: GravitySolve, ply: int, first: int, stop: int) -> None:
    """Make chunks of scores, and count wins and losses; raises as ``reach_chunks``."""
    make_chunks(solve.folder, solve.scores[ply], first, stop, lambda number: _solved(solve, ply, number))


def _reached(solve: GravitySolve, ply: int, number: int) -> Chunk:
    cut = solve.open[ply]
    if not ply:
        return Chunk(unnamed_blocks(in_blocks(np.packbits(np.ones(1, np.uint8)))), [[1, 0], [1, 0]])
    here, rows, parents = reaching(solve.rules, ply)
    shapes = shapes_of(solve.rules)
    start, stop = (min(8 * slot, solve.scores[ply].size) for slot in cut.slots(number))
    parts = parts_between(here, start, stop)
    spans = [spans_of(here, rows.heights, parents, part, shapes=shapes) for part in parts.all]
    before = fetch(OpenSource(solve, ply - 1), parents, spans)
    shared = shapes, here, rows, before.other, before.values
    found = [reach_part(*shared, part) for part in parts.all]
    counts = sum((one.counts for one in found[len(parts.shared) :]), np.zeros((2, 2), np.int64))
    going_on = _own([one.going_on for one in found], parts, start, stop)
    return Chunk(unnamed_blocks(in_blocks(np.packbits(going_on), cut.block)), counts.tolist())


def _solved(solve: GravitySolve, ply: int, number: int) -> Chunk:
    rules, cut = solve.rules, solve.scores[ply]
    here, rows, children = solving(rules, ply)
    start, stop = cut.slots(number)
    parts = parts_between(here, start, stop)
    first = parts.all[0].first
    flags = OpenSource(solve, ply).run(first, parts.all[-1].first + parts.all[-1].size)
    after = Fetched(np.empty(0, np.int8), children)
    if ply < rules.cells:
        wanted = wanted_of(first, flags)
        spans = [spans_of(here, rows.heights, children, part, wanted) for part in parts.all]
        after = fetch(ScoreSource(solve, ply + 1), children, spans)
    over, scores, counts = rules.terms.line_score(ply, rules.cells), [], np.zeros(2, np.int64)
    for part in parts.all:
        open_here = flags[part.first - first : part.first + part.size - first]
        found, outcomes = score_part(here, rows, after.other, after.values, over, open_here, part)
        scores.append(found * open_here.view(np.int8))
        counts += outcomes * (part in parts.own)
    return Chunk(packed_blocks(_own(scores, parts, start, stop)), counts.tolist())


def _own(values: list[Any], parts: CutParts, start: int, stop: int) -> Any:
    """Return the values of the slots from ``start`` up to ``stop``, out of those of all parts."""
    first: Part = parts.all[0]
    return np.concatenate(values)[start - first.first : stop - first.first]
