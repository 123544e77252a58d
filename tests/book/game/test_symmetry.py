"""The symmetry group: least images and ways back, and the single and the batch path against each other."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oxobook.book import Rules
from oxobook.book.game.notation import cells_of
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.game.symmetry_arrays import batch_symmetry

SHAPES = ["3x3x3", "4x4x4", "3x4x3", "1x5x3", "1x1x1", "3x3x3-gravity", "5x6x4"]
MORE = ["4x3x3", "5x1x2", "4x1x2-gravity", "1x31x4"]
"""Boards with a shape that other boards have too."""
LARGE = ["6x7x4-gravity", "8x8x4", "1x64x5"]


def stones(rules):
    """Any disjoint stones on a board, reachable or not."""
    masks = st.integers(0, rules.full)
    return st.tuples(masks, masks).map(lambda pair: (pair[0], pair[1] & ~pair[0]))


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*SHAPES, *MORE, *LARGE])
@given(data=st.data())
def test_canonical_form(rules, data):
    """The canonical form is the least image, equal across the orbit, idempotent; the way back undoes it."""
    rules = Rules.parse(rules)
    group = symmetry_group(rules)
    x, o = data.draw(stones(rules))
    images = group.images(x, o)
    key, number = group.canonical(x, o)
    assert key == min(images) and images.index(key) == number
    assert {group.canonical(image & rules.full, image >> rules.cells)[0] for image in images} == {key}
    assert group.canonical(key & rules.full, key >> rules.cells) == (key, 0)
    assert group.mask_back(key & rules.full, number) == x and group.mask_back(key >> rules.cells, number) == o
    for cell in range(rules.cells):
        assert 1 << group.cell_back(cell, number) == group.mask_back(1 << cell, number)


@pytest.mark.parametrize("rules", ["2x2x2", "2x3x2", "3x2x2-gravity"])
def test_cells_look_the_same_that_a_symmetry_takes_to_one_another(rules):
    """The symmetries of a position, by which cells look the same, are those that move none of its stones."""
    rules = Rules.parse(rules)
    group = symmetry_group(rules)
    for x, o in product(range(rules.full + 1), repeat=2):
        if not x & o:
            moved = [[sum(1 << p[c] for c in cells_of(mask)) for mask in (x, o)] for p in group.permutations]
            own = [p for p, stones in zip(group.permutations, moved, strict=True) if stones == [x, o]]
            assert len(own) * group.orbit(x, o) == len(group.permutations)
            for cell in range(rules.cells):
                assert group.alike(x, o, cell) == sum({1 << p[cell] for p in own})


def test_moves_with_either_sign_look_the_same_by_sign():
    """If both signs may be set, the cells that look the same as a move with O are moves with O."""
    group = symmetry_group(Rules.parse("3x3x3-wild"))
    assert group.alike(0b10000, 0, 0) == 0b101000101 and group.alike(0b10000, 0, 9) == 0b101000101 << 9


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*SHAPES, *MORE])
@given(data=st.data())
def test_batch_equals_single(rules, data):
    """Arrays of keys get the canonical keys, symmetries, orbits and ways back of the single path."""
    rules = Rules.parse(rules)
    single, batch = symmetry_group(rules), batch_symmetry(rules)
    positions = data.draw(st.lists(stones(rules), min_size=1, max_size=20))
    keys = np.array([x | o << rules.cells for x, o in positions])
    canonical, numbers = batch.canonical_with_symmetry(keys)
    assert list(zip(canonical.tolist(), numbers.tolist(), strict=True)) == [
        single.canonical(x, o) for x, o in positions
    ]
    assert batch.canonical(keys).tolist() == canonical.tolist()
    assert batch.orbits(keys).tolist() == [single.orbit(x, o) for x, o in positions]
    masks = keys & rules.full
    backs = [single.mask_back(*pair) for pair in zip(masks.tolist(), numbers.tolist(), strict=True)]
    assert batch.masks_back(masks, numbers).tolist() == backs
    cells = np.arange(len(keys), dtype=np.int8) % rules.cells
    backs = [single.cell_back(*pair) for pair in zip(cells.tolist(), numbers.tolist(), strict=True)]
    assert batch.cells_back(cells, numbers).tolist() == backs
    assert batch.cells_back(np.full_like(cells, -1), numbers).tolist() == [-1] * len(cells)
