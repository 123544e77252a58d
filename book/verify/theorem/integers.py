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


def read(path: str) -> list[tuple[bytes, int | bytes]]:
    """Return the positions of a certificate that X wins from the empty board, each with its cell or its sheet."""
    head, _, body = Path(path).read_bytes().partition(b"\n\n")
    lines = dict(line.split(" ", 1) for line in head.decode().splitlines()[1:])
    if (lines["rules"], lines["claim"], set(lines["position"])) != ("6x7x4-gravity", "X wins", {".", "/"}):
        sys.exit(f"expected a certificate that X wins 6x7x4-gravity from the empty board, got {path}")
    data, rows, sheets = zlib.decompress(body), int(lines["moves"]), int(lines["sheets"])
    end = len(data) - sheets * CELLS
    answers = [*range(CELLS), *(data[end + number :: sheets] for number in range(sheets))]
    moves = [data[row:end:rows] for row in range(rows)]
    return [(row[: 2 * WIDTH], answers[int.from_bytes(row[2 * WIDTH :], "big")]) for row in moves]


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
    for key, value in sorted(read(path), key=lambda row: stones(row[0]), reverse=True):
        for mirrored in (False, True):
            bit = places(mirrored)
            sides = [int.from_bytes(key[at : at + WIDTH], "big") for at in (0, WIDTH)]
            x, o = (sum(bit[cell] for cell in range(CELLS) if side >> cell & 1) for side in sides)
            if isinstance(value, int):
                answer = f"Move {bit[value]}"
            else:
                order = sorted(range(CELLS), key=lambda cell: (-value[cell], cell))
                answer = f"Sheet [{';'.join(str(bit[cell]) for cell in order)}]"
            answers.setdefault((answer, stones(key)), {})[x, o] = None
    print("From Coq Require Import List Uint63.\nFrom Connect4 Require Import Checker.")
    print("Import ListNotations.\nOpen Scope uint63_scope.\n\nDefinition certificate : list row := [")
    print(
        ";\n".join(
            f"({answer}, [{';'.join(map('({0[0]},{0[1]})'.format, positions))}])"
            for (answer, _), positions in answers.items()
        )
    )
    print("].")


def stones(key: bytes) -> int:
    """Return the number of stones of a position."""
    return int.from_bytes(key, "big").bit_count()


if __name__ == "__main__":
    main(*sys.argv[1:])
