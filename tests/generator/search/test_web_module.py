"""The WebAssembly module of the search's kernel that pages use, held against the kernel compiled for this machine."""

import random
from pathlib import Path

import numpy as np
import pytest

from oxobook.book import Position, Rules
from oxobook.generator.search.board_words import searched_board
from oxobook.generator.search.kernels import COUNTERS, HIGH, LOW, MOST, NODES, STOPPED, next_target
from oxobook.generator.search.searcher import Searcher

pytestmark = pytest.mark.usefixtures("search_compiled")

wasmtime = pytest.importorskip("wasmtime")
MODULE = Path(__file__).parents[3] / "viewer" / "explorer" / "page" / "answers" / "search.wasm"
BITS = 20


class WebSearcher(Searcher):
    """A searcher that asks the module."""

    def __init__(self, rules):
        super().__init__(rules, memory=64 << BITS)
        words, stack = searched_board(rules)
        store = wasmtime.Store()
        instance = wasmtime.Instance(store, wasmtime.Module.from_file(store.engine, str(MODULE)), [])
        exports = instance.exports(store)
        memory, reach = exports["memory"], exports["reach"]
        board = -(-exports["__heap_base"].value(store) // 64) * 64
        counters = board + len(words)
        frames = counters + 64
        table = -(-(frames + 8 * stack) // 64) * 64
        memory.grow(store, -(-(table + self._table.nbytes - memory.data_len(store)) // 65536))
        memory.write(store, words, board)

        def call(own, taken):
            """The search as the page's worker makes it, by one target after another."""
            shared, free = self._shared, rules.cells - taken.bit_count()
            low, high = max(shared[LOW], -free), min(shared[HIGH], free)
            while low < high:
                left = shared[COUNTERS + MOST] - shared[COUNTERS + NODES]
                memory.write(store, np.array([0, left, 0], np.int64).tobytes(), counters)
                target = next_target.py_func(low, high)
                answer = reach(store, board, table, BITS, frames, counters, own, taken, target, 0)
                nodes = np.frombuffer(memory.read(store, counters, counters + 24), np.int64)[NODES]
                assert nodes >= 0
                shared[COUNTERS + NODES] += int(nodes)
                if answer == STOPPED:
                    break
                low, high = (min(answer, high), high) if answer >= target else (low, max(answer, low))
            shared[LOW], shared[HIGH] = low, high

        self._calls = [call]


def agree(text, free, count):
    """Random positions with some free cells: the same answers, and the same nodes, so that it is the same search."""
    rules, seeded = Rules.parse(text), random.Random(text)
    native, web = Searcher(rules, memory=64 << BITS), WebSearcher(rules)
    for _ in range(count):
        position = Position(rules)
        while rules.cells - position.ply > free and position.legal_moves:
            quiet = [after for move in position.legal_moves if not (after := position.play(move)).over]
            position = seeded.choice(quiet) if quiet else position.play(position.legal_moves[0])
        assert native.search(position)[:4] == web.search(position)[:4], position
    assert native.nodes


def test_the_module_is_small():
    """A visitor of a page gets the search in less than 16 kB."""
    assert MODULE.stat().st_size < 16_000


@pytest.mark.parametrize("text", ["6x7x4-gravity", "8x8x4-gravity", "3x4x3-misere", "4x4x4", "3x5x3-misere-gravity"])
def test_the_module_is_the_kernel(text):
    """The committed module searches as the kernel does; if not, make it again: make module page."""
    agree(text, 20, 12)


@pytest.mark.parametrize("free", [14, 20, 24, pytest.param(28, marks=pytest.mark.long)])
def test_positions_of_connect_four(free):
    """The same of many positions of Connect Four."""
    agree("6x7x4-gravity", free, 60)
