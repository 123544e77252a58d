"""The engine for large boards: a backward pass over plain arrays of scores, for games without gravity.

``book.layout.rank`` says where a position's score stands, so no key is kept and nothing is sorted, and whether a
position is reachable shows in its lines, so no forward pass is needed. From the last ply to the first, each layer is
computed from the next one alone, row by row; rows are independent, and workers share them. Each packs what it has
solved, and a layer that is too large to be held in memory is read back from the file when the one before it needs it.

Rows hold the X-masks without a line. Where X has just completed one the game is over; those positions are counted,
for the book's figures, but have no place in a table.
"""

from collections import deque
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
from book.store.store import BlockWriter, PackedBlock
from generator.dense import kernels
from generator.dense.array_types import Counts, Scores
from generator.dense.chunk import PackedScores, SolvedChunk, count_won_rows, joined, solve_chunk
from generator.dense.kernels import CANONICAL, COUNTED, ENDED, LAST_STONES, POSITIONS, RAW, Board, Ply, Rows
from generator.dense.memory import SCORES_AT_ONCE, room_for
from generator.dense.next_layer import HeldLayer, NextLayer, Part, StoredLayer
from generator.line_arrays import completes_line
from generator.progress import Report, silent
from generator.work.workers import Workers, here

_MOST_ROWS = 1 << 16  # of a chunk: what finds the rows that they lead to needs memory for each
_PATIENCE = 2.0  # seconds: what takes no longer is not worth a word


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
            solver = DenseSolver(Rules(2, 2, 2), alone, silent)
            for ply in (0, 1):
                above = solver.held(ply + 1, np.zeros(solver.shape(ply + 1), np.int8))
                deque(solver.layer(ply, above).blocks(), maxlen=0)
    except BaseException as error:
        ready.set_exception(error)
    else:
        ready.set_result(None)


class DenseSolver:
    """The backward pass of one game, shared among workers."""

    def __init__(self, rules: Rules, workers: Workers, report: Report) -> None:
        self.rules = rules
        self.sets = row_sets(rules)
        self.room = room_for(rules, workers)
        self._board = _board(rules)
        self._workers = workers
        self._report = report

    def shape(self, ply: int) -> tuple[int, int]:
        """The rows and columns of a ply's table."""
        return len(self._rows(ply).masks), columns_at(self.rules, ply)

    def behind_the_last(self) -> NextLayer:
        """What the last layer is computed from: there is nothing to read."""
        rows, _ = self.shape(self.rules.cells)
        return self.held(self.rules.cells, np.empty((rows, 0), np.int8))

    def held(self, ply: int, scores: Scores) -> NextLayer:
        """A layer that is in memory, to compute the one before it from; ``scores``: of the shape of its table."""
        return HeldLayer(self._rows(ply).masks, scores)

    def stored(self, ply: int, file: BlockWriter) -> NextLayer:
        """A layer that a file has, to compute the one before it from."""
        rows, columns = self.shape(ply)
        layer = StoredLayer(self.rules, file, ply, self._rows(ply).masks, columns)
        if rows * columns > self.room.held:
            return layer
        return self.held(ply, layer.same_rows(0, rows).rows().scores.reshape(rows, columns))

    def layer(self, ply: int, above: NextLayer) -> "DenseLayer":
        """A layer to be solved, given the next one."""
        return DenseLayer(self, ply, above)

    def numbers(self, ply: int) -> Ply:
        """What is alike in all rows of a layer."""
        return _ply(self.rules, ply)

    def chunks(self, ply: int, numbers: Ply, above: NextLayer, hold: bool) -> Iterator[SolvedChunk]:
        """The rows of a layer, some at a time, solved."""
        rows, columns = self.shape(ply)
        at_once = min(max(1, self.room.scores_at_once(ply) // columns), _MOST_ROWS)
        all_rows = self._rows(ply)

        def chunks() -> Iterator[tuple[Board, Ply, Rows, Part, int, bool]]:
            for start in range(0, rows, at_once):
                some = _some(all_rows, start, at_once)
                stop = start + len(some.masks)
                part = above.child_rows(some.masks) if numbers.x_to_move else above.same_rows(start, stop)
                yield self._board, numbers, some, part, start * columns, hold

        for chunk in self._workers.map(solve_chunk, chunks()):
            self._report("solve", ply, chunk.size)
            yield chunk
            self._report("write", ply, chunk.size)

    def won_rows(self, ply: int, numbers: Ply) -> Iterator[Counts]:
        """What the rows count in which X has just won, some at a time."""
        won = self.sets[stones_at(ply)[0]].won
        size = max(1, SCORES_AT_ONCE // columns_at(self.rules, ply))
        parts = ((self._board, numbers, _some(won, start, size)) for start in range(0, len(won.masks), size))
        for found in self._workers.map(count_won_rows, parts):
            yield found
            self._report("solve", ply, 0)

    def _rows(self, ply: int) -> Rows:
        """The rows of a ply's table."""
        return self.sets[stones_at(ply)[0]].open


class DenseLayer:
    """A layer as it is solved: first its blocks come, and then it is known what they count.

    The way to solve it is to ask for all its ``blocks``, once.
    """

    def __init__(self, solver: DenseSolver, ply: int, above: NextLayer) -> None:
        self.ply = ply
        self._solver = solver
        self._above = above
        self._counts = np.zeros((2, COUNTED), np.int64)
        rows, columns = solver.shape(ply)
        self._scores = np.empty((rows, columns), np.int8) if rows * columns <= solver.room.held else None
        self._whole = False

    def blocks(self) -> Iterator[list[PackedBlock]]:
        """The layer's blocks in their order, some at a time."""
        numbers = self._solver.numbers(self.ply)
        yield from joined(self._packed(numbers))
        if not numbers.x_to_move:
            for found in self._solver.won_rows(self.ply, numbers):
                self._counts += found
        self._whole = True

    def _packed(self, numbers: Ply) -> Iterator[PackedScores]:
        start = 0
        for chunk in self._solver.chunks(self.ply, numbers, self._above, self._scores is not None):
            if self._scores is not None and chunk.scores is not None:
                self._scores[start : start + len(chunk.scores)] = chunk.scores
                start += len(chunk.scores)
            self._counts += chunk.counts
            yield chunk.packed

    def counts(self) -> LayerCounts:
        """The record of the layer's counts, when all blocks have come."""
        assert self._whole
        return _layer_counts(self._solver.rules, self.ply, self._counts, self._open_sequences())

    def drawn_games(self) -> int:
        """Games that end at this ply without a line, when all blocks have come; 0 but for the full board."""
        assert self._whole
        return self._open_sequences() if self.ply == self._solver.rules.cells else 0

    def as_next(self, file: BlockWriter) -> NextLayer:
        """The layer, to compute the one before it from, when ``file`` has it."""
        if self._scores is None:
            return self._solver.stored(self.ply, file)
        return self._solver.held(self.ply, self._scores)

    def _open_sequences(self) -> int:
        """The ways to reach the positions without a line, whose stones can have come in any order."""
        x_stones, o_stones = stones_at(self.ply)
        # those that X has won are not among the rows: what they count is both reached and ended
        return int(self._counts[RAW, POSITIONS] - self._counts[RAW, ENDED]) * factorial(x_stones) * factorial(o_stones)


def _some(rows: Rows, start: int, size: int) -> Rows:
    """So many rows from a place on."""
    return Rows(rows.masks[start : start + size], rows.orbits[start : start + size])


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
    """The record of a layer's counts; with a line, the last stone must be one of those that all lines share.

    ``open_sequences``: the ways to reach the positions without a line.
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
