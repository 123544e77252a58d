"""Boards whose stones fall, made from the shell, beside a program in C that finds who wins each position.

    python -m benchmarks.gravity SOLVE [LOG2_TABLESIZE RULES ...]

SOLVE is the program `solve.out` of https://github.com/markus7800/Connect4-Strong-Solver, built by its `make solve`: it
keeps sets of positions as binary decision diagrams and writes them to files. Rules are of a line of four; by default
4x5x4-gravity and 5x5x4-gravity, with tables of 2^24 nodes as its README has them. Both make each board three times in
turn, files included, and the positions that they count on each ply have to be the same.
"""

import csv
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.large import compile_now
from benchmarks.timing import machine, print_table, ratio
from oxobook.book import Book, Rules

ROUNDS = 3


def timed(command: list[str], folder: Path) -> tuple[float, float]:
    """Return the seconds that a command takes in a folder, and the most memory that it and its processes had, in MB."""
    started = time.perf_counter()
    running = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode:
        raise SystemExit(f"{' '.join(command)}: ended with {running.returncode}")
    return time.perf_counter() - started, usage.ru_maxrss * 1024 / 1e6


def size(files: list[Path]) -> float:
    """Return the size of files, in MB."""
    return sum(file.stat().st_size for file in files) / 1e6


def require_same_counts(book: Path, table: Path) -> None:
    """Exit if the other program, whose table this is, counts other positions on any ply."""
    with table.open(newline="") as lines, Book.open(book) as made:
        plies = {int(row["ply"]): int(row["total_count"]) for row in csv.DictReader(lines)}
        if {layer.ply: layer.raw_positions for layer in made.info.layers} != plies:
            raise SystemExit(f"{made.rules}: the two programs count other positions")


def compare(rules: Rules, solve: Path, nodes: str) -> list[list[str]]:
    """Return a board's two rows of the table."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            book = folder / "book.sqlite"
            theirs.append(timed([str(solve), nodes, str(rules.columns), str(rules.rows)], folder))
            ours.append(
                timed([sys.executable, "-m", "oxobook", "generate", str(rules), "--out", str(book)], Path.cwd())
            )
            require_same_counts(book, *folder.glob("results*.csv"))
            files = size([book]), size(list(folder.glob("solution*/*")))
    rows = []
    base = median(seconds for seconds, _ in ours)
    for who, times, file in zip(
        ("oxobook, with distances", "decision diagrams in C"), (ours, theirs), files, strict=True
    ):
        took, memory = median(seconds for seconds, _ in times), max(peak for _, peak in times)
        rows.append([f"{rules}: {who}", f"{took:.2f} s", ratio(took / base), f"{memory:,.0f} MB", f"{file:,.1f} MB"])
    return rows


def main() -> None:
    """Measure and print."""
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    solve, nodes, *boards = Path(sys.argv[1]).resolve(), *(sys.argv[2:] or ["24"])
    compile_now("gravity")
    print(machine("oxobook", "numba"), flush=True)
    table = [["", "made in", "ratio", "memory", "file"]]
    for rules in map(Rules.parse, boards or ["4x5x4-gravity", "5x5x4-gravity"]):
        table += compare(rules, solve, nodes)
    print_table(f"Under gravity, median of {ROUNDS}; the same positions were counted on each ply", table)


if __name__ == "__main__":
    main()
