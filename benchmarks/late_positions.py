"""Random late positions of a book, solved once more by the slow search of the tests, which shares nothing with it.

    python -m benchmarks.late_positions BOOK [COUNT [LEFT]]

COUNT positions, by default 1,000, of LEFT empty cells or fewer, by default 10: each by random moves in a game that goes
on. Their value and remoteness have to be the book's; the first that is not ends the run.
"""

import sys
import time
from collections import Counter
from random import Random
from typing import Any

from oxobook.book import Book, Position, Rules
from tests.reference import Reference

SEARCH: Any = Reference
"""Search of the tests, which have no types."""


def random_position(rules: Rules, ply: int, chosen: Random) -> Position:
    """Return a position of a ply that random moves reach, in which play goes on."""
    while True:
        position = Position(rules)
        while position.ply < ply and not position.over:
            position = position.play(chosen.choice(position.legal_moves))
        if not position.over:
            return position


def searched(rules: Rules, position: Position) -> tuple[int, int]:
    """Return the value and the remoteness of a position, by a search of all that follows."""
    reference = SEARCH(rules.rows, rules.columns, rules.k, rules.misere, rules.gravity)
    board = position.text.replace("/", "")
    reference.solve(board)
    value, remoteness = reference.answers[board]
    return value, remoteness


def main() -> None:
    """Compare, and print how many of each value were alike."""
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    count, left = (*map(int, sys.argv[2:]), *(1_000, 10)[len(sys.argv) - 2 :])
    chosen, alike, started = Random(1), Counter[str](), time.perf_counter()
    with Book.open(sys.argv[1]) as book:
        for _ in range(count):
            position = random_position(book.rules, max(0, book.rules.cells - chosen.randint(1, left)), chosen)
            entry, right = book.probe(position), searched(book.rules, position)
            said = entry.value, entry.remoteness
            if said != right:
                raise SystemExit(f"{position.text}: the search says {right}; the book says {said}")
            alike[entry.value.word] += 1
        words = ", ".join(f"{number:,} {word}" for word, number in sorted(alike.items()))
        took = time.perf_counter() - started
        print(f"{book.rules}: {count:,} positions as the search has them ({words}), {took:.0f} s")


if __name__ == "__main__":
    main()
