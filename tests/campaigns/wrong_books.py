"""Wrong books that look right: built by the hundred thousand, each verified, and those that pass asked for everything.

Run from the root: python -m tests.campaigns.wrong_books [BOOKS] [--processes N]. A third of the books are
of rows, a third of blocks, and a third of blocks under gravity, on small boards: plain ones, misere, boards that wrap,
and a cube. One in fifty has the first plies of a board with more than 31 cells. The tables say how many books each
check was the first to find, by what was changed in them. The same numbers give the same books.
"""

import argparse
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.campaigns.forgery.forger import CRASHED, HARMLESS, PASSED, REFUSED, UNBUILT, WIDE, Forger, Forgery

BOARDS = {
    "rows": {
        **{"2x3x2": 30, "1x5x3": 22, "2x2x2": 14, "3x3x2": 8, "2x3x2-misere": 10, "3x2x2-gravity": 10},
        **{"3x3x3": 4, "1x1x1": 2, "2x3x2-torus": 6, "2x4x2-cube": 6, "2x3x3-cylinder-misere": 4},
    },
    "blocks": {
        **{"2x3x2": 30, "1x5x3": 26, "2x2x2": 26, "3x3x2": 4, "2x3x2-misere": 8, "3x3x3": 3, "1x1x1": 3},
        **{"2x3x3-cylinder": 6, "2x4x2-cube": 6, "2x3x2-torus": 4},
    },
    "wide books": {"11x3x2-gravity": 50, "16x2x2-misere-gravity": 50},
    "blocks under gravity": {"2x3x2-gravity": 40, "2x3x2-misere-gravity": 30, "3x2x2-gravity": 25, "2x4x3-gravity": 5},
}
"""Boards of each kind of book, with their weights among its books."""
ENGINES = {"rows": "frontier", "blocks": "dense", "blocks under gravity": "gravity", "wide books": WIDE}
SHARE, WIDE_SHARE = 1_000, 0.02
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
    "searches",
    "lookups",
)


def share(kind: str, rules: str, start: int, stop: int) -> list[Forgery]:
    """Return the books of some numbers."""
    with Forger(rules, ENGINES[kind]) as forger:
        return list(forger.forgeries(range(start, stop)))


def shares(books: int) -> list[tuple[str, str, int, int]]:
    """Return the work, in parts of some seconds."""
    found = []
    for kind, boards in BOARDS.items():
        for rules, weight in boards.items():
            share_of_kind = WIDE_SHARE if kind == "wide books" else (1 - WIDE_SHARE) / 3
            most = int(books * share_of_kind * weight / sum(boards.values()))
            found += [(kind, rules, start, min(start + SHARE, most)) for start in range(0, most, SHARE)]
    return found


def main() -> None:
    """Build the books and print the table; the exit code is 1 where one passes wrongly."""
    parser = argparse.ArgumentParser()
    parser.add_argument("books", type=int, nargs="?", default=110_000)
    parser.add_argument("--processes", type=int, default=1)
    asked, began = parser.parse_args(), time.perf_counter()
    fates: dict[str, dict[str, Counter[str]]] = {kind: defaultdict(Counter) for kind in BOARDS}
    passed: list[Forgery] = []
    work = shares(asked.books)
    with ProcessPoolExecutor(asked.processes, get_context("spawn")) as pool:
        for (kind, *_), done in zip(work, pool.map(share, *zip(*work, strict=True)), strict=True):
            for one in done:
                what = one.changes[0] if len(one.changes) == 1 else "several at once" if one.changes else "-"
                fates[kind][what][one.fate.partition(":")[0]] += 1
                passed += [one] if one.fate.startswith((PASSED, CRASHED)) else []
            print(f"{sum(sum(map(Counter.total, by.values())) for by in fates.values()):,} books", file=sys.stderr)
    for kind, by in fates.items():
        print_table(kind, by)
    for one in passed[:50]:
        print("found:", one)
    print(f"\n{time.perf_counter() - began:.0f} s")
    sys.exit(bool(passed))


def print_table(kind: str, by: dict[str, Counter[str]]) -> None:
    """Print what was changed in the books of a kind, and which check was the first to find it."""
    total: Counter[str] = sum(by.values(), Counter())
    columns = [name for name in (*CHECKS, REFUSED, HARMLESS, CRASHED, PASSED) if total[name] or name == PASSED]
    print(f"\n| {kind}: changed | books | {' | '.join(columns)} |")
    print(f"|---|---:|{'---:|' * len(columns)}")
    for what, fates in [*sorted(by.items()), ("**all**", total)]:
        books = fates.total() - fates[UNBUILT]
        if books:
            print(
                f"| {what} | {books:,} | {' | '.join(f'{fates[name]:,}' if fates[name] else '' for name in columns)} |"
            )


if __name__ == "__main__":
    main()
