"""Slots of scores by the verifier, held against the readers of ``book.layout``, which share no code with it."""

import numpy as np
import pytest

from oxobook.book import Rules
from oxobook.book.layout.gravity_rank import stack_slot_of
from oxobook.book.verify.forward import random_positions
from oxobook.book.verify.geometry import geometry_of
from oxobook.book.verify.score_table import PlacementSlots, StackSlots, sets_of
from tests.torture.forgery.sealing import slot_of, standing


def open_positions(geometry, count):
    """Random positions in which the game goes on, by ply: their masks of X and O."""
    keys = random_positions(geometry, count, 4)
    x, o, stones = keys & geometry.full, keys >> geometry.cells, np.bitwise_count(keys)
    going = ~(geometry.has_line(x) | geometry.has_line(o)) & (stones < geometry.cells)
    for ply in np.unique(stones[going]).tolist():
        here = going & (stones == ply)
        yield ply, x[here], o[here]


@pytest.mark.parametrize("text", ["3x3x3", "3x4x3-misere", "2x5x3", "1x5x3", "4x4x3", "2x2x1"])
def test_slots_of_placements(text):
    """A position's slot is where a reader finds its score, whichever image is asked for, and within the table."""
    rules = Rules.parse(text)
    geometry = geometry_of(rules)
    slots = PlacementSlots(geometry)
    for ply, x, o in open_positions(geometry, 300):
        rows = slots.rows[(ply + 1) // 2].tolist()
        pairs = [standing(rules, *pair) for pair in zip(x.tolist(), o.tolist(), strict=True)]
        expected = [slot_of(rules, rows, *pair) for pair in pairs]
        assert slots.of(ply, x, o).tolist() == expected and max(expected) < slots.count(ply)
        images = geometry.images(x | o << geometry.cells)
        for number in range(len(geometry.ways)):
            turned = images[:, number]
            assert slots.of(ply, turned & geometry.full, turned >> geometry.cells).tolist() == expected


@pytest.mark.parametrize(
    "text", ["3x3x3-gravity", "4x3x3-gravity", "3x5x3-gravity", "5x2x3-gravity", "11x3x3-gravity", "6x6x4-gravity"]
)
def test_slots_of_stacks(text):
    """The same under gravity, on boards wider than a key as well."""
    rules = Rules.parse(text)
    geometry = geometry_of(rules)
    slots = StackSlots(geometry)
    for ply, x, o in open_positions(geometry, 200):
        expected = [stack_slot_of(rules, *pair) for pair in zip(x.tolist(), o.tolist(), strict=True)]
        assert slots.of(ply, x, o).tolist() == expected and max(expected) < slots.count(ply)
        turned = geometry.images(x | o << geometry.cells)[:, 1]
        assert slots.of(ply, turned & geometry.full, turned >> geometry.cells).tolist() == expected


def test_last_stones():
    """A stone can have been the last if the others hold no line: one of three in a row, the shared one of two rows."""
    slots = PlacementSlots(geometry_of(Rules()))
    masks = np.array([0b000000111, 0b001001111, 0b111000111, 0b000010111])
    assert slots.last_stones(masks).tolist() == [3, 1, 0, 3]


@pytest.mark.parametrize(("n", "stones"), [(0, 0), (1, 0), (1, 1), (5, 2), (8, 4), (7, 7), (3, 4), (3, -1)])
def test_sets_ascend(n, stones):
    """All masks of n bits with ``stones`` of them set, ascending; none if there are too few bits."""
    assert sets_of(n, stones).tolist() == [mask for mask in range(1 << n) if mask.bit_count() == stones]
