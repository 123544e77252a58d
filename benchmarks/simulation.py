"""Costs of a board too large for this machine on a cluster, from some of its real tasks done here.

    python -m benchmarks.simulation [RULES [GIGABYTES [WORKERS ...]]]    default: 5x6x4 4 16 64 256

The game's rows are found as for a book. Then, for each ply with a large layer, two tasks are done by the code that a
worker runs, at random places: they read, unpack, solve, pack and write four chunks of their true sizes, one at a time.
Only the scores that they read are made up: blocks of a real book of 4x5x4, over and over. What a task takes of the
scheduler, and a byte of the maker, who moves all blocks into the book alone, is measured on small boards. A worker has
one processor and so many GIGABYTES. A ply ends with its last task.

5x6x4 takes some minutes, 10 GB of memory and a GB of disk.
"""

import sys
import tempfile
import time
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import ceil
from pathlib import Path
from random import Random
from statistics import mean
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from benchmarks.large import Stopwatch
from benchmarks.timing import machine, print_table
from oxobook.book import Rules
from oxobook.book.layout.block_reader import BLOCK, decompressor
from oxobook.book.store.reader import Store
from oxobook.generator.dense.chunk import solve_chunks
from oxobook.generator.dense.solver import DenseLayer, DenseSolver, compile_kernels
from oxobook.generator.dense.task_state import TaskState, sharing
from oxobook.generator.generate import generate_book
from oxobook.generator.progress import silent
from oxobook.generator.units import in_bytes
from oxobook.generator.work.chunk_file import Chunk, Cut, read_chunk, write_chunk
from oxobook.generator.work.chunk_folder import Folder
from oxobook.generator.work.cluster import cluster_workers
from oxobook.generator.work.packed_scores import packed_block
from oxobook.generator.work.workers import Workers, here

SMALL = Rules(4, 5, 4)
LARGE = 1 << 30
"""Number of scores of a layer from which its tasks are done; smaller layers cost the others' mean a score."""
SAMPLES, CHUNKS = 2, 4
"""Number of tasks of a ply that are done, and of chunks of each, which stand for the others."""
NOTHING = 2_000
"""Tasks that do nothing."""


class Frames:
    """Chunk files that seem to be there, of a real book's blocks, with the bytes read and written."""

    def __init__(self, book: Path, folder: Folder) -> None:
        store, unpack = Store(book), decompressor()
        packed = [store.block(13, number) for number in range(400)]  # of a large layer
        whole = [one for one in packed if one is not None][:-1]  # the last one may be short
        self.scores = [unpack(one, BLOCK) for one in whole]
        self.blocks = [packed_block(one) for one in self.scores]
        self.read = self.written = 0
        self.folder = folder
        store.close()
        self.file = lru_cache(64)(self._file)

    def _file(self, cut: Cut, number: int) -> bytes:
        """Return the file of a chunk."""
        start, stop = cut.slots(number)
        whole, rest = divmod(stop - start, BLOCK)
        blocks = [self.blocks[place % len(self.blocks)] for place in range(whole)]
        blocks += [packed_block(self.scores[0][:rest])] if rest else []
        name = cut.name(number)
        write_chunk(self.folder, name, Chunk(blocks, [[0] * 5] * 2))
        content = Path(self.folder.path, name).read_bytes()
        self.folder.remove([name])
        return content


class MadeUpFolder(NamedTuple):
    """Folder with a game's rows in which every chunk of one layer seems to be, as tasks need it."""

    cut: Cut | None
    """Cut of that layer, if there is one."""
    frames: Frames

    @property
    def maker(self) -> str:
        return self.frames.folder.maker

    def array(self, name: str) -> NDArray[np.uint8]:
        return self.frames.folder.array(name)

    def put(self, name: str, parts: Iterable[bytes]) -> None:
        self.frames.written += sum(map(len, parts))

    def read(self, name: str, spans: Iterable[tuple[int, int]]) -> list[bytes]:
        kind, _, number = name.rpartition("-")
        if self.cut is None or kind != self.cut.name(0).rpartition("-")[0]:
            raise FileNotFoundError(name)
        content = self.frames.file(self.cut, int(number))
        found = [content[start:stop] for start, stop in spans]
        self.frames.read += sum(map(len, found))
        return found


def made_up(cut: Cut | None, frames: Frames) -> Folder:
    """Return a folder in which a layer seems to be."""
    return cast(Folder, MadeUpFolder(cut, frames))


class Ply(NamedTuple):
    """Layer, by its measured tasks."""

    scores: int
    tasks: int
    first: float
    """Seconds of each worker beside its tasks: it reads the next layer into memory."""
    seconds: float
    """Seconds of a task."""
    read: float
    """Bytes that a task reads."""
    written: float


