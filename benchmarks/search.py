"""Search of Connect Four positions, beside BitBully without its opening book.

    python -m benchmarks.search [FOLDER [POSITIONS]]
    python -m benchmarks.search --plies [POSITIONS]

The positions are of the six published sets of Pascal Pons: those in `data/known/connect-four.json`, or the first
POSITIONS lines of each of the files L1_R1.txt to L3_R1.txt in FOLDER, which hold the columns played and the score.
Both find each position's score, set by set in turn and with an empty table for each set, and it has to be the published
one. BitBully does not count its nodes here. Times are the processor's, but for all threads those of a clock.

With `--plies`: lookups below the book of Connect Four's first plies that comes with oxobook, of POSITIONS positions of
each ply from 9 to 30, by default 1,000, which random moves reach. A lookup finds the best and the safe moves too, and
uses all processors, so its times are a clock's.
"""

import json
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

from bitbully import BitBully
from bitbully import Board as TheirBoard

from benchmarks.late_positions import random_position
from benchmarks.timing import duration, machine, print_table, ratio
from oxobook import Book, Position, Rules
from oxobook.generator.machine import processors
from oxobook.generator.search.searcher import Searcher

KNOWN = Path(__file__).parents[1] / "data" / "known"
RULES = Rules.parse("6x7x4-gravity")
SETS = {
    "L3_R1": "end, easy",
    "L2_R1": "middle, easy",
    "L2_R2": "middle, medium",
    "L1_R1": "beginning, easy",
    "L1_R2": "beginning, medium",
    "L1_R3": "beginning, hard",
}


def positions_of(name: str, folder: Path | None, count: int) -> dict[str, int]:
    """Return positions of a set, as columns played, and their published scores."""
    if folder is None:
        found: dict[str, int] = json.loads((KNOWN / "connect-four.json").read_text())["sets"][name]
        return found
    lines = (folder / f"{name}.txt").read_text().splitlines()[:count]
    return {columns: int(score) for columns, score in map(str.split, lines)}


def position_after(columns: str) -> Position:
    """Return the position after stones in columns 1 to 7."""
    heights, masks = [0] * 7, [0, 0]
    for ply, column in enumerate(int(digit) - 1 for digit in columns):
        masks[ply % 2] |= 1 << (RULES.rows - 1 - heights[column]) * RULES.columns + column
        heights[column] += 1
    return Position(RULES, *masks)


def published_score(value: int, remoteness: int, ply: int) -> int:
    """Return a result in the published scores: 22 less the stones with which the winner wins, negative for a loss."""
    return value * (22 - (ply + remoteness + 1) // 2)


def our_seconds(positions: dict[str, int], searcher: Searcher, clock: Callable[[], float]) -> tuple[float, int, float]:
    """Return the mean seconds and nodes of a search, and the seconds of the longest."""
    times, nodes = [], 0
    searcher.forget()  # its memory is touched by that, as BitBully's is at its start
    for columns, score in positions.items():
        position, started = position_after(columns), clock()
        found = searcher.search(position)
        times.append(clock() - started)
        if found.value is None or found.remoteness is None:
            raise SystemExit("a search without limits has to end")
        if published_score(found.value, found.remoteness, len(columns)) != score:
            raise SystemExit(f"{columns}: expected {score}; got {found}")
        nodes += found.nodes
    return sum(times) / len(times), nodes // len(times), max(times)


def their_seconds(positions: dict[str, int]) -> float:
    """Return BitBully's mean seconds of the processor."""
    solver, seconds = BitBully(opening_book=None), 0.0
    for columns, score in positions.items():
        board = TheirBoard([int(digit) - 1 for digit in columns])
        started = time.process_time()
        found = solver.mtdf(board)
        seconds += time.process_time() - started
        if found != score:
            raise SystemExit(f"{columns}: expected {score}; BitBully got {found}")
    return seconds / len(positions)


def print_lookups(book: Book, count: int) -> None:
    """Print how long lookups below the book of first plies take, by ply."""
    table, chosen = [["ply", "median", "99 of 100", "slowest"]], Random(9)
    seconds_in(book, [random_position(RULES, 30, chosen)])  # the kernel is loaded by that
    for ply in range(9, 31):
        times = sorted(seconds_in(book, [random_position(RULES, ply, chosen) for _ in range(count)]))
        places = len(times) // 2, len(times) * 99 // 100, -1
        table.append([str(ply), *(duration(times[place]) for place in places)])
    print_table(f"Connect Four: lookups of {count:,} random positions of each ply", table)


def seconds_in(book: Book, positions: list[Position]) -> list[float]:
    """Return the seconds of a lookup of each position."""
    times = [time.perf_counter()]
    for position in positions:
        book.probe(position, pick=False)
        times.append(time.perf_counter())
    return [after - before for before, after in pairwise(times)]


def main() -> None:
    """Measure and print."""
    if sys.argv[1:2] == ["--plies"]:
        print(machine("oxobook", "numba"), flush=True)
        count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
        with Book.open(KNOWN / "6x7x4-gravity.sqlite") as book:
            print_lookups(book, count)
        return
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    print(machine("oxobook", "numba", "bitbully"), flush=True)
    alone, together = Searcher(RULES), Searcher(RULES, processors())
    table = [["set", "positions", "one thread", "BitBully", "ratio", "all threads", "nodes", "longest"]]
    for name, words in SETS.items():
        positions = positions_of(name, folder, count)
        mean, nodes, longest = our_seconds(positions, alone, time.process_time)
        theirs = their_seconds(positions)
        shared, _, _ = our_seconds(positions, together, time.perf_counter)
        row = [f"{name} ({words})", str(len(positions)), duration(mean), duration(theirs), ratio(mean / theirs)]
        table.append([*row, duration(shared), f"{nodes:,}", duration(longest)])
    print_table("Connect Four: mean time for the exact score", table)


if __name__ == "__main__":
    main()
