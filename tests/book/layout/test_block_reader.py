"""Scores that lie in many blocks, and X-masks in many runs, as only large boards have them."""

import hashlib
from array import array
from contextlib import closing
from math import ceil

import numpy as np
import pytest
import zstandard

from oxobook.book import DamagedBook
from oxobook.book.layout.blocks import BlockLayout
from oxobook.book.layout.gravity_arrays import table_of
from oxobook.book.layout.layouts import layout_in
from oxobook.book.layout.records import records_of
from oxobook.book.store.stores import open_store

BLOCK, RUN = 16, 3


class SmallBlocks:
    """A store of a book of blocks: the scores and X-masks of another, in smaller blocks and runs."""

    name = "small"

    def __init__(self, store):
        self.info, rules = store.info, store.info.rules
        unpack = zstandard.ZstdDecompressor().decompress
        blocks = [store.block(ply, 0) for ply in range(rules.cells + 1)]
        self.scores = [unpack(block) if block else b"" for block in blocks]
        self.masks = [
            list(array("i", b"".join(store.x_masks(stones, first) for first in store.first_x_masks(stones))))
            for stones in range(rules.cells + 1)
        ]
        self.lacks = set()
        """Blocks, by ply and number, and runs, by first mask, that are not there."""

    def part(self, ply, number):
        return self.scores[ply][number * BLOCK : (number + 1) * BLOCK]

    def block(self, ply, number):
        packed = zstandard.ZstdCompressor(write_checksum=True).compress(self.part(ply, number))
        return packed if self.part(ply, number) and (ply, number) not in self.lacks else None

    def first_x_masks(self, stones):
        return [first for first in self.masks[stones][::RUN] if first not in self.lacks]

    def x_masks(self, stones, first):
        place = self.masks[stones].index(first)
        return array("i", self.masks[stones][place : place + RUN]).tobytes()


@pytest.fixture(params=[("3x3x3-misere", "dense"), ("2x4x3", "dense"), ("3x3x3-gravity", "gravity")], ids="-".join)
def small(request, made, monkeypatch):
    """A store of small blocks, and the answers and picks, by key, of the same book as it is."""
    text, engine = request.param
    with closing(open_store(made(text, engine))) as store:
        plain, small = layout_in(store), SmallBlocks(store)
        keys = [key for key, _ in plain.rows()]
        expected = {key: (plain.answer(key), plain.pick(key, plain.answer(key))) for key in keys}
        records = records_of(plain.rows()).tobytes()
        for module in ("block_reader", "block_arrays"):
            monkeypatch.setattr(f"oxobook.book.layout.{module}.BLOCK", BLOCK)
        monkeypatch.setattr("oxobook.book.layout.block_reader.RUN", RUN)
        yield small, expected, records


def test_answers_do_not_depend_on_blocks(small):
    """One by one, in bulk and as rows the answers are those of the same scores in one block and one run."""
    store, expected, records = small
    layout = BlockLayout(store)
    assert records_of(layout.rows()).tobytes() == records
    for key, (answer, pick) in expected.items():
        assert layout.answer(key) == answer and layout.pick(key, answer) == pick
    table = table_of(store.info.rules, store)
    assert [table.size(ply) for ply in range(len(store.scores))] == [*map(len, store.scores)]


def test_digests_and_rows_go_through_all_blocks(small):
    """A ply's digest is of the digests of its blocks; rows are read across blocks and runs, in order."""
    store, _, _ = small
    layout = BlockLayout(store)
    for ply, scores in enumerate(store.scores):
        parts = [store.part(ply, number) for number in range(ceil(len(scores) / BLOCK))]
        digests = b"".join(hashlib.sha256(part).digest() for part in parts)
        assert layout._reader.digest(ply) == hashlib.sha256(digests).digest()
    for stones, masks in enumerate(store.masks):
        rows = layout.score_rows(stones)
        if rows is None:
            assert store.info.rules.stacked
            continue
        read = list(rows.read(5))
        assert len(rows) == len(masks) == sum(len(part.x_masks) for part in read)
        assert [mask for part in read for mask in part.x_masks] == masks
        for ply, found in ((2 * stones - 1, "o_to_move"), (2 * stones, "x_to_move")):
            known = store.scores[ply] if 0 <= ply < store.info.rules.cells else b""
            assert b"".join(getattr(part, found) for part in read) == known


def test_each_lacking_block_or_run_is_noticed(small):
    """Without any one of its blocks or runs a book answers some position by an error, on both paths.

    Under gravity a block may hold nothing but stones that no game reaches.
    """
    store, expected, _ = small
    keys, stacked = np.array([*expected]), store.info.rules.stacked
    going_on = enumerate(store.scores[:-1])
    blocks = [(ply, number) for ply, scores in going_on for number in range(ceil(len(scores) / BLOCK))]
    firsts = [] if stacked else [mask for masks in store.masks[: len(store.scores) // 2] for mask in masks[::RUN]]
    for lacking in [*blocks[:: max(1, len(blocks) // 6)], *firsts[:: max(1, len(firsts) // 6)]]:
        store.lacks = {lacking}
        layout = BlockLayout(store)
        noticed = [any(is_noticed(layout.answer, key) for key in expected), is_noticed(layout.many, keys)]
        assert noticed == [True, True] or (stacked and noticed == [False, False]), lacking


def is_noticed(ask, keys):
    """Return whether a call says that the book is damaged."""
    try:
        ask(keys)
    except DamagedBook as error:
        return "make it again with: oxobook generate --force" in str(error)
    return False
