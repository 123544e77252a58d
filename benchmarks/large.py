"""Engines for large boards: beside the frontier engine, ply by ply, each way, and what a lookup costs.

    python -m benchmarks.large [RULES]      default 4x5x4; 5x5x4 takes some minutes, 6 GB of memory and 1.5 GB of disk

Times are of this process, on as many threads as there are processors; the kernels are compiled before.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.timing import duration, machine, print_table, ratio
from oxobook.book import Book, Position, Rules
from oxobook.generator.generate import generate_book
from oxobook.generator.machine import Machine
from oxobook.generator.plan import plan_book

COMPARED = {
    **dict.fromkeys(("4x4x3", "4x4x4", "3x5x4"), "dense"),
    **dict.fromkeys(("5x4x4-gravity", "4x5x4-gravity"), "gravity"),
}
"""Boards that the frontier engine and another one solve, with the other engine."""
PROBES = 200


class Stopwatch:
    """Seconds spent in each stage, and in the solving of each ply; the stages of the dense engine take turns."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self.last = clock()
        self.stages: defaultdict[str, float] = defaultdict(float)
        self.plies: defaultdict[int, float] = defaultdict(float)
        self.scores: defaultdict[int, int] = defaultdict(int)
        self.solved = 0

    def __call__(self, stage: str, done: int, total: int | None = None, note: str = "") -> None:
        now = self._clock()
        self.stages[stage] += now - self.last
        if stage == "solve":
            ply = int(note.split(",")[0].removeprefix("ply "))
            self.plies[ply] += now - self.last
            self.scores[ply] += done - self.solved
            self.solved = done
        self.last = now


def compile_now(engine: str) -> None:
    """Compile an engine's kernels, so that no time includes it; others are spared the compiler's memory."""
    if engine == "dense":
        from oxobook.generator.dense.backward import compile_kernels

        compile_kernels()
    elif engine == "gravity":
        from oxobook.generator.gravity import sample

        sample.compile_kernels(Rules(5, 5, 4, gravity=True))


def peak() -> str:
    """Return this process's peak memory."""
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6:,.0f} MB"


def compare(text: str, engine: str) -> list[str]:
    """Return one engine on one board: a row of the first table, for the process that started this one."""
    compile_now(engine)
    with tempfile.TemporaryDirectory() as folder:
        path, watch = Path(folder) / "book.sqlite", Stopwatch()
        positions = generate_book(Rules.parse(text), path, tell=watch, engine=engine).positions
        solving = watch.stages["enumerate"] + watch.stages["solve"]
        size = f"{path.stat().st_size / 1e6:,.1f} MB"
    return [f"{text} {engine}", f"{positions:,}", f"{solving:.3f}", f"{positions / solving:,.0f}", peak(), size]


def positions_of(rules: Rules) -> list[Position]:
    """Return random positions of games that go on, by random moves."""
    chosen = Random(5)
    found: list[Position] = []
    while len(found) < PROBES:
        position = Position(rules)
        for _ in range(chosen.randrange(rules.cells - 1)):
            if not position.over:
                position = position.play(chosen.choice(position.legal_moves))
        found += [] if position.over else [position]
    return found


def timed(book: Book, position: Position) -> tuple[float, float]:
    """Return the seconds of a probe, and of the pick after it."""
    started = time.perf_counter()
    entry = book.probe(position)
    probed = time.perf_counter()
    assert entry.pick
    return probed - started, time.perf_counter() - probed


