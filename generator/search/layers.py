"""Layers of a book of first plies: the last one is searched, chunk by chunk, and the scores of the others are known."""

from collections.abc import Iterator

import numpy as np

from oxobook.book.errors import DamagedBook
from oxobook.book.game.rules import Rules
from oxobook.book.info import LayerCounts
from oxobook.book.layout.block_reader import decompressor
from oxobook.book.layout.gravity_rank import stack_slots_at
from oxobook.book.store.block_writer import PackedBlock
from oxobook.generator.layers.workers import Workers
from oxobook.generator.progress import Report
from oxobook.generator.search.chunk import SearchWork, cancel_searches, search_chunks
from oxobook.generator.search.positions import Ply, Scores, counts_of
from oxobook.generator.work.chunk_file import Cut
from oxobook.generator.work.chunk_folder import Folder
from oxobook.generator.work.layer_pass import Task, finished_chunks, made_chunks
from oxobook.generator.work.packed_scores import packed_blocks

_MOST_FILES = 1 << 13
"""Largest number of chunks of the last ply."""


class NewScores:
    """Layer whose scores are known; a ``book.store.block_writer.NewLayer``."""

    def __init__(self, rules: Rules, ply: Ply, scores: Scores, report: Report) -> None:
        self.ply = ply.number
        self.scores = scores
        self._rules, self._positions, self._report = rules, ply, report

    def blocks(self) -> Iterator[list[PackedBlock]]:
        yield packed_blocks(self.scores)
        self._report("write", self.ply, len(self.scores))

    def counts(self) -> LayerCounts:
        return counts_of(self._rules, self._positions, self.scores)

    def drawn_games(self) -> int:
        """Return 0: no board is full."""
        return 0


class SearchedScores(NewScores):
    """Layer whose scores are searched when its blocks are asked for; a ``LayerWork`` too.

    ``memory``: bytes of a process's table, if as many are free.
    """

    def __init__(self, rules: Rules, ply: Ply, folder: Folder, workers: Workers, memory: int, report: Report) -> None:
        super().__init__(rules, ply, np.zeros(stack_slots_at(rules, ply.number), np.int8), report)
        size = len(self.scores)
        self.cut = Cut(ply.number, size, 1, block=-(-size // _MOST_FILES))
        self.at_once = 1
        self._workers = workers
        self._work = SearchWork(rules, folder, self.cut, min(memory, workers.memory // workers.processes))

    def blocks(self) -> Iterator[list[PackedBlock]]:
        folder, unpack = self._work.folder, decompressor()
        folder.make()
        there = finished_chunks(folder, self.cut, self._workers)
        try:
            for number, chunk in enumerate(made_chunks(self, folder, self._workers, there)):
                start, stop = self.cut.slots(number)
                try:
                    self.scores[start:stop] = np.frombuffer(unpack(chunk.blocks[0].data, stop - start), np.int8)
                except (DamagedBook, IndexError) as error:
                    raise DamagedBook(f"the chunk {self.cut.name(number)!r} has other scores: remove it") from error
                self._report("search", self.ply, stop - start)
        finally:
            cancel_searches(self._work)
        yield from super().blocks()

    def task(self, first: int, stop: int) -> Task:
        return Task(search_chunks, (self._work, first, stop))

    def restore(self, name: str) -> None:
        """Do nothing: searching reads no files."""
