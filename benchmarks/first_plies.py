"""Times of lookups below the book of Connect Four that comes with oxobook.

Run from the root of the repository: python -m benchmarks.first_plies [POSITIONS]. Random games lead to positions of
each ply; each lookup is the entry with its pick and all moves, as ``oxobook lookup`` shows them. The searches share one
table, as those of a program that goes on do. The early plies take long, so fewer of their positions are asked.
"""

import random
import sys
import time

from benchmarks.late_positions import random_position
from oxobook import Rules, open_book

PLIES = (5, 6, 7, 8, 9, 12, 15, 20, 25, 30)


def main() -> None:
    """Print a row for each ply: positions, and the median, the 99th of 100 and the slowest time."""
    most, seeded = int(sys.argv[1]) if sys.argv[1:] else 60, random.Random(5)
    print("| stones | positions | median | 99 of 100 | slowest |\n|---:|---:|---:|---:|---:|")
    with open_book(Rules.parse("connect-four")) as book:
        for ply in PLIES:
            times = []
            for _ in range(most if ply > 9 else max(3, most >> 2 * max(0, 9 - ply) // 2)):
                position, started = random_position(book.rules, ply, seeded), time.perf_counter()
                book.probe(position)
                book.moves(position)
                times.append(time.perf_counter() - started)
            times.sort()
            found = (times[len(times) // 2], times[int(0.99 * (len(times) - 1))], times[-1])
            print(f"| {ply} | {len(times)} | {' | '.join(f'{one:.3f} s' for one in found)} |", flush=True)


if __name__ == "__main__":
    main()
