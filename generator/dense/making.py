"""Making the book of a large board: each layer solved, packed and written before the next."""

import hashlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import prod

import numpy as np
import zstandard

from book import __version__
from book.game.rules import Mask, Rules
from book.info import FORMAT_VERSION, BookInfo, GameCounts
from book.layout.block_reader import BLOCK, RUN
from book.layout.records import block_digest
from book.store.store import BlockWriter, FinishedLayer, PackedBlock, Place
from generator.dense.kernels import Scores
from generator.dense.solver import DenseLayer, DenseSolver, RowSets, compile_kernels
from generator.progress import Report

_BATCH = 1024  # blocks packed before they are written
_LEVEL = 3  # higher levels of zstd take several times as long and save a tenth


def write_dense_book(rules: Rules, place: Place, replace: bool, jobs: int, report: Report) -> BookInfo:
    """Solve a game and write its book of blocks; returns what it holds. Raises CannotWrite.

    What an earlier call with the same rules and place had finished before it was killed is not done again.
    """
    with place.blocks(rules, replace) as file:
        compile_kernels(report)
        solver = DenseSolver(rules, jobs, report)
        finished = file.layers()
        first = finished[-1].counts.ply if finished else rules.cells + 1
        report.expect(sum(prod(solver.shape(ply)) for ply in range(first)))
        if finished:
            report.say(f"Going on from ply {first}, which an earlier call has finished.")
        for layer in solver.layers(_read(file, solver, finished[-1]) if finished else None):
            finished.append(file.write_layer(layer.counts, layer.drawn_games, pack_layer(layer, jobs, report)))
        info = _info(rules, finished[::-1])
        file.finish(info, _runs(solver.sets))
    return info


def _read(file: BlockWriter, solver: DenseSolver, finished: FinishedLayer) -> DenseLayer:
    """A finished layer with its scores."""
    ply = finished.counts.ply
    scores = np.empty(solver.shape(ply), dtype=np.int8)
    flat, start = scores.reshape(-1), 0
    for packed in file.blocks(ply):
        block = np.frombuffer(zstandard.ZstdDecompressor().decompress(packed), dtype=np.int8)
        flat[start : start + len(block)] = block
        start += len(block)
    assert start == len(flat), f"layer {ply} is marked as finished, and is not"
    return DenseLayer(ply, scores, finished.counts, finished.drawn_games)


def pack_layer(layer: DenseLayer, jobs: int, report: Report) -> Iterator[list[PackedBlock]]:
    """The layer's blocks, some at a time, packed on all threads."""
    flat: Scores = layer.scores.reshape(-1)
    packer = zstandard.ZstdCompressor

    def pack(start: int) -> PackedBlock:
        block = flat[start : start + BLOCK].data
        packed = packer(level=_LEVEL, write_checksum=True).compress(block)
        report("write", layer.ply, len(block))
        return PackedBlock(packed, hashlib.sha256(block).digest())

    with ThreadPoolExecutor(jobs) as pool:
        for start in range(0, len(flat), _BATCH * BLOCK):
            yield list(pool.map(pack, range(start, min(start + _BATCH * BLOCK, len(flat)), BLOCK)))


def _runs(sets: list[RowSets]) -> Iterator[tuple[int, Mask, bytes]]:
    """The X-masks as the file keeps them."""
    for stones, one in enumerate(sets):
        masks = one.open.masks.astype("<i4")
        for start in range(0, len(masks), RUN):
            run = masks[start : start + RUN]
            yield stones, int(run[0]), run.tobytes()


def _info(rules: Rules, layers: list[FinishedLayer]) -> BookInfo:
    """What the book holds; ``layers`` from the first ply up."""
    reached = [layer for layer in layers if layer.counts.positions]
    counts = tuple(layer.counts for layer in reached)
    by_result = [0, 0]
    for layer in reached:
        assert layer.counts.games is not None
        x_won = (layer.counts.ply % 2 == 1) != rules.misere
        by_result[0 if x_won else 1] += layer.counts.games - layer.drawn_games
    drawn = sum(layer.drawn_games for layer in reached)
    games = GameCounts(by_result[0], by_result[1], drawn, None, None)
    positions = sum(one.positions for one in counts)
    digest = block_digest(rules, counts, games, [layer.digest for layer in reached])
    return BookInfo(rules, counts, games, FORMAT_VERSION, __version__, positions, digest)
