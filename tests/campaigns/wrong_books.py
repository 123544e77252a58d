"""Wrong books that look right: built by the hundred thousand, each verified, and those that pass asked for everything.

Run from the root: python -m tests.campaigns.wrong_books [BOOKS] [--processes N]. A third of the books are
of rows, a third of blocks, and a third of blocks under gravity, on small boards: plain ones, misere, boards that wrap,
and a cube. One in fifty has the first plies of a board with more than 31 cells. The tables say how many books each
check was the first to find, by what was changed in them. The same numbers give the same books.
"""

import tempfile
from bisect import bisect_right
from collections import Counter, defaultdict
from functools import cache, partial

from tests.campaigns.forgery.forger import CRASHED, HARMLESS, PASSED, REFUSED, UNBUILT, WIDE, Forger
from tests.campaigns.numbered import Meet, campaign

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
WIDE_SHARE = 0.02
CHECKS = ["file", "tables", "digest", "boards", "masks", "moves", "answers", "counts", "published", "searches"]
CHECKS += ["lookups"]


def shares(books: int) -> list[tuple[int, str, str]]:
    """Return the number with which the books of each board end, its kind, and its rules."""
    ends, total = list[tuple[int, str, str]](), 0.0
    for kind, boards in BOARDS.items():
        share = WIDE_SHARE if kind == "wide books" else (1 - WIDE_SHARE) / 3
        for rules, weight in boards.items():
            total += books * share * weight / sum(boards.values())
            ends.append((round(total), kind, rules))
    return ends


def begun(ends: list[tuple[int, str, str]], place: int) -> Meet:
    """Return what builds a book and judges it, in one of several processes."""
    made = cache(Forger)

    def met(number: int) -> Counter[str]:
        _, kind, rules = ends[bisect_right(ends, number, key=lambda end: end[0])]
        (one,) = made(rules, ENGINES[kind]).forgeries([number])
        what = one.changes[0] if len(one.changes) == 1 else "several at once" if one.changes else "-"
        found = {f"! {one}": 1} if one.fate.startswith((PASSED, CRASHED)) else {}
        return Counter({f"{kind}|{what}|{one.fate.partition(':')[0]}": 1, **found})

    return met


def print_tables(fates: Counter[str]) -> None:
    """Print for each kind of book what was changed in them, and which check was the first to find it."""
    tables: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for (kind, what, fate), books in ((name.split("|"), books) for name, books in fates.items() if name[0] != "!"):
        if fate != UNBUILT:
            tables[kind][what][fate] += books
            tables[kind]["**all**"][fate] += books
    for kind, rows in tables.items():
        total = rows["**all**"]
        columns = [name for name in (*CHECKS, REFUSED, HARMLESS, CRASHED, PASSED) if total[name] or name == PASSED]
        print(f"\n| {kind}: changed | books | {' | '.join(columns)} |")
        print(f"|---|---:|{'---:|' * len(columns)}")
        for what, found in sorted(rows.items(), key=lambda row: (row[0] == "**all**", row)):
            numbers = (f"{found[name]:,}" if found[name] else "" for name in columns)
            print(f"| {what} | {found.total():,} | {' | '.join(numbers)} |")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as tempfile.tempdir:  # where all processes build their books
        campaign(lambda books: partial(begun, shares(books)), "books", 110_000, print_tables)
