"""Every position of Connect Four's book of first plies, beside BitBully with its database of 12 plies with distances.

Run from the root of the repository: python -m benchmarks.first_plies [BOOK], by default the book that comes with
oxobook. The scores have to be the same; the first that is not ends the run. Each row gives the positions of a ply,
images and games that are over among them, and how many of them are won, drawn and lost for the first player. John Tromp
published these counts for 8 plies: 184,275 positions, 124,624 won, 14,676 drawn and 44,975 lost.
"""

import sys
from collections import Counter

from bitbully import BitBully, Board

from benchmarks.search import KNOWN, RULES, published_score
from benchmarks.timing import print_table
from oxobook import Book, Position
from oxobook.book.game.score import remoteness_of
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.layout.block_reader import BlockReader
from oxobook.book.layout.blocks import sign
from oxobook.generator.search.positions import Ply, plies_of


def their_score(solver: BitBully, position: Position) -> int:
    """Return BitBully's score, in those of the published sets."""
    stones = {".": 0, "X": 1, "O": 2}
    return int(solver.mtdf(Board([[stones[sign] for sign in row] for row in position.text.split("/")])))


def counts(ply: Ply, reader: BlockReader, solver: BitBully) -> Counter[int]:
    """Return how many positions the first player wins (1), draws (0) and loses (-1), once the scores are compared."""
    found, orbit, mover = Counter[int](), symmetry_group(RULES).orbit, -1 if ply.number % 2 else 1
    for key in ply.ended:
        found[-mover] += orbit(key & RULES.full, key >> RULES.cells)
    for key in ply.going_on:
        x, o = key & RULES.full, key >> RULES.cells
        score = reader.score(x, o)
        value = sign(score)
        ours = published_score(value, remoteness_of(score, ply.number, RULES.cells), ply.number)
        if (theirs := their_score(solver, position := Position(RULES, x, o))) != ours:
            raise SystemExit(f"{position.text}: BitBully has {theirs}; the book has {ours}")
        found[mover * value] += orbit(x, o)
    return found


def main() -> None:
    """Compare, and print the counts of each ply."""
    solver = BitBully(opening_book="12-ply-dist")
    table = [["ply", "positions", "up to symmetry", "won", "drawn", "lost"]]
    with Book.open(sys.argv[1] if sys.argv[1:] else KNOWN / "6x7x4-gravity.sqlite") as book:
        reader = BlockReader(RULES, book.store)
        for ply in plies_of(RULES, book.info.layers[-1].ply):
            found = counts(ply, reader, solver)
            row = [ply.number, found.total(), len(ply.going_on) + len(ply.ended), found[1], found[0], found[-1]]
            table.append([f"{number:,}" for number in row])
    print_table("Connect Four's first plies, each score as BitBully has it", table)


if __name__ == "__main__":
    main()
