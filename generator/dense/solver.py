"""The engine for large boards: a backward pass over plain arrays of scores, for games without gravity.

``book.layout.rank`` says where a position's score stands, so no key is kept and nothing is sorted, and whether a
position is reachable shows in its lines, so no forward pass is needed. From the last ply to the first, each layer is
computed from the next one alone, row by row; rows are independent and shared among threads.

Rows hold the X-masks without a line. Where X has just completed one the game is over; those positions are counted,
for the book's figures, but have no place in a table.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from math import factorial

import numpy as np

from book.game.rules import Rules
from book.game.symmetry import symmetries
from book.game.symmetry_arrays import batch_symmetry
from book.info import LayerCounts
from book.layout.column_sets import column_sets, rank_tables
from book.layout.rank import columns_at, stones_at
from generator.dense import kernels as kernels
from generator.dense.kernels import (
    CANONICAL,
    COUNTED,
    ENDED,
    LAST_STONES,
    POSITIONS,
    RAW,
    Board,
    Counts,
    Ply,
    Rows,
    Scores,
)
from generator.frontier.layers import completes_line
from generator.progress import Report, silent

_SLOTS_AT_ONCE = 1 << 22  # a task for a thread: long enough to be worth it, short enough to show progress

_PATIENCE = 2.0  # seconds: what takes no longer is not worth a word


@dataclass
class DenseLayer:
    """The scores of one ply."""

    ply: int
    scores: Scores
    """int8, shape (rows, columns), for the side to move; any value in slots that no game reaches."""
    counts: LayerCounts
    drawn_games: int
    """Games that end at this ply without a line; 0 but for the full board."""


@dataclass
class RowSets:
    """The X-masks with equally many stones, up to symmetry, that play reaches."""

    open: Rows
    """Those without a line: the rows of the tables."""
    won: Rows
    """Those whose lines share a stone."""


def row_sets(rules: Rules) -> list[RowSets]:
    """The X-masks by their number of stones, from none up to X's last."""
    symmetry = batch_symmetry(rules)
    found = np.zeros(1, dtype=np.int64)
    sets: list[RowSets] = []
    marked = np.zeros(1 << rules.cells, dtype=np.bool_)
    while True:
        won = completes_line(rules, found)
        sets.append(RowSets(_rows(rules, found[~won]), _rows(rules, found[won])))
        if len(sets) > (rules.cells + 1) // 2:
            return sets
        for cell in range(rules.cells):
            marked[found[~won & (found >> cell & 1 == 0)] | 1 << cell] = True
        children = symmetry.canonical(np.flatnonzero(marked))
        marked[:] = False
        marked[children] = True
        found = np.flatnonzero(marked)
        marked[found] = False


