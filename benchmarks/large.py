"""Lookups in the book of a large board: the file not in memory, positions at random, and the same ones again.

python -m benchmarks.large [RULES]      default 4x5x4; 5x5x4 takes some minutes, 6 GB of memory and 1.5 GB of disk
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.late_positions import random_position
from benchmarks.timing import duration, machine, print_table
from oxobook.book import Book, Position, Rules
from oxobook.generator.generate import generate_book

PROBES = 200


def compile_now(engine: str) -> None:
    """Compile an engine's kernels, so that no time includes it."""
    with tempfile.TemporaryDirectory() as folder:
        generate_book(Rules(2, 2, 2, gravity=engine == "gravity"), Path(folder) / "book", engine=engine)


def timed(book: Book, position: Position) -> tuple[float, float]:
    """Return the seconds of a probe, and of the pick after it."""
    started = time.perf_counter()
    entry = book.probe(position)
    probed = time.perf_counter()
    assert entry.pick
    return probed - started, time.perf_counter() - probed


def lookups(path: Path, rules: Rules) -> list[list[str]]:
    """Return the table of lookups: probes with nothing in memory, at random, and again."""
    chosen = Random(5)
    positions = [random_position(rules, chosen.randrange(rules.cells - 1), chosen) for _ in range(PROBES)]
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


def forget(path: Path) -> None:
    """Have the operating system drop a file from its cache."""
    file = os.open(path, os.O_RDONLY)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(file)


def main() -> None:
    """Measure and print."""
    rules = Rules.parse(sys.argv[1] if len(sys.argv) == 2 else "4x5x4")
    print(machine("oxobook"), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.sqlite"
        generate_book(rules, path, engine="dense")
        print_table(f"Lookups in {rules}", lookups(path, rules))


if __name__ == "__main__":
    main()
