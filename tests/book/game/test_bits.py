"""Facts about stones and lines, for one board and for many."""

from random import Random

import numpy as np
import pytest

from oxobook import Rules
from oxobook.book.game.bits import gaps, has_line, one_ending, shared_cells


@pytest.mark.parametrize(("rules", "kind"), [("3x3x3", np.int32), ("4x5x3", np.int64), ("8x8x5", np.uint64)])
def test_one_board_and_many(rules, kind):
    """A mask, alone or in an array of any type, has the lines that its cells say."""
    lines, full, random = Rules.parse(rules).lines, Rules.parse(rules).full, Random(1)
    boards = [0, full, *(random.getrandbits(64) & random.getrandbits(64) & full for _ in range(200))]
    others = [full ^ board for board in boards]
    arrays = np.array(boards, kind), np.array(others, kind)
    for board, other, *found in zip(
        boards,
        others,
        has_line(lines, arrays[0]).tolist(),
        gaps(lines, arrays[0]).tolist(),
        shared_cells(lines, arrays[0]).tolist(),
        one_ending(lines, *arrays).tolist(),
        strict=True,
    ):
        complete = [line for line in lines if line & board == line]
        shared = full
        for line in complete:
            shared &= line
        lacking = {line & ~board for line in lines if (line & ~board).bit_count() == 1}
        ending = shared != 0 and not has_line(lines, other)
        assert [has_line(lines, board), gaps(lines, board), one_ending(lines, board, other)] == [*found[:2], found[3]]
        assert found[:2] == [bool(complete), sum(lacking)] and found[3] == ending
        assert (shared_cells(lines, board) & full, found[2] & full) == (shared, shared)