def _rows(rules: Rules, masks: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Rows:
    """Canonical X-masks as rows."""
    return Rows(masks.astype(np.int32), batch_symmetry(rules).orbits(masks).astype(np.int64))


def compile_kernels(report: Report) -> None:
    """Have the kernels compiled, and say so if that takes long: it is done once on a machine, and kept on its disk."""
    tiny, before = DenseSolver(Rules(2, 2, 2), 1, silent), kernels.not_kept()
    with ThreadPoolExecutor(1) as pool:
        ready = pool.submit(lambda: list(tiny.layers()))
        while not ready.done() and kernels.not_kept() == before:
            wait([ready], _PATIENCE)
        if not ready.done():
            report.say("Compiling the engine for this machine, once: about half a minute.")
        ready.result()


class DenseSolver:
    """The backward pass of one game, on some threads."""

    def __init__(self, rules: Rules, jobs: int, report: Report) -> None:
        self.rules = rules
        self.sets = row_sets(rules)
        self._board = _board(rules)
        self._jobs = jobs
        self._report = report

    def layers(self, last: DenseLayer | None = None) -> Iterator[DenseLayer]:
        """The layers from the last ply to the first, or from the one before ``last``, which was computed before."""
        ply = self.rules.cells if last is None else last.ply - 1
        scores = np.empty((0, 0), np.int8) if last is None else last.scores
        del last
        while ply >= 0:
            layer = self.layer(ply, scores)
            scores = layer.scores
            yield layer
            del layer
            ply -= 1

    def shape(self, ply: int) -> tuple[int, int]:
        """The rows and columns of a ply's table."""
        return len(self.sets[stones_at(ply)[0]].open.masks), columns_at(self.rules, ply)

    def layer(self, ply: int, next_scores: Scores) -> DenseLayer:
        """One layer, given the scores of the next."""
        x_stones, o_stones = stones_at(ply)
        sets = self.sets[x_stones]
        rows = sets.open
        scores = np.empty(self.shape(ply), np.int8)
        numbers = _ply(self.rules, ply)
        next_masks = self.sets[min(x_stones + 1, len(self.sets) - 1)].open.masks
        counts = np.zeros((2, COUNTED), np.int64)

        def solve(start: int, stop: int, counts: Counts) -> None:
            if numbers.x_to_move:
                kernels.solve_x_rows(self._board, numbers, rows, start, stop, next_masks, next_scores, scores, counts)
            else:
                kernels.solve_o_rows(self._board, numbers, rows, start, stop, next_scores, scores, counts)
            self._report("solve", ply, scores[start:stop].size)

        def count_won(start: int, stop: int, counts: Counts) -> None:
            kernels.count_won_rows(self._board, numbers, sets.won, start, stop, counts)
            self._report("solve", ply, 0)

        self._share_out(solve, *scores.shape, counts)
        open_positions = int(counts[RAW, POSITIONS] - counts[RAW, ENDED])
        if not numbers.x_to_move:
            self._share_out(count_won, len(sets.won.masks), scores.shape[1], counts)
        orders = factorial(x_stones) * factorial(o_stones)  # of the stones, where no line is complete
        drawn_games = open_positions * orders if ply == self.rules.cells else 0
        return DenseLayer(ply, scores, _layer_counts(self.rules, ply, counts, open_positions * orders), drawn_games)

    def _share_out(self, work: Callable[[int, int, Counts], None], rows: int, columns: int, counts: Counts) -> None:
        """Do ``work`` on all rows, chunks of them at a time on each thread, and add up what it counts."""
        size = max(1, _SLOTS_AT_ONCE // columns)

        def chunk(start: int) -> Counts:
            found = np.zeros((2, COUNTED), np.int64)
            work(start, min(start + size, rows), found)
            return found

        with ThreadPoolExecutor(self._jobs) as pool:
            for found in pool.map(chunk, range(0, rows, size)):
                counts += found


def _board(rules: Rules) -> Board:
    """The game for the kernels."""
    permutations = symmetries(rules)
    images = np.zeros((len(permutations), 4, 256), np.int32)
    for number, permutation in enumerate(permutations):
        for cell, image in enumerate(permutation):
            part, bit = divmod(cell, 8)
            images[number, part] |= ((np.arange(256) >> bit & 1) << image).astype(np.int32)
    return Board(rules.cells, rules.misere, np.array(rules.lines, np.int32), images)


def _ply(rules: Rules, ply: int) -> Ply:
    """What is alike in all rows of a layer."""
    n_plus_1 = rules.cells + 1
    x_stones, o_stones = stones_at(ply)
    free = rules.cells - x_stones
    x_to_move = ply % 2 == 0
    over, line, lost = n_plus_1 - ply, n_plus_1 - (ply + 1), n_plus_1 - (ply + 2)
    child_low, child_high, width = (
        rank_tables(free - 1, o_stones) if x_to_move and free else rank_tables(free, o_stones + 1)
    )
    return Ply(
        x_to_move,
        over if rules.misere else -over,
        line,
        0 if ply == rules.cells else -line if rules.misere else -lost,
        column_sets(free, o_stones),
        child_low,
        child_high,
        width,
    )


def _layer_counts(rules: Rules, ply: int, counts: Counts, open_sequences: int) -> LayerCounts:
    """The record of a layer's counts.

    ``open_sequences``: the ways to reach the positions without a line, whose stones can have come in any order. With
    a line, the last stone must be one of those that all lines share.
    """
    x_stones, o_stones = stones_at(ply)
    x_to_move = ply % 2 == 0
    last, other = (o_stones, x_stones) if x_to_move else (x_stones, o_stones)
    positions, ended, won, lost, _ = map(int, counts[CANONICAL])
    full = ply == rules.cells
    x_won = ended if x_to_move == rules.misere else 0
    games_ended = int(counts[RAW, LAST_STONES]) * factorial(max(last - 1, 0)) * factorial(other)
    return LayerCounts(
        ply=ply,
        positions=positions,
        raw_positions=int(counts[RAW, POSITIONS]),
        terminals=positions if full else ended,
        raw_terminals=int(counts[RAW, POSITIONS if full else ENDED]),
        x_won=x_won,
        o_won=ended - x_won,
        drawn=positions - ended if full else 0,
        x_winning=won if x_to_move else lost,
        o_winning=lost if x_to_move else won,
        drawing=positions - won - lost,
        sequences=open_sequences + games_ended,
        games=games_ended + (open_sequences if full else 0),
    )
