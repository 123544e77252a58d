"""Slots of scores by the verifier, held against the readers of ``book.layout``, which share no code with it."""

from itertools import combinations

import numpy as np
import pytest

from oxobook.book import Book, Rules
from oxobook.book.layout.gravity_rank import stack_slot_of
from oxobook.book.store.reader import Store
from oxobook.book.verify.geometry import geometry_of
from oxobook.book.verify.scores import ScoreReader
from oxobook.book.verify.slots import Slots, places
from oxobook.book.verify.walk import random_positions, walk
from tests.campaigns.forgery.sealing import slot_of, standing


def open_positions(geometry, count):
    """Keys of random positions in which the game goes on, by ply."""
    keys = random_positions(geometry, count, 4, 0, geometry.cells)
    stones = np.bitwise_count(keys)
    for ply in range(geometry.cells):
        here = keys[stones == ply]
        yield ply, here[~geometry.ended(ply, here)]


@pytest.mark.parametrize("text", ["3x3x3", "3x4x3-misere", "2x5x3", "1x5x3", "4x4x3", "2x2x1", "3x3x3-torus"])
def test_slots_of_placements(text):
    """A position's slot is where a reader finds its score, whichever image is asked for, and within the table."""
    rules = Rules.parse(text)
    geometry = geometry_of(rules)
    slots = Slots(geometry, rules.cells)
    for ply, keys in open_positions(geometry, 300):
        rows = slots.rows[(ply + 1) // 2].tolist()
        pairs = [standing(rules, key & rules.full, key >> rules.cells) for key in keys.tolist()]
        expected = [slot_of(rules, rows, *pair) for pair in pairs]
        assert slots.of(ply, keys).tolist() == expected and max(expected, default=-1) < slots.count(ply)
        for turned in geometry.images(keys).T:
            assert slots.of(ply, turned).tolist() == expected


@pytest.mark.parametrize(
    "text", ["3x3x3-gravity", "4x3x3-gravity", "3x5x3-gravity", "5x2x3-gravity", "11x3x3-gravity", "6x6x4-gravity"]
)
def test_slots_of_stacks(text):
    """The same under gravity, on boards wider than a key as well."""
    rules = Rules.parse(text)
    geometry = geometry_of(rules)
    slots = Slots(geometry, rules.cells)
    for ply, keys in open_positions(geometry, 200):
        expected = [stack_slot_of(rules, key & rules.full, key >> rules.cells) for key in keys.tolist()]
        assert slots.of(ply, keys).tolist() == expected and max(expected, default=-1) < slots.count(ply)
        assert slots.of(ply, geometry.images(keys)[:, 1]).tolist() == expected


def test_places_of_sets_within_fields():
    """The sets of a field's cells come in the ascending order of their masks."""
    for field in (0b1011101, 0b111, 1 << 40 | 0b1101):
        cells = [1 << cell for cell in range(41) if field >> cell & 1]
        for stones in range(len(cells) + 1):
            sets = np.array(sorted(map(sum, combinations(cells, stones))), np.int64)
            assert places(sets, np.full(len(sets), field), stones).tolist() == list(range(len(sets)))


@pytest.mark.parametrize(
    ("text", "engine"),
    [("3x3x3", "frontier"), ("3x3x3", "dense"), ("3x4x3-misere", "dense"), ("3x3x3-gravity", "gravity")],
)
@pytest.mark.usefixtures("gravity_compiled")
def test_scores_in_bulk(made, text, engine):
    """A layout's scores, asked in bulk, are those of the verifier's own slots at every position that play reaches."""
    path = made(text, engine)
    geometry, store = geometry_of(Rules.parse(text)), Store(made(text, "gravity" if "gravity" in text else "dense"))
    reader = ScoreReader(store, geometry, Slots(geometry, geometry.cells))
    with Book.open(path) as book:
        for layer in walk(geometry, geometry.cells):
            stones = layer.keys & geometry.full, layer.keys >> geometry.cells
            assert (book.layout.table().scores(*stones) == reader.scores(layer.ply, layer.keys)).all()
    store.close()
