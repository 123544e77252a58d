"""Rows of scores by X-mask, in order, to copy a book of blocks into another form.

Two plies have the same rows: with x stones of X, the one with O to move, 2x - 1, and the one with X to move, 2x. So a
row here is an X-mask with its scores at both; ``book.layout.rank`` says which column is which position.
"""

from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from oxobook.book.game.rules import Mask, Rules
from oxobook.book.layout.rank import columns_at

if TYPE_CHECKING:
    from oxobook.book.layout.block_reader import BlockReader


class SomeRows(NamedTuple):
    """Consecutive rows."""

    x_masks: tuple[Mask, ...]
    """X-masks, ascending."""
    o_to_move: bytes
    """Scores at ply 2x - 1, row by row, a signed byte each."""
    x_to_move: bytes
    """Scores at ply 2x, likewise."""


class ScoreRows:
    """All rows with the same number of X's stones."""

    def __init__(self, rules: Rules, reader: "BlockReader", stones: int) -> None:
        self._reader, self._stones = reader, stones
        self.columns = row_columns(rules, stones)
        """Number of scores that a row has at each ply."""

    def __len__(self) -> int:
        return sum(map(len, self._reader.runs(self._stones)))

    def read(self, at_once: int) -> Iterator[SomeRows]:
        """Yield all rows in order, ``at_once`` at a time; raises DamagedBook."""
        masks = chain.from_iterable(self._reader.runs(self._stones))
        plies = [_Scores(self._reader, ply) for ply in (2 * self._stones - 1, 2 * self._stones)]
        while x_masks := tuple(islice(masks, at_once)):
            sizes = (len(x_masks) * columns for columns in self.columns)
            yield SomeRows(x_masks, *(scores.next(size) for scores, size in zip(plies, sizes, strict=True)))


def row_columns(rules: Rules, stones: int) -> tuple[int, int]:
    """Return the number of columns of rows with ``stones`` stones of X, with O to move and with X to move.

    At a ply at which every game is over there are none.
    >>> row_columns(Rules(), 2), row_columns(Rules(), 0), row_columns(Rules(), 5)
    ((7, 21), (0, 1), (0, 0))
    """
    before, after = (columns_at(rules, ply) if 0 <= ply < rules.cells else 0 for ply in (2 * stones - 1, 2 * stones))
    return before, after


class _Scores:
    """Scores of a ply, read from its first slot on."""

    def __init__(self, reader: "BlockReader", ply: int) -> None:
        self._reader, self._ply = reader, ply
        self._number, self._left = 0, memoryview(b"")

    def next(self, size: int) -> bytes:
        """Return the next ``size`` bytes."""
        parts = []
        while size:
            if not len(self._left):
                self._left = self._reader.block(self._ply, self._number)
                self._number += 1
            parts.append(self._left[:size])
            self._left = self._left[size:]
            size -= len(parts[-1])
        return b"".join(parts)
