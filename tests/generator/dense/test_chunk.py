"""Chunks: a layer in pieces is the same layer, and what is read from a file is what would be in memory."""

import hashlib
import sqlite3
from contextlib import closing

import numpy as np
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

import generator.dense.chunk
import generator.dense.solver
from book import Rules
from book.known import published_digest
from generator.dense.chunk import joined, pack
from generator.dense.memory import Room, least_memory, room_for, two_layers, whole_memory
from generator.dense.next_layer import StoredLayer, children
from generator.dense.solver import DenseSolver
from generator.generate import generate_book
from generator.progress import silent
from generator.work.workers import Workers


@given(st.lists(st.integers(0, 30), min_size=1, max_size=6), st.integers(1, 20))
def test_a_layer_in_pieces_is_the_same_layer(sizes, block):
    """Wherever a layer is cut, its pieces are joined to just the blocks of the whole."""
    scores = (np.arange(sum(sizes)) % 7).astype(np.int8)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generator.dense.chunk, "BLOCK", block)
        ends = np.cumsum(sizes).tolist()
        pieces = [pack(scores[start:end], start) for start, end in zip([0, *ends], ends, strict=False)]
        blocks = [one for some in joined(pieces) for one in some]
    wanted = [scores[start : start + block].tobytes() for start in range(0, len(scores), block)]
    assert [zstandard.decompress(one.data) for one in blocks] == wanted
    assert [one.digest for one in blocks] == [hashlib.sha256(one).digest() for one in wanted]


class Blocks:
    """The blocks of a book, as its maker reads them."""

    def __init__(self, path):
        self._path = path

    def some_blocks(self, ply, numbers):
        with closing(sqlite3.connect(self._path)) as book:
            rows = dict(book.execute("SELECT number, data FROM block WHERE ply = ?", (ply,)))
        return [rows[number] for number in numbers]


@pytest.fixture(scope="module")
def solver(compiled):
    with Workers(1) as workers:
        yield DenseSolver(Rules(4, 4, 4), workers, silent)


@pytest.mark.parametrize("ply", [9, 10, 11])
def test_rows_read_from_a_file(solver, made, ply):
    """Any rows of a layer have the scores in the file's blocks that they have in the whole layer."""
    rows, columns = solver.shape(ply)
    masks = solver.sets[(ply + 1) // 2].open.masks
    layer = StoredLayer(solver.rules, Blocks(made("4x4x4", "dense")), ply, masks, columns)
    whole = layer.same_rows(0, rows).rows().scores.reshape(rows, columns)
    below = solver.sets[ply // 2].open.masks[5:9]
    for part in (layer.same_rows(3, 17), layer.same_rows(rows - 1, rows), layer.child_rows(below)):
        found = part.rows()
        for mask, start in zip(found.masks.tolist(), found.starts.tolist(), strict=True):
            row = int(np.searchsorted(masks, mask))
            assert masks[row] == mask and (found.scores[start : start + columns] == whole[row]).all()


def test_children_are_all_that_a_stone_leads_to(solver):
    """From the X-masks with some stones, one more leads to all those that have one more, and to masks with lines."""
    for fewer, more in zip(solver.sets, solver.sets[1:-1], strict=False):
        assert set(children(solver.rules, fewer.open.masks).tolist()) == {*more.open.masks.tolist(), *more.won.masks}


def made_in(room, rules, path, monkeypatch):
    """The book that is made with so much room, and what stands in its file."""
    monkeypatch.setattr(generator.dense.solver, "room_for", lambda rules, workers: room)
    return generate_book(rules, path, engine="dense", replace=True), path.read_bytes()


BOARDS = [
    "3x3x3",
    "3x4x3",
    "2x3x2-misere",
    "1x1x1",
    *(pytest.param(text, marks=pytest.mark.slow) for text in ("4x4x4-misere", "3x5x4")),
]


@pytest.mark.parametrize("text", BOARDS)
def test_a_book_made_in_little_memory(compiled, tmp_path, monkeypatch, text):
    """With no layer in memory, or only small ones, and chunks of a few rows, the file is the same, byte for byte."""
    rules = Rules.parse(text)
    monkeypatch.setattr("generator.dense.memory._FEWEST_AT_ONCE", rules.full // 10 + 1)
    whole = made_in(Room(rules, np.inf, np.inf), rules, tmp_path / "book", monkeypatch)
    layer = max(np.prod(DenseSolver(rules, Workers(1), silent).shape(ply)) for ply in range(rules.cells + 1))
    for held in (0, layer // 3):
        assert made_in(Room(rules, held, 1), rules, tmp_path / "book", monkeypatch) == whole


@pytest.mark.parametrize("text", ["5x5x4", "5x6x4", "3x9x4"])
def test_what_is_held_fits(text):
    """What the room allows to be in memory at once is at most what may be taken, down to the least that is needed."""
    rules = Rules.parse(text)
    least, fixed = least_memory(rules, 2), least_memory(rules, 0)
    for memory in (least, 2 * least, 10 * least):
        room = room_for(rules, Workers(2, memory=memory))
        if room.held == np.inf:
            assert whole_memory(rules) <= memory
            continue
        chunks = (2 * 2 * room.scores_at_once(ply) * (1 + reads(rules, ply)) for ply in range(rules.cells))
        assert fixed + 2 * room.held + max(chunks) <= memory + 1


def reads(rules, ply):
    """The scores of the next layer for each of a ply's, where every child row is another."""
    if ply % 2 == 0:
        return rules.cells - ply
    free, stones = rules.cells - (ply + 1) // 2, ply // 2
    return (free - stones) / (stones + 1)


@pytest.mark.long
@pytest.mark.parametrize("text", ["4x5x4", "3x6x4", "4x4x4-misere", "5x5x3"])
def test_the_digest_with_a_tenth_of_the_memory(compiled, tmp_path, monkeypatch, text):
    """Made in a tenth of what the two largest layers take, a book has the published digest."""
    rules = Rules.parse(text)
    tenth = two_layers(rules) / 10
    monkeypatch.setattr("generator.dense.memory._FEWEST_AT_ONCE", 1 << 10)
    info, _ = made_in(Room(rules, tenth / 4, tenth / 8), rules, tmp_path / "book", monkeypatch)
    assert info.digest == published_digest(rules, "blocks")