def sampled(state: TaskState, ply: int, at_once: int, frames: Frames) -> Ply:
    """Do some tasks of a ply."""
    cut, chance, seen = state.solve.cuts[ply], Random(ply), []
    done = min(at_once, CHUNKS, cut.chunks)
    for _ in range(SAMPLES + 1):
        first = chance.randrange(cut.chunks - done + 1)
        frames.read = frames.written = 0
        started = time.process_time()
        solve_chunks(state.solve, ply, first, first + done)
        seen.append((time.process_time() - started, frames.read, frames.written))
    seconds, read, written = (at_once / done * mean(column) for column in zip(*seen[1:], strict=True))
    tasks = ceil(cut.chunks / at_once)
    return Ply(cut.size, tasks, max(0.0, seen[0][0] - seconds * done / at_once), seconds, read, written)


class Overhead(NamedTuple):
    """Costs that do not shrink with the number of workers."""

    task: float
    """Seconds of the scheduler and the maker for each task."""
    byte: float
    """Seconds of the maker for each byte that it moves into the book."""


def overhead(book: Path) -> Overhead:
    """Measure tasks that do nothing, and a book of 4x5x4, which is made at the path."""
    with cluster_workers(2, None, silent) as workers:
        started = time.perf_counter()
        assert sum(1 for _ in workers.map(abs, ((number,) for number in range(NOTHING)))) == NOTHING
        task = (time.perf_counter() - started) / NOTHING
    watch = Stopwatch()
    generate_book(SMALL, book, report=watch, engine="dense")
    folder = Folder(str(book.with_suffix(".chunks")), "simulation")
    folder.make()
    frames, cut = Frames(book, folder), Cut(0, 64 * BLOCK, 64)
    seeming = made_up(cut, frames)
    read_chunk(seeming, cut.name(0))
    frames.read, started = 0, time.process_time()
    read_chunk(seeming, cut.name(0))
    reading = (time.process_time() - started) / frames.read
    return Overhead(task, reading + watch.stages["write"] / book.stat().st_size)


def row(plies: list[Ply], workers: int, once: Overhead) -> list[str]:
    """Return the costs with this many workers."""
    seconds = work = 0.0
    for ply in plies:
        taken = ply.first + ceil(ply.tasks / workers) * ply.seconds
        seconds += max(taken, ply.tasks * once.task, ply.tasks * ply.written * once.byte)
        work += ply.tasks * ply.seconds
    tasks, moved = sum(ply.tasks for ply in plies), sum(ply.tasks * ply.written for ply in plies)
    traffic = sum(ply.tasks * (ply.read + 3 * ply.written) for ply in plies)
    shares = work / workers / seconds, tasks * once.task / seconds, moved * once.byte / seconds
    rate = in_bytes(int(traffic / seconds))
    return [f"{workers} workers", f"{seconds / 3600:.1f} h", *(f"{share:.1%}" for share in shares), f"{rate}/s", ""]


def simulated(rules: Rules, gigabytes: int, most: int, folder: Path) -> tuple[list[Ply], Overhead]:
    """Return the measured plies for a cluster of ``most`` workers, and the overhead."""
    once = overhead(folder / "small.sqlite")
    rows = Folder(str(folder / "rows"), "simulation")
    frames = Frames(folder / "small.sqlite", rows)
    workers = Workers(most, here(), (most + 2) * gigabytes * 10**9)
    rows.make()
    solve = DenseSolver(rules, rows, workers, silent).state.solve
    plies = []
    for ply in reversed(range(rules.cells + 1)):
        if solve.cuts[ply].size >= LARGE:
            above = solve.cuts[ply + 1] if ply < rules.cells else None
            state = TaskState(solve._replace(folder=made_up(above, frames)))
            with sharing(state):
                plies.append(sampled(state, ply, DenseLayer(state, ply, workers, silent).at_once, frames))
            seen = plies[-1]
            print(f"  ply {ply}: {seen.scores:,} scores, {seen.tasks:,} tasks of {seen.seconds:.1f} s", flush=True)
    return plies, once


def main() -> None:
    """Do the tasks, and print the costs of all of them."""
    rules = Rules.parse(sys.argv[1] if len(sys.argv) > 1 else "5x6x4")
    gigabytes = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    clusters = [int(count) for count in sys.argv[3:]] or [16, 64, 256]
    print(machine("oxobook", "numba", "distributed"), flush=True)
    compile_kernels(silent)
    with tempfile.TemporaryDirectory() as folder:
        plies, once = simulated(rules, gigabytes, max(clusters), Path(folder))
    moved = [ply.tasks * ply.written for ply in plies]
    two = max(map(sum, pairwise(moved)), default=0)
    hours = sum(ply.tasks * ply.seconds for ply in plies) / 3600
    print(f"\n{sum(ply.scores for ply in plies):,} scores in {sum(ply.tasks for ply in plies):,} tasks, {hours:,.0f} h")
    print(f"a book of {in_bytes(int(sum(moved)))}, and {in_bytes(int(two))} for the chunks of two layers")
    print(f"of the scheduler {once.task * 1e3:.1f} ms a task, of the maker {once.byte * 1e9:.1f} s a GB")
    table = [["", "time", "workers busy", "scheduler busy", "maker busy", "read and written", ""]]
    print_table(f"{gigabytes} GB a worker", [*table, *(row(plies, count, once) for count in clusters)])


if __name__ == "__main__":
    main()
