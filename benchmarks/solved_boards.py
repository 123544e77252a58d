"""Atlas of solved boards: every board of up to 25 cells with up to five in a row, as far as its book is made here.

    python -m benchmarks.solved_boards [--most POSITIONS]

The boards are plain, misere, under gravity, cylinders and tori. A board of more positions up to symmetry than
--most, by default a million, is left out; those in data/atlas/solved.json already are left as they are. The program
writes that file anew after each board, so it may be stopped and called again.
"""

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

from oxobook.book import Book, Position, Rules
from oxobook.book.errors import OxobookError
from oxobook.book.game.symmetry import symmetry_group
from oxobook.generator.generate import generate_book
from oxobook.generator.plan import plan_book, what_is_lacking

FILE = Path("data/atlas/solved.json")
ABOUT = (
    "Boards of up to 25 cells: the result under perfect play and the plies that it takes, the best first moves up to "
    "symmetry, the positions of each ply up to symmetry, and the digest of the book. Made by: make campaign"
)
MOST_CELLS = 25
KINDS = ("", "-misere", "-gravity", "-misere-gravity", "-cylinder", "-torus")


def boards() -> list[Rules]:
    """Return the boards of the atlas, the small ones first; where rows may be columns, those with fewer rows."""
    found = []
    for rows in range(1, MOST_CELLS + 1):
        for columns in range(1, MOST_CELLS // rows + 1):
            for k in range(3, min(5, max(rows, columns)) + 1):
                for kind in KINDS:
                    if rows <= columns or "gravity" in kind or kind == "-cylinder":
                        try:
                            found.append(Rules.parse(f"{rows}x{columns}x{k}{kind}"))
                        except OxobookError:  # such as a torus of one row
                            continue
    return sorted(found, key=lambda rules: (rules.cells, rules))


def solved_entry(book: Book) -> dict[str, Any]:
    """Return the entry of a book."""
    start = Position(book.rules)
    answer, alike = book.probe(start, pick=False), symmetry_group(book.rules).alike
    first = [
        name for cell, name in zip(start.legal_cells, start.legal_moves, strict=True)
        if answer.best_mask >> cell & 1 and alike(0, 0, cell) & -alike(0, 0, cell) == 1 << cell
    ]  # fmt: skip
    return {
        "rules": str(book.rules),
        "result": {1: "X wins", 0: "draw", -1: "O wins"}[answer.value],
        "plies": answer.remoteness,
        "first": first,
        "positions": [layer.positions for layer in book.info.layers],
        "digest": book.info.digest,
    }


def solved(rules: Rules, most: int, folder: Path) -> dict[str, Any] | None:
    """Return the entry of a board, or None if its book is not made here."""
    try:
        plan = plan_book(rules)
        if plan.positions > most or what_is_lacking(plan, folder):
            return None
        generate_book(rules, folder / "book.sqlite", True)
    except OxobookError:
        return None
    with Book.open(folder / "book.sqlite") as book:
        return solved_entry(book)


def main() -> None:
    """Solve the boards, and write the file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=int, default=1_000_000)
    most = parser.parse_args().most
    known = {one["rules"]: one for one in json.loads(FILE.read_text())["boards"]} if FILE.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        listed = boards()
        for rules in listed:
            if str(rules) not in known and (found := solved(rules, most, Path(folder))):
                known[str(rules)] = found
                print(found, flush=True)
                write([known[str(one)] for one in listed if str(one) in known])


def write(entries: list[dict[str, Any]]) -> None:
    """Write the file, a board a line."""
    lines = ",\n".join(json.dumps(one) for one in entries)
    FILE.write_text(f'{{"about": {json.dumps(ABOUT)},\n"boards": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    main()
