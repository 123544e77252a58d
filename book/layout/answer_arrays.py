"""Answers in bulk: the book in memory, asked with NumPy."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import MissingPosition
from oxobook.book.game.notation import board_text
from oxobook.book.game.rules import Rules
from oxobook.book.game.symmetry_arrays import BatchSymmetry, Keys, Masks, batch_symmetry
from oxobook.book.layout.records import Records


class Answers(NamedTuple):
    """Answers for p positions, each array of shape (p,), in the callers' orientations."""

    value: NDArray[np.int8]
    """1 win, 0 draw, -1 loss for the side to move."""
    remoteness: NDArray[np.int8]
    """Plies until the game ends."""
    best: Masks
    """Masks of cells; 0 when the game is over, and at the last ply of a book of first plies."""
    safe: Masks
    pick: NDArray[np.int8]
    """Cell; -1 when the game is over, and where a book of first plies does not hold what the choice takes."""

    def back(self, symmetry: BatchSymmetry, numbers: NDArray[np.uint8]) -> "Answers":
        """Return the answers of canonical positions for those that the symmetries ``numbers`` took there."""
        best, safe = (symmetry.masks_back(masks, numbers) for masks in (self.best, self.safe))
        return self._replace(best=best, safe=safe, pick=symmetry.cells_back(self.pick, numbers))


def outcomes(scores: NDArray[np.int8], ply: int, cells: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return the values and the remotenesses of positions of a ply with these scores, both of shape (p,).

    For one position ``book.game.score.remoteness_of`` gives the same.
    """
    end = np.where(scores == 0, cells, cells + 1 - np.abs(scores))
    return np.sign(scores), (end - ply).astype(np.int8)


def board_texts(rules: Rules, x: Masks, o: Masks) -> NDArray[np.bytes_]:
    """Return the texts of positions, of which ``book.game.notation.board_text`` gives one."""
    empty = np.frombuffer(board_text(rules, 0, 0).encode(), np.uint8)
    texts = np.tile(empty, (len(x), 1))
    for cell, place in enumerate(np.flatnonzero(empty == ord("."))):
        texts[x >> cell & 1 == 1, place] = ord("X")
        texts[o >> cell & 1 == 1, place] = ord("O")
    return texts.view(f"S{len(empty)}").ravel()


Scores = NDArray[np.int8]
"""Scores of positions or of moves, for the side to move."""
NO_MOVE = np.int8(-128)
"""Number in the place of a score, below every score, where a cell cannot be played."""


def scores_of_moves(
    rules: Rules, x: Masks, o: Masks, going_on: NDArray[np.bool_], scores: Callable[[Masks, Masks], Scores]
) -> Scores:
    """Return the score of each move of positions of one ply, shape (p, cells); ``scores``: of the positions after."""
    found = np.full((len(x), rules.cells), NO_MOVE)
    playable = np.where(going_on, rules.playable(x | o), 0)
    places, cells = np.nonzero(playable[:, None] >> np.arange(rules.cells) & 1)
    if len(places):
        stones, ply = np.int64(1) << cells, int(x[0] | o[0]).bit_count()
        sets_o = rules.terms.settable(ply) == "O"
        found[places, cells] = -scores(x[places] | stones * (not sets_o), o[places] | stones * sets_o)
    return found


def require_held(rules: Rules, x: Masks, o: Masks, held: NDArray[np.bool_], last: int | None = None) -> None:
    """Raise MissingPosition for the first position that is not held; ``last``: last ply of a book of first plies."""
    if held.all():
        return
    place = int(held.argmin())
    one, other = int(x[place]), int(o[place])
    ply = (one | other).bit_count()
    if last is not None and ply > last:
        raise MissingPosition(
            f"expected positions of the first {last} plies, which the book holds; got one with {ply} stones at index "
            f"{place}: look it up alone, by a search"
        )
    raise MissingPosition(f"expected reachable positions; the book lacks {one | other << rules.cells} at index {place}")


class AnswerTable:
    """All rows of a book as sorted arrays."""

    def __init__(self, rules: Rules, records: Records) -> None:
        self._symmetry = batch_symmetry(rules)
        self._rules = rules
        self._records = records
        self._keys: Keys = np.ascontiguousarray(records["key"])

    def layers(self) -> Iterator[tuple[Masks, Masks]]:
        """Yield the canonical positions of each ply, by ascending key."""
        plies = np.bitwise_count(self._keys)
        for ply in range(int(plies.max(initial=0)) + 1):
            keys = self._keys[plies == ply]
            yield keys & self._rules.full, keys >> self._rules.cells

    def scores(self, x: Masks, o: Masks) -> Scores:
        """Return the scores of positions in any orientation."""
        rows, _ = self._rows(x, o)
        ends = np.bitwise_count(x | o) + rows["remoteness"]
        scores: Scores = rows["value"] * (self._rules.cells + 1 - ends).astype(np.int8)
        return scores

    def move_scores(self, x: Masks, o: Masks) -> Scores:
        """Return the score of each move for the mover, of positions of one ply, shape (p, cells); else ``NO_MOVE``."""
        return scores_of_moves(self._rules, x, o, self._rows(x, o)[0]["remoteness"] > 0, self.scores)

    def lookup(self, x: Masks, o: Masks, pick: bool = True) -> Answers:
        """Return the answers for positions in any orientation; raises MissingPosition for the first not there."""
        rows, numbers = self._rows(x, o)
        return Answers(*(rows[name] for name in Answers._fields)).back(self._symmetry, numbers)

    def _rows(self, x: Masks, o: Masks) -> tuple[Records, NDArray[np.uint8]]:
        """Return the records of positions, and the symmetries that took them there."""
        canonical, numbers = self._symmetry.canonical_with_symmetry(x | o << self._rules.cells)
        places = np.searchsorted(self._keys, canonical).clip(max=len(self._keys) - 1)
        # symmetries see only the bits of the board's cells
        require_held(self._rules, x, o, (self._keys[places] == canonical) & ((x | o) & ~self._rules.full == 0))
        return self._records[places], numbers
