"""Scores from the blocks of a book under gravity, one at a time: ``book.layout.gravity_rank`` says where each lies."""

from typing import TYPE_CHECKING

from oxobook.book.game.rules import Mask, Rules
from oxobook.book.layout.block_reader import BLOCK, BlockReader
from oxobook.book.layout.gravity_rank import height_rows, stack_columns_at, stack_slot_of

if TYPE_CHECKING:
    from oxobook.book.store.store import BlockStore


class StackReader(BlockReader):
    """The scores of a book under gravity. May be shared among threads."""

    def score(self, x: Mask, o: Mask) -> int:
        """The score of a reachable position, in any orientation, in which the game goes on."""
        number, place = divmod(stack_slot_of(self._rules, x, o), BLOCK)
        return self.block((x | o).bit_count(), number)[place]

    def _size(self, ply: int, number: int) -> int:
        """How many scores a block of this book has to hold."""
        slots = len(height_rows(self._rules, ply)) * stack_columns_at(ply)
        return min(BLOCK, max(0, slots - number * BLOCK))


def reader_of(rules: Rules, source: "BlockStore") -> BlockReader:
    """The reader of a book's scores."""
    return StackReader(rules, source) if rules.stacked else BlockReader(rules, source)
