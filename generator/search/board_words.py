"""Description of a board for the search's kernel: one array of 64-bit integers."""

from collections.abc import Iterable
from functools import cached_property, reduce
from operator import or_

import numpy as np

from oxobook.book.game.notation import cells_of
from oxobook.book.game.rules import Cell, Mask, Rules
from oxobook.generator.engine import require_searchable
from oxobook.generator.instructions import Words, signed
from oxobook.generator.kernels.images import image_tables
from oxobook.generator.kernels.lines import line_shapes
from oxobook.generator.search import line_kernels
from oxobook.generator.search.kernels import frame_words

_EARLY = 16
"""Number of stones below which mirror images share an entry of the table; turned images do below a quarter of it."""


class BoardWords:
    """Order of a board's cells in the kernel's masks, and the words that describe the board.

    Lines of one *shape* have the same distances between their cells: a shape is these distances, and a mask of where
    such lines start.
    """

    def __init__(self, rules: Rules) -> None:
        require_searchable(rules)
        self.rules = rules
        self._cells = [cell for stack in rules.board.stacks for cell in stack]
        self._bits = {cell: bit for bit, cell in enumerate(self._cells)}

    def mask(self, cells: Mask) -> int:
        """Return cells as the kernel numbers them."""
        return signed(reduce(or_, (table[cells >> shift & 255] for shift, table in self._masks)))

    @cached_property
    def _masks(self) -> list[tuple[int, list[Mask]]]:
        """Place of each byte of a mask of cells, and the masks in the kernel's order by its values."""
        bits = [1 << self._bits[cell] if cell in self._bits else 0 for cell in range(64)]
        return [
            (start, [sum(bits[start + bit] for bit in cells_of(byte)) for byte in range(256)])
            for start in range(0, self.rules.cells, 8)
        ]

    @cached_property
    def words(self) -> Words:
        """Words, in the order that the kernels' indices give."""
        rules, shapes = self.rules, line_shapes(self.rules, self._bits)
        symmetries = rules.board.symmetries[1:]
        images = image_tables([[self._bits[one[cell]] for cell in self._cells] for one in symmetries])
        offsets = np.array(list(shapes), np.int64).ravel()
        words = np.concatenate((np.zeros(line_kernels.IMAGES, np.int64), images, offsets))
        words[line_kernels.CELLS], words[line_kernels.FULL], words[line_kernels.MISERE] = (
            rules.cells,
            signed(rules.full),
            rules.misere,
        )
        words[line_kernels.BOTTOMS] = self._of(stack[0] for stack in rules.board.stacks)
        words[line_kernels.SHAPES], words[line_kernels.LENGTH] = len(shapes), rules.k
        words[line_kernels.OFFSETS] = line_kernels.IMAGES + images.size
        words[line_kernels.SYMMETRIES] = len(symmetries)
        words[line_kernels.SYMMETRIC_FROM] = rules.cells - (_EARLY if len(symmetries) == 1 else _EARLY // 4)
        words[line_kernels.STARTS :][: len(shapes)] = [*map(signed, shapes.values())]
        fours = len(shapes) <= 4 and {len(shape) for shape in shapes} == {4}
        if fours and all(shape == tuple(range(0, 4 * shape[1], shape[1])) for shape in shapes):
            words[line_kernels.FOURS] = True
            words[line_kernels.STEPS :][: len(shapes)] = [shape[1] for shape in shapes]
        lines = [sum(line >> cell & 1 for line in rules.lines) for cell in self._cells]
        words[line_kernels.LINES_RANK :][: rules.cells] = lines
        self._set_follow_up(words)
        return words

    def _set_follow_up(self, words: Words) -> None:
        """Set the words for a second player who follows up, if that is possible: in columns of one even height."""
        stacks = self.rules.board.stacks
        (height, *others) = {len(stack) for stack in stacks}
        if others or height % 2 or self.rules.misere:
            return
        words[line_kernels.EVEN] = self._of(cell for stack in stacks for cell in stack[1::2])
        tiers = [self._of(cell for stack in stacks for cell in stack[:row]) for row in range(2, height + 1, 2)]
        words[line_kernels.HEIGHT], words[line_kernels.COLUMN] = height, signed((1 << height) - 1)
        words[line_kernels.TIER_COUNT] = len(tiers)
        words[line_kernels.TIERS :][: len(tiers)] = tiers

    def _of(self, cells: Iterable[Cell]) -> int:
        return self.mask(sum(1 << cell for cell in cells))


def searched_board(rules: Rules) -> tuple[bytes, int]:
    """Return a board's words as bytes, little-endian, and the number of words of the kernel's stack for it."""
    words = BoardWords(rules).words.astype("<i8").tobytes()
    return words, (rules.cells + 1) * frame_words(rules.cells)
