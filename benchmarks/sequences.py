"""Integer sequences of n in a row on n x n boards: positions and ends of games by ply, and games by result.

    python -m benchmarks.sequences [LIBRARY]

They continue A317573 to A317576 and A061526 to A061529 of the OEIS. The program counts in a way of its own, without
playing and without a book: a position occurs if nobody has a line, or if all lines of the side that moved last have a
cell in common. For each symmetry of the board it counts the pairs of such sets that the symmetry leaves as they are
(Burnside's lemma), by sums over all subsets of cells. It writes data/known/sequences.json, and fails if a book of the
library counts otherwise. Who wins a position is known by the books alone: small ones are made if they are missing,
those of 4x4x4 and 5x5x5 are not.
"""

import argparse
import json
from contextlib import suppress
from itertools import pairwise
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook import Book, MissingBook, Rules, open_book

FILE, MOST = Path("data/known/sequences.json"), 5
NAMES = {
    "A317573": "positions up to symmetry by ply that X wins",
    "A317574": "positions up to symmetry by ply that O wins",
    "A317575": "positions up to symmetry by ply",
    "A317576": "positions up to symmetry by ply that end the game",
    "A061526": "games",
    "A061527": "games that X wins",
    "A061528": "games that O wins",
    "A061529": "drawn games",
}
COUNTED = [*NAMES][2:]
"""Sequences that need no book."""
Row = list[int]


def counted(size: int) -> dict[str, Row]:
    """Return the row of each sequence in ``COUNTED`` for a board of some size, counted without a book."""
    rules = Rules(size, size, size)
    symmetries = rules.board.symmetries
    fixed = [_pairs(rules, permutation) for permutation in symmetries]
    plies = range(rules.cells + 1)
    quiet, ended = (sum(some) for some in zip(*fixed, strict=True))
    going_on = [quiet[(ply + 1) // 2, ply // 2] for ply in plies]
    ends = [ended[(ply + 1) // 2, ply // 2] if ply % 2 else ended[ply // 2, (ply + 1) // 2] for ply in plies]
    positions = [(one + other) // len(symmetries) for one, other in zip(going_on, ends, strict=True)]
    last = [*ends[:-1], ends[-1] + going_on[-1]]
    open_ = fixed[0][0]  # of the identity: all positions in which nobody has a line; every order of moves leads there
    ways = [int(open_[(ply + 1) // 2, ply // 2]) * factorial((ply + 1) // 2) * factorial(ply // 2) for ply in plies]
    won = [before * (rules.cells - ply) - after for ply, (before, after) in enumerate(pairwise(ways))]
    results = {"A061527": sum(won[::2]), "A061528": sum(won[1::2]), "A061529": ways[-1]}
    return {
        "A317575": [*map(int, positions)],
        "A317576": [int(one) // len(symmetries) for one in last],
        "A061526": [sum(results.values())],
        **{name: [value] for name, value in results.items()},
    }


def _pairs(rules: Rules, permutation: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how many pairs of disjoint sets of cells without a line a symmetry leaves as they are, by their sizes.

    In the second table the first set has lines, all with a cell in common. Both have the shape (cells + 1, cells + 1).
    """
    orbits = _orbits(permutation)
    cells, sizes = np.zeros(1, np.int64), np.zeros(1, np.int8)
    for orbit in orbits:
        cells = np.concatenate([cells, cells | sum(1 << cell for cell in orbit)])
        sizes = np.concatenate([sizes, sizes + np.int8(len(orbit))])
    common, has = np.full(len(cells), rules.full), np.zeros(len(cells), np.bool_)
    for line in rules.lines:
        full = cells & line == line
        common[full] &= line
        has |= full
    quiet, ended = np.flatnonzero(~has), np.flatnonzero(has & (common != 0))
    tables = np.zeros((2, rules.cells + 1, rules.cells + 1), np.int64)
    for other in range((rules.cells + 1) // 2 + 1):
        within = (~has & (sizes == other)).astype(np.int32)  # for each set of cells: quiet sets of a size within it
        for place in range(len(orbits)):
            halves = within.reshape(-1, 2, 1 << place)
            halves[:, 1] += halves[:, 0]
        for table, sets in zip(tables, (quiet, ended), strict=True):
            table[:, other] = np.bincount(sizes[sets], within[len(cells) - 1 - sets], rules.cells + 1)
    return tables[0], tables[1]


def _orbits(permutation: tuple[int, ...]) -> list[list[int]]:
    """Return the cells in cycles of a permutation."""
    found, left = [], set(range(len(permutation)))
    while left:
        orbit, cell = [], min(left)
        while cell in left:
            left.remove(cell)
            orbit.append(cell)
            cell = permutation[cell]
        found.append(orbit)
    return found


def by_book(book: Book) -> dict[str, Row]:
    """Return the row of each sequence as a book has it."""
    layers, games = book.info.layers, book.info.games
    none = [0] * (book.rules.cells + 1 - len(layers))  # plies that no game reaches
    results = [games.x_games or 0, games.o_games or 0, games.drawn_games or 0]
    rows = [
        [*(layer.x_winning for layer in layers), *none],
        [*(layer.o_winning for layer in layers), *none],
        [*(layer.positions for layer in layers), *none],
        [*(layer.terminals for layer in layers), *none],
        [sum(results)],
        *([one] for one in results),
    ]
    return dict(zip(NAMES, rows, strict=True))


def main() -> None:
    """Count, compare with the books, and write the file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("library", nargs="?", default="data")
    library = parser.parse_args().library
    found: dict[str, dict[str, Any]] = {name: {"name": said, "rows": []} for name, said in NAMES.items()}
    for size in range(1, MOST + 1):
        rows = counted(size)
        with suppress(MissingBook), open_book(Rules(size, size, size), library=library, make=size < MOST) as book:
            known = by_book(book)
            assert all(known[name] == row for name, row in rows.items()), size
            rows = known
        for name, row in rows.items():
            found[name]["rows"].append(row)
        print(f"{size}x{size}", flush=True)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(one)}" for name, one in found.items())
    FILE.write_text(f"{{{lines}}}\n")


if __name__ == "__main__":
    main()
