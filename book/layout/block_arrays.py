"""Answers from blocks for arrays of positions, as ``book.layout.blocks`` gives them for one.

Positions are pairs of int64 arrays, the masks of X and O, shape (p,), all of one ply.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import TooLarge
from oxobook.book.game.bits import has_line, one_ending
from oxobook.book.game.notation import board_text
from oxobook.book.game.reachability import is_reachable
from oxobook.book.game.rules import Key, Rules
from oxobook.book.game.symmetry_arrays import Masks, batch_symmetry
from oxobook.book.layout.answer_arrays import NO_MOVE, Answers, Scores, outcomes, require_held, scores_of_moves
from oxobook.book.layout.block_reader import BLOCK, BlockReader
from oxobook.book.layout.column_sets import ARRAYS
from oxobook.book.layout.gravity_rank import codes_of, row_codes, stack_columns_at
from oxobook.book.layout.rank import column_from_end, column_of, columns_at, stones_at
from oxobook.book.store.reader import Row, Store

Flags = NDArray[np.bool_]

MOST_SLOTS = 20_000_000
"""Number of scores in the largest book whose rows can be listed one by one."""

_AT_ONCE = 1 << 15  # positions answered at once; fewer would have each block unpacked more often


class BlockTable:
    """Scores of a book, many at a time."""

    def __init__(self, rules: Rules, source: Store) -> None:
        self._rules = rules
        self._last = rules.cells if source.info.plies is None else source.info.plies
        self._reader = BlockReader(rules, source)
        self._symmetry = batch_symmetry(rules)
        self._x_masks = cache(self._read_x_masks)

    def lookup(self, x: Masks, o: Masks, pick: bool = True) -> Answers:
        """Return the answers for positions of any ply and in any orientation; raises MissingPosition.

        Without ``pick``, each pick is -1.
        """
        self._require_positions(x, o)
        x, o, numbers = self._symmetry.canonical_stones(x, o)
        return self._canonical_answers(x, o, pick).back(self._symmetry, numbers)

    def rows(self) -> Iterator[tuple[Key, Row]]:
        """Yield every canonical key with its row, ascending; raises TooLarge before the first."""
        if self._last < 0:  # not even the empty board
            return
        x, o = _distinct(*map(np.concatenate, zip(*self.layers(), strict=True)))
        for start in range(0, len(x), _AT_ONCE):
            part = x[start : start + _AT_ONCE], o[start : start + _AT_ONCE]
            answers = self._canonical_answers(*part, pick=True)
            picks = [None if pick < 0 else pick for pick in answers.pick.tolist()]
            columns = [*(column.tolist() for column in answers[:4]), picks]
            columns.append(self._symmetry.orbits(*part).tolist())
            stones = zip(*(masks.tolist() for masks in part), strict=True)
            keys = (x_mask | o_mask << self._rules.cells for x_mask, o_mask in stones)
            yield from zip(keys, zip(*columns, strict=True), strict=True)

    def layers(self) -> Iterator[tuple[Masks, Masks]]:
        """Yield the canonical positions of each ply, by ascending key: those after all moves of the ply before.

        Raises TooLarge.
        """
        slots = sum(map(self._reader.slots, range(self._last + 1)))
        if slots > MOST_SLOTS:
            raise TooLarge(
                f"a book's positions can be listed where it has up to {MOST_SLOTS:,} scores; the book of {self._rules} "
                f"has {slots:,}: look positions up one at a time"
            )
        x = o = np.zeros(1, dtype=np.int64)
        yield x, o
        for ply in range(self._last):
            playable = self._rules.playable(x | o)
            playable[has_line(self._rules.lines, x if ply % 2 else o)] = 0
            moved = []
            for cell in range(self._rules.cells):
                there, stone = playable >> cell & 1 == 1, np.int64(1 << cell)
                one, other = x[there] | stone * (ply % 2 == 0), o[there] | stone * (ply % 2)
                moved.append(self._symmetry.canonical_stones(one, other)[:2])
            x, o = _distinct(*map(np.concatenate, zip(*moved, strict=True)))
            yield x, o

    def scores(self, x: Masks, o: Masks) -> Scores:
        """Return the scores of reachable positions of one ply, for the side to move."""
        ply = ply_of(x, o)
        scores = np.zeros(len(x), dtype=np.int8)
        ended = has_line(self._rules.lines, x if ply % 2 else o)
        scores[ended] = self._rules.terms.line_score(ply, self._rules.cells)
        going_on = np.flatnonzero(~ended)
        if ply < self._rules.cells:
            scores[going_on] = self._read(ply, self._slots(x[going_on], o[going_on]))
        return scores

    def move_scores(self, x: Masks, o: Masks) -> Scores:
        """Return the score of each move for the mover, shape (p, cells).

        It is -128 where a cell cannot be played, and everywhere at the last ply of a book of first plies.
        """
        ply = ply_of(x, o)
        if ply == self._last:
            return np.full((len(x), self._rules.cells), NO_MOVE)
        going_on = ~has_line(self._rules.lines, x if ply % 2 else o)
        return scores_of_moves(self._rules, x, o, going_on, self.scores)

    def _canonical_answers(self, x: Masks, o: Masks, pick: bool) -> Answers:
        """Return the answers for canonical positions, some at a time and ply by ply."""
        columns: Any = (np.full(len(x), -1, kind) for kind in (np.int8, np.int8, np.int64, np.int64, np.int8))
        answers = Answers(*columns)
        for ply, part in _by_ply(x | o):
            scores, is_best, is_safe = self._graded(ply, x[part], o[part])
            answers.value[part], answers.remoteness[part] = outcomes(scores, ply, self._rules.cells)
            answers.best[part], answers.safe[part] = self._masks(is_best), self._masks(is_safe)
            if pick:
                answers.pick[part] = self._picks(ply, x[part], o[part], scores, is_best)
        return answers

    def _graded(self, ply: int, x: Masks, o: Masks) -> tuple[Scores, Flags, Flags]:
        """Return the scores of positions of one ply, and which moves are best, and safe: shape (p, cells)."""
        scores = self.scores(x, o)
        moves = self.move_scores(x, o)
        going_on = (moves != NO_MOVE).any(axis=1)
        least = ply - self._rules.cells  # of a game that ends with the next stone; worse than that, it would be over
        wrong = np.flatnonzero(going_on & ((moves.max(axis=1) != scores) | (scores < least) | (scores > -least)))
        if len(wrong):
            board = board_text(self._rules, int(x[wrong[0]]), int(o[wrong[0]]))
            raise self._reader.damaged(f"the scores of {board!r} and of the positions after it do not agree")
        is_best = (moves == scores[:, None]) & going_on[:, None]
        is_safe = (np.sign(moves) == np.sign(scores)[:, None]) & (moves != NO_MOVE)
        return scores, is_best, is_safe

    def _masks(self, flags: Flags) -> Masks:
        """Return flags of shape (p, cells) as masks of cells."""
        return flags @ (np.int64(1) << np.arange(self._rules.cells))

    def _picks(self, ply: int, x: Masks, o: Masks, scores: Scores, is_best: Flags) -> NDArray[np.int8]:
        """Return the first best move after which the smallest share of replies is safe.

        After a winning move that does not end the game every reply is safe, for all of them lose. The pick is -1 if
        there is none, or if it depends on scores that the book does not hold.
        """
        picks = np.where(is_best.any(axis=1), is_best.argmax(axis=1), -1).astype(np.int8)
        asked = np.flatnonzero((is_best.sum(axis=1) > 1) & (scores <= 0))
        if ply + 1 == self._last < self._rules.cells:
            picks[asked] = -1
            return picks
        least = np.full(len(x), 2.0)  # above every share
        for cell in range(self._rules.cells):
            places = asked[is_best[asked, cell]]
            if not len(places):
                continue
            stone = np.int64(1 << cell)
            child_x, child_o = (x[places], o[places] | stone) if ply % 2 else (x[places] | stone, o[places])
            replies = self.move_scores(child_x, child_o)
            legal = replies != NO_MOVE
            safe = ((np.sign(replies) == -np.sign(scores[places])[:, None]) & legal).sum(axis=1)
            share = safe / np.maximum(legal.sum(axis=1), 1)
            better = share < least[places]
            least[places[better]] = share[better]
            picks[places[better]] = cell
        return picks

    def _read(self, ply: int, slots: NDArray[np.int64]) -> Scores:
        """Return the scores at slots of a ply, each block unpacked once."""
        if not len(slots):
            return np.empty(0, dtype=np.int8)
        order = np.argsort(slots)
        scores = np.empty(len(slots), dtype=np.int8)
        numbers, starts = np.unique(slots[order] // BLOCK, return_index=True)
        for number, places in zip(numbers.tolist(), np.split(order, starts[1:]), strict=True):
            block = np.frombuffer(self._reader.block(ply, number), dtype=np.int8)
            scores[places] = block[slots[places] % BLOCK]
        return scores

    def _slots(self, x: Masks, o: Masks) -> NDArray[np.int64]:
        """Return the slots of positions of one ply in which X has no line; see ``book.layout.rank``."""
        ply = ply_of(x, o)
        if self._rules.stacked:
            return _stack_slots(self._rules, ply, x, o)
        o, x, _ = self._symmetry.canonical_stones(o, x)  # of all images, that with the least X-mask
        rows = self._x_masks(stones_at(ply)[0])
        row = np.searchsorted(rows, x).clip(max=len(rows) - 1)
        if len(x) and (not len(rows) or (rows[row] != x).any()):
            raise self._reader.damaged(f"it lacks rows of ply {ply}")
        column = column_of(self._rules.full & ~x, o, stones_at(ply)[1], ARRAYS)
        slots: NDArray[np.int64] = row * columns_at(self._rules, ply) + column
        return slots

    def _read_x_masks(self, stones: int) -> Masks:
        """Return the rows' X-masks with ``stones`` stones, ascending."""
        masks = np.concatenate([np.zeros(0, dtype=np.int64), *map(np.array, self._reader.runs(stones))])
        if (np.diff(masks) <= 0).any() or masks.max(initial=0) > self._rules.full:
            raise self._reader.damaged(f"its X-masks of {stones} stones do not ascend")
        return masks

    def _require_positions(self, x: Masks, o: Masks) -> None:
        """Raise MissingPosition for the first position that no game reaches, or that is beyond the last ply."""
        extra = np.bitwise_count(x).astype(np.int64) - np.bitwise_count(o)
        fits = ((x | o) & ~self._rules.full == 0) & (x & o == 0) & ((extra == 0) | (extra == 1))
        for odd in (0, 1):
            places = np.flatnonzero(fits & (extra == odd))
            last, other = (x, o) if odd else (o, x)
            fits[places] = one_ending(self._rules.lines, last[places], other[places])
        for place in np.flatnonzero(fits).tolist() if self._rules.stacked else ():  # there the order of play matters
            fits[place] = is_reachable(self._rules, int(x[place]), int(o[place]))
        if self._last < self._rules.cells:
            fits &= np.bitwise_count(x | o) <= self._last
        require_held(self._rules, x, o, fits, self._last)