def lookups(path: Path, rules: Rules) -> list[list[str]]:
    """Return the table of lookups: probes with nothing in memory, at random, and again."""
    positions = positions_of(rules)
    cold, random, warm = [], [], []
    for position in positions:
        forget(path)
        with Book.open(path) as book:
            cold.append(timed(book, position))
    with Book.open(path) as book:
        for position in positions:
            random.append(timed(book, position))
        for position in positions:
            book.probe(position).pick  # noqa: B018 - it is found, and its blocks are kept
            warm.append(timed(book, position))
    rows = [["", "probe, median", "probe, 99th percentile", "and its pick, median", "of"]]
    for name, times in (
        ("file not in memory, book just opened", cold),
        ("file in memory, random positions", random),
        ("the same position again", warm),
    ):
        probes, picks = zip(*times, strict=True)
        worst = sorted(probes)[int(0.99 * len(probes))]
        rows.append([name, *map(duration, (median(probes), worst, median(picks))), f"{PROBES} positions"])
    return rows


def each_way(rules: Rules) -> list[list[str]]:
    """Return the table of the ways to make a book; all have to come to the same one."""
    rows, digests, first = [["", "time", "ratio", ""]], set(), 0.0
    plan = plan_book(rules, "dense")
    little = [("in the least memory", plan.needed_memory, None)] if plan.needed_memory < plan.memory else []
    for name, memory, cluster in (("in memory", None, None), *little, ("by two processes", None, 2)):
        with tempfile.TemporaryDirectory() as folder:
            started = time.perf_counter()
            info = generate_book(
                rules, Path(folder) / "book.sqlite", engine="dense", machine=Machine(None, memory, cluster)
            )
            took = time.perf_counter() - started
        first = first or took
        digests.add(info.digest)
        rows.append([name, f"{took:.1f} s", ratio(took / first), ""])
    if len(digests) > 1:
        raise SystemExit(f"{rules}: the ways come to different books")
    return rows


def forget(path: Path) -> None:
    """Have the operating system drop a file from its cache."""
    file = os.open(path, os.O_RDONLY)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(file)


def main() -> None:
    """Measure and print."""
    if len(sys.argv) == 3:
        print(*compare(*sys.argv[1:]), sep="\t")
        return
    rules = Rules.parse(sys.argv[1] if len(sys.argv) == 2 else "4x5x4")
    print(machine(), flush=True)
    engines = [["", "positions", "solving, s", "positions/s", "ratio", "peak memory", "file"]]
    for text, other in COMPARED.items():
        for engine in ("frontier", other):  # a process each: a peak never sinks
            run = subprocess.run(
                [sys.executable, "-m", "benchmarks.large", text, engine], stdout=subprocess.PIPE, text=True, check=True
            )
            row = run.stdout.strip().split("\t")
            base = float(engines[-1][2]) if engine == other else float(row[2])
            engines.append([*row[:4], ratio(base / float(row[2])), *row[4:]])
    print_table(
        "Two engines; solving, which packs the blocks of the second, without the writing; ratio: of positions/s",
        engines,
    )
    compile_now("dense")
    with tempfile.TemporaryDirectory() as folder:
        path, watch = Path(folder) / "book.sqlite", Stopwatch()
        started = time.perf_counter()
        info = generate_book(rules, path, tell=watch, engine="dense")
        seconds = time.perf_counter() - started
        plies = [["ply", "positions", "scores", "solving, s", "scores/s"]]
        for layer in info.layers:
            spent, scores = watch.plies[layer.ply], watch.scores[layer.ply]
            plies.append(
                [f"{layer.ply}", f"{layer.positions:,}", f"{scores:,}", f"{spent:.3f}", f"{scores / spent:,.0f}"]
            )
        print_table(f"{rules}, ply by ply", plies)
        scores = sum(watch.scores.values())
        print(f"\n  {info.positions:,} positions, {scores:,} scores, digest {info.digest}")
        print(f"  {watch.stages['solve']:.1f} s solving and packing, {watch.stages['write']:.1f} s writing")
        print(f"  {seconds:.1f} s in all; peak memory {peak()}; file {path.stat().st_size / 1e6:,.0f} MB", flush=True)
        print_table(f"Lookups in {rules}", lookups(path, rules))
    print_table(f"{rules}, each way; a cluster of two processes is started for it", each_way(rules))


if __name__ == "__main__":
    main()
