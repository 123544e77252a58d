"""Book of blocks in the making: the layers that an earlier call has finished, those to come, and its header."""

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import inf
from typing import NamedTuple

import numpy as np

from oxobook.book.errors import DamagedBook
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.info import FORMAT_VERSION, BookInfo, GameCounts, LayerCounts, __version__
from oxobook.book.layout.block_reader import BLOCK, decompressor
from oxobook.book.layout.records import content_digest
from oxobook.book.progress import Stage, Tell
from oxobook.book.published import require_published
from oxobook.book.store.block_writer import BlockFile, FinishedLayer
from oxobook.generator.layers.blocks import PackedScores, joined
from oxobook.generator.layers.layer import DamagedChunk, Layer, Layers, MemoryLayers, Values
from oxobook.generator.layers.memory import Limits
from oxobook.generator.layers.workers import Workers
from oxobook.generator.units import in_bytes

_log = logging.getLogger(__name__)
_AT_ONCE = 16  # blocks: enough to be worth a task, also in another process


def layers_for(file: BlockFile, rules: Rules, workers: Workers, limits: Limits) -> Layers:
    """Return where the layers of a solve go: by the limits in memory, or beside the book or in ``workers.chunks``."""
    in_memory, address = limits.whole == inf, str(file.folder)
    if in_memory and not file.folder.exists():
        return MemoryLayers()
    from oxobook.generator.layers.stored import StoredLayers

    if workers.chunks is not None:
        address = f"{workers.chunks.removeprefix('file://').rstrip('/')}/{rules}-{file.token:08x}"
    stored = StoredLayers(address, f"{rules.header} {FORMAT_VERSION} {__version__}")
    if in_memory:  # what an earlier call has left there, which had less memory
        stored.end()
        return MemoryLayers()
    return stored


class BookLayer(NamedTuple):
    """Layer on its way into a book."""

    ply: int
    pieces: Iterable[PackedScores]
    """Scores in their order, made as they are asked for."""
    counted: Callable[[], tuple[LayerCounts, int]]
    """Function that returns the layer's counts and its drawn games, once all pieces have come."""


class LayerWriter:
    """Writer of layers into a book, which tells how many of ``total`` scores are solved, and how many are written."""

    def __init__(self, file: BlockFile, workers: Workers, tell: Tell, total: int) -> None:
        self._file, self._workers = file, workers
        self._solved, self._written = Stage(tell, "solve", total), Stage(tell, "write", total)
        self._bytes = 0

    def write(self, layer: BookLayer) -> FinishedLayer:
        """Have a layer solved, and write it."""
        return self._file.write_layer(layer.ply, joined(self._told(layer)), layer.counted)

    def _told(self, layer: BookLayer) -> Iterator[PackedScores]:
        for piece in layer.pieces:
            note = f"ply {layer.ply}, {in_bytes(self._bytes)} written, {self._workers.jobs} at work"
            self._solved.add(piece.size, note)
            yield piece  # the blocks of the one before are written by now, and these next
            self._bytes += sum(len(block.data) for block in piece.blocks)
            self._written.add(piece.size, note)


def finished_layers(file: BlockFile, sizes: Sequence[int], workers: Workers) -> list[FinishedLayer]:
    """Return the layers, of these sizes, of an earlier call, from the last ply down; none if one is damaged."""
    try:
        finished = file.layers()
        plies = [layer.counts.ply for layer in finished]
        if plies != list(range(len(sizes)))[::-1][: len(plies)]:
            raise DamagedBook("its plies are not all those from the last one down")
        _require_sound(finished, file, (sizes[layer.counts.ply] for layer in finished), workers)
    except DamagedBook as damage:
        _log.warning("The unfinished book cannot be continued, and the solve begins anew: %s.", damage)
        file.begin_anew()
        return []
    if finished:
        _log.info("Going on from ply %d, which an earlier call has finished.", finished[-1].counts.ply)
    return finished


def _require_sound(layers: Iterable[FinishedLayer], file: BlockFile, sizes: Iterable[int], workers: Workers) -> None:
    """Raise DamagedBook unless the blocks of finished layers, of these sizes, hold the scores that were written."""
    for layer, size in zip(layers, sizes, strict=True):
        digest = hashlib.sha256()
        for digests in workers.map(_block_digests, _with_sizes(file.blocks(layer.counts.ply), size)):
            digest.update(digests)
        if digest.digest() != layer.digest:
            raise DamagedBook(f"the scores of ply {layer.counts.ply} are not those that were written")


