"""Scores that lie in many blocks, and X-masks in many runs, as only large boards have them."""

import re
from array import array
from contextlib import closing
from math import ceil

import numpy as np
import pytest
import zstandard

from oxobook.book import DamagedBook, Rules
from oxobook.book.layout import block_reader
from oxobook.book.layout.block_reader import BlockReader
from oxobook.book.layout.blocks import BlockLayout
from oxobook.book.layout.layouts import layout_in
from oxobook.book.layout.records import records_of
from oxobook.book.store.reader import Store
from tests.test_architecture import ROOT

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
    with closing(Store(made(text, engine))) as store:
        plain, small = layout_in(store), SmallBlocks(store)
        keys = [key for key, _ in plain.rows()]
        expected = {key: (plain.answer(key), plain.pick(key, plain.answer(key))) for key in keys}
        records = records_of(plain.rows()).tobytes()
        for module in ("block_reader", "block_arrays"):
            monkeypatch.setattr(f"oxobook.book.layout.{module}.BLOCK", BLOCK)
        monkeypatch.setattr("oxobook.book.layout.block_reader.RUN", RUN)
        yield small, expected, records


@pytest.mark.slow
def test_answers_do_not_depend_on_blocks(small):
    """One by one, in bulk and as rows the answers are those of the same scores in one block and one run."""
    store, expected, records = small
    layout = BlockLayout(store)
    assert records_of(layout.rows()).tobytes() == records
    for key, (answer, pick) in expected.items():
        assert layout.answer(key) == answer and layout.pick(key, answer) == pick
    reader = BlockReader(store.info.rules, store)
    assert [reader.slots(ply) for ply in range(len(store.scores))] == [*map(len, store.scores)]


@pytest.mark.slow
def test_each_lacking_block_or_run_is_noticed(small):
    """Without any one of its blocks or runs a book answers some position by an error, on both paths.

    Under gravity a block may hold nothing but stones that no game reaches.
    """
    store, expected, _ = small
    rules, keys = store.info.rules, np.array([*expected])
    stones, stacked = (keys & rules.full, keys >> rules.cells), rules.stacked
    going_on = enumerate(store.scores[:-1])
    blocks = [(ply, number) for ply, scores in going_on for number in range(ceil(len(scores) / BLOCK))]
    firsts = [] if stacked else [mask for masks in store.masks[: len(store.scores) // 2] for mask in masks[::RUN]]
    for lacking in [*blocks[:: max(1, len(blocks) // 6)], *firsts[:: max(1, len(firsts) // 6)]]:
        store.lacks = {lacking}
        layout = BlockLayout(store)
        noticed = [any(is_noticed(layout.answer, key) for key in expected), is_noticed(layout.table().lookup, *stones)]
        assert noticed == [True, True] or (stacked and noticed == [False, False]), lacking


@pytest.fixture
def loose(made, monkeypatch):
    """A store of small blocks and runs of 3x3x3, which a test may spoil, and its keys."""
    with closing(Store(made("3x3x3", "dense"))) as store:
        small, keys = SmallBlocks(store), [key for key, _ in layout_in(store).rows()]
    for module in ("block_reader", "block_arrays"):
        monkeypatch.setattr(f"oxobook.book.layout.{module}.BLOCK", BLOCK)
    monkeypatch.setattr("oxobook.book.layout.block_reader.RUN", RUN)
    return small, keys


def said_of(store, keys):
    """Return the messages about a damaged book, for single lookups and in bulk."""
    layout, said = BlockLayout(store), []
    both = np.array(keys) & 0b111111111, np.array(keys) >> 9
    for ask, of in (*((layout.answer, [key]) for key in keys), (layout.table().lookup, both)):
        try:
            ask(*of)
        except DamagedBook as error:
            said.append(str(error).removeprefix("cannot read the book 'small': ").partition(";")[0])
    return set(said[:-1]), said[-1]


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([0, 1], "a run of X-masks of 2 stones is out of order"),
        ([1, 2, 3], "a run of X-masks of 2 stones is out of order"),
        ([0, 2, 1], "its X-masks of 2 stones do not ascend"),
        ([0, 1, 1], "its X-masks of 2 stones do not ascend"),
    ],
)
def test_a_run_that_is_out_of_order(loose, places, said):
    """A run that is too short, begins otherwise than stated or does not ascend is refused by both paths."""
    store, keys = loose
    masks, right = store.masks[2], store.x_masks
    spoilt = array("i", [masks[place] for place in places]).tobytes()
    store.x_masks = lambda stones, first: spoilt if (stones, first) == (2, masks[0]) else right(stones, first)
    one_by_one, in_bulk = said_of(store, keys)
    assert in_bulk == said
    if "ascend" in said:
        assert one_by_one and all(re.fullmatch(r"it lacks the row of '[X./]{11}'", one) for one in one_by_one)
    else:
        assert one_by_one == {said}


def test_sizes_are_those_of_the_format():
    """Blocks and runs have as many scores and masks as FORMAT.md says."""
    text = (ROOT / "book/FORMAT.md").read_text()
    assert f"last have {block_reader.BLOCK:,} scores" in text and f"last have {block_reader.RUN:,} masks" in text


def test_a_reader_keeps_few_blocks(loose):
    """A book keeps the 512 blocks used last, unpacked, each of 64 kB: 32 MB."""
    assert BlockReader(Rules(), loose[0]).block.cache_info().maxsize == 512


def test_a_score_of_a_game_that_is_over(loose):
    """Scores that agree with each other, but end a game before it has come so far, are refused."""
    store, _ = loose
    for won, lost in ((b"\x0a", b"\xf6"), (b"\x09", b"\xf7")):
        store.scores[1], store.scores[2] = won * len(store.scores[1]), lost * len(store.scores[2])
        with pytest.raises(DamagedBook, match=r"the score of 'X\.\./\.\.\./\.\.\.' is of a game that is over"):
            BlockLayout(store).answer(1)
    store.scores[1], store.scores[2] = b"\x08" * len(store.scores[1]), b"\xf8" * len(store.scores[2])
    assert BlockLayout(store).answer(1)[:2] == (1, 1)


def test_bytes_of_masks_on_a_machine_of_the_other_order(loose, monkeypatch):
    """The bytes of the masks are swapped if the machine's integers have them in the other order."""
    store, _ = loose
    swapped = array("i", store.masks[2][:RUN])
    swapped.byteswap()
    monkeypatch.setattr(store, "x_masks", lambda stones, first: swapped.tobytes())
    monkeypatch.setattr("oxobook.book.layout.block_reader.sys.byteorder", "big")
    assert list(BlockLayout(store)._reader._read_run(2, 0)) == store.masks[2][:RUN]


def is_noticed(ask, *of):
    """Return whether a call says that the book is damaged."""
    try:
        ask(*of)
    except DamagedBook as error:
        return "make it again with: oxobook generate RULES --force" in str(error)
    return False
