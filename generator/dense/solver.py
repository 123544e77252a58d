"""The engine for large boards: a backward pass over plain arrays of scores, for games without gravity.

``book.layout.rank`` says where a position's score stands, so no key is kept and nothing is sorted, and whether a
position is reachable shows in its lines, so no forward pass is needed. From the last ply to the first, each layer is
computed from the next one alone, row by row; rows are independent, and workers share them.

Rows hold the X-masks without a line. Where X has just completed one the game is over; those positions are counted,
for the book's figures, but have no place in a table.
"""

from collections.abc import Iterator
from concurrent.futures import Future, wait
from dataclasses import dataclass
from math import factorial
from threading import Thread

import numpy as np

from book.game.rules import Rules
from book.game.symmetry import symmetries
from book.game.symmetry_arrays import batch_symmetry
from book.info import LayerCounts
from book.layout.column_sets import column_sets, rank_tables
from book.layout.rank import columns_at, stones_at
from generator.dense import kernels
from generator.dense.array_types import Counts, Masks32, Scores
from generator.dense.kernels import CANONICAL, COUNTED, ENDED, LAST_STONES, POSITIONS, RAW, Board, Ply, Rows
from generator.line_arrays import completes_line
from generator.progress import Report, silent
from generator.work.workers import Workers, here

_SLOTS_AT_ONCE = 1 << 22  # a chunk of work: long enough to be worth it, short enough to show progress

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
    before, ready = kernels.not_kept(), Future[None]()
    Thread(target=_solve_tiny, args=(ready,), daemon=True).start()  # Ctrl-C does not wait for it
    while not ready.done() and kernels.not_kept() == before:
        wait([ready], _PATIENCE)
    if not ready.done():
        report.say("Compiling the engine for this machine, once: about half a minute.")
    ready.result()


def _solve_tiny(ready: "Future[None]") -> None:
    """Have every kernel called once, and say when that is done."""
    try:
        with Workers(1, here()) as alone:  # threads of a pool would be waited for in the end
            for _ in DenseSolver(Rules(2, 2, 2), alone, silent).layers():
                pass
    except BaseException as error:
        ready.set_exception(error)
    else:
        ready.set_result(None)


class DenseSolver:
    """The backward pass of one game, shared among workers."""

    def __init__(self, rules: Rules, workers: Workers, report: Report) -> None:
        self.rules = rules
        self.sets = row_sets(rules)
        self._board = _board(rules)
        self._workers = workers
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
        numbers = _ply(self.rules, ply)
        next_masks = self.sets[min(x_stones + 1, len(self.sets) - 1)].open.masks
        scores = np.empty(self.shape(ply), np.int8)
        counts = np.zeros((2, COUNTED), np.int64)
        size = max(1, _SLOTS_AT_ONCE // scores.shape[1])

        def chunks() -> Iterator[tuple[Board, Ply, Rows, Masks32, Scores]]:
            for start in range(0, len(scores), size):
                above = next_scores if numbers.x_to_move else next_scores[start : start + size]
                yield self._board, numbers, _some(sets.open, start, size), next_masks, above

        start = 0
        for part, found in self._workers.map(_solve_rows, chunks()):
            scores[start : start + len(part)] = part
            counts += found
            start += len(part)
            self._report("solve", ply, part.size)
        open_positions = int(counts[RAW, POSITIONS] - counts[RAW, ENDED])
        if not numbers.x_to_move:
            won = ((self._board, numbers, _some(sets.won, s, size)) for s in range(0, len(sets.won.masks), size))
            for found in self._workers.map(_count_won_rows, won):
                counts += found
                self._report("solve", ply, 0)
        orders = factorial(x_stones) * factorial(o_stones)  # of the stones, where no line is complete
        drawn_games = open_positions * orders if ply == self.rules.cells else 0
        return DenseLayer(ply, scores, _layer_counts(self.rules, ply, counts, open_positions * orders), drawn_games)


def _some(rows: Rows, start: int, size: int) -> Rows:
    """So many rows from a place on."""
    return Rows(rows.masks[start : start + size], rows.orbits[start : start + size])


def _solve_rows(board: Board, ply: Ply, rows: Rows, next_masks: Masks32, next_scores: Scores) -> tuple[Scores, Counts]:
    """Some rows of a layer, solved: their scores, and what they count.

    ``next_scores``: the whole next layer where X is to move, and else its same rows.
    """
    stop = len(rows.masks)
    scores = np.empty((stop, len(ply.sets)), np.int8)
    counts = np.zeros((2, COUNTED), np.int64)
    if ply.x_to_move:
        kernels.solve_x_rows(board, ply, rows, 0, stop, next_masks, next_scores, scores, counts)
    else:
        kernels.solve_o_rows(board, ply, rows, 0, stop, next_scores, scores, counts)
    return scores, counts


def _count_won_rows(board: Board, ply: Ply, rows: Rows) -> Counts:
    """What rows count in which X has just won."""
    counts = np.zeros((2, COUNTED), np.int64)
    kernels.count_won_rows(board, ply, rows, 0, len(rows.masks), counts)
    return counts


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