def _with_sizes(blocks: Iterator[bytes], size: int) -> Iterator[tuple[list[bytes], list[int]]]:
    """Yield batches of a layer's blocks, each with the numbers of scores that they must hold of ``size``."""
    while some := list(islice(blocks, _AT_ONCE)):
        sizes = [max(0, min(BLOCK, size - place * BLOCK)) for place in range(len(some))]
        size -= sum(sizes)
        yield some, sizes
    if size:
        raise DamagedBook("blocks are missing")


def _block_digests(blocks: list[bytes], sizes: list[int]) -> bytes:
    unpack = decompressor()
    return b"".join(hashlib.sha256(unpack(block, size)).digest() for block, size in zip(blocks, sizes, strict=True))


def restore(
    layer: Layer, file: BlockFile, ply: int, as_solved: Callable[[int, Values], Values] = lambda number, scores: scores
) -> None:
    """Write each chunk of a ply's layer that is lost or damaged again, from the book; raises DamagedBook.

    ``as_solved``: returns a chunk as the layer has it, from its number and the book's scores.
    """
    unpack, size = decompressor(), layer.cut.size
    for number in range(layer.cut.chunks):
        try:
            layer.chunk(number)
        except DamagedChunk:
            start, stop = layer.cut.slots(number)
            first, end = start // BLOCK, -(-stop // BLOCK)
            found = zip(range(first, end), file.some_blocks(ply, range(first, end)), strict=True)
            scores = b"".join(unpack(block, min(BLOCK, size - place * BLOCK)) for place, block in found)
            begin = start - first * BLOCK
            layer.write(number, as_solved(number, np.frombuffer(scores, np.int8)[begin : begin + stop - start]), None)


class PlyTally(NamedTuple):
    """Engine's counts of a ply."""

    positions: int
    ended: int
    """Number of positions that end with a line."""
    raw_positions: int
    raw_ended: int
    won: int
    """Number of positions up to symmetry that the side to move wins, finished games included; ``lost`` likewise."""
    lost: int
    sequences: int | None = None
    """Number of ways to reach the ply, None if the engine does not count them; ``games`` likewise."""
    games: int | None = None


def layer_counts_of(rules: Rules, ply: int, found: PlyTally) -> LayerCounts:
    """Return a ply's row of counts."""
    full, x_to_move = ply == rules.cells, ply % 2 == 0
    x_won = found.ended if x_to_move == rules.misere else 0
    return LayerCounts(
        ply=ply,
        positions=found.positions,
        raw_positions=found.raw_positions,
        terminals=found.positions if full else found.ended,
        raw_terminals=found.raw_positions if full else found.raw_ended,
        x_won=x_won,
        o_won=found.ended - x_won,
        drawn=found.positions - found.ended if full else 0,
        x_winning=found.won if x_to_move else found.lost,
        o_winning=found.lost if x_to_move else found.won,
        drawing=found.positions - found.won - found.lost,
        sequences=found.sequences,
        games=found.games,
    )


def finish_book(
    file: BlockFile,
    stored: Layers,
    rules: Rules,
    layers: Sequence[FinishedLayer],
    runs: Iterable[tuple[int, Mask, bytes]] = (),
) -> BookInfo:
    """Write the header and the X-masks, and give the book its name; return the header.

    ``layers``: from the last ply down. Raises DamagedBook, and discards everything, if the digest is not as published.
    """
    info = info_of(rules, layers[::-1])
    try:
        require_published(info)
    except DamagedBook:
        file.begin_anew()
        stored.end()
        raise
    try:
        file.finish(info, runs)
    finally:
        if not file.hidden.exists():  # else a later call may continue
            stored.end()
    return info


def info_of(rules: Rules, layers: Sequence[FinishedLayer]) -> BookInfo:
    """Return the book's header; ``layers``: from the first ply up."""
    reached = [layer for layer in layers if layer.counts.positions]
    counts = tuple(layer.counts for layer in reached)
    by_result = [0, 0]
    for layer in reached:
        x_won = (layer.counts.ply % 2 == 1) != rules.misere
        by_result[0 if x_won else 1] += (layer.counts.games or 0) - layer.drawn_games
    drawn = sum(layer.drawn_games for layer in reached)
    games = GameCounts(by_result[0], by_result[1], drawn, None, None)
    if counts[0].games is None or counts[-1].positions > counts[-1].terminals:  # games go on below first plies
        games = GameCounts(None, None, None, None, None)
    positions = sum(one.positions for one in counts)
    digest = content_digest(rules, counts, games, b"".join(layer.digest for layer in reached))
    return BookInfo(rules, counts, games, FORMAT_VERSION, __version__, positions, digest)
