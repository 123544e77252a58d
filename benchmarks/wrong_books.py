"""Wrong books that look right: built by the hundred thousand, each verified, and those that pass asked for everything.

Run from the root of the repository: python -m benchmarks.wrong_books [BOOKS] [--processes N]. Half of the books are of
rows and half of blocks, on small boards. The table says how many books each check was the first to find, by what was
changed in them. The same numbers give the same books.
"""

import argparse
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from benchmarks.forgery.forger import CRASHED, HARMLESS, PASSED, UNBUILT, Forger, Forgery

BOARDS = {
    "rows": {
        **{"2x3x2": 30, "1x5x3": 22, "2x2x2": 14, "3x3x2": 8, "2x3x2-misere": 10, "3x2x2-gravity": 10},
        **{"3x3x3": 4, "1x1x1": 2},
    },
    "blocks": {"2x3x2": 30, "1x5x3": 26, "2x2x2": 26, "3x3x2": 4, "2x3x2-misere": 8, "3x3x3": 3, "1x1x1": 3},
}
"""Boards of each layout, with their share of a hundred of its books."""
SHARE = 1_000
CHECKS = (
    "file",
    "tables",
    "digest",
    "boards",
    "masks",
    "moves",
    "answers",
    "counts",
    "published",
    "strategies",
    "lookups",
)


def share(layout: str, rules: str, start: int, stop: int) -> list[Forgery]:
    """Return the books of some numbers."""
    with Forger(rules, "dense" if layout == "blocks" else "frontier") as forger:
        return list(forger.forgeries(range(start, stop)))


def shares(books: int) -> list[tuple[str, str, int, int]]:
    """Return the work, in parts of some seconds."""
    found = []
    for layout, boards in BOARDS.items():
        for rules, percent in boards.items():
            most = books * percent // 2 // sum(boards.values())
            found += [(layout, rules, start, min(start + SHARE, most)) for start in range(0, most, SHARE)]
    return found


def main() -> None:
    """Build the books and print the table; the exit code is 1 where one passes wrongly."""
    parser = argparse.ArgumentParser()
    parser.add_argument("books", type=int, nargs="?", default=110_000)
    parser.add_argument("--processes", type=int, default=1)
    asked, began = parser.parse_args(), time.perf_counter()
    fates: dict[str, dict[str, Counter[str]]] = {layout: defaultdict(Counter) for layout in BOARDS}
    passed: list[Forgery] = []
    with ProcessPoolExecutor(asked.processes, get_context("spawn")) as pool:
        for done in pool.map(share, *zip(*shares(asked.books), strict=True)):
            for one in done:
                what = one.changes[0] if len(one.changes) == 1 else "several at once" if one.changes else "-"
                fates[one.layout][what][one.fate.partition(":")[0]] += 1
                passed += [one] if one.fate.startswith((PASSED, CRASHED)) else []
            print(f"{sum(sum(map(Counter.total, by.values())) for by in fates.values()):,} books", file=sys.stderr)
    for layout, by in fates.items():
        print_table(layout, by)
    for one in passed[:50]:
        print("found:", one)
    print(f"\n{time.perf_counter() - began:.0f} s")
    sys.exit(bool(passed))


def print_table(layout: str, by: dict[str, Counter[str]]) -> None:
    """Print what was changed in the books of a layout, and which check was the first to find it."""
    total: Counter[str] = sum(by.values(), Counter())
    columns = [name for name in (*CHECKS, HARMLESS, CRASHED, PASSED) if total[name] or name == PASSED]
    print(f"\n| {layout}: changed | books | {' | '.join(columns)} |")
    print(f"|---|---:|{'---:|' * len(columns)}")
    for what, fates in [*sorted(by.items()), ("**all**", total)]:
        books = fates.total() - fates[UNBUILT]
        if books:
            print(
                f"| {what} | {books:,} | {' | '.join(f'{fates[name]:,}' if fates[name] else '' for name in columns)} |"
            )


if __name__ == "__main__":
    main()
