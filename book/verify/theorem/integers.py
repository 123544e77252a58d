"""Write a certificate that a side wins as the integers that Checker.v takes: python integers.py FILE > Certificate.v.

The game is Connect Four, or one of a plain board, with or without gravity, and begins on the empty board. A row of the
certificate stands for a position and its images under the board's symmetries, so all are written. Rows come after the
rows that they rely on, from the last ply to the first.
"""

import re
import sys
import zlib
from collections.abc import Iterator
from itertools import product
from pathlib import Path


def read(path: str) -> tuple[re.Match[str], str, list[tuple[bytes, int | bytes]]]:
    """Return the board of a certificate, who wins, and the positions, each with its cell or its sheet."""
    head, _, body = Path(path).read_bytes().partition(b"\n\n")
    lines = dict(line.split(" ", 1) for line in head.decode().splitlines()[1:])
    board = re.fullmatch(r"(\d+)x(\d+)x(\d+)(-gravity)?", lines["rules"])
    if not board or not lines["claim"].endswith(" wins") or not set(lines["position"]) <= {".", "/"}:
        sys.exit(f"expected a certificate of who wins a board such as 4x9x4 from its first move on; got {path}")
    cells = int(board[1]) * int(board[2])
    data, rows, sheets = zlib.decompress(body), int(lines["moves"]), int(lines["sheets"])
    end, width = len(data) - sheets * cells, 2 * bytes_of(cells)
    answers = [*range(cells), *(data[end + number :: sheets] for number in range(sheets))]
    moves = [data[row:end:rows] for row in range(rows)]
    return board, lines["claim"][0], [(row[:width], answers[int.from_bytes(row[width:], "big")]) for row in moves]


def bytes_of(cells: int) -> int:
    """Return the number of bytes of a side's stones."""
    return (cells + 7) // 8


def images(rows: int, columns: int, falls: bool) -> Iterator[list[int]]:
    """Yield the place of each cell as Checker.v counts them, on the board and on its images.

    Cells are in reading order from the top left.
    """
    for turned, upset, mirrored in product((False, True), repeat=3):
        if (falls and (turned or upset)) or (turned and rows != columns):
            continue
        places = []
        for row, column in product(range(rows), range(columns)):
            down, right = (column, row) if turned else (row, column)
            up = down if upset else rows - 1 - down
            places.append((rows + 1) * (columns - 1 - right if mirrored else right) + up)
        yield places


def main(path: str) -> None:
    """Print the rows of a certificate as a Coq file."""
    board, winner, certificate = read(path)
    rows, columns, k, falls = int(board[1]), int(board[2]), int(board[3]), board[4] is not None
    width = bytes_of(rows * columns)
    answers: dict[tuple[str, int], dict[tuple[int, int], None]] = {}
    for key, value in sorted(certificate, key=lambda row: stones(row[0]), reverse=True):
        for places in images(rows, columns, falls):
            sides = [int.from_bytes(key[at : at + width], "big") for at in (0, width)]
            x, o = (sum(1 << place for cell, place in enumerate(places) if side >> cell & 1) for side in sides)
            if isinstance(value, int):
                answer = f"Move {places[value]}"
            else:
                order = sorted(range(rows * columns), key=lambda cell: (-value[cell], cell))
                answer = f"Sheet [{';'.join(str(1 << places[cell]) for cell in order)}]"
            answers.setdefault((answer, stones(key)), {})[x, o] = None
    size = f"columns := {columns}; rows := {rows}; in_a_row := {k}; stones_fall := {str(falls).lower()}"
    print("From Coq Require Import List Uint63.\nFrom Connect4 Require Import Rules Checker.")
    print(f"\nDefinition claim : Prop := wins {{| {size} |}} {winner} X empty_board.\n")
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
