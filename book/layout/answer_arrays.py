"""Answers for arrays of positions: the whole book in memory, asked with NumPy."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import MissingPosition
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
    """Masks of cells."""
    safe: Masks
    pick: NDArray[np.int8]
    """Cell, -1 when the game is over."""

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


class AnswerTable:
    """All rows of a book as sorted arrays."""

    def __init__(self, rules: Rules, records: Records) -> None:
        self._symmetry = batch_symmetry(rules)
        self._bits = 2 * rules.cells
        self._records = records
        self._keys: Keys = np.ascontiguousarray(records["key"])

    def lookup(self, keys: Keys) -> Answers:
        """Return the answers for raw keys (int64, shape (p,)).

        Raises MissingPosition for the first key that is not there.
        """
        keys = np.asarray(keys, dtype=np.int64)
        canonical, numbers = self._symmetry.canonical_with_symmetry(keys)
        places = np.searchsorted(self._keys, canonical).clip(max=len(self._keys) - 1)
        # symmetries see only the bits of the board's cells
        missing = np.flatnonzero((self._keys[places] != canonical) | (keys >> self._bits != 0))
        if len(missing):
            raise MissingPosition(
                f"expected keys of reachable positions; the book lacks {int(keys[missing[0]])} at index {missing[0]}"
            )
        rows = self._records[places]
        return Answers(*(rows[name] for name in Answers._fields)).back(self._symmetry, numbers)
