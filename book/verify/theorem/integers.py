"""Write a certificate of Connect Four as the integers that Checker.v takes: python integers.py FILE > Certificate.v.

A row of the certificate stands for a position and its mirror image, so both are written. Rows come after the rows that
they rely on, from the last ply to the first.
"""

import sys
import zlib
from pathlib import Path

ROWS, COLUMNS = 6, 7
CELLS = ROWS * COLUMNS  # in reading order from the top left
WIDTH = (CELLS + 7) // 8  # bytes of a side's stones


def read(path: str) -> list[bytes]:
    """Return the rows of moves and of sheets of a certificate that X wins from the empty board."""
    head, _, body = Path(path).read_bytes().partition(b"\n\n")
    lines = dict(line.split(" ", 1) for line in head.decode().splitlines()[1:])
    if (lines["rules"], lines["claim"], set(lines["position"])) != ("6x7x4-gravity", "X wins", {".", "/"}):
        sys.exit(f"expected a certificate that X wins 6x7x4-gravity from the empty board, got {path}")
    data, at = zlib.decompress(body), 0
    tables: list[list[bytes]] = []
    for name, width in (("moves", 1), ("pairings", CELLS), ("sheets", CELLS)):
        rows, width = int(lines[name]), width + 2 * WIDTH
        tables.append([data[at + i : at + rows * width : rows] for i in range(rows)])
        at += rows * width
    return tables[0] + tables[2]


def places(mirrored: bool) -> list[int]:
    """Return the bit of each cell as Checker.v counts them, or of its mirror image."""
    bits = []
    for cell in range(CELLS):
        row, column = divmod(cell, COLUMNS)
        bits.append(1 << 7 * (COLUMNS - 1 - column if mirrored else column) + ROWS - 1 - row)
    return bits


def main(path: str) -> None:
    """Print the rows of a certificate as a Coq file."""
    answers: dict[tuple[str, int], dict[tuple[int, int], None]] = {}
    for row in sorted(read(path), key=stones, reverse=True):
        for mirrored in (False, True):
            bit = places(mirrored)
            sides = [int.from_bytes(row[at : at + WIDTH], "big") for at in (0, WIDTH)]
            x, o = (sum(bit[cell] for cell in range(CELLS) if side >> cell & 1) for side in sides)
            value = row[2 * WIDTH :]
            if len(value) == CELLS:
                order = sorted(range(CELLS), key=lambda cell: (-value[cell], cell))
                answer = f"Sheet [{';'.join(str(bit[cell]) for cell in order)}]"
            else:
                answer = f"Move {bit[value[0]]}"
            answers.setdefault((answer, stones(row)), {})[x, o] = None
    print("From Coq Require Import List Uint63.\nFrom Connect4 Require Import Checker.")
    print("Import ListNotations.\nOpen Scope uint63_scope.\n\nDefinition certificate : list row := [")
    print(
        ";\n".join(
            f"({answer}, [{';'.join(map('({0[0]},{0[1]})'.format, positions))}])"
            for (answer, _), positions in answers.items()
        )
    )
    print("].")


def stones(row: bytes) -> int:
    """Return the number of stones of a row's position."""
    return int.from_bytes(row[: 2 * WIDTH], "big").bit_count()


if __name__ == "__main__":
    main(*sys.argv[1:])
