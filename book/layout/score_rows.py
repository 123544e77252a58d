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
        self._plies = 2 * stones - 1, 2 * stones
        self.columns = tuple(columns_at(rules, ply) if 0 <= ply < rules.cells else 0 for ply in self._plies)
        """Number of scores that a row has at each ply; none at a ply at which every game is over."""

    def __len__(self) -> int:
        return sum(map(len, self._reader.runs(self._stones)))

    def read(self, at_once: int) -> Iterator[SomeRows]:
        """Yield all rows in order, ``at_once`` at a time; raises DamagedBook."""
        masks, first = chain.from_iterable(self._reader.runs(self._stones)), 0
        while x_masks := tuple(islice(masks, at_once)):
            sides = zip(self._plies, self.columns, strict=True)
            yield SomeRows(x_masks, *(self._reader.scores(ply, first * n, len(x_masks) * n) for ply, n in sides))
            first += len(x_masks)
