"""Description of a board for the search's kernel: one array of 64-bit integers."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

import numpy as np

from oxobook.book.game.notation import cells_of
from oxobook.book.game.rules import Cell, Mask, Rules
from oxobook.generator.engine import require_searchable
from oxobook.generator.instructions import Words, signed
from oxobook.generator.search import kernels

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
        a, b, c, d, e, f, g, h = self._masks
        low = a[cells & 255] | b[cells >> 8 & 255] | c[cells >> 16 & 255] | d[cells >> 24 & 255]
        high = e[cells >> 32 & 255] | f[cells >> 40 & 255] | g[cells >> 48 & 255] | h[cells >> 56]
        return signed(low | high)

    @cached_property
    def _masks(self) -> list[list[Mask]]:
        """Masks in the kernel's order, for each byte of a mask of cells and each of its values."""
        bits = [1 << self._bits[cell] if cell in self._bits else 0 for cell in range(64)]
        starts = range(0, 64, 8)
        return [[sum(bits[start + bit] for bit in cells_of(byte)) for byte in range(256)] for start in starts]

    @cached_property
    def words(self) -> Words:
        """Words, in the order that the kernels' indices give."""
        rules, shapes, images = self.rules, self._shapes(), self._images()
        offsets = np.array(list(shapes), np.int64).ravel()
        words = np.concatenate((np.zeros(kernels.IMAGES, np.int64), images.ravel(), offsets))
        symmetries = len(images)
        words[kernels.CELLS], words[kernels.FULL], words[kernels.MISERE] = rules.cells, signed(rules.full), rules.misere
        words[kernels.BOTTOMS] = self._of(stack[0] for stack in rules.board.stacks)
        words[kernels.SHAPES], words[kernels.LENGTH] = len(shapes), rules.k
        words[kernels.OFFSETS] = kernels.IMAGES + images.size
        words[kernels.SYMMETRIES] = symmetries
        words[kernels.SYMMETRIC_FROM] = rules.cells - (_EARLY if symmetries == 1 else _EARLY // 4)
        words[kernels.STARTS :][: len(shapes)] = list(shapes.values())
        fours = len(shapes) <= 4 and {len(shape) for shape in shapes} == {4}
        if fours and all(shape == tuple(range(0, 4 * shape[1], shape[1])) for shape in shapes):
            words[kernels.FOURS] = True
            words[kernels.STEPS :][: len(shapes)] = [shape[1] for shape in shapes]
        lines = [sum(line >> cell & 1 for line in rules.lines) for cell in self._cells]
        words[kernels.LINES_RANK :][: rules.cells] = lines
        self._set_follow_up(words)
        return words

    def _set_follow_up(self, words: Words) -> None:
        """Set the words for a second player who follows up, if that is possible: in columns of one even height."""
        stacks = self.rules.board.stacks
        (height, *others) = {len(stack) for stack in stacks}
        if others or height % 2 or self.rules.misere:
            return
        words[kernels.EVEN] = self._of(cell for stack in stacks for cell in stack[1::2])
        tiers = [self._of(cell for stack in stacks for cell in stack[:row]) for row in range(2, height + 1, 2)]
        words[kernels.HEIGHT], words[kernels.COLUMN] = height, signed((1 << height) - 1)
        words[kernels.TIER_COUNT] = len(tiers)
        words[kernels.TIERS :][: len(tiers)] = tiers

    def _of(self, cells: Iterable[Cell]) -> int:
        return self.mask(sum(1 << cell for cell in cells))

    def _shapes(self) -> dict[tuple[int, ...], int]:
        """Return the distances of a line's cells from its first, by shape, and the mask of the first cells."""
        starts: dict[tuple[int, ...], int] = defaultdict(int)
        for line in self.rules.lines:
            bits = sorted(self._bits[cell] for cell in cells_of(line))
            starts[tuple(bit - bits[0] for bit in bits)] |= 1 << bits[0]
        return {shape: signed(starts[shape]) for shape in sorted(starts)}

    def _images(self) -> Words:
        """Return the image of each byte of a mask under each symmetry but the identity, shape (symmetries, 8, 256)."""
        symmetries = self.rules.board.symmetries[1:]
        images = np.zeros((len(symmetries), 8, 256), np.int64)
        for table, permutation in zip(images, symmetries, strict=True):
            for bit, cell in enumerate(self._cells):
                table[bit // 8, np.arange(256) >> bit % 8 & 1 == 1] |= self.mask(1 << permutation[cell])
        return images


def searched_board(rules: Rules) -> tuple[bytes, int]:
    """Return a board's words as bytes, little-endian, and the number of words of the kernel's stack for it."""
    words = BoardWords(rules).words.astype("<i8").tobytes()
    return words, (rules.cells + 1) * kernels.frame_words(rules.cells)
