"""Costs of a board too large for this machine on a cluster, from some of its real tasks done here.

    python -m benchmarks.simulation [RULES [GIGABYTES [WORKERS ...]]]    default: 5x6x4 6 16 64 256

The game's rows are found as for a book. Then, for each ply with a large layer, two tasks are done by the code that a
worker runs, at random places: they read, unpack, solve, pack and write up to four chunks of their true sizes. Only the
scores that they read are made up: a layer of a real book of 4x5x4, over and over. What a task takes of the scheduler,
and a byte of the maker, who moves all blocks into the book alone, is measured on small boards. All times are of the
processor. A worker has one processor and GIGABYTES of memory. A ply ends with its last task.

5x6x4 takes some minutes, 10 GB of memory and a GB of disk.
"""

import sys
import tempfile
import time
from itertools import pairwise
from math import ceil
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, NamedTuple

import numpy as np

from benchmarks.large import Stopwatch
from benchmarks.timing import machine, print_table
from oxobook.book import Rules
from oxobook.book.layout.block_reader import BLOCK, decompressor
from oxobook.book.store.reader import Store
from oxobook.generator.dense.backward import compile_kernels, solve_chunks, tasks_of
from oxobook.generator.dense.memory import needs_of
from oxobook.generator.dense.next_rows import fits
from oxobook.generator.dense.solve import Solve, cut_of
from oxobook.generator.generate import generate_book
from oxobook.generator.layers.cluster import cluster_workers
from oxobook.generator.layers.layer import Counts, Cut, Values
from oxobook.generator.layers.memory import limits_for
from oxobook.generator.layers.stored import StoredLayer, StoredLayers
from oxobook.generator.layers.workers import Workers
from oxobook.generator.units import in_bytes

SMALL = Rules(4, 5, 4)
LARGE = 1 << 30
"""Number of scores of a layer from which its tasks are done; smaller layers cost the others' mean a score."""
SAMPLES, CHUNKS = 2, 4
"""Number of tasks of a ply that are done, and of chunks of each, which stand for the others."""
NOTHING = 2_000
"""Tasks that do nothing."""


class MadeUpLayers:
    """Layers whose chunks all seem to be there, of a real book's scores, or to be made; see ``Layers``."""

    in_memory = False

    def __init__(self, book: Path, folder: Path) -> None:
        store, unpack = Store(book), decompressor()
        packed = [store.block(13, number) for number in range(400)]  # of a large layer
        whole = [unpack(one, BLOCK) for one in packed if one is not None][:-1]  # the last one may be short
        store.close()
        self.scores = np.frombuffer(b"".join(whole), np.int8)
        self.stored = StoredLayers(str(folder), "simulation")
        self.read, self.written = list[int](), list[int]()  # of bytes, which threads append to

    def create(self, cut: Cut) -> "MadeUpLayer":
        return self.layer(cut)

    def layer(self, cut: Cut) -> "MadeUpLayer":
        longest = int(np.diff(cut.bounds).max())
        one = self.stored.create(Cut(f"of-{longest}", np.array([0, longest]), cut.counted))
        if one.finished(0) is None:
            one.write(0, np.resize(self.scores, longest), np.zeros(cut.counted, np.int64))
        return MadeUpLayer(self, cut, one, Path(self.stored.address, one.cut.name, "c.0.0").stat().st_size)

    def remove(self, name: str) -> None:
        pass

    def end(self) -> None:
        self.stored.end()


class MadeUpLayer:
    """Layer of which one stored chunk stands for all; see ``Layer``."""

    def __init__(self, layers: MadeUpLayers, cut: Cut, one: StoredLayer, size: int) -> None:
        self.cut = cut
        self._layers, self._one, self._size = layers, one, size

    def write(self, number: int, values: Any, counts: Counts | None) -> None:
        self._one.write(0, np.resize(values, self._one.cut.size), counts)
        self._layers.written.append(self._size)

    def finished(self, number: int) -> None:
        return None

    def chunk(self, number: int) -> Values:
        start, stop = self.cut.slots(number)
        self._layers.read.append(self._size)
        return self._one.chunk(0)[: stop - start]


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


def sampled(solve: Solve, ply: int, workers: Workers, layers: MadeUpLayers) -> Ply:
    """Do some tasks of a ply."""
    cut, chance, seen = cut_of(solve.rules, ply), Random(ply), []
    *_, numbers = next(iter(next(tasks_of(solve, ply, workers))))
    at_once = len(numbers)
    done = min(at_once, CHUNKS, cut.chunks)
    for _ in range(SAMPLES + 1):
        first = chance.randrange(cut.chunks - done + 1)
        layers.read, layers.written = [], []
        started = time.process_time()
        some = range(first, first + done)
        solve_chunks(solve, ply, range(cut.chunks) if fits(solve, ply) else some, some)
        seen.append((time.process_time() - started, sum(layers.read), sum(layers.written)))
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
    with cluster_workers(2, None) as workers:
        started = time.process_time()
        assert sum(1 for _ in workers.map(abs, ((number,) for number in range(NOTHING)))) == NOTHING
        task = (time.process_time() - started) / NOTHING
    watch = Stopwatch(time.process_time)
    generate_book(SMALL, book, tell=watch, engine="dense", jobs=1)
    return Overhead(task, watch.stages["write"] / book.stat().st_size)


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
    layers = MadeUpLayers(folder / "small.sqlite", folder / "layers")
    workers = Workers(most, memory=(most + 2) * gigabytes * 10**9)
    workers.share_memory, workers.processes = False, most
    solve = Solve(rules, layers, limits_for(rules, needs_of(rules), workers))
    plies = []
    for ply in reversed(range(rules.cells + 1)):
        if cut_of(rules, ply).size >= LARGE:
            plies.append(sampled(solve, ply, workers, layers))
            seen = plies[-1]
            print(f"  ply {ply}: {seen.scores:,} scores, {seen.tasks:,} tasks of {seen.seconds:.1f} s", flush=True)
    return plies, once


def main() -> None:
    """Do the tasks, and print the costs of all of them."""
    rules = Rules.parse(sys.argv[1] if len(sys.argv) > 1 else "5x6x4")
    gigabytes = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    clusters = [int(count) for count in sys.argv[3:]] or [16, 64, 256]
    print(machine("oxobook", "numba", "distributed"), flush=True)
    compile_kernels()
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