def _distinct(x: Masks, o: Masks) -> tuple[Masks, Masks]:
    """Return each position once, by ascending key."""
    order = np.lexsort((x, o))
    x, o = x[order], o[order]
    new = np.ones(len(x), dtype=np.bool_)
    new[1:] = (x[1:] != x[:-1]) | (o[1:] != o[:-1])
    return x[new], o[new]


def _by_ply(stones: Masks) -> Iterator[tuple[int, NDArray[np.intp]]]:
    """Yield the places of the positions of each ply in turn, a limited number at a time."""
    plies = np.bitwise_count(stones)
    for ply in np.unique(plies).tolist():
        places = np.flatnonzero(plies == ply)
        for start in range(0, len(places), _AT_ONCE):
            yield ply, places[start : start + _AT_ONCE]


def ply_of(x: Masks, o: Masks) -> int:
    """Return the ply that positions share; 0 if there are none."""
    return int(x[0] | o[0]).bit_count() if len(x) else 0


def _stack_slots(rules: Rules, ply: int, x: Masks, o: Masks) -> NDArray[np.int64]:
    """Return the slots of positions of one ply, in any orientation, as int64; see ``book.layout.gravity_rank``."""
    symmetry = batch_symmetry(rules)
    image_x, image_o = (symmetry.key_image(masks, symmetry.order - 1) for masks in (x, o))
    own = column_from_end(x | o, o, ply // 2, ARRAYS)
    image = column_from_end(image_x | image_o, image_o, ply // 2, ARRAYS)
    code, image_code = codes_of(rules, x | o, ARRAYS)
    column = np.where(code < image_code, own, np.where(code > image_code, image, np.minimum(own, image)))
    rows = np.searchsorted(_stack_rows(rules, ply), np.minimum(code, image_code))
    slots: NDArray[np.int64] = rows * stack_columns_at(ply) + column
    return slots


@lru_cache(maxsize=64)
def _stack_rows(rules: Rules, ply: int) -> NDArray[np.int64]:
    return np.array(row_codes(rules, ply), dtype=np.int64)
