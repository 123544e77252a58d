"""Facts about stones and lines, for many boards as for one."""

from random import Random

import numpy as np

from oxobook import Rules
from oxobook.book.game.bits import gaps, has_line, one_ending, shared_cells


def test_many_boards():
    """The gaps of boards in an array, and whether one stone can have ended each game, are those of single boards."""
    lines, random = Rules.parse("8x8x4").lines, Random(1)
    boards, others = ([random.getrandbits(64) & random.getrandbits(64) for _ in range(200)] for _ in range(2))
    arrays = np.array(boards, np.uint64), np.array(others, np.uint64)
    pairs = zip(boards, others, strict=True)
    assert gaps(lines, arrays[0]).tolist() == [gaps(lines, board) for board in boards]
    ended = [shared_cells(lines, board) != 0 and not has_line(lines, other) for board, other in pairs]
    assert one_ending(lines, *arrays).tolist() == ended
