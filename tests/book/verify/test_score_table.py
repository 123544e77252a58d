"""Slots of scores by the verifier, held against the readers of ``book.layout``, which share no code with it."""

import numpy as np
import pytest

from benchmarks.forgery.sealing import slot_of, standing
from oxobook.book import Rules
from oxobook.book.layout.block_reader import BLOCK, RUN
from oxobook.book.layout.gravity_rank import stack_slot_of
from oxobook.book.store.reader import Store
from oxobook.book.verify.forward import random_positions
from oxobook.book.verify.geometry import geometry_of
from oxobook.book.verify.score_table import PlacementSlots, ScoreTable, StackSlots, sets_of


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


def test_rows_and_slots_of_3x3x3():
    """X has 1, 3 and 8 placements of up to two stones; each has a slot for each placement of O's stones."""
    slots = PlacementSlots(geometry_of(Rules()))
    assert [len(rows) for rows in slots.rows][:3] == [1, 3, 8]
    assert [slots.count(ply) for ply in range(5)] == [1, 3, 3 * 8, 8 * 7, 8 * 21]
    assert [len(masks) > 0 for masks in slots.ended] == [False, False, False, True, True, True]


def test_last_stones():
    """A stone can have been the last if the others hold no line: one of three in a row, the shared one of two rows."""
    slots = PlacementSlots(geometry_of(Rules()))
    masks = np.array([0b000000111, 0b001001111, 0b111000111, 0b000010111])
    assert slots.last_stones(masks).tolist() == [3, 1, 0, 3]


@pytest.mark.parametrize("text", ["3x4x3", "4x4x4"])
def test_blocks_and_runs_cover_the_tables(text):
    """Blocks have BLOCK scores and runs RUN masks, but for the last of each table."""
    slots = PlacementSlots(geometry_of(Rules.parse(text)))
    sizes = {}
    for ply, number, size in slots.blocks():
        assert number == len(sizes.setdefault(ply, [])) and 0 < size <= BLOCK
        sizes[ply].append(size)
    assert {ply: sum(found) for ply, found in sizes.items()} == {
        ply: slots.count(ply) for ply in range(slots.geometry.cells + 1) if slots.count(ply)
    }
    assert all(set(found[:-1]) <= {BLOCK} for found in sizes.values())
    runs = {}
    for stones, first, run in slots.runs():
        masks = np.frombuffer(run, dtype="<i4").tolist()
        assert first == masks[0] and 0 < len(masks) <= RUN
        runs.setdefault(stones, []).append(masks)
    assert {stones: [mask for run in found for mask in run] for stones, found in runs.items()} == {
        stones: rows.tolist() for stones, rows in enumerate(slots.rows) if len(rows)
    }
    assert all({len(one) for one in found[:-1]} <= {RUN} for found in runs.values())
    assert not list(StackSlots(geometry_of(Rules(3, 3, 3, gravity=True))).runs())


@pytest.mark.parametrize(("n", "stones"), [(0, 0), (1, 0), (1, 1), (5, 2), (8, 4), (7, 7), (3, 4), (3, -1)])
def test_sets_ascend(n, stones):
    """All masks of n bits with ``stones`` of them set, ascending; none if there are too few bits."""
    assert sets_of(n, stones).tolist() == [mask for mask in range(1 << n) if mask.bit_count() == stones]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "engine", "kind"),
    [
        ("3x4x3", "dense", PlacementSlots),
        ("3x3x3-misere", "dense", PlacementSlots),
        ("4x3x3-gravity", "gravity", StackSlots),
        ("2x3x2-misere-gravity", "gravity", StackSlots),
    ],
)
def test_answers_are_those_of_a_book_of_rows(made, make_book, monkeypatch, text, engine, kind):
    """Value, remoteness, best and safe moves, pick and orbit that follow from the scores are those of the rows."""
    rules, geometry = Rules.parse(text), geometry_of(Rules.parse(text))
    entries = [*make_book(text)]
    store = Store(made(text, engine))
    monkeypatch.setattr("oxobook.book.verify.score_table._AT_ONCE", 50)
    table = ScoreTable(store, kind(geometry))
    rows = table.rows_at(np.array([entry.position.key for entry in entries]))
    for place, entry in enumerate(entries):
        assert geometry.board(int(rows.key[place])) == entry.position.text and rows.ply[place] == entry.position.ply
        assert (rows.value[place], rows.remoteness[place]) == (entry.value, entry.remoteness)
        assert geometry.cell_names(int(rows.best[place])) == (" ".join(entry.best) or "none")
        assert geometry.cell_names(int(rows.safe[place])) == (" ".join(entry.safe) or "none")
        assert (int(rows.no_pick[place]), rows.orbit[place]) == (entry.pick is None, entry.orbit)
        assert entry.pick is None or geometry.cell_names(1 << int(rows.pick[place])) == entry.pick
    ranks = {entry.position.key: entry.value * (65 - entry.position.ply - entry.remoteness) for entry in entries}
    for ply in range(rules.cells + 1):
        keys = np.array([key for key in ranks if key.bit_count() == ply], dtype=np.int64)
        assert table.ranks(ply, keys).tolist() == [ranks[key] for key in keys.tolist()]
    store.close()
