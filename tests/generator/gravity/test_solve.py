"""A solve under gravity: the parts of its layers, and what is read of them."""

import numpy as np
import pytest

from oxobook.book import Rules
from oxobook.generator.gravity import solve
from oxobook.generator.gravity.memory import layer_sizes
from oxobook.generator.layers.layer import DamagedChunk
from oxobook.generator.layers.stored import StoredLayers


def test_neighbours_share_what_they_read(tmp_path):
    """A chunk that was just read is not read again; once it is released, its loss is found."""
    some = solve.Solve(Rules(3, 3, 3, gravity=True), StoredLayers(str(tmp_path / "chunks"), "a test"))
    flags = some.layers.create(solve.flag_cut(some.rules, 2))
    size = flags.cut.slots(0)[1]
    flags.write(0, np.full(size, -1, np.int8), np.zeros(4, np.int64))
    read = some.flags(2).part
    assert read(0).all()
    some.layers.remove(flags.cut.name)
    assert read(0).all()
    solve.release()
    some.layers.create(flags.cut)
    with pytest.raises(DamagedChunk):
        read(0)


@pytest.mark.parametrize("text", ["3x3x3-gravity", "4x5x4-gravity", "5x1x3-gravity", "3x4x3-misere-gravity"])
def test_parts_are_all_of_a_layer(text):
    """Parts follow one another without gaps, none much longer than the others; their slots are as many as planned."""
    rules = Rules.parse(text)
    assert layer_sizes(rules) == [solve.score_cut(rules, ply).size for ply in range(rules.cells + 1)]
    for ply in range(rules.cells + 1):
        parts = solve.parts_of(rules, ply)
        assert [0, *(part.first + part.size for part in parts)][:-1] == [part.first for part in parts]
        assert max(part.size for part in parts) <= solve.SLOTS_AT_ONCE + (1 << 11)
