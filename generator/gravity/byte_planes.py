"""Numbers of ways as blocks: all lowest bytes first, then the next ones, and so on.

The high bytes of most are alike, and stand together so. That makes them three times as fast to pack as they would be in
their order, and seven times as fast to unpack.
"""

import numpy as np

from oxobook.book.layout.block_reader import BLOCK
from oxobook.book.store.store import PackedBlock
from oxobook.generator.gravity.kernels import Flags8, Numbers
from oxobook.generator.work.packed_scores import unnamed_blocks

_FAST = -1
"""zstd's level: the blocks are read a few times, and thrown away."""


def packed_numbers(numbers: Numbers) -> list[PackedBlock]:
    """Blocks of 65,536 numbers."""
    blocks = (numbers[start : start + BLOCK].view(np.uint8) for start in range(0, len(numbers), BLOCK))
    return unnamed_blocks((block.reshape(-1, 8).T.tobytes() for block in blocks), _FAST)


def numbers_of(block: Flags8) -> Numbers:
    """The numbers of an unpacked block."""
    planes = block.reshape(8, -1)
    numbers = np.zeros((planes.shape[1], 8), np.uint8)
    for place, plane in enumerate(planes):
        if plane.any():  # of most blocks half of the planes are empty
            numbers[:, place] = plane
    return numbers.view("<i8").ravel()
